import { useEffect, useState } from "react";
import { minuteMs } from "#base/time.ts";

/** The time, a minute old at most: for what is told as `2 minutes ago`. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
