import { latinDigits } from "#base/digits.ts";

/** 32 characters that can't be confused with each other (Crockford's base 32): no I, L, O and U. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * The form in which a code is stored and compared, so that it is found however it is typed: upper and lower case,
 * full-width letters, Arabic and Persian digits, spaces, dashes and invisible marks are equal, as are O and 0, and I, L
 * and 1. `rmdn-7k2q` and `RMDN۷K۲Q` are both `RMDN7K2Q`. Empty when nothing of it can be part of a code.
 */
export const codeKey = (text: string): string =>
  latinDigits(text.normalize("NFKC"))
    .replace(/[\p{Cf}\p{Cc}\p{Z}\p{Pd}\s_]/gu, "")
    // Only ASCII letters change case: the upper case of a Turkish i depends on the language.
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/[IL]/g, "1")
    .replace(/O/g, "0");

/**
 * The check character of a code's other characters: a single wrong character is always found, and so are almost all
 * pairs that were exchanged (ISO/IEC 7064, hybrid system MOD 33,32).
 */
export function checkCharacter(key: string): string {
  const product = [...key].reduce((before, character) => {
    const sum = (before + valueOf(character)) % 32 || 32;
    return (2 * sum) % 33;
  }, 32);
  return alphabet[(33 - product) % 32]!;
}

/** Whether the last character is the check character of the others. */
export const hasCheckCharacter = (key: string): boolean =>
  key.length > 1 && checkCharacter(key.slice(0, -1)) === key.at(-1);

/** A shared code's own letters, such as U, count as their place after the alphabet. */
const valueOf = (character: string) => {
  const index = alphabet.indexOf(character);
  return index === -1 ? (character.codePointAt(0) ?? 0) % 32 : index;
};

/** `RMDN-########`: what is printed as it is, and `#` for each drawn character, of which the last is the check. */
export type CodePattern = { readonly prefix: string; readonly drawn: number };

/** Fewer drawn characters could be guessed, and would collide. */
export const drawnMin = 6;
/** From this quantity on, fewer than eight random characters are too few: one guess in 100,000 would hit. */
export const largeBatch = 10_000;

/** Reads a pattern. Null if it isn't a prefix of letters, digits and dashes with at least six `#` behind it. */
export function readPattern(pattern: string): CodePattern | null {
  const [, prefix = "", marks = ""] = /^([A-Z0-9-]{0,12}?)(#+)$/.exec(pattern.trim().toUpperCase()) ?? [];
  return marks.length >= drawnMin && marks.length <= 24 ? { prefix, drawn: marks.length } : null;
}

/** Whether a batch of this size is safe from guesses: its check character is no secret. */
export const isPatternSafe = ({ drawn }: CodePattern, quantity: number): boolean =>
  quantity <= largeBatch ? drawn > drawnMin : drawn > 8;

/**
 * One code as it is printed. `bytes` are random, one for each drawn character but the last.
 *
 * @throws RangeError if there are too few of them.
 */
export function drawCode({ prefix, drawn }: CodePattern, bytes: Uint8Array): string {
  if (bytes.length < drawn - 1) throw new RangeError(`${drawn - 1} random bytes are needed, not ${bytes.length}`);
  // 256 is a multiple of 32, so each character is as likely as any other.
  const characters = [...bytes.subarray(0, drawn - 1)].map((byte) => alphabet[byte % 32]!).join("");
  return `${prefix}${characters}${checkCharacter(codeKey(prefix) + characters)}`;
}
