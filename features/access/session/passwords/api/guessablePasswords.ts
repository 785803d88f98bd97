import { canonicalPassword } from "#base/passwords.ts";

/** Minimum worth of a password: as much as this many unpredictable characters. */
const worthMin = 6;
const wordMin = 4;
const ownWordMin = 3;
const repeatMin = 3;

// What attackers of this product try first, in the languages of its users.
// biome-ignore format: a list of words reads better in rows
const productWords = [
  "mizan", "ميزان", "halal", "حلال", "brand", "brands", "loyalty", "retailer", "retailers", "promocode", "promocodes", "cashback",
  "certificate", "certificates", "wallet", "backoffice", "consumer", "consumers", "muslim", "مسلم", "islam", "الاسلام", "ramadan",
  "رمضان", "bismillah", "بسم", "الله", "بسمالله", "alhamdulillah", "الحمدلله", "admin", "administrator", "password", "passwort", "كلمةالسر",
] as const;

/**
 * Whether a password is little more than what attackers try first (reliability R4).
 *
 * A common password counts as 2 characters, a word of the product or of the user (such as their address) as 1, a run
 * such as `1234` or `cba` as 2, and a repetition of earlier text as 1. So `Password123456789` is worth 3, while four
 * common words in a row are worth 8 and pass: this is a blocklist for passwords of 15 characters, not a composition
 * rule.
 */
export async function isGuessable(
  password: string,
  { name, email }: { name: string; email: string },
): Promise<boolean> {
  const common = await commonPasswords();
  const own = new Set([...productWords, ...wordsOf(name), email, ...wordsOf(email)].map(plain));
  const spelled = plain(password);
  return [spelled, unmasked(spelled)].some((text) => worth(text, { common, own }) < worthMin);
}

const plain = (text: string) => canonicalPassword(text).normalize("NFKC").toLowerCase();

const masks: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};
const unmasked = (text: string) => text.replaceAll(/[013457@$!]/g, (sign) => masks[sign] ?? sign);

const wordsOf = (text: string) =>
  [text.replaceAll(/\P{L}/gu, ""), ...text.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length >= ownWordMin);

/** The lowest worth of the text, computed step by step from its start. */
function worth(text: string, words: { common: ReadonlySet<string>; own: ReadonlySet<string> }): number {
  const least = Array.from({ length: text.length + 1 }, () => Number.POSITIVE_INFINITY);
  least[0] = 0;
  for (let from = 0; from < text.length; from++) {
    const reach = (to: number, cost: number) => {
      least[to] = Math.min(least[to]!, least[from]! + cost);
    };
    reach(from + 1, 1);
    const runEnd = endOfRun(text, from);
    if (runEnd - from >= repeatMin) reach(runEnd, 2);
    const repeatEnd = endOfRepeat(text, from);
    for (let to = from + repeatMin; to <= repeatEnd; to++) reach(to, 1);
    for (let to = from + ownWordMin; to <= Math.min(text.length, from + wordMax); to++) {
      const word = text.slice(from, to);
      if (words.own.has(word)) reach(to, 1);
      else if (word.length >= wordMin && (words.common.has(word) || year.test(word))) reach(to, 2);
    }
  }
  return least[text.length]!;
}
const wordMax = 30;
const year = /^(?:19|20)\d\d$/;

/** The end of a run of consecutive letters or digits, up or down. */
function endOfRun(text: string, from: number): number {
  const step = text.charCodeAt(from + 1) - text.charCodeAt(from);
  if (Math.abs(step) !== 1) return from;
  let end = from + 1;
  while (end < text.length && text.charCodeAt(end) - text.charCodeAt(end - 1) === step) end++;
  return end;
}

/** The length of the text from here that occurred before. */
function endOfRepeat(text: string, from: number): number {
  let end = from;
  while (end < text.length && text.indexOf(text.slice(from, end + 1)) < from) end++;
  return end;
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** 49,233 passwords. Loaded when the first password is set, and never by a page. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"]));
  return loading;
}
