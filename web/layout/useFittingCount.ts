import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { Menu } from "#web/layout/navigation.ts";

const morePx = 96;

/**
 * How many items of a line fit into it, so that one for the others fits too; null until their widths are measured,
 * before the first paint. Measured again only if the items change.
 */
export function useFittingCount(
  menu: Menu,
  isDense: boolean,
): { ref: RefObject<HTMLUListElement | null>; count: number | null } {
  const ref = useRef<HTMLUListElement>(null);
  const key = `${isDense}${menu.map(({ id, title }) => `${id} ${title}`).join()}`;
  const [measured, setMeasured] = useState<{ readonly key: string; readonly widths: readonly number[] } | null>(null);
  const [roomPx, setRoomPx] = useState(0);
  const isMeasured = measured?.key === key;
  useLayoutEffect(() => {
    const line = ref.current;
    if (line === null) return;
    if (!isMeasured)
      setMeasured({ key, widths: Array.from(line.children, (child) => child.getBoundingClientRect().width) });
    setRoomPx(line.clientWidth);
    const observer = new ResizeObserver(() => setRoomPx(line.clientWidth));
    observer.observe(line);
    return () => observer.disconnect();
  }, [key, isMeasured]);
  return { ref, count: isMeasured ? fitting(measured.widths, roomPx) : null };
}

export function fitting(widths: readonly number[], roomPx: number): number {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= roomPx) return widths.length;
  let left = roomPx - morePx;
  const first = widths.findIndex((width) => (left -= width) < 0);
  return first === -1 ? widths.length : first;
}
