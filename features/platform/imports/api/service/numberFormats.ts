import { dayMs } from "#base/time.ts";

/** How a number is shown: what matters of its format. */
export type NumberFormat =
  | { readonly kind: "plain" }
  | { readonly kind: "moment"; readonly hasDay: boolean; readonly hasTime: boolean }
  /** `00000` keeps leading zeros. */
  | { readonly kind: "digits"; readonly count: number };

const plain: NumberFormat = { kind: "plain" };

/** The formats that every program knows by number and no file describes. */
function builtIn(id: number): NumberFormat {
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58))
    return { kind: "moment", hasDay: true, hasTime: false };
  if (id === 22) return { kind: "moment", hasDay: true, hasTime: true };
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47))
    return { kind: "moment", hasDay: false, hasTime: true };
  return plain;
}

export function numberFormatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return builtIn(id);
  // The part for positive numbers, without texts, colours and conditions.
  const signs = code
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, "")
    .replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "")
    .split(";")[0]!;
  if (/^0{2,}$/.test(signs)) return { kind: "digits", count: signs.length };
  if (/general/i.test(signs)) return plain;
  const hasDay = /[yd]/i.test(signs) || (/m/i.test(signs) && !/[hs]/i.test(signs));
  const hasTime = /[hs]/i.test(signs);
  return hasDay || hasTime ? { kind: "moment", hasDay, hasTime } : plain;
}

const firstDays = { since1900: Date.UTC(1899, 11, 30), since1904: Date.UTC(1904, 0, 1) };

/** A stored number as text: `2026-11-20`, `2026-11-20 13:00`, `13:00`, `00417` or `12.5`. */
export function formatCell(stored: string, format: NumberFormat = plain, startsIn1904 = false): string {
  const number = Number(stored);
  if (stored.trim() === "" || Number.isNaN(number)) return stored.trim();
  if (format.kind === "digits") return Number.isInteger(number) ? String(number).padStart(format.count, "0") : stored;
  if (format.kind === "plain") return String(number);
  const ms = Math.round(number * dayMs) + (startsIn1904 ? firstDays.since1904 : firstDays.since1900);
  const moment = new Date(ms);
  if (number < 0 || Number.isNaN(moment.getTime()) || moment.getUTCFullYear() > 9999) return String(number);
  const [day, time] = moment.toISOString().split("T") as [string, string];
  const shown = time.slice(0, time.startsWith("00", 6) ? 5 : 8);
  if (!format.hasTime) return day;
  return format.hasDay ? `${day} ${shown}` : shown;
}
