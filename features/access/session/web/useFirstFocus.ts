import { type RefObject, useEffect, useRef } from "react";

/** Focuses a field when its screen opens: the screen has one task, which begins there. */
export function useFirstFocus(isFirst = true): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  return field;
}
