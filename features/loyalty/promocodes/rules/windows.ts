import { addDays, type Day, daysBetween, dayIn, type HijriDay, instantAt, minuteIn, weekdayOf } from "#base/days.ts";
import {
  computedMonthOf,
  type HijriMonth,
  isConfirmed,
  monthLength,
  monthStart,
  nextMonth,
  previousMonth,
  type Sighting,
} from "#base/hijriMonths.ts";
import { minutesOf } from "#base/openingHours.ts";
import { addMs, type Instant, minuteMs } from "#base/time.ts";
import type { HijriRange, Period, Window } from "#features/loyalty/promocodes/rules/terms.ts";

// When a code can be used. Starts are included, ends are not.

/** A Hijri range of one year in a market, as instants. `isConfirmed`: by the market's sightings, not only computed. */
export type HijriPeriod = { readonly startsAt: Instant; readonly endsAt: Instant; readonly isConfirmed: boolean };

/** Whether an instant is before, in or after the window's start and end. */
export function positionIn({ startsAt, endsAt }: Pick<Window, "startsAt" | "endsAt">, at: Instant) {
  if (at < startsAt) return "before";
  return endsAt !== null && endsAt <= at ? "after" : "inside";
}

/**
 * Whether the zone's clock shows one of the window's weekdays and hours. An hour that the clock shows twice counts
 * twice. Hours across midnight belong to the weekday on which they start.
 */
export function isInHours({ weekdays, hours, timeZone }: Window, at: Instant): boolean {
  if (weekdays === null && hours === null) return true;
  const [day, minute] = [dayIn(at, timeZone), minuteIn(at, timeZone)];
  const isOn = (each: Day) => weekdays === null || weekdays.includes(weekdayOf(each));
  if (hours === null) return isOn(day);
  return hours.some(({ from, to }) => {
    const [start, end] = [minutesOf(from), minutesOf(to)];
    if (start < end) return start <= minute && minute < end && isOn(day);
    return (start <= minute && isOn(day)) || (minute < end && isOn(addDays(day, -1)));
  });
}

/** The Hijri period that contains an instant; null if there is none. */
export const hijriPeriodAt = (hijri: readonly HijriPeriod[], at: Instant): HijriPeriod | null =>
  hijri.find(({ startsAt, endsAt }) => startsAt <= at && at < endsAt) ?? null;

/** The Hijri date of a day in a market with these sightings. */
export function marketDay(day: Day, sightings: readonly Sighting[]): HijriDay {
  const computed = computedMonthOf(day);
  // A sighting moves a month by two days at most.
  const month =
    [nextMonth(computed), computed].find((each) => monthStart(each, sightings) <= day) ?? previousMonth(computed);
  return { year: month.hijriYear, month: month.month, day: daysBetween(monthStart(month, sightings), day) + 1 };
}

/** Whether an instant is in the whole window. `hijri` are the periods of the retailer's market, if it has a Hijri range. */
export const isOpen = (window: Window, hijri: readonly HijriPeriod[], at: Instant): boolean =>
  positionIn(window, at) === "inside" &&
  isInHours(window, at) &&
  (window.hijri === null || hijriPeriodAt(hijri, at) !== null);

/** A week has every combination of weekday and hours; the second one is for hours that a changing clock skips. */
const daysAhead = 15;
/** By how much clocks change: an hour that is shown twice starts twice. */
const clockChangesMs = [0, -60, 60, -30, 30].map((minutes) => minutes * minuteMs);

/** The first instant from `at` on at which the window is open; null if there is none that is known. */
export function nextOpening(window: Window, hijri: readonly HijriPeriod[], at: Instant): Instant | null {
  const from = at < window.startsAt ? window.startsAt : at;
  const anchors =
    window.hijri === null
      ? [from]
      : hijri.filter(({ endsAt }) => from < endsAt).map(({ startsAt }) => (startsAt < from ? from : startsAt));
  for (const anchor of anchors.sort()) {
    const first = [anchor, ...startsFrom(window, anchor)]
      .filter((candidate) => candidate >= anchor && isOpen(window, hijri, candidate))
      .sort()[0];
    if (first !== undefined) return first;
  }
  return null;
}

/** The instants from a day before to two weeks after, at which a weekday or hours may start. */
function startsFrom({ hours, timeZone }: Window, anchor: Instant): Instant[] {
  const minutes = (hours ?? [{ from: "00:00" }]).map(({ from }) => minutesOf(from));
  const today = dayIn(anchor, timeZone);
  return Array.from({ length: daysAhead + 1 }, (_, distance) => addDays(today, distance - 1)).flatMap((day) =>
    minutes.flatMap((minute) => {
      const start = instantAt({ day, minute, timeZone });
      return clockChangesMs.map((ms) => addMs(start, ms));
    }),
  );
}

/**
 * A Hijri range as instants in a market with these sightings, in each of these years. The days are those of the time
 * zone, from midnight to midnight.
 */
export const hijriPeriods = (
  { from, to }: HijriRange,
  { years, sightings, timeZone }: { years: readonly number[]; sightings: readonly Sighting[]; timeZone: string },
): HijriPeriod[] =>
  years.map((hijriYear) => {
    const isNextYear = to.month < from.month || (to.month === from.month && to.day < from.day);
    const first = { hijriYear, month: from.month };
    const last = { hijriYear: isNextYear ? hijriYear + 1 : hijriYear, month: to.month };
    const midnight = (day: Day) => instantAt({ day, minute: 0, timeZone });
    return {
      startsAt: midnight(dayOfMonth(first, from.day, sightings)),
      endsAt: midnight(addDays(dayOfMonth(last, to.day, sightings), 1)),
      isConfirmed: isDayConfirmed(first, from.day, sightings) && isDayConfirmed(last, to.day, sightings),
    };
  });

/** A month of 29 days has no 30th: that is its last day. */
const dayOfMonth = (month: HijriMonth, day: number, sightings: readonly Sighting[]): Day =>
  addDays(monthStart(month, sightings), Math.min(day, monthLength(month, sightings)) - 1);

/** Whether there is a 30th is known only with the start of the next month. */
const isDayConfirmed = (month: HijriMonth, day: number, sightings: readonly Sighting[]): boolean =>
  isConfirmed(month, sightings) && (day < 30 || isConfirmed(nextMonth(month), sightings));

/** The name of the period that contains an instant, under which a member's uses are counted. Weeks start on Monday. */
export function periodKey(period: Period, at: Instant, timeZone: string): string {
  const day = dayIn(at, timeZone);
  if (period === "campaign") return "campaign";
  if (period === "day") return day;
  return period === "month" ? day.slice(0, 7) : weekOf(day);
}

/** `2026-W48`, by ISO 8601: a week belongs to the year of its Thursday. */
function weekOf(day: Day): string {
  const thursday = addDays(day, 4 - (weekdayOf(day) || 7));
  const week = Math.floor(daysBetween(`${thursday.slice(0, 4)}-01-01`, thursday) / 7) + 1;
  return `${thursday.slice(0, 4)}-W${String(week).padStart(2, "0")}`;
}
