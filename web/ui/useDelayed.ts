import { useEffect, useRef, useState } from "react";

const afterMs = 150; // ui.md, Loading
const leastMs = 300; // ui.md, Loading

/** Whether to show a loading state: not for the first 150 ms, and then for at least 300, so that nothing flickers. */
export function useDelayed(isLoading: boolean): boolean {
  const [isShown, setShown] = useState(false);
  const shownAt = useRef(0);
  useEffect(() => {
    if (isLoading === isShown) return;
    const waitMs = isLoading ? afterMs : shownAt.current + leastMs - performance.now();
    const timer = setTimeout(() => {
      shownAt.current = performance.now();
      setShown(isLoading);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [isLoading, isShown]);
  return isShown;
}
