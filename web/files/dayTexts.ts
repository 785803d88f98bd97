import { formatDate, formatHijriDate, formatMonth } from "#web/formats.ts";

/** A day as documents write it, the most usual first; punctuation does not matter for finding it. */
export function dayTexts(day: string): string[] {
  const [year = "", month = "", date = ""] = day.split("-");
  const short = String(Number(date));
  const [name = ""] = formatMonth("en", day).split(" ");
  return [
    `${short} ${name} ${year}`,
    `${date} ${name} ${year}`,
    `${name} ${short} ${year}`,
    `${name} ${date} ${year}`,
    formatDate("en", day),
    `${date} ${formatDate("en", day).replace(/^\d+ /, "")}`,
    day,
    `${date} ${month} ${year}`,
    `${short} ${Number(month)} ${year}`,
    `${short} ${formatMonth("ar", day)}`,
    formatHijriDate("en", day),
    formatHijriDate("ar", day),
  ];
}
