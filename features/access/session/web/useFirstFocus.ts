import { type RefObject, useEffect, useRef } from "react";

/** Puts the focus into a field when its screen opens: there is one thing to do here, and it begins with this. */
export function useFirstFocus(isFirst = true): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) field.current?.focus();
  }, [isFirst]);
  return field;
}
