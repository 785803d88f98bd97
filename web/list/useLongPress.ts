import { type PointerEvent, useRef } from "react";

/** The same delay as on phones. */
const pressMs = 500;
/** A resting finger still moves a little. */
const stirPx = 10;

/** Distinguishes a long press from a tap or a scroll. `onPress` gets the element below the finger. */
export function useLongPress(onPress: (target: HTMLElement) => void) {
  const begun = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number } | null>(null);
  const wasLong = useRef(false);
  const end = () => {
    clearTimeout(begun.current?.timer);
    begun.current = null;
  };
  return {
    /** Whether the last click ended a long press and must be ignored. */
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
