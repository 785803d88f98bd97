import type { Day } from "#base/days.ts";

/** The day on the reader's clock. `toISOString` returns the day in UTC. */
export function localDay(at: Date | number): Day {
  const now = new Date(at);
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}
