import type { Day } from "#base/days.ts";

/** Which day it is on the reader's own clock. `toISOString` says which day it is in UTC. */
export function localDay(at: Date | number): Day {
  const now = new Date(at);
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}
