import { type RefObject, useCallback, useState } from "react";

type Place = {
  readonly region: RefObject<HTMLElement | null>;
  readonly remembered: string | null;
};

/** The keyboard focus in a page of rows: one row at a time, remembered when the focus leaves. */
export function useRowFocus(ids: readonly string[], { region, remembered }: Place) {
  const [activeId, setActiveId] = useState(remembered);
  const moveTo = useCallback(
    (index: number) => {
      const id = ids[Math.max(0, Math.min(index, ids.length - 1))];
      if (id === undefined) return;
      setActiveId(id);
      focusRow(region.current, id);
    },
    [ids, region],
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

function focusRow(region: HTMLElement | null, id: string) {
  const row = region?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`);
  row?.focus({ preventScroll: true });
  row?.scrollIntoView({ block: "nearest" });
}
