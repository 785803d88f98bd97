import { latinDigits } from "#base/digits.ts";
import { decodePunycode } from "#base/punycode.ts";

// Two spellings of one address are one account, and letters that only look like others are refused
// (docs/decisions/0049). `isPlainEmail` decides what is accepted from now on; `emailKey` also finds addresses that an
// earlier release accepted.

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** Full stops of other scripts, which browsers read as the dots of a domain (UTS 46). */
const ideographicStops = /[\u3002\uFF61]/g;

/**
 * An address in its stored form: full-width letters and other compatibility forms, invisible characters, the domain's
 * case and final dot, and a domain in Punycode all have one spelling.
 */
export function normalEmail(typed: string): string {
  const text = typed.normalize("NFKC").replace(invisible, "").replace(ideographicStops, ".").trim();
  const at = text.lastIndexOf("@");
  if (at === -1) return text;
  const labels = text
    .slice(at + 1)
    .toLowerCase()
    .replace(/\.$/, "")
    .split(".");
  return `${text.slice(0, at)}@${labels.map(decodedLabel).join(".")}`;
}

/** A label that decodes to ASCII only is another spelling of that text. It stays as it is and is then refused. */
function decodedLabel(label: string): string {
  if (!label.startsWith("xn--")) return label;
  const decoded = decodePunycode(label.slice(4));
  return decoded === null || isAscii(decoded) ? label : decoded.normalize("NFKC").toLowerCase();
}

const isAscii = (text: string) => /^[\u0000-\u007F]*$/.test(text);

// Arabic letters that look alike, each with the one that replaces it in a key.
const arabicTwins: ReadonlyMap<string, string> = new Map([
  ["ٱ", "ا"],
  ["ى", "ي"],
  ["ی", "ي"],
  ["ک", "ك"],
  ["ہ", "ه"],
  ["ھ", "ه"],
]);
const arabicTwin = new RegExp(`[${[...arabicTwins.keys()].join("")}]`, "g");
/** Tatweel and vowel marks, which do not change an Arabic word. */
const arabicMarks = /[\u0640\u064B-\u065F\u0670]/g;

/** Two addresses are equal if their keys are: the database has a unique constraint on the key. */
export function emailKey(address: string): string {
  const key = normalEmail(address).toLowerCase();
  if (isAscii(key)) return key;
  return latinDigits(key)
    .replace(arabicMarks, "")
    .replace(arabicTwin, (email) => arabicTwins.get(email)!);
}

const latinLocal = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i; // RFC 5321 §4.1.2, Dot-string
const latinLabel = /^(?!xn--)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
// Scripts whose letters do not look like Latin ones, as those of Cyrillic and Greek do. They may not be mixed with each
// other.
const otherScripts = [
  "\\p{Script=Arabic}",
  "\\p{Script=Hebrew}",
  "\\p{Script=Devanagari}",
  "\\p{Script=Bengali}",
  "\\p{Script=Tamil}",
  "\\p{Script=Thai}",
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}",
  "\\p{Script=Hangul}",
].map((letters) => new RegExp(`^[${letters}\\p{M}0-9]+(?:[._-][${letters}\\p{M}0-9]+)*$`, "u"));
const isOfOtherScript = (part: string) => otherScripts.some((script) => script.test(part));

/** Whether an address in its normal form can't be confused with another. */
export function isPlainEmail(address: string): boolean {
  const at = address.lastIndexOf("@");
  const [local, labels] = [address.slice(0, at), address.slice(at + 1).split(".")];
  const isLocal = latinLocal.test(local) || isOfOtherScript(local);
  const isDomain = labels.length > 1 && labels.every((label) => latinLabel.test(label) || isOfOtherScript(label));
  return at > 0 && isLocal && isDomain && labels.at(-1)!.length > 1;
}
