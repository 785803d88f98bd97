import { useCallback, useLayoutEffect, useRef, useState } from "react";

const rowPx = 40;
const rowsAbove = 4;

/**
 * The one row where the keyboard is, remembered when the focus leaves. A row that is not drawn is scrolled to first and
 * takes the focus when it is there, so the list calls `focusWanted` after every drawing.
 */
export function useActiveRow(ids: readonly string[], remembered: string | null) {
  const region = useRef<HTMLDivElement>(null);
  const wanted = useRef<string | null>(null);
  const [activeId, setActiveId] = useState(remembered);
  const focusWanted = useCallback(() => {
    const row = wanted.current === null ? null : drawnRow(region.current, wanted.current);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }, []);
  const moveTo = (index: number) => {
    const id = ids[index];
    if (id === undefined) return;
    wanted.current = id;
    setActiveId(id);
    if (drawnRow(region.current, id)) focusWanted();
    else region.current?.scrollTo({ top: (index - rowsAbove) * rowPx });
  };
  const latestPlace = useRef(-1);
  useLayoutEffect(() => {
    const place = activeId === null ? -1 : ids.indexOf(activeId);
    const hasLeft = place < 0 && latestPlace.current >= 0;
    const next = Math.min(latestPlace.current, ids.length - 1);
    latestPlace.current = place;
    // It took the focus with it, out of the view or for good: the row that came into its place goes on.
    if (hasLeft && document.activeElement === document.body) moveTo(next);
  });
  return {
    region,
    activeId: activeId !== null && ids.includes(activeId) ? activeId : null,
    activate: setActiveId as (id: string) => void,
    moveTo,
    focusWanted,
  };
}

/** Ids are anybody's text. */
const drawnRow = (region: HTMLElement | null, id: string) =>
  region?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) ?? null;
