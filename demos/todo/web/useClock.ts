import { useMemo, useSyncExternalStore } from "react";
import { instant, minuteMs } from "#base/time.ts";
import { type Clock, clockAt } from "#demos/todo/rules.ts";

export const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

const thisMinute = () => instant(Math.floor(Date.now() / minuteMs) * minuteMs);

function subscribe(onMinute: () => void) {
  const timer = setInterval(onMinute, minuteMs / 6);
  return () => clearInterval(timer);
}

/** The person's clock, to the minute: what is due today changes at midnight without a reload. */
export function useClock(): Clock {
  const now = useSyncExternalStore(subscribe, thisMinute);
  return useMemo(() => clockAt(now, timeZone), [now]);
}
