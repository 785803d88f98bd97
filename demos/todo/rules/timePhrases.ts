import {
  addDays,
  addMonths,
  type Day,
  dayOf,
  dayOfHijri,
  hijriOf,
  instantAt,
  minuteIn,
  weekdayOf,
} from "#base/days.ts";
import type { Rhythm } from "#demos/todo/contract/repeat.ts";
import type { Clock } from "#demos/todo/rules.ts";

/** What people say of a time, in English and Arabic: a day, a minute of it, and how often. */
export type When = { readonly day?: Day; readonly minute?: number; readonly repeat?: Rhythm };
/** A word as it is compared; what is not to be read has no key. */
type WordKey = { readonly key: string };

export const phraseWordsMax = 6;

const weekdays = [
  "sunday|الاحد",
  "monday|mon|الاثنين",
  "tuesday|tue|الثلاثاء",
  "wednesday|wed|الاربعاء",
  "thursday|thu|الخميس",
  "friday|fri|الجمعه",
  "saturday|السبت",
];
const months = [
  "january|jan|يناير|كانون الثاني",
  "february|feb|فبراير|شباط",
  "march|mar|مارس|اذار",
  "april|apr|ابريل|نيسان",
  "may|مايو|ايار",
  "june|jun|يونيو|حزيران",
  "july|jul|يوليو|تموز",
  "august|aug|اغسطس|اب",
  "september|sept?|سبتمبر|ايلول",
  "october|oct|اكتوبر|تشرين الاول",
  "november|nov|نوفمبر|تشرين الثاني",
  "december|dec|ديسمبر|كانون الاول",
];
const hijriMonths = [
  "muharram|محرم|المحرم",
  "safar|صفر",
  "rabi(?: al)? ?(?:al)?awwal|rabi (?:1|i)|ربيع (?:ال)?اول",
  "rabi(?: al)? ?(?:al|ath)?(?:thani|akhir)|rabi (?:2|ii)|ربيع (?:ال)?(?:ثاني|اخر)",
  "jumada(?: al)? ?(?:al)?(?:awwal|ula)|jumada (?:1|i)|جمادي (?:ال)?(?:اولي|اول)",
  "jumada(?: al)? ?(?:al|ath)?(?:thani|thaniyah|akhirah?)|jumada (?:2|ii)|جمادي (?:ال)?(?:ثانيه|اخره|ثاني)",
  "rajab|رجب",
  "shaa?ban|شعبان",
  "ramadh?an|رمضان",
  "shawwal|شوال",
  "(?:dhul?|zul|thul)(?: ?al)? ?(?:al)?l?qi?a?da?h|(?:ذو|ذي) القعده",
  "(?:dhul?|zul|thul)(?: ?al)? ?(?:al)?l?hijjah?|(?:ذو|ذي) الحجه",
];
const units = {
  day: "days?|يوم|ايام|يوما|يومين",
  week: "weeks?|اسبوع|اسابيع|اسبوعا|اسبوعين",
  month: "months?|شهر|اشهر|شهور|شهرا|شهرين",
  year: "years?|سنه|سنوات|سنتين|عام|عامين|اعوام",
  hour: "hours?|ساعه|ساعات|ساعتين",
  minute: "min(?:ute)?s?|دقيقه|دقائق|دقيقتين",
};

const oneOf = (names: readonly string[]) => `(${names.join("|")})`;
const placeOf = (names: readonly string[], word: string) =>
  names.findIndex((name) => new RegExp(`^(?:${name})$`).test(word));
const unitOf = (word: string) => Object.keys(units)[placeOf(Object.values(units), word)] as keyof typeof units;
const half = "(am|pm|صباحا|مساء|ظهرا)";
const coming = "(?:القادمه?|المقبله?)";
const reader = (pattern: string) => new RegExp(`^(?:(?:on|by|due|في|يوم|قبل) )?${pattern}(?= |$)`);

type Reader = (groups: readonly (string | undefined)[], clock: Clock) => When | null;

const inDays = (days: number, { today }: Clock): When => ({ day: addDays(today, days) });

const every = "(?:every|each|كل)";
/** After "كل" the article is left out as often as not. */
const bareWeekdays = weekdays.map((names) => names.replace("|ال", "|(?:ال)?"));

/** Tried in order; the first that fits is taken, so what says more comes first. */
const readings: readonly (readonly [RegExp, Reader])[] = [
  [
    reader(`${every} (?:يوم )?${oneOf(bareWeekdays)}`),
    ([name], clock) => ({ day: weekdayFrom(placeOf(bareWeekdays, name!), clock.today), repeat: rhythm("week") }),
  ],
  [
    reader(`${every} (?:(\\d{1,2})(?:st|nd|rd|th)? (?:of )?)?${oneOf(hijriMonths)}`),
    ([day, name], clock) =>
      yearly("hijriYear", hijriDated(placeOf(hijriMonths, name!) + 1, day ?? "1", undefined, clock)),
  ],
  [
    reader(`${every} (\\d{1,2})(?:st|nd|rd|th)? (?:of |من )?${oneOf(months)}`),
    ([day, name], clock) => yearly("year", dated(placeOf(months, name!) + 1, day!, undefined, clock)),
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
  [reader("(?:day after tomorrow|بعد (?:غد|غدا|بكره))"), (_, clock) => inDays(2, clock)],
  [reader("(?:today|tod|اليوم)"), (_, clock) => inDays(0, clock)],
  [reader("(?:tonight|الليله)"), (_, clock) => ({ ...inDays(0, clock), minute: 20 * 60 })],
  [reader("(?:tomorrow|tmrw?|غدا|بكره|بكرا)"), (_, clock) => inDays(1, clock)],
  [
    reader(`next ${oneOf(weekdays)}`),
    ([name], clock) => ({ day: weekdayNextWeek(placeOf(weekdays, name!), clock.today) }),
  ],
  [
    reader(`(?:this |يوم )?${oneOf(weekdays)}(?: ${coming})?`),
    ([name], clock) => ({ day: comingWeekday(placeOf(weekdays, name!), clock.today) }),
  ],
  [
    reader("(?:this |next )(sun|sat)"),
    ([name], clock) => ({ day: comingWeekday(name === "sun" ? 0 : 6, clock.today) }),
  ],
  [
    reader(`(?:next (week|month)|(?:ال)(اسبوع|شهر) ${coming})`),
    ([english, arabic], clock) => after(1, english ?? arabic!, clock),
  ],
  [
    reader(`in (\\d{1,3}|an?) ${oneOf(Object.values(units))}`),
    ([amount, unit], clock) => after(Number(amount) || 1, unit!, clock),
  ],
  [
    reader(`بعد (?:(\\d{1,3}) )?${oneOf(Object.values(units))}`),
    ([amount, unit], clock) => after(Number(amount ?? (unit!.endsWith("ين") ? 2 : 1)), unit!, clock),
  ],
  [
    reader("(\\d{4})-(\\d{1,2})-(\\d{1,2})"),
    ([year, month, day]) => onDay(dayOf(Number(year), Number(month), Number(day))),
  ],
  [
    reader("(\\d{1,2})[/.](\\d{1,2})[/.](\\d{4})"),
    ([day, month, year]) => onDay(dayOf(Number(year), Number(month), Number(day))),
  ],
  [reader("(\\d{1,2})/(\\d{2})"), ([day, month], clock) => onDay(nextDate(Number(month), Number(day), clock.today))],
  [
    reader(`(\\d{1,2})(?:st|nd|rd|th)? (?:of |من )?${oneOf(months)}(?: (\\d{4}))?`),
    ([day, name, year], clock) => dated(placeOf(months, name!) + 1, day!, year, clock),
  ],
  [
    reader(`${oneOf(months)} (\\d{1,2})(?:st|nd|rd|th)?(?: (\\d{4}))?`),
    ([name, day, year], clock) => dated(placeOf(months, name!) + 1, day!, year, clock),
  ],
  [
    reader(`(\\d{1,2})(?:st|nd|rd|th)? (?:of |من )?${oneOf(hijriMonths)}(?: (1[345]\\d\\d))?`),
    ([day, name, year], clock) => hijriDated(placeOf(hijriMonths, name!) + 1, day!, year, clock),
  ],
  [
    reader(`${oneOf(hijriMonths)} (\\d{1,2})(?:st|nd|rd|th)?(?: (1[345]\\d\\d))?`),
    ([name, day, year], clock) => hijriDated(placeOf(hijriMonths, name!) + 1, day!, year, clock),
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

const yearly = (unit: "year" | "hijriYear", first: When | null): When | null =>
  first && { ...first, repeat: rhythm(unit) };

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

function dated(month: number, day: string, year: string | undefined, clock: Clock): When | null {
  return onDay(
    year === undefined ? nextDate(month, Number(day), clock.today) : dayOf(Number(year), month, Number(day)),
  );
}

/** 29 February may be eight years away. */
function nextDate(month: number, day: number, from: Day): Day | null {
  const first = Number(from.slice(0, 4));
  const years = Array.from({ length: 9 }, (_, distance) => dayOf(first + distance, month, day));
  return years.find((candidate) => candidate !== null && candidate >= from) ?? null;
}

/** Not every year's month has a 30th, but one of the next ten has. */
function hijriDated(month: number, day: string, year: string | undefined, clock: Clock): When | null {
  const from = clock.today;
  if (year !== undefined) return onDay(dayOfHijri({ year: Number(year), month, day: Number(day) }));
  const first = hijriOf(from).year;
  const years = Array.from({ length: 10 }, (_, distance) =>
    dayOfHijri({ year: first + distance, month, day: Number(day) }),
  );
  return onDay(years.find((candidate) => candidate !== null && candidate >= from) ?? null);
}

/** Today, if it is one: a rhythm begins with the first of its days. */
const weekdayFrom = (weekday: number, from: Day) => addDays(from, (weekday - weekdayOf(from) + 7) % 7);
/** Never today: who means today says so. */
const comingWeekday = (weekday: number, from: Day) => addDays(from, ((weekday - weekdayOf(from) + 6) % 7) + 1);
/** Weeks begin on Monday (ISO 8601). */
const weekdayNextWeek = (weekday: number, from: Day) =>
  addDays(from, 7 - ((weekdayOf(from) + 6) % 7) + ((weekday + 6) % 7));

function after(amount: number, unit: string, clock: Clock): When {
  const kind = unitOf(unit);
  if (kind === "day") return inDays(amount, clock);
  if (kind === "week") return inDays(7 * amount, clock);
  if (kind === "month") return { day: addMonths(clock.today, amount) };
  if (kind === "year") return { day: addMonths(clock.today, 12 * amount) };
  const minutes = minuteIn(clock.now, clock.timeZone) + amount * (kind === "hour" ? 60 : 1);
  return { ...inDays(Math.floor(minutes / 1440), clock), minute: minutes % 1440 };
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
