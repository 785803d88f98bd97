import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from "react";

export const hoverMs = 150; // spec 000 §9: hover menus have a 150 ms delay

/**
 * Whether the user is at an element: the pointer rests on it, it has the focus, or it was touched. Ends when the
 * pointer or the focus leaves, or another element is touched.
 */
export function usePeek() {
  const [isPeeking, setPeeking] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const element = useRef<HTMLElement>(null);
  const peek = (next: boolean, afterMs: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setPeeking(next), afterMs);
  };
  useEffect(() => {
    if (!isPeeking) return;
    const handleTouch = ({ target }: Event) => {
      if (target instanceof Node && !element.current?.contains(target)) setPeeking(false);
    };
    document.addEventListener("pointerdown", handleTouch);
    return () => document.removeEventListener("pointerdown", handleTouch);
  }, [isPeeking]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const peekProps = {
    ref: element,
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === "mouse" && peek(true, hoverMs),
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === "mouse" && peek(false, hoverMs),
    onPointerUp: ({ pointerType }: PointerEvent) => pointerType !== "mouse" && peek(true, 0),
    onFocus: ({ target }: FocusEvent) => target.matches(":focus-visible") && peek(true, 0),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => currentTarget.contains(relatedTarget) || peek(false, 0),
  };
  return { isPeeking, peekProps, endPeek: () => peek(false, 0) };
}
