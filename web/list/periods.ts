import { addDays, type Day, dayOfHijri, hijriOf } from "#base/days.ts";
import type { Days } from "#web/list/filters.ts";

/** Named periods for common filters. Their names are under `periods.<id>` of the list. */
export const periodIds = [
  "today",
  "last7",
  "last30",
  "thisMonth",
  "thisYear",
  "thisHijriMonth",
  "thisHijriYear",
] as const;
export type PeriodId = (typeof periodIds)[number];

/** The days of a named period. Current periods have no end: new records keep matching. */
export function periodOf(id: PeriodId, today: Day): Days {
  const { year, month } = hijriOf(today);
  const starts: Readonly<Record<PeriodId, Day | null>> = {
    today,
    last7: addDays(today, -6),
    last30: addDays(today, -29),
    thisMonth: `${today.slice(0, 7)}-01`,
    thisYear: `${today.slice(0, 4)}-01-01`,
    thisHijriMonth: dayOfHijri({ year, month, day: 1 }),
    thisHijriYear: dayOfHijri({ year, month: 1, day: 1 }),
  };
  return { from: starts[id], to: null };
}
