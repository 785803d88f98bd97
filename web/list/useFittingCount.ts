import { useLayoutEffect, useRef, useState } from "react";

/**
 * How many parts of a bar fit into its line, at most `max`: one less at a time, before paint, until nothing overflows.
 * Starts again when the bar's width changes.
 */
export function useFittingCount(max: number) {
  const bar = useRef<HTMLElement>(null);
  const [shownCount, setShownCount] = useState(max);
  // After every render: any of them may make a label longer. It ends when nothing overflows, or nothing is left.
  // oxlint-disable-next-line react/exhaustive-deps
  useLayoutEffect(() => {
    const element = bar.current;
    if (element && element.scrollWidth > element.clientWidth) setShownCount((count) => Math.max(0, count - 1));
  });
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    let widthPx = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === widthPx) return;
      widthPx = element.clientWidth;
      setShownCount(max);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [max]);
  return { bar, shownCount };
}
