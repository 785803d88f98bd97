import { addDays, addMonths, type Day, weekdayOf } from "#base/days.ts";
import { formatHijriMonth } from "#web/formats.ts";
import type { Language } from "#web/screens.ts";
import { readDateSettings } from "#web/settings/useSettings.ts";

// The days of a month in a calendar. Everything here uses dates and never the clock, so readers in all time zones see
// the same month.

const firstDayOf = (day: Day): Day => `${day.slice(0, 7)}-01`;
const lastDayOf = (day: Day): Day => addDays(addMonths(firstDayOf(day), 1), -1);

export const isSameMonth = (one: Day, other: Day): boolean => one.slice(0, 7) === other.slice(0, 7);

/** The whole weeks that include the month of a day: always six, so that the layout stays the same between months. */
export function weeksOf(language: Language, day: Day): Day[][] {
  const first = firstDayOf(day);
  const from = addDays(first, -((weekdayOf(first) - readDateSettings(language).weekStart + 7) % 7));
  return Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => addDays(from, week * 7 + weekday)),
  );
}

/** `Jumada I 1448 – Jumada II 1448`: a Gregorian month begins in one Hijri month and ends in the next. */
export function hijriMonthsOf(language: Language, day: Day): string {
  const names = [firstDayOf(day), lastDayOf(day)].map((each) => formatHijriMonth(language, each));
  return [...new Set(names)].join(" – ");
}

type KeyMeaning = { readonly isRightToLeft: boolean; readonly isYear?: boolean };

/**
 * The day that a key moves to; null for other keys. Left and right are directions on the screen, in both writing
 * directions. Page keys move by a month, or with Shift by a year.
 */
export function dayAfterKey(key: string, day: Day, { isRightToLeft, isYear = false }: KeyMeaning): Day | null {
  const months = isYear ? 12 : 1;
  const forward = isRightToLeft ? -1 : 1;
  const days: Readonly<Record<string, () => Day>> = {
    ArrowLeft: () => addDays(day, -forward),
    ArrowRight: () => addDays(day, forward),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    PageUp: () => addMonths(day, -months),
    PageDown: () => addMonths(day, months),
    Home: () => firstDayOf(day),
    End: () => lastDayOf(day),
  };
  return days[key]?.() ?? null;
}
