import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { extend, isSelected, nothingSelected, type Selection, toggle, toggleRange } from "#web/list/selection.ts";
import { useActiveRow } from "#web/panes/useActiveRow.ts";
import type { OpenRecord } from "#web/panes/useOpenRecord.ts";
import { useIsPhone } from "#web/ui/useMediaQuery.ts";

export type Rows<Row extends Identified> = ReturnType<typeof useRows<Row>>;

export type RowHandlers<Row> = {
  readonly onOpen: (row: Row) => void;
  /** With Shift from the row selected last. */
  readonly onToggle: (id: string, event: { readonly shiftKey: boolean }) => void;
  readonly onFocus: (id: string) => void;
};

type Identified = { readonly id: string };
type Options = { readonly opened: OpenRecord; readonly rowPx: number };

/**
 * The rows of a list pane, in the order shown: which one the keyboard is at, which are selected, and what an action applies
 * to. `handlers` stay the same objects, so a memoized row is drawn again only when its record changes.
 */
export function useRows<Row extends Identified>(shown: readonly Row[], { opened, rowPx }: Options) {
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const { activeId, moveTo, ...activeRow } = useActiveRow(ids, { initialId: opened.openId, rowPx });
  const { setSelection, ...selecting } = useSelectedRows(shown);
  const latest = useRef({ ids, opened });
  useEffect(() => {
    latest.current = { ids, opened };
  });
  const { activate } = activeRow;
  const handlers = useMemo<RowHandlers<Row>>(
    () => ({
      onOpen: (row) => latest.current.opened.open(row.id),
      onToggle: (id, { shiftKey }) =>
        setSelection((before) => (shiftKey ? toggleRange : toggle)(before, id, latest.current.ids)),
      onFocus: activate,
    }),
    [activate, setSelection],
  );
  const index = activeId === null ? -1 : ids.indexOf(activeId);
  const active = shown[index] ?? null;
  const goTo = (wanted: number) => {
    const next = Math.max(0, Math.min(wanted, shown.length - 1));
    const row = shown[next];
    if (row === undefined) return;
    moveTo(next);
    // The detail pane shows whatever the keyboard is at.
    if (opened.openId !== null) opened.open(row.id);
  };
  const goBy = (by: number) => goTo(index < 0 ? 0 : index + by);
  return {
    ...activeRow,
    ...selecting,
    ...useTargetActions({ active, isLast: index === shown.length - 1, handlers, goBy, ...selecting }),
    activeId,
    active,
    count: shown.length,
    handlers,
    goTo,
    goBy,
    focusActive: () => moveTo(Math.max(index, 0)),
    selectAll: () => setSelection({ kind: "some", ids: new Set(ids), anchor: null }),
    /** Shift and an arrow: this row and the next. */
    extendBy: (by: number) => {
      const [here, next] = [ids[index], ids[index + by]];
      if (next === undefined || here === undefined) return;
      setSelection((before) => extend(before, [here, next]));
      moveTo(index + by);
    },
  };
}

function useSelectedRows<Row extends Identified>(shown: readonly Row[]) {
  const isPhone = useIsPhone();
  const [selection, setSelection] = useState<Selection>(nothingSelected);
  const [isSelecting, setSelecting] = useState(false);
  const selected = useMemo(() => shown.filter(({ id }) => isSelected(selection, id)), [shown, selection]);
  const clear = useCallback(() => {
    setSelection(nothingSelected);
    setSelecting(false);
  }, []);
  return {
    selection,
    setSelection,
    selected,
    clear,
    /** On a phone boxes are shown when they are asked for, or while a row is selected; a tap then selects. */
    isSelecting: isPhone && (isSelecting || selected.length > 0),
    setSelecting: (isOn: boolean) => (isOn ? setSelecting(true) : clear()),
  };
}

type Targets<Row> = {
  readonly active: Row | null;
  readonly isLast: boolean;
  readonly selected: readonly Row[];
  readonly clear: () => void;
  readonly handlers: RowHandlers<Row>;
  readonly goBy: (by: number) => void;
};

/** What a key acts on: all that is selected, else the row that the keyboard is at. */
function useTargetActions<Row extends Identified>({ active, isLast, selected, clear, handlers, goBy }: Targets<Row>) {
  const hasSelection = selected.length > 0;
  const targets = hasSelection || active === null ? selected : [active];
  const act = (action: (targets: readonly Row[]) => void) => {
    if (targets.length > 0) action(targets);
  };
  return {
    act,
    /** For an action after which the rows are elsewhere: the keyboard goes on at the next one, and nothing is selected. */
    actAndAdvance: (action: (targets: readonly Row[]) => void) =>
      act(() => {
        if (!hasSelection) goBy(isLast ? -1 : 1);
        action(targets);
        clear();
      }),
    /** For an action that the selection bar asks about, such as where to move. */
    selectTargets: () => {
      if (!hasSelection && active !== null) handlers.onToggle(active.id, { shiftKey: false });
    },
  };
}
