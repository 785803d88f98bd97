import {
  type DayContext,
  dated,
  dayReadings,
  dayUnits,
  hijriDated,
  hijriMonths,
  months,
  oneOf,
  placeOf,
  reader,
  weekdays,
} from "#base/dayPhrases.ts";
import { addDays, type Day, instantAt, minuteIn, weekdayOf } from "#base/days.ts";
import type { Rhythm } from "#demos/todo/contract/repeat.ts";
import type { Clock } from "#demos/todo/rules.ts";

/** What people say of a time, in English and Arabic: a day, a minute of it, and how often. */
export type When = { readonly day?: Day; readonly minute?: number; readonly repeat?: Rhythm };
/** A word as it is compared; what is not to be read has no key. */
type WordKey = { readonly key: string };

export const phraseWordsMax = 6;

const units = {
  ...dayUnits,
  hour: "hours?|ساعه|ساعات|ساعتين",
  minute: "min(?:ute)?s?|دقيقه|دقائق|دقيقتين",
};
const clockUnits = oneOf([units.hour, units.minute]);

const unitOf = (word: string) => Object.keys(units)[placeOf(Object.values(units), word)] as keyof typeof units;
const half = "(am|pm|صباحا|مساء|ظهرا)";

type Reader = (groups: readonly (string | undefined)[], clock: Clock) => When | null;
type Reading = readonly [RegExp, Reader];

const every = "(?:every|each|كل)";
/** After "كل" the article is left out as often as not. */
const bareWeekdays = weekdays.map((names) => names.replace("|ال", "|(?:ال)?"));

/** Tried in order; the first that fits is taken, so what says more comes first. */
const readings: readonly Reading[] = [
  [
    reader(`${every} (?:يوم )?${oneOf(bareWeekdays)}`),
    ([name], clock) => ({ day: weekdayFrom(placeOf(bareWeekdays, name!), clock.today), repeat: rhythm("week") }),
  ],
  [
    reader(`${every} (?:(\\d{1,2})(?:st|nd|rd|th)? (?:of )?)?${oneOf(hijriMonths)}`),
    ([day, name], clock) =>
      yearly("hijriYear", hijriDated(placeOf(hijriMonths, name!) + 1, day ?? "1", undefined, nextFrom(clock))),
  ],
  [
    reader(`${every} (\\d{1,2})(?:st|nd|rd|th)? (?:of |من )?${oneOf(months)}`),
    ([day, name], clock) => yearly("year", dated(placeOf(months, name!) + 1, day!, undefined, nextFrom(clock))),
  ],
  [reader(`(?:${every} hijri month|كل شهر هجري)`), () => ({ repeat: rhythm("hijriMonth") })],
  [reader(`(?:${every} hijri year|كل (?:سنه هجريه|عام هجري))`), () => ({ repeat: rhythm("hijriYear") })],
  [
    reader(`${every} (?:(\\d{1,2}|other) )?${oneOf([units.day, units.week, units.month, units.year])}`),
    ([amount, unit]) => everySo(amount ?? (unit!.endsWith("ين") ? "2" : "1"), unit!),
  ],
  [
    reader("(daily|weekly|monthly|yearly|annually|يوميا|اسبوعيا|شهريا|سنويا)"),
    ([word]) => ({ repeat: adverbs[word!]! }),
  ],
  [reader("(?:tonight|الليله)"), (_, { today }) => ({ day: today, minute: 20 * 60 })],
  ...dayReadings.map(([pattern, read]): Reading => [pattern, (groups, clock) => onDay(read(groups, nextFrom(clock)))]),
  [reader(`in (\\d{1,3}|an?) ${clockUnits}`), ([amount, unit], clock) => after(Number(amount) || 1, unit!, clock)],
  [
    reader(`بعد (?:(\\d{1,3}) )?${clockUnits}`),
    ([amount, unit], clock) => after(Number(amount ?? (unit!.endsWith("ين") ? 2 : 1)), unit!, clock),
  ],
  [
    reader(`(?:at |الساعه )?(\\d{1,2}):(\\d{2})(?: ?(am|pm|ص|م|صباحا|مساء|ظهرا))?`),
    ([hour, minute, part]) => atTime(Number(hour), Number(minute), part),
  ],
  [reader(`(?:at |الساعه )?(\\d{1,2}) ?${half}`), ([hour, part]) => atTime(Number(hour), 0, part)],
  [
    reader("(?:at|الساعه) (\\d{1,2})(?: ?(ص|م))?"),
    ([hour, part]) => atTime(Number(hour), 0, part ?? (/^0?[1-7]$/.test(hour!) ? "pm" : undefined)),
  ],
  [reader("(?:at )?(?:noon|midday|الظهر|ظهرا)"), () => ({ minute: 12 * 60 })],
];

/** The day or hour that these words begin with, and how many words it takes. A part already known is left in the title. */
export function readWhen(words: readonly WordKey[], known: When, clock: Clock): { when: When; length: number } | null {
  const phrase = words
    .slice(0, phraseWordsMax)
    .map(({ key }) => key)
    .join(" ");
  for (const [pattern, read] of readings) {
    const match = pattern.exec(phrase);
    const when = match && read(match.slice(1), clock);
    const isNew =
      when &&
      !(when.day !== undefined && known.day !== undefined) &&
      !(when.minute !== undefined && known.minute !== undefined) &&
      !(when.repeat !== undefined && known.repeat !== undefined);
    if (isNew) return { when, length: match[0].split(" ").length };
  }
  return null;
}

const rhythm = (unit: Rhythm["unit"], often = 1): Rhythm => ({ unit, every: often });

const adverbs: Readonly<Record<string, Rhythm>> = {
  daily: rhythm("day"),
  weekly: rhythm("week"),
  monthly: rhythm("month"),
  yearly: rhythm("year"),
  annually: rhythm("year"),
  يوميا: rhythm("day"),
  اسبوعيا: rhythm("week"),
  شهريا: rhythm("month"),
  سنويا: rhythm("year"),
};

const yearly = (unit: "year" | "hijriYear", day: Day | null): When | null =>
  day === null ? null : { day, repeat: rhythm(unit) };

function everySo(amount: string, unit: string): When | null {
  const often = amount === "other" ? 2 : Number(amount);
  return often === 0 ? null : { repeat: rhythm(unitOf(unit) as "day" | "week" | "month" | "year", often) };
}

/** "An hour before", "قبل ساعة", at the beginning of a phrase. */
export function minutesAhead(phrase: string): { minutes: number; length: number } | null {
  const named = oneOf([units.minute, units.hour, units.day]);
  const match =
    new RegExp(`^(?:(\\d{1,3}|an?) )?${named} before(?= |$)`).exec(phrase) ??
    new RegExp(`^قبل (?:(\\d{1,3}) )?${named}(?= |$)`).exec(phrase);
  if (match === null) return null;
  const [, amount, unit] = match;
  const kind = unitOf(unit!);
  const times = Number(amount) || (unit!.endsWith("ين") ? 2 : 1);
  return {
    minutes: times * (kind === "day" ? 1440 : kind === "hour" ? 60 : 1),
    length: match[0].split(" ").length,
  };
}

const onDay = (day: Day | null): When | null => (day === null ? null : { day });

const nextFrom = ({ today }: Clock): DayContext => ({ today, choose: earliest });
/** A date without a year is the next one. */
const earliest = (candidates: readonly Day[], today: Day) => candidates.find((candidate) => candidate >= today) ?? null;

/** Today, if it is one: a rhythm begins with the first of its days. */
const weekdayFrom = (weekday: number, from: Day) => addDays(from, (weekday - weekdayOf(from) + 7) % 7);
function after(amount: number, unit: string, clock: Clock): When {
  const minutes = minuteIn(clock.now, clock.timeZone) + amount * (unitOf(unit) === "hour" ? 60 : 1);
  return { day: addDays(clock.today, Math.floor(minutes / 1440)), minute: minutes % 1440 };
}

function atTime(hour: number, minute: number, part: string | undefined): When | null {
  const isLate = part !== undefined && /^(?:pm|م|مساء|ظهرا)$/.test(part);
  if (minute > 59 || hour > 23 || (part !== undefined && (hour < 1 || hour > 12))) return null;
  return { minute: (part === undefined ? hour : (hour % 12) + (isLate ? 12 : 0)) * 60 + minute };
}

/** An hour alone is the next time it strikes; a rhythm alone begins today. */
export function momentOf({ day, minute, repeat }: When, clock: Clock): string | null {
  if (minute === undefined) return day ?? (repeat ? clock.today : null);
  const next = minute > minuteIn(clock.now, clock.timeZone) ? clock.today : addDays(clock.today, 1);
  return instantAt({ day: day ?? next, minute, timeZone: clock.timeZone });
}
