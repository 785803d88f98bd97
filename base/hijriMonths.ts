import { type Day, dayOfHijri, daysBetween, hijriOf } from "#base/days.ts";

// When Hijri months start in a market. Umm al-Qura computes them in advance; a market follows its own declared
// sighting, up to two days earlier or later. The migration `days_and_sightings` computes the same in SQL; a test
// compares the two.

/** `month` 9 is Ramadan. */
export type HijriMonth = { readonly hijriYear: number; readonly month: number };

/** The first day of a month, as confirmed by a market. */
export type Sighting = HijriMonth & { readonly gregorianStart: Day };

export const ramadan = 9;

/** The years whose months the database has computed. */
export const hijriYears = { first: 1440, last: 1500 } as const;

/** The most days between a sighting and the computed start. */
export const sightingShiftMax = 2;

export const nextMonth = ({ hijriYear, month }: HijriMonth): HijriMonth =>
  month === 12 ? { hijriYear: hijriYear + 1, month: 1 } : { hijriYear, month: month + 1 };

export const previousMonth = ({ hijriYear, month }: HijriMonth): HijriMonth =>
  month === 1 ? { hijriYear: hijriYear - 1, month: 12 } : { hijriYear, month: month - 1 };

/** The month of a day by Umm al-Qura. */
export function computedMonthOf(day: Day): HijriMonth {
  const { year, month } = hijriOf(day);
  return { hijriYear: year, month };
}

/** The first day of a month by Umm al-Qura. Every month has one. */
export const computedStart = ({ hijriYear, month }: HijriMonth): Day => dayOfHijri({ year: hijriYear, month, day: 1 })!;

const sightingOf = (wanted: HijriMonth, sightings: readonly Sighting[]): Sighting | undefined =>
  sightings.find(({ hijriYear, month }) => hijriYear === wanted.hijriYear && month === wanted.month);

export const isConfirmed = (month: HijriMonth, sightings: readonly Sighting[]): boolean =>
  sightingOf(month, sightings) !== undefined;

/** The first day of a month in a market with these sightings: the confirmed one, else the computed one. */
export const monthStart = (month: HijriMonth, sightings: readonly Sighting[]): Day =>
  sightingOf(month, sightings)?.gregorianStart ?? computedStart(month);

/** The number of days of a month in a market with these sightings. */
export const monthLength = (month: HijriMonth, sightings: readonly Sighting[]): number =>
  daysBetween(monthStart(month, sightings), monthStart(nextMonth(month), sightings));

/** Whether a day is in this month of any year, in a market with these sightings. */
export function isInMonth(day: Day, month: number, sightings: readonly Sighting[]): boolean {
  const computed = computedMonthOf(day);
  // A sighting moves a month by at most two days, so only the computed month and its neighbours can match.
  return [previousMonth(computed), computed, nextMonth(computed)].some(
    (each) =>
      each.month === month && monthStart(each, sightings) <= day && day < monthStart(nextMonth(each), sightings),
  );
}

/** The occurrence of this month that contains the day, or the next one. */
export function currentOrNext(day: Day, month: number, sightings: readonly Sighting[]): HijriMonth {
  const { hijriYear } = computedMonthOf(day);
  const years = [hijriYear - 1, hijriYear, hijriYear + 1];
  const found = years
    .map((year) => ({ hijriYear: year, month }))
    .find((each) => day < monthStart(nextMonth(each), sightings));
  return found ?? { hijriYear: hijriYear + 1, month };
}
