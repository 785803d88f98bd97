import { latinDigits } from "#base/digits.ts";

// Letters that decomposition does not change, and what users type for them.
// biome-ignore format: a table of letters reads better in rows
const folds: ReadonlyMap<string, string> = new Map([
  ["ٱ", "ا"], ["ى", "ي"], ["ی", "ي"], ["ې", "ي"], ["ک", "ك"], ["ة", "ه"], ["ۀ", "ه"], ["ھ", "ه"], ["ہ", "ه"], ["گ", "ك"],
  ["ı", "i"], ["ø", "o"], ["đ", "d"], ["ł", "l"], ["ß", "ss"], ["æ", "ae"], ["œ", "oe"], ["þ", "th"], ["ð", "d"],
]);

const foldedChars = new RegExp(`[${[...folds.keys()].join("")}]`, "g");
// Accents, Arabic tashkeel and Quranic marks, tatweel, Hebrew points. Not \p{Mn}: readers see Thai and Devanagari
// vowels as letters.
const marks = /[\u0300-\u036F\u0483-\u0487\u0591-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06ED]/g;
// Bidi and zero-width controls, which are copied along with text and are invisible.
const controls = /\p{Cf}/gu;
// Scripts without spaces. Each letter is a word of its own, so that a part of a name is found.
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const separators = /[^\p{L}\p{N}\p{M}]+/gu;
// Most text in a file. Only the separators above apply to it.
const ascii = /^[\x00-\x7F]*$/;
const asciiSeparators = /[^a-z0-9]+/g;

/**
 * The text for searching a record: texts that differ only in case, accents, Arabic letter forms, Turkish dots, digits
 * of another script or punctuation are equal. Used both for storing and for searching.
 *
 * `مُحَمَّد` and `محمد`, `کراچی` and `كراچي`, `İSTANBUL`, `Istanbul` and `ıstanbul` are equal (domain 1.0).
 */
export function searchKey(text: string): string {
  if (ascii.test(text)) return text.toLowerCase().replace(asciiSeparators, " ").trim();
  return latinDigits(text)
    .normalize("NFKD")
    .replace(controls, "")
    .toLowerCase()
    .replace(marks, "")
    .replace(foldedChars, (email) => folds.get(email) ?? email)
    .normalize("NFC")
    .replace(ideographs, " $& ")
    .replace(separators, " ")
    .trim();
}

/** Words of this length are also found within words, where a trigram index helps. */
export const searchedWithin = 3;

/** Names are equal if they differ only in case, width or white space: the key of unique indexes (domain 1.4). */
export function nameKey(text: string): string {
  if (ascii.test(text)) return text.toLowerCase().replace(/\s+/g, " ").trim();
  return text
    .normalize("NFKC")
    .replace(controls, "")
    .toLowerCase()
    .replaceAll("i\u0307", "i")
    .replace(/\s+/g, " ")
    .trim();
}

// The limit of an index entry and of a cursor.
const sortKeyMax = 240;

/** The text that a name is sorted by: its search key, or if that is empty `otherwise`, by default its name key. */
export function sortKey(name: string, otherwise?: string): string {
  const key = searchKey(name) || (otherwise ?? nameKey(name));
  // Truncated between characters, as some are two units long.
  return key.length <= sortKeyMax ? key : Array.from(key).slice(0, sortKeyMax).join("");
}
