import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/**
 * Where the keyboard is in a page of rows: one row at a time, remembered when the focus leaves.
 * A row beyond what is drawn is scrolled to first, and focused when it is there.
 */
export function useRowFocus(
  ids: readonly string[],
  {
    region,
    rowHeight,
    remembered,
  }: { region: RefObject<HTMLElement | null>; rowHeight: number; remembered: string | null },
) {
  const [activeId, setActiveId] = useState(remembered);
  const wanted = useRef<string | null>(null);
  const focusWanted = useCallback(() => {
    const row = wanted.current && region.current?.querySelector<HTMLElement>(`[data-id="${wanted.current}"]`);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }, [region]);
  // After every drawing: a virtual row may appear some drawings after it was asked for.
  useLayoutEffect(focusWanted);
  const moveTo = useCallback(
    (index: number) => {
      const id = ids[Math.max(0, Math.min(index, ids.length - 1))];
      if (id === undefined) return;
      wanted.current = id;
      setActiveId(id);
      const isDrawn = region.current?.querySelector(`[data-id="${id}"]`) != null;
      if (!isDrawn) region.current?.scrollTo({ top: Math.max(0, ids.indexOf(id) * rowHeight - rowHeight * 4) });
      else focusWanted();
    },
    [ids, region, rowHeight, focusWanted],
  );
  const index = activeId === null ? -1 : ids.indexOf(activeId);
  return {
    activeId: index < 0 ? null : activeId,
    setActiveId,
    moveTo,
    moveBy: useCallback((by: number) => moveTo(index < 0 ? 0 : index + by), [moveTo, index]),
  };
}
