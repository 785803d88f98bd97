import { furtherLocale } from "#web/i18n.ts";
import type { Language } from "#web/screens.ts";
import { readSettings } from "#web/settings/settings.ts";

/**
 * Formats dates, numbers, money, and names of countries, languages and currencies in the reader's language.
 *
 * Arabic uses Latin digits, unless its reader prefers others, and the Gregorian calendar, like business documents;
 * screens show the Hijri date beside it where they need it. Formatters are cached, because creating one costs more than using it.
 */
const localeOf = (language: Language): string =>
  furtherLocale(language) ?? (language === "ar" ? `ar-u-ca-gregory-nu-${readSettings().digits}` : "en-GB");
const hijriLocaleOf = (language: Language): string =>
  language === "ar" ? `ar-u-ca-islamic-umalqura-nu-${readSettings().digits}` : "en-GB-u-ca-islamic-umalqura";

/**
 * A date, an ISO string, or milliseconds since 1970, shown in the reader's time zone, which users may choose; or a day without a time, such as
 * `2026-11-20`, which is the same for every reader.
 */
export type Instant = Date | string | number;

/** `20 Nov 2026` */
export const formatDate = (language: Language, at: Instant): string =>
  dayText(localeOf(language), { day: "numeric", month: "short", year: "numeric" }, at);

/** The last day before an exclusive end: `19 Nov 2026` for the midnight after it. */
export const formatLastDay = (language: Language, endsAt: string): string =>
  formatDate(language, Date.parse(endsAt) - 1);

/** `20 Nov`, for a day of this year. */
export const formatDayMonth = (language: Language, at: Instant): string =>
  dayText(localeOf(language), { day: "numeric", month: "short" }, at);

/** `November 2026`, above a calendar. */
export const formatMonth = (language: Language, at: Instant): string =>
  dayText(localeOf(language), { month: "long", year: "numeric" }, at);

/** `Fri`, above a column of a calendar; in Arabic one letter, because its short names are as long as the full ones. */
export const formatWeekday = (language: Language, at: Instant): string =>
  dayText(localeOf(language), { weekday: language === "ar" ? "narrow" : "short" }, at);

/** `Friday`, of 5; 0 is Sunday. */
export const weekdayName = (language: Language, weekday: number): string =>
  // 4 January 1970 was a Sunday.
  dayText(localeOf(language), { weekday: "long" }, `1970-01-${String(4 + weekday).padStart(2, "0")}`);

/** `Friday 20 November 2026` */
export const formatLongDate = (language: Language, at: Instant): string =>
  dayText(localeOf(language), { weekday: "long", day: "numeric", month: "long", year: "numeric" }, at);

const dayText = (...question: Parameters<typeof dayParts>): string =>
  dayParts(...question)
    .map(({ value }) => value)
    .join("");

/**
 * All days are formatted here. A day without a time is read and formatted in UTC: read as midnight in another zone, it
 * could become the day before.
 */
function dayParts(locale: string, options: Intl.DateTimeFormatOptions, at: Instant): Intl.DateTimeFormatPart[] {
  const isDay = typeof at === "string" && /^\d{4}-\d{2}-\d{2}$/.test(at);
  return dateFormat(locale, { ...options, timeZone: isDay ? "UTC" : timeZone() }).formatToParts(new Date(at));
}

/** `09:12` */
export const formatTime = (language: Language, at: Instant): string =>
  dateFormat(localeOf(language), {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone: timeZone(),
  }).format(new Date(at));

/** The reader's choice; undefined for that of the device. */
const timeZone = () => readSettings().timeZone ?? undefined;

/** `20 Nov 2026, 09:12` */
export const formatDateTime = (language: Language, at: Instant): string =>
  `${formatDate(language, at)}${language === "ar" ? "،" : ","} ${formatTime(language, at)}`;

/** `10 Jumada II 1448`: Umm al-Qura, without the era, which is not usually written. */
export const formatHijriDate = (language: Language, at: Instant): string =>
  hijriText(language, { day: "numeric", month: "long", year: "numeric" }, at);

/** A day that users plan by, also in the Hijri calendar unless their settings hide it: `20 Nov 2026 · 10 Jumada II 1448` */
export const formatPlannedDay = (language: Language, at: Instant): string =>
  readSettings().hijri ? `${formatDate(language, at)} · ${formatHijriDate(language, at)}` : formatDate(language, at);

/** `Jumada II 1448` */
export const formatHijriMonth = (language: Language, at: Instant): string =>
  hijriText(language, { month: "long", year: "numeric" }, at);

const hijriText = (language: Language, options: Intl.DateTimeFormatOptions, at: Instant): string =>
  dayParts(hijriLocaleOf(language), options, at)
    .filter(({ type }) => type !== "era")
    .map(({ value }) => value)
    .join("")
    .trim();

const units = [
  { unit: "year", ms: 31_557_600_000 },
  { unit: "month", ms: 2_629_800_000 },
  { unit: "week", ms: 604_800_000 },
  { unit: "day", ms: 86_400_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
] as const;

/** `2 hours ago`, `yesterday`, `in 3 days`; within a minute, `now`. */
export function formatRelative(language: Language, at: Instant, now: Instant): string {
  const distanceMs = new Date(at).getTime() - new Date(now).getTime();
  const fitting = units.find(({ ms }) => Math.abs(distanceMs) >= ms);
  const format = relativeFormat(localeOf(language));
  return fitting ? format.format(Math.trunc(distanceMs / fitting.ms), fitting.unit) : format.format(0, "second");
}

/** `10,000` */
export const formatNumber = (language: Language, value: number | bigint, decimals = 0): string =>
  numberFormat(localeOf(language), decimals).format(value);

/** A fraction as a percentage: `0.963` is `96%`. */
export const formatPercent = (language: Language, part: number, decimals = 0): string =>
  `${formatNumber(language, part * 100, decimals)}%`;

/** An amount of money, in minor units. `decimals` is the number of digits after the point: 2 for USD, 3 for JOD. */
export type Amount = { readonly amountMinor: number | bigint; readonly currency: string; readonly decimals: number };

/**
 * Currency and figure separately, for columns with aligned figures: `MYR`, `126,940.50`. Uses a true minus sign, as
 * wide as a plus.
 */
export function formatMoneyParts(language: Language, amount: Amount): { currency: string; figure: string } {
  const figure = numberFormat(localeOf(language), amount.decimals).format(decimalOf(amount));
  return {
    currency: amount.currency,
    figure: figure.replace(/[-\u061c\u200e\u200f]+/g, (sign) => (sign.includes("-") ? "−" : "")),
  };
}

/** `MYR 126,940.50`, always in this order and on one line, also within right-to-left text. */
export function formatMoney(language: Language, amount: Amount): string {
  const { currency, figure } = formatMoneyParts(language, amount);
  return `\u2066${currency}\u00a0${figure}\u2069`;
}

/** The name of a country by ISO 3166-1 alpha-2, or the code itself if it is unknown. */
export const countryName = (language: Language, code: string): string => nameOf(language, "region", code);

/** The name of a language by BCP 47, or the tag itself if it is unknown. */
export const languageName = (language: Language, tag: string): string => nameOf(language, "language", tag);

/** The name of a currency by ISO 4217, or the code itself if it is unknown. */
export const currencyName = (language: Language, code: string): string => nameOf(language, "currency", code);

function nameOf(language: Language, type: "region" | "language" | "currency", code: string): string {
  try {
    return displayNames(localeOf(language), type).of(code) ?? code;
  } catch {
    // Not even formatted like a code. The stored text is still the best thing to show.
    return code;
  }
}

/** Exact for any size: the decimal point is placed in the text, never through a float. */
function decimalOf({ amountMinor, decimals }: Amount): `${number}` {
  const isNegative = amountMinor < 0;
  const digits = String(amountMinor)
    .replace("-", "")
    .padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals);
  return `${isNegative ? "-" : ""}${whole}${fraction && `.${fraction}`}` as `${number}`;
}

function memoize<Args extends readonly unknown[], Made>(make: (...args: Args) => Made): (...args: Args) => Made {
  const made = new Map<string, Made>();
  return (...args) => {
    const key = JSON.stringify(args);
    const known = made.get(key) ?? make(...args);
    made.set(key, known);
    return known;
  };
}

const dateFormat = memoize(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
const relativeFormat = memoize((locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }));
const numberFormat = memoize(
  (locale: string, decimals: number) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
);
const displayNames = memoize(
  (locale: string, type: "region" | "language" | "currency") =>
    new Intl.DisplayNames(locale, { type, fallback: "code" }),
);
