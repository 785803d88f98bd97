import { hoursErrors } from "#features/retail/retailers/hours/rules.ts";
import type { Span } from "#features/retail/retailers/hours/contract.ts";

// Opening hours as OpenStreetMap writes them, in the forms that most shops use: `24/7`, `Mo-Fr 09:00-18:00; Sa 10:00-14:00`,
// `Su-Th 12:00-23:00, Fr-Sa 12:00-01:00`, `Fr off`, `11:00-13:30, 17:00-22:00`. Holidays are left to a person. Anything else
// is not guessed at: https://wiki.openstreetmap.org/wiki/Key:opening_hours/specification knows far more.

const dayNames = ["su", "mo", "tu", "we", "th", "fr", "sa"] as const;
const everyDay: readonly number[] = [0, 1, 2, 3, 4, 5, 6];
const lastMinute = 26 * 60;

/** The hours of a week; null when the text is not one of these forms, or says nothing about a weekday. */
export function readOsmHours(text: string): Span[] | null {
  const plain = text
    .toLowerCase()
    .replace(/[–—−]/g, "-")
    .replace(/\s*-\s*/g, "-")
    .replace(/"[^"]*"/g, "")
    .trim();
  if (plain === "24/7") return everyDay.map((weekday) => spanOf(weekday, { opens: "00:00", closes: "24:00" }));
  const week = new Map<number, Span[]>();
  for (const rule of rulesIn(plain)) {
    if (/^(ph|sh)\b/.test(rule)) continue;
    const read = readRule(rule);
    if (read === null) return null;
    // A later rule is what holds for its days.
    for (const weekday of read.days)
      week.set(
        weekday,
        read.times.map((time) => spanOf(weekday, time)),
      );
  }
  const spans = [...week.values()].flat();
  return spans.length === 0 || hoursErrors(spans).length > 0 ? null : spans;
}

/** Semicolons part rules, and so do commas before a weekday that has times of its own. */
function rulesIn(text: string): string[] {
  const rules: string[] = [];
  for (const part of text.split(/\s*;\s*|,\s*(?=(?:su|mo|tu|we|th|fr|sa)[a-z,\s-]*\d)/)) {
    const last = rules.at(-1);
    // `Mo-Th, Su 11:00-23:00`: the days before the comma have no times, so they belong to those after it.
    if (last !== undefined && /^[a-z,\s-]+$/.test(last) && !/off|closed/.test(last))
      rules[rules.length - 1] = `${last},${part}`;
    else rules.push(part);
  }
  return rules.map((rule) => rule.trim()).filter(Boolean);
}

type Times = { readonly opens: string; readonly closes: string };
type Rule = { readonly days: readonly number[]; readonly times: readonly Times[] };

function readRule(rule: string): Rule | null {
  const [, dayPart = "", timePart = ""] = /^([a-z,\s-]*?)[\s:]*(\d.*|off|closed)$/.exec(rule) ?? [];
  const days = dayPart === "" ? everyDay : readDays(dayPart);
  if (days === null || timePart === "") return null;
  if (/^(off|closed)$/.test(timePart)) return { days, times: [] };
  const times = timePart.split(/\s*,\s*/).map(readTimes);
  return times.some((time) => time === null) ? null : { days, times: times as Times[] };
}

function readDays(text: string): number[] | null {
  const days: number[] = [];
  for (const part of text.split(/[,\s]+/).filter(Boolean)) {
    if (part === "ph" || part === "sh") continue;
    const [from, to = from] = part.split("-").map((name) => dayNames.indexOf(name as (typeof dayNames)[number]));
    if (from === undefined || to === undefined || from < 0 || to < 0) return null;
    for (let day = from; ; day = (day + 1) % 7) {
      days.push(day);
      if (day === to) break;
    }
  }
  return days.length === 0 ? null : [...new Set(days)];
}

function readTimes(text: string): Times | null {
  const [, opens, closes] = /^(\d{1,2}:\d{2})-(\d{1,2}:\d{2})$/.exec(text) ?? [];
  if (opens === undefined || closes === undefined) return null;
  const [from, to] = [minutes(opens), minutes(closes)];
  // `26:00` is two at night, as OpenStreetMap has it.
  if (from === null || to === null || from >= 24 * 60 || to > lastMinute) return null;
  return { opens: clock(from), closes: to > 24 * 60 ? clock(to - 24 * 60) : to === 0 ? "24:00" : clock(to) };
}

function minutes(time: string): number | null {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return minute < 60 ? hour * 60 + minute : null;
}

const clock = (at: number) => `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`;

const spanOf = (weekday: number, { opens, closes }: Times): Span => ({
  weekday,
  opens,
  closes,
  closesNextDay: closes <= opens,
  season: "regular",
  validFrom: null,
  validTo: null,
});
