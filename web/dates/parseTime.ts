import { latinDigits } from "#base/digits.ts";

/** The time that was typed as `HH:MM`: `9`, `930`, `9:30`, `9.30 pm`, `٩:٣٠ م`; null if it cannot be read. */
export function parseTime(typed: string): string | null {
  const text = latinDigits(typed)
    .replace(/\p{Cf}/gu, "")
    .trim()
    .toLowerCase();
  const match = /^(\d{1,2}?)[:.\s]?(\d{2})?\s*(am|pm|a|p|ص|م|صباحا|صباحًا|مساء|مساءً)?$/.exec(text);
  if (match === null) return null;
  const [hour, minute, half] = [Number(match[1]), Number(match[2] ?? 0), match[3]];
  if (minute > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return null;
  return timeOf(((half ? (hour % 12) + (/^(?:p|م)/.test(half) ? 12 : 0) : hour) * 60 + minute) % dayMinutes);
}

/** A time some minutes later, around midnight too. */
export function addMinutes(time: string, minutes: number): string {
  return timeOf((((minutesOf(time) + minutes) % dayMinutes) + dayMinutes) % dayMinutes);
}

export const isTime = (value: string): boolean => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(value);

const dayMinutes = 1440;
/** Minutes since midnight of `HH:MM`, and back. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
export const timeOf = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
