import { latinDigits } from "#base/digits.ts";

// Letters that decomposition leaves alone, and what people type for them.
// biome-ignore format: a table of letters reads better in rows
const folds: ReadonlyMap<string, string> = new Map([
  ["ٱ", "ا"], ["ى", "ي"], ["ی", "ي"], ["ې", "ي"], ["ک", "ك"], ["ة", "ه"], ["ۀ", "ه"], ["ھ", "ه"], ["ہ", "ه"], ["گ", "ك"],
  ["ı", "i"], ["ø", "o"], ["đ", "d"], ["ł", "l"], ["ß", "ss"], ["æ", "ae"], ["œ", "oe"], ["þ", "th"], ["ð", "d"],
]);

const letters = new RegExp(`[${[...folds.keys()].join("")}]`, "g");
// Accents, Arabic tashkeel and Quranic marks, tatweel, Hebrew points. Not \p{Mn}: Thai and Devanagari vowels are letters to a reader.
const marks = /[\u0300-\u036F\u0483-\u0487\u0591-\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06ED]/g;
// Bidi and zero-width controls, which arrive with copied text and cannot be seen.
const controls = /\p{Cf}/gu;
// Written without spaces, so each letter is a word of its own: a part of a name is found by its letters.
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const separators = /[^\p{L}\p{N}\p{M}]+/gu;
// What most of a file is, and of all the above knows only the separators.
const ascii = /^[\x00-\x7F]*$/;
const asciiSeparators = /[^a-z0-9]+/g;

/**
 * The text under which a record is found: what differs only in case, accents, Arabic letter forms, Turkish dots,
 * digits of another script or punctuation becomes equal. Used on both sides, when storing and when asking.
 *
 * `مُحَمَّد` and `محمد`, `کراچی` and `كراچي`, `İSTANBUL`, `Istanbul` and `ıstanbul` meet (domain 1.0).
 */
export function searchKey(text: string): string {
  if (ascii.test(text)) return text.toLowerCase().replace(asciiSeparators, " ").trim();
  return latinDigits(text)
    .normalize("NFKD")
    .replace(controls, "")
    .toLowerCase()
    .replace(marks, "")
    .replace(letters, (letter) => folds.get(letter) ?? letter)
    .normalize("NFC")
    .replace(ideographs, " $& ")
    .replace(separators, " ")
    .trim();
}

/** A word of so many letters is looked for within words too, where an index of three letters helps. */
export const searchedWithin = 3;

/** Names are the same when they differ only in case, width or white space: what a unique index compares (domain 1.4). */
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

// What an index entry, and a cursor made of it, can bear.
const sortKeyMax = 240;

/** What a name is ordered by: its search key, or `otherwise`, its name key unless given, where nothing of it can be searched. */
export function sortKey(name: string, otherwise?: string): string {
  const key = searchKey(name) || (otherwise ?? nameKey(name));
  // Cut at a letter, of which some are two units long.
  return key.length <= sortKeyMax ? key : Array.from(key).slice(0, sortKeyMax).join("");
}
