import { addDays, isDay } from "#base/days.ts";
import { latinDigits } from "#base/digits.ts";
import { sortKey } from "#base/searchKey.ts";

/** The lists that every user has. Any other is the id of a group. */
export const fixedLists = ["all", "frequent", "starred", "birthdays"] as const;
export type FixedList = (typeof fixedLists)[number];

export const touchKinds = ["call", "whatsapp", "email", "meeting"] as const;
export type TouchKind = (typeof touchKinds)[number];

/** A contact is frequent after this many calls, messages and meetings in this many days. */
export const frequentTouches = 2;
export const frequentDays = 30;
/** How far ahead the list of birthdays looks. */
export const birthdayDays = 30;

export type FullName = { readonly name: string; readonly lastName: string | null };

export const fullName = ({ name, lastName }: FullName): string => (lastName ? `${name} ${lastName}` : name);

/** What contacts are ordered and compared by: the whole name, in any script. */
export const nameSortKey = (named: FullName): string => sortKey(fullName(named));

/** The letter that a name is listed under, folded as in searches: `É` under E, `أ` and `آ` under ا. `#` for the others. */
export function initialOf(named: FullName): string {
  const [first = ""] = nameSortKey(named);
  return /\p{L}/u.test(first) ? first.toUpperCase() : "#";
}

/**
 * The letters in the order of an alphabet: on Arabic screens Arabic before Latin, elsewhere after it. `#` comes last.
 */
export function sortedInitials(letters: readonly string[], language: string): string[] {
  const place = (letter: string) => {
    if (letter === "#") return 2;
    return /\p{Script=Arabic}/u.test(letter) === (language === "ar") ? 0 : 1;
  };
  const { compare } = new Intl.Collator(language);
  return [...letters].sort((one, other) => place(one) - place(other) || compare(one, other));
}

/** For `tel:`; null if nothing in it can be dialled. */
export function dialled(phone: string | null): string | null {
  const digits = plainPhone(phone);
  return digits === "" ? null : `tel:${digits}`;
}

/** WhatsApp needs the country code; null for a number without one. */
export function whatsAppLink(phone: string | null): string | null {
  const international = plainPhone(phone).replace(/^00/, "+");
  return international.startsWith("+") ? `https://wa.me/${international.slice(1)}` : null;
}

/** Without an extension, separators, and the `(0)` that is dialled only inside the country. */
const plainPhone = (phone: string | null): string =>
  latinDigits(phone ?? "")
    .split(/ext|x|#|,|;/i)[0]!
    .replace("(0)", "")
    .replace(/(?!^\+)\D/g, "");

/** The day of the next birthday from `today` on; that of 29 February is on 1 March in other years. */
export function nextBirthday(birthday: string, today: string): string {
  const year = Number(today.slice(0, 4));
  const inYear = (wanted: number) => {
    const start = String(wanted).padStart(4, "0");
    const day = `${start}${birthday.slice(4)}`;
    return isDay(day) ? day : `${start}-03-01`;
  };
  const next = inYear(year);
  return next >= today ? next : inYear(year + 1);
}

/** The months and days of the coming birthdays, as `MM-DD`: the last ones may be of the next year. */
export function birthdaysFrom(today: string): string[] {
  const days = Array.from({ length: birthdayDays + 1 }, (_, place) => addDays(today, place).slice(5));
  // People born on a leap day celebrate a day later in a year without one.
  return days.includes("03-01") && !days.includes("02-29") ? [...days, "02-29"] : days;
}
