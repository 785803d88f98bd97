import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { TodoRecord } from "#demos/todo/contract.ts";
import type { RowHandlers } from "#demos/todo/web/TodoRow.tsx";
import { useActiveRow } from "#demos/todo/web/useActiveRow.ts";
import type { useTodoView } from "#demos/todo/web/useTodoView.ts";
import { isSelected, nothingSelected, type Selection, toggle, toggleRange } from "#web/list/selection.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";

export type Rows = ReturnType<typeof useRows>;

/** Where the keyboard is among the rows, and which of them are ticked. */
export function useRows(shown: readonly TodoRecord[], place: ReturnType<typeof useTodoView>) {
  const isPhone = useIsPhone();
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const { region, activeId, activate, moveTo, focusWanted } = useActiveRow(ids, place.openId);
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const [isTicking, setTicking] = useState(false);
  const selected = useMemo(() => shown.filter(({ id }) => isSelected(selection, id)), [shown, selection]);
  const index = activeId === null ? -1 : ids.indexOf(activeId);
  const clear = useCallback(() => {
    setSelection(nothingSelected);
    setTicking(false);
  }, []);
  const latest = useRef({ ids, place });
  useEffect(() => {
    latest.current = { ids, place };
  });
  const handlers = useMemo<RowHandlers>(
    () => ({
      onOpen: (todo) => latest.current.place.open(todo.id),
      onTick: (id, { shiftKey }) =>
        setSelection((before) => (shiftKey ? toggleRange : toggle)(before, id, latest.current.ids)),
      onFocus: activate,
    }),
    [activate],
  );
  const goTo = (next: number) => {
    const todo = shown[Math.max(0, Math.min(next, shown.length - 1))];
    if (todo === undefined) return;
    moveTo(shown.indexOf(todo));
    // The panel shows whatever the keyboard is at.
    if (place.openId !== null) place.open(todo.id);
  };
  return {
    region,
    activeId,
    /** For the list to call after it has drawn rows. */
    focusWanted,
    active: shown[index] ?? null,
    index,
    count: shown.length,
    selection,
    selected,
    handlers,
    goTo,
    goBy: (by: number) => goTo(index < 0 ? 0 : index + by),
    focusActive: () => moveTo(Math.max(index, 0)),
    activate,
    tickAll: () => setSelection({ kind: "some", ids: new Set(ids), anchor: null }),
    /** Shift and an arrow: this row and the next. */
    extendBy: (by: number) => {
      const next = ids[index + by];
      const here = ids[index];
      if (next === undefined || here === undefined) return;
      setSelection((before) => {
        const known = before.kind === "some" ? before.ids : new Set(ids);
        return { kind: "some", ids: new Set([...known, here, next]), anchor: next };
      });
      moveTo(index + by);
    },
    clear,
    /** On a phone boxes are shown when they are asked for, or as long as one is ticked. */
    isTicking: isPhone && (isTicking || selected.length > 0),
    setTicking: (isOn: boolean) => (isOn ? setTicking(true) : clear()),
  };
}
