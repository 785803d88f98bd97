import { type PointerEvent, useRef } from "react";

/** A finger that moves less may have wanted to tap or to scroll. */
const swipedPx = 72;

/** Moves the element with a finger, to either side; past 72 px it counts as swiped away, before that it goes back. */
export function useSwipe(onSwiped: () => void) {
  const startX = useRef<number | null>(null);
  const moveTo = ({ style }: HTMLElement, px: number) => {
    style.translate = px === 0 ? "" : `${px}px`;
    style.opacity = px === 0 ? "" : String(Math.max(0.2, 1 - Math.abs(px) / (swipedPx * 2)));
  };
  const end = (event: PointerEvent<HTMLElement>, isDone: boolean) => {
    if (startX.current === null) return;
    const px = event.clientX - startX.current;
    startX.current = null;
    if (isDone && Math.abs(px) >= swipedPx) onSwiped();
    else moveTo(event.currentTarget, 0);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === "touch") startX.current = event.clientX;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (startX.current !== null) moveTo(event.currentTarget, event.clientX - startX.current);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
  };
}
