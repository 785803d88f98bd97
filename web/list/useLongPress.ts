import { type PointerEvent, useRef } from "react";

/** As long as phones themselves wait. */
const pressMs = 500;
/** A finger is never quite still. */
const stirPx = 10;

/** Tells a finger that rests from one that taps or scrolls. `onPress` gets what lay below it. */
export function useLongPress(onPress: (target: HTMLElement) => void) {
  const begun = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const wasLong = useRef(false);
  const end = () => {
    clearTimeout(begun.current?.timer);
    begun.current = null;
  };
  return {
    /** Whether the click that just came ended a long press, and so is none. */
    takeClick: (): boolean => {
      const was = wasLong.current;
      wasLong.current = false;
      return was;
    },
    handlers: {
      onPointerDown: ({ pointerType, target, clientX, clientY }: PointerEvent) => {
        end();
        wasLong.current = false;
        if (pointerType !== "touch") return;
        const timer = setTimeout(() => {
          wasLong.current = true;
          onPress(target as HTMLElement);
        }, pressMs);
        begun.current = { timer, x: clientX, y: clientY };
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const { x, y } = begun.current ?? { x: clientX, y: clientY };
        if (Math.hypot(clientX - x, clientY - y) > stirPx) end();
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}
