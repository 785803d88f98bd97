import { dayReadings, oneOf, weekdays, wordKey } from "#base/dayPhrases.ts";
import { addDays, addMonths, type Day, dayOf, dayOfHijri } from "#base/days.ts";
import { latinDigits } from "#base/digits.ts";

export type DayBounds = { readonly min?: Day | null | undefined; readonly max?: Day | null | undefined };

/**
 * The day that was typed, in English or Arabic; null if it cannot be read.
 *
 * `23/11/2026`, `23 11 26`, `231126`, `23 Nov`, `2026-11-23`, `today`, `next friday`, `+30` (days; `+2w`, `+3m`, `+1y`),
 * `1 Ramadan 1448`, `1/9/1448`. The day comes before the month. Years 1300 to 1599 are Hijri years. A date without a
 * year is in this year, or in the next or the last one if only that is within the bounds.
 */
export function parseDay(typed: string, today: Day, bounds: DayBounds = {}): Day | null {
  const text = latinDigits(typed)
    .replace(/\p{Cf}/gu, "")
    .replaceAll("−", "-")
    .trim()
    .toLowerCase();
  if (/^(?:yesterday|أمس|امس)$/.test(text)) return addDays(today, -1);
  const choose = (candidates: readonly Day[]) =>
    candidates.find((candidate) => isWithin(candidate, bounds)) ?? candidates[0] ?? null;
  return distant(text, today) ?? numeric(text, today, choose) ?? inWords(text, { today, choose });
}

export const isWithin = (day: Day, { min, max }: DayBounds): boolean => (!min || day >= min) && (!max || day <= max);

type Choose = (candidates: readonly Day[]) => Day | null;

/** `+30` days from today, `-2w`, `+3m`, `+1y`. */
function distant(text: string, today: Day): Day | null {
  const match = /^([+-]) ?(\d{1,4}) ?([dwmyيش])?$/.exec(text);
  if (match === null) return null;
  const amount = Number(match[1]! + match[2]!);
  if (match[3] === "m" || match[3] === "ش") return addMonths(today, amount);
  if (match[3] === "y") return addMonths(today, 12 * amount);
  return addDays(today, match[3] === "w" ? 7 * amount : amount);
}

function numeric(text: string, today: Day, choose: Choose): Day | null {
  if (!/^\d[\d\s/.،,-]*$/.test(text)) return null;
  const parts = text.split(/[\s/.،,-]+/).filter(Boolean);
  const [first = "", second = "", third] = parts.length === 1 ? digitGroups(parts[0]!) : parts;
  if (parts.length > 3 || second === "") return null;
  const [one, two] = [Number(first), Number(second)];
  if (third === undefined) {
    const years = [0, 1, -1].map((distance) => Number(today.slice(0, 4)) + distance);
    return choose(years.flatMap((year) => dayOfParts([year, two, one]) ?? []));
  }
  if (first.length === 4) return dayOfParts([one, two, Number(third)]);
  const year = yearOf(third);
  if (year === null) return null;
  // 11/23/2026 can only be meant the American way round.
  return dayOfParts([year, two, one]) ?? (two > 12 ? dayOfParts([year, one, two]) : null);
}

/** `231126`, `23112026`, `20261123` and `2311` as the parts of a date. */
function digitGroups(digits: string): string[] {
  const cut = (...ends: readonly number[]) => ends.map((end, at) => digits.slice(ends[at - 1] ?? 0, end));
  if (digits.length === 4) return cut(2, 4);
  if (digits.length === 6) return cut(2, 4, 6);
  if (digits.length !== 8) return [];
  const isYearLast = /^(?:1[3-5]|19|20|21)/.test(digits.slice(4)) && Number(digits.slice(2, 4)) <= 12;
  return isYearLast ? cut(2, 4, 8) : cut(4, 6, 8);
}

/** `26` is 2026 and `87` is 1987. */
function yearOf(text: string): number | null {
  if (text.length === 4) return Number(text);
  return text.length === 2 ? Number(text) + (Number(text) < 80 ? 2000 : 1900) : null;
}

function dayOfParts([year = 0, month = 0, day = 0]: readonly number[]): Day | null {
  if (month < 1 || month > 12 || day < 1 || year < 1000) return null;
  return isHijriYear(year) ? dayOfHijri({ year, month, day }) : dayOf(year, month, day);
}

const isHijriYear = (year: number) => year >= 1300 && year <= 1599;

/** In words all of the text has to be read, not only its beginning. */
function inWords(text: string, { today, choose }: { readonly today: Day; readonly choose: Choose }): Day | null {
  const phrase = text
    .replace(/[ʻʼ'’`]/g, "")
    .replace(/(?<=[\p{L}\d])-(?=\p{L})/gu, " ")
    .split(/[\s,،]+/)
    .map(wordKey)
    .filter((word) => word !== "" && word !== "ah" && word !== "ad" && word !== "ه" && word !== "م")
    .join(" ")
    .replace(new RegExp(`^${oneOf(weekdays)} (?=\\d)`), "");
  for (const [pattern, read] of dayReadings) {
    const match = pattern.exec(phrase);
    const day = match?.[0] === phrase ? read(match.slice(1), { today, choose }) : null;
    if (day !== null) return day;
  }
  return null;
}
