import { useEffect, useState } from "react";
import { minuteMs } from "#base/time.ts";

/** The current time, at most a minute old: for relative times such as `2 minutes ago`. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
