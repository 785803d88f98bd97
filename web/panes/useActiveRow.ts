import { useCallback, useLayoutEffect, useRef, useState } from "react";

/** Rows that stay visible above one that is scrolled to. */
const rowsAbove = 4;

type Options = {
  readonly initialId: string | null;
  /** The height of a usual row, to scroll to one that isn't rendered. */
  readonly rowPx: number;
};

/**
 * The one row of a list that the keyboard is on, also while the focus is elsewhere. A row that isn't rendered yet is
 * scrolled to and focused once it is, so the list calls `focusPending` after every render. Rows are the elements below
 * `region` with their id as `data-id`.
 */
export function useActiveRow(ids: readonly string[], { initialId, rowPx }: Options) {
  const region = useRef<HTMLDivElement>(null);
  const pending = useRef<string | null>(null);
  const [activeId, setActiveId] = useState(initialId);
  const focusPending = useCallback(() => {
    const row = pending.current === null ? null : drawnRow(region.current, pending.current);
    if (!row) return;
    pending.current = null;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }, []);
  const moveTo = (index: number) => {
    const id = ids[index];
    if (id === undefined) return;
    pending.current = id;
    setActiveId(id);
    if (drawnRow(region.current, id)) focusPending();
    else region.current?.scrollTo({ top: (index - rowsAbove) * rowPx });
  };
  const latestIndex = useRef(-1);
  useLayoutEffect(() => {
    const index = activeId === null ? -1 : ids.indexOf(activeId);
    const hasLeft = index < 0 && latestIndex.current >= 0;
    const next = Math.min(latestIndex.current, ids.length - 1);
    latestIndex.current = index;
    // The active row had the focus when it left the view or was deleted: the row now in its place takes over.
    if (hasLeft && document.activeElement === document.body) moveTo(next);
  });
  return {
    region,
    activeId: activeId !== null && ids.includes(activeId) ? activeId : null,
    activate: setActiveId as (id: string) => void,
    moveTo,
    focusPending,
  };
}

/** Ids may contain any characters. */
const drawnRow = (region: HTMLElement | null, id: string) =>
  region?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) ?? null;
