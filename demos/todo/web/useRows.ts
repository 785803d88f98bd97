import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { TodoRecord } from "#demos/todo/contract.ts";
import { type RowHandlers, rowKey } from "#demos/todo/web/TodoRow.tsx";
import type { useTodoView } from "#demos/todo/web/useTodoView.ts";
import { isSelected, nothingSelected, type Selection, toggle, toggleRange } from "#web/list/selection.ts";
import { useRowFocus } from "#web/list/useRowFocus.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";

const rowPx = 40;

export type Rows = ReturnType<typeof useRows>;

/** Where the keyboard is among the rows, and which of them are ticked. */
export function useRows(shown: readonly TodoRecord[], place: ReturnType<typeof useTodoView>) {
  const isPhone = useIsPhone();
  const region = useRef<HTMLDivElement>(null);
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const keys = useMemo(() => ids.map(rowKey), [ids]);
  const remembered = place.openId === null ? null : rowKey(place.openId);
  const { activeId: activeKey, setActiveId, moveTo } = useRowFocus(keys, { region, rowHeight: rowPx, remembered });
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const [isTicking, setTicking] = useState(false);
  const selected = useMemo(() => shown.filter(({ id }) => isSelected(selection, id)), [shown, selection]);
  const index = activeKey === null ? -1 : keys.indexOf(activeKey);
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
      onFocus: (id) => setActiveId(rowKey(id)),
    }),
    [setActiveId],
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
    activeKey,
    active: shown[index] ?? null,
    index,
    count: shown.length,
    selection,
    selected,
    handlers,
    goTo,
    goBy: (by: number) => goTo(index < 0 ? 0 : index + by),
    focusActive: () => moveTo(Math.max(index, 0)),
    activate: (id: string) => setActiveId(rowKey(id)),
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
