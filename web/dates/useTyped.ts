import { useState } from "react";

/**
 * The text of a field while it is being typed; null while it shows its value. Text that could not be read stays after
 * the field was left, until the value changes.
 */
export function useTyped(value: string | null) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const [shown, setShown] = useState(value);
  if (value !== shown) {
    setShown(value);
    if (isLeft) {
      setTyped(null);
      setLeft(false);
    }
  }
  const type = (text: string | null) => {
    setTyped(text);
    setLeft(false);
  };
  return { typed, isLeft: isLeft && typed !== null, type, leave: () => setLeft(true) };
}
