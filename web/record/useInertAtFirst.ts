import { useEffect, useState } from "react";

/** Longer than the second click of a double click. */
const inertMs = 600;

/**
 * True for a moment after a record came onto the screen. Its primary action is inert meanwhile: a click that was meant
 * for the record before must not decide this one. Use it in a component that is remounted for each record.
 */
export function useInertAtFirst(): boolean {
  const [isInert, setInert] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setInert(false), inertMs);
    return () => clearTimeout(timer);
  }, []);
  return isInert;
}
