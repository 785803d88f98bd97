import { type RefObject, useCallback, useState } from "react";

type Place = {
  readonly region: RefObject<HTMLElement | null>;
  readonly rowHeight: number;
  readonly remembered: string | null;
};

/** Rows that stay visible above a focused row. */
const rowsAbove = 4;
/** Maximum number of frames until a virtual row appears after scrolling to it. */
const framesMax = 20;

/**
 * The keyboard focus in a page of rows: one row at a time, remembered when the focus leaves. A row that is not drawn is
 * scrolled to first, then focused.
 */
export function useRowFocus(ids: readonly string[], { region, rowHeight, remembered }: Place) {
  const [activeId, setActiveId] = useState(remembered);
  const moveTo = useCallback(
    (index: number) => {
      const place = Math.max(0, Math.min(index, ids.length - 1));
      const id = ids[place];
      if (id === undefined) return;
      setActiveId(id);
      if (focusRow(region.current, id)) return;
      region.current?.scrollTo({ top: Math.max(0, (place - rowsAbove) * rowHeight) });
      focusWhenDrawn(region, id, framesMax);
    },
    [ids, region, rowHeight],
  );
  const index = activeId === null ? -1 : ids.indexOf(activeId);
  return {
    activeId: index < 0 ? null : activeId,
    setActiveId,
    moveTo,
    /** Puts the focus back on a row, such as after a dialog about it. */
    moveToId: useCallback((id: string) => moveTo(ids.indexOf(id)), [moveTo, ids]),
    moveBy: useCallback((by: number) => moveTo(index < 0 ? 0 : index + by), [moveTo, index]),
  };
}

function focusWhenDrawn(region: Place["region"], id: string, framesLeft: number) {
  requestAnimationFrame(() => {
    if (!focusRow(region.current, id) && framesLeft > 0) focusWhenDrawn(region, id, framesLeft - 1);
  });
}

/** Returns whether the row is drawn. */
function focusRow(region: HTMLElement | null, id: string): boolean {
  const row = region?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
  return row != null;
}
