import { dayMs, type Instant, instant, minuteMs } from "#base/time.ts";

/** A calendar day, `2026-11-24`. It begins and ends at a different instant in every time zone. Sorts as text. */
export type Day = string;

/** A day of the Umm al-Qura calendar; `month` 9 is Ramadan. */
export type HijriDay = { readonly year: number; readonly month: number; readonly day: number };

export function isTimeZone(name: string): boolean {
  try {
    return clockOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** The day in a time zone at an instant. `timeZone` is an IANA name. */
export const dayIn = (at: Instant, timeZone: string): Day => wallClock(Date.parse(at), timeZone).slice(0, 10);

/** The minute of the day in a time zone, 0 to 1439. */
export function minuteIn(at: Instant, timeZone: string): number {
  const clock = wallClock(Date.parse(at), timeZone);
  return Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16));
}

/**
 * The instant at which clocks in a time zone show this minute of this day. If clocks skip it, the instant after the
 * jump.
 */
export function instantAt({ day, minute, timeZone }: { day: Day; minute: number; timeZone: string }): Instant {
  const shown = Date.parse(`${day}T00:00:00.000Z`) + minute * minuteMs;
  const offsetAt = (ms: number) => Date.parse(`${wallClock(ms, timeZone)}Z`) - ms;
  const guess = shown - offsetAt(shown);
  return instant(Math.max(shown - offsetAt(guess), shown - offsetAt(shown - offsetAt(guess))));
}

export const addDays = (day: Day, days: number): Day => dayAt(daysSinceEpoch(day) + days);

/** Limited to the end of the month: one month after 31 January is the last day of February. */
export function addMonths(day: Day, months: number): Day {
  const target = new Date(`${day.slice(0, 7)}-01T00:00:00.000Z`);
  target.setUTCMonth(target.getUTCMonth() + months + 1, 0);
  const last = target.getUTCDate();
  return `${target.toISOString().slice(0, 7)}-${twoDigits(Math.min(Number(day.slice(8)), last))}`;
}

/** Every day from the first to the last of these, so that a chart has a place for each. */
export function everyDay(days: readonly Day[]): Day[] {
  const sorted = days.toSorted();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return [];
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, place) => addDays(first, place));
}

export const daysBetween = (from: Day, to: Day): number => daysSinceEpoch(to) - daysSinceEpoch(from);

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00.000Z`).getUTCDay();

/** Whether text is a day of the calendar as it is stored: `2026-02-30` is not. */
export const isDay = (text: string | null | undefined): text is Day =>
  !!text &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  dayOf(...(text.split("-").map(Number) as [number, number, number])) === text;

/** `null` for a day that the month does not have. */
export function dayOf(year: number, month: number, day: number): Day | null {
  const text = `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}`;
  const at = Date.parse(`${text}T00:00:00.000Z`);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text) ? text : null;
}

export function hijriOf(day: Day): HijriDay {
  const parts = Object.fromEntries(
    hijriClock.formatToParts(Date.parse(`${day}T12:00:00.000Z`)).map((part) => [part.type, Number(part.value)]),
  );
  return { year: parts.year!, month: parts.month!, day: parts.day! };
}

/**
 * The day of a date in the Umm al-Qura calendar; `null` when that month has no 30th. Intl converts only the other way,
 * so this searches around an estimate by the mean length of its months.
 */
export function dayOfHijri({ year, month, day }: HijriDay): Day | null {
  const estimate = hijriEpochDay + Math.round(((year - 1) * 12 + month - 1) * meanHijriMonthDays) + day - 1;
  for (const distance of [0, 1, -1, 2, -2, 3, -3]) {
    const candidate = dayAt(estimate + distance);
    const found = hijriOf(candidate);
    if (found.year === year && found.month === month && found.day === day) return candidate;
  }
  return null;
}

const meanHijriMonthDays = 29.530588; // the synodic month
const hijriEpochDay = -492_148; // 16 July 622 (Julian), 1 Muharram of year 1, in days since 1970

const hijriClock = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", {
  timeZone: "UTC",
  year: "numeric",
  month: "numeric",
  day: "numeric",
});

// Creating a formatter costs a hundred times what using one does.
const clocksByZone = new Map<string, Intl.DateTimeFormat>();
// Callers choose the zone, and each has many valid spellings.
const clocksMax = 100;

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocksByZone.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  if (clocksByZone.size >= clocksMax) clocksByZone.clear();
  clocksByZone.set(timeZone, clock);
  return clock;
}

/** The local time in a zone, as `2026-11-24T10:00:00`. */
function wallClock(ms: number, timeZone: string): string {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(ms)
      .map((part) => [part.type, part.value]),
  );
  return `${parts.year!.padStart(4, "0")}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}`;
}

const daysSinceEpoch = (day: Day) => Math.round(Date.parse(`${day}T00:00:00.000Z`) / dayMs);
const dayAt = (days: number): Day => instant(days * dayMs).slice(0, 10);
const twoDigits = (value: number) => String(value).padStart(2, "0");
