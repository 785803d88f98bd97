import { addDays, type Day, dayIn, minuteIn } from "#base/days.ts";
import { arabicDay, englishDay, isolated } from "#base/emailText.ts";
import { computedStart } from "#base/hijriMonths.ts";
import type { Instant } from "#base/time.ts";
import { writeAmount } from "#base/writeAmount.ts";
import type { Phrase, PhraseValue } from "#features/loyalty/promocodes/rules/describe.ts";
import type { CheckValue } from "#features/loyalty/promocodes/rules/facts.ts";
import type { HijriRange } from "#features/loyalty/promocodes/rules/terms.ts";

// Writes phrases in a language, for screens and for the answers of the API. Arabic has Latin digits and the Gregorian
// calendar, as on screens (web/formats.ts), and its names and codes are isolated.

export type Messages = { readonly [key: string]: string | Messages };
export type Reader = {
  readonly language: "en" | "ar";
  /** messages.en.json or messages.ar.json. */
  readonly messages: Messages;
  /** The name of a record in this language. */
  readonly nameOf: (id: string) => string;
};

/** The most names that a list writes out. */
const namesMax = 3;
const locales = { en: "en-GB", ar: "ar-u-ca-gregory-nu-latn" } as const;
const hijriLocales = { en: "en-GB-u-ca-islamic-umalqura", ar: "ar-u-ca-islamic-umalqura-nu-latn" } as const;

/**
 * A phrase in the reader's language.
 *
 * @throws Error if it has no message, or the message needs a value that it doesn't have.
 */
export function textOf({ key, values = {}, count }: Phrase, reader: Reader): string {
  const form = count === undefined ? key : `${key}_${new Intl.PluralRules(reader.language).select(count)}`;
  const message = messageOf(form, reader);
  if (message === null) throw new Error(`there is no message ${form}`);
  return message.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${form} needs a value for ${name}`);
    return valueText(value, reader);
  });
}

function messageOf(key: string, { messages }: Reader): string | null {
  let found: string | Messages | undefined = messages;
  for (const part of key.split(".")) found = typeof found === "object" ? found[part] : undefined;
  return typeof found === "string" ? found : null;
}

function valueText(value: PhraseValue, reader: Reader): string {
  if (!("kind" in value)) return textOf(value, reader);
  switch (value.kind) {
    case "percent":
      return `${numberText(value.bps / 100, reader)}%`;
    case "day":
      return dayText(value.day, reader);
    case "list":
      return listText(
        value.phrases.map((each) => textOf(each, reader)),
        reader,
      );
    case "clauses":
      return value.phrases.map((each) => textOf(each, reader)).join(textOf({ key: "separator" }, reader));
    default:
      return checkValueText(value, reader);
  }
}

function checkValueText(value: CheckValue, reader: Reader): string {
  switch (value.kind) {
    case "count":
      return numberText(value.count, reader);
    case "money": {
      const text = `${value.currency}\u00a0${writeAmount(value.amountMinor, value.exponent)}`;
      return reader.language === "ar" ? `\u2066${text}\u2069` : text;
    }
    case "instant":
      return instantText(value.at, value.timeZone, reader);
    case "period":
      return periodText(value, reader);
    case "hours":
      return hoursText(value, reader);
    case "hijri":
      return hijriText(value.range, reader);
    case "hijriDay":
      return `${value.day} ${hijriMonthText(value.month, reader)} ${value.year}`;
    case "records":
      return namesText(value.ids.map(reader.nameOf), value.isExcluded, reader);
    case "countries": {
      const names = new Intl.DisplayNames(locales[reader.language], { type: "region" });
      return namesText(
        value.codes.map((code) => names.of(code) ?? code),
        value.isExcluded,
        reader,
      );
    }
    case "code":
      return messageOf(`codes.${value.code}`, reader) ?? isolatedText(value.code, reader);
  }
}

const isolatedText = (text: string, { language }: Reader) => (language === "ar" ? isolated(text) : text);
const numberText = (value: number, { language }: Reader) => new Intl.NumberFormat(locales[language]).format(value);
const dayText = (day: Day, { language }: Reader) => (language === "ar" ? arabicDay : englishDay)(day);
const listText = (texts: readonly string[], { language }: Reader) =>
  new Intl.ListFormat(locales[language], { type: "conjunction" }).format(texts);

function namesText(names: readonly string[], isExcluded: boolean, reader: Reader): string {
  const shown = names.slice(0, namesMax).map((name) => isolatedText(name, reader));
  const more = names.length - shown.length;
  const list =
    more === 0
      ? listText(shown, reader)
      : fill(
          "names.more",
          { names: shown.join(textOf({ key: "separator" }, reader)), more: numberText(more, reader) },
          reader,
        );
  return isExcluded ? fill("names.except", { names: list }, reader) : list;
}

/** A message with texts that are written already. */
const fill = (key: string, texts: Readonly<Record<string, string>>, reader: Reader): string =>
  (messageOf(key, reader) ?? key).replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => texts[name] ?? whole);

const clockText = (at: Instant, timeZone: string) => {
  const minute = minuteIn(at, timeZone);
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
};
const instantText = (at: Instant, timeZone: string, reader: Reader) =>
  fill("instant", { day: dayText(dayIn(at, timeZone), reader), time: clockText(at, timeZone) }, reader);

/** Whole days where it starts and ends at midnight; the last day is included then. */
function periodText({ from, to, timeZone }: Extract<CheckValue, { kind: "period" }>, reader: Reader): string {
  const isMidnight = (at: Instant) => clockText(at, timeZone) === "00:00";
  const boundary = (at: Instant, daysBefore: number) =>
    isMidnight(at) ? dayText(addDays(dayIn(at, timeZone), -daysBefore), reader) : instantText(at, timeZone, reader);
  const [start, end] = [from && boundary(from, 0), to && boundary(to, 1)];
  if (start && end) return fill("period.fromTo", { from: start, to: end }, reader);
  return start ? fill("period.from", { from: start }, reader) : fill("period.to", { to: end ?? "" }, reader);
}

function hoursText({ weekdays, hours }: Extract<CheckValue, { kind: "hours" }>, reader: Reader): string {
  const times = listText(
    (hours ?? []).map(({ from, to }) => `${from}–${to}`),
    reader,
  );
  // 1 November 2026 is a Sunday.
  const format = new Intl.DateTimeFormat(locales[reader.language], { weekday: "long", timeZone: "UTC" });
  const names = listText(
    (weekdays ?? []).map((weekday) => format.format(Date.UTC(2026, 10, 1 + weekday))),
    reader,
  );
  if (weekdays === null) return fill("hours.daily", { times }, reader);
  return fill(hours === null ? "hours.weekdays" : "hours.both", { weekdays: names, times }, reader);
}

/** `1–30 Ramadan 1448`, `29 Shaʻban – 3 Shawwal every year` */
function hijriText({ from, to, years }: HijriRange, reader: Reader): string {
  const values = {
    from: String(from.day),
    to: String(to.day),
    fromMonth: hijriMonthText(from.month, reader),
    toMonth: hijriMonthText(to.month, reader),
    years: years === null ? textOf({ key: "hijri.everyYear" }, reader) : listText(years.map(String), reader),
  };
  if (from.month !== to.month) return fill("hijri.months", values, reader);
  return fill(from.day === to.day ? "hijri.day" : "hijri.days", values, reader);
}

/** Its name doesn't depend on the year. */
function hijriMonthText(month: number, { language }: Reader): string {
  const format = new Intl.DateTimeFormat(hijriLocales[language], { month: "long", timeZone: "UTC" });
  return format.format(Date.parse(computedStart({ hijriYear: 1448, month })));
}
