import { addDays, addMonths, type Day, dayOf, dayOfHijri, hijriOf, weekdayOf } from "#base/days.ts";
import { searchKey } from "#base/searchKey.ts";

// What people write for a day, in English and Arabic. To-do's quick add and the date fields read the same words.

/** `choose` takes one of the days that words without a year can mean: this year's, the next, the last, later ones. */
export type DayContext = {
  readonly today: Day;
  readonly choose: (candidates: readonly Day[], today: Day) => Day | null;
};

export const weekdays = [
  "sunday|الاحد",
  "monday|mon|الاثنين",
  "tuesday|tue|الثلاثاء",
  "wednesday|wed|الاربعاء",
  "thursday|thu|الخميس",
  "friday|fri|الجمعه",
  "saturday|السبت",
];
export const months = [
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
export const hijriMonths = [
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
export const dayUnits = {
  day: "days?|يوم|ايام|يوما|يومين",
  week: "weeks?|اسبوع|اسابيع|اسبوعا|اسبوعين",
  month: "months?|شهر|اشهر|شهور|شهرا|شهرين",
  year: "years?|سنه|سنوات|سنتين|عام|عامين|اعوام",
};

export const oneOf = (names: readonly string[]) => `(${names.join("|")})`;
export const placeOf = (names: readonly string[], word: string) =>
  names.findIndex((name) => new RegExp(`^(?:${name})$`).test(word));
/** Matches at the beginning of a phrase of folded words. */
export const reader = (pattern: string) => new RegExp(`^(?:(?:on|by|due|في|يوم|قبل) )?${pattern}(?= |$)`);

type DayReader = (groups: readonly (string | undefined)[], context: DayContext) => Day | null;
const coming = "(?:القادمه?|المقبله?)";
const anyUnit = oneOf(Object.values(dayUnits));

/** Tried in order; the first that fits is taken, so what says more comes first. Groups are those of the pattern. */
export const dayReadings: readonly (readonly [RegExp, DayReader])[] = [
  [reader("(?:day after tomorrow|بعد (?:غد|غدا|بكره))"), (_, { today }) => addDays(today, 2)],
  [reader("(?:today|tod|اليوم)"), (_, { today }) => today],
  [reader("(?:tomorrow|tmrw?|غدا|بكره|بكرا)"), (_, { today }) => addDays(today, 1)],
  [reader(`next ${oneOf(weekdays)}`), ([name], { today }) => weekdayNextWeek(placeOf(weekdays, name!), today)],
  [
    reader(`(?:this |يوم )?${oneOf(weekdays)}(?: ${coming})?`),
    ([name], { today }) => comingWeekday(placeOf(weekdays, name!), today),
  ],
  [reader("(?:this |next )(sun|sat)"), ([name], { today }) => comingWeekday(name === "sun" ? 0 : 6, today)],
  [
    reader(`(?:next (week|month)|(?:ال)(اسبوع|شهر) ${coming})`),
    ([english, arabic], { today }) => dayAfter(1, english ?? arabic!, today),
  ],
  [reader(`in (\\d{1,3}|an?) ${anyUnit}`), ([amount, unit], { today }) => dayAfter(Number(amount) || 1, unit!, today)],
  [
    reader(`بعد (?:(\\d{1,3}) )?${anyUnit}`),
    ([amount, unit], { today }) => dayAfter(Number(amount ?? (unit!.endsWith("ين") ? 2 : 1)), unit!, today),
  ],
  [reader("(\\d{4})-(\\d{1,2})-(\\d{1,2})"), ([year, month, day]) => dayOf(Number(year), Number(month), Number(day))],
  [
    reader("(\\d{1,2})[/.](\\d{1,2})[/.](\\d{4})"),
    ([day, month, year]) => dayOf(Number(year), Number(month), Number(day)),
  ],
  [reader("(\\d{1,2})/(\\d{2})"), ([day, month], context) => dated(Number(month), day!, undefined, context)],
  [
    reader(`(\\d{1,2})(?:st|nd|rd|th)? (?:of |من )?${oneOf(months)}(?: (\\d{4}))?`),
    ([day, name, year], context) => dated(placeOf(months, name!) + 1, day!, year, context),
  ],
  [
    reader(`${oneOf(months)} (\\d{1,2})(?:st|nd|rd|th)?(?: (\\d{4}))?`),
    ([name, day, year], context) => dated(placeOf(months, name!) + 1, day!, year, context),
  ],
  [
    reader(`(\\d{1,2})(?:st|nd|rd|th)? (?:of |من )?${oneOf(hijriMonths)}(?: (1[345]\\d\\d))?`),
    ([day, name, year], context) => hijriDated(placeOf(hijriMonths, name!) + 1, day!, year, context),
  ],
  [
    reader(`${oneOf(hijriMonths)} (\\d{1,2})(?:st|nd|rd|th)?(?: (1[345]\\d\\d))?`),
    ([name, day, year], context) => hijriDated(placeOf(hijriMonths, name!) + 1, day!, year, context),
  ],
];

/** A day of a month of the Gregorian calendar. */
export function dated(month: number, day: string, year: string | undefined, { today, choose }: DayContext): Day | null {
  if (year !== undefined) return dayOf(Number(year), month, Number(day));
  // 29 February may be eight years away.
  return choose(
    nearYears(Number(today.slice(0, 4)), (each) => dayOf(each, month, Number(day))),
    today,
  );
}

/** A day of a month of the Umm al-Qura calendar. Not every year's month has a 30th, but one of the next ten has. */
export function hijriDated(
  month: number,
  day: string,
  year: string | undefined,
  { today, choose }: DayContext,
): Day | null {
  const dayOfYear = (each: number) => dayOfHijri({ year: each, month, day: Number(day) });
  return year === undefined ? choose(nearYears(hijriOf(today).year, dayOfYear), today) : dayOfYear(Number(year));
}

const yearDistances = [0, 1, -1, 2, 3, 4, 5, 6, 7, 8, 9];
const nearYears = (year: number, dayIn: (year: number) => Day | null): Day[] =>
  yearDistances.flatMap((distance) => dayIn(year + distance) ?? []);

/** Never today: who means today says so. */
const comingWeekday = (weekday: number, from: Day) => addDays(from, ((weekday - weekdayOf(from) + 6) % 7) + 1);
/** Weeks begin on Monday (ISO 8601). */
const weekdayNextWeek = (weekday: number, from: Day) =>
  addDays(from, 7 - ((weekdayOf(from) + 6) % 7) + ((weekday + 6) % 7));

function dayAfter(amount: number, unit: string, today: Day): Day {
  const kind = Object.keys(dayUnits)[placeOf(Object.values(dayUnits), unit)];
  if (kind === "month") return addMonths(today, amount);
  if (kind === "year") return addMonths(today, 12 * amount);
  return addDays(today, kind === "week" ? 7 * amount : amount);
}

/** How a word is compared: folded; one with digits keeps what dates and hours are written with. */
export function wordKey(raw: string): string {
  const digits = raw.replace(/[٠-٩۰-۹]/g, (digit) => searchKey(digit)).toLowerCase();
  if (/\d/.test(digits)) return digits.replace(/[.,;!?،؛؟)]+$/, "").replace(/[^\dا-يa-z:/.-]/g, "");
  return searchKey(raw).replaceAll(" ", "");
}
