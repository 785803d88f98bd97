import { latinDigits } from "#base/digits.ts";

// Numbers of GS1: what is sold has a GTIN, where it is sold a GLN. Facts by the GS1 General Specifications, sections
// 1.4 (prefixes) and 7.9.1 (check digit). A prefix tells who gave a number out, never where a product is made.

export const gtinKinds = [8, 12, 13, 14] as const;
/** How many digits a GTIN is printed with. */
export type GtinKind = (typeof gtinKinds)[number];

/** Why something cannot be a brand's GTIN, in the order in which it is looked at. */
export const gtinProblems = [
  /** `4.68E+11`: a spreadsheet has thrown the last digits away, and nobody can tell what they were. */
  "gtin_scientific",
  "gtin_characters",
  "gtin_length",
  "gtin_check_digit",
  /** Given out inside a shop or a company, so that the same number means another thing elsewhere. */
  "gtin_restricted",
] as const;
export type GtinProblem = (typeof gtinProblems)[number];

export type GtinReading =
  | { readonly gtin: string; readonly kind: GtinKind; readonly problem: null }
  | {
      readonly gtin: null;
      readonly problem: GtinProblem;
      /** `digits`: how many there are. `expected`: the check digit that the others ask for. */
      readonly params: Readonly<Record<string, number>>;
      /** A right number that this one may be with its zeros lost in front; for a person to decide. */
      readonly suggestion?: string;
    };

/**
 * Reads a GTIN however people write it: spaces and dashes between, marks that cannot be seen, digits of another script.
 * Answers it padded to 14 digits, its one spelling, or what is wrong.
 */
export function readGtin(text: string): GtinReading {
  // As almost all are written; files hold them by the hundred thousand.
  if (/^\d{8,14}$/.test(text)) return judgeDigits(text);
  if (/^\s*\d+([.,]\d+)?e\+?\d+\s*$/i.test(latinDigits(text))) return wrong("gtin_scientific");
  const digits = plainDigits(text);
  return /^\d+$/.test(digits) ? judgeDigits(digits) : wrong("gtin_characters");
}

function judgeDigits(digits: string): GtinReading {
  if (!isGtinLength(digits.length)) return { ...wrong("gtin_length", { digits: digits.length }), ...withZeros(digits) };
  const expected = checkDigit(digits.slice(0, -1));
  if (Number(digits.at(-1)) !== expected) return wrong("gtin_check_digit", { expected });
  const gtin = padGtin(digits);
  return isRestricted(gtin) ? wrong("gtin_restricted") : { gtin, kind: gtinKind(gtin), problem: null };
}

/** Zeros in front up to 14 digits, so that each number has one spelling: `95210018` is `00000095210018`. */
export const padGtin = (digits: string): string => digits.padStart(14, "0");

/**
 * How many digits a padded GTIN is printed with. Its zeros tell: GS1 gives out no GTIN-13 that begins with a zero (it is
 * a GTIN-12), and none that is a GTIN-8 with zeros in front.
 */
export function gtinKind(gtin: string): GtinKind {
  if (gtin.startsWith("000000")) return 8;
  if (gtin.startsWith("00")) return 12;
  return gtin.startsWith("0") ? 13 : 14;
}

/** A padded GTIN as it stands under its bars: `9521000000018`. */
export const printedGtin = (gtin: string): string => gtin.slice(-gtinKind(gtin));

/** From a number that GS1 keeps for demonstrations and examples (prefix 952), so that no shelf holds it. */
export const isDemonstrationGtin = (gtin: string): boolean => prefixOf(gtin) === 952;

/** A Global Location Number as written by `plainDigits`: 13 digits with a right check digit. */
export const isGln = (digits: string): boolean => /^\d{13}$/.test(digits) && hasCheckDigit(digits);

/** Of digits that end with one: GTINs of every kind, GLNs and SSCCs. */
export const hasCheckDigit = (digits: string): boolean => checkDigit(digits.slice(0, -1)) === Number(digits.at(-1));

/** What follows these digits: weights 3, 1, 3, … from the right, and what is missing to a full ten. */
export function checkDigit(digits: string): number {
  let sum = 0;
  for (let place = 1; place <= digits.length; place++) sum += Number(digits.at(-place)) * (place % 2 === 1 ? 3 : 1);
  return (10 - (sum % 10)) % 10;
}

/** Without spaces, dashes and marks that cannot be seen, in digits that computers read. */
export const plainDigits = (text: string): string => latinDigits(text).replace(/[\p{Cf}\p{Z}\p{Pd}\s]/gu, "");

const isGtinLength = (length: number): length is GtinKind => (gtinKinds as readonly number[]).includes(length);

/** The GS1 prefix, of a GTIN-8 the GS1-8 prefix: its first three digits. */
const prefixOf = (gtin: string): number => Number(gtinKind(gtin) === 8 ? gtin.slice(6, 9) : gtin.slice(1, 4));

/** Numbers of restricted circulation: prefixes 020 to 029, 040 to 049, 200 to 299; of 8 digits 000 to 099, 200 to 299. */
function isRestricted(gtin: string): boolean {
  const prefix = prefixOf(gtin);
  if (prefix >= 200 && prefix <= 299) return true;
  if (gtinKind(gtin) === 8) return prefix <= 99;
  return (prefix >= 20 && prefix <= 29) || (prefix >= 40 && prefix <= 49);
}

function wrong(problem: GtinProblem, params: Readonly<Record<string, number>> = {}) {
  return { gtin: null, problem, params } as const;
}

/** Spreadsheets drop zeros in front. One number in ten is right by chance, so this is only ever suggested. */
function withZeros(digits: string): { suggestion?: string } {
  if (digits.length < 9 || digits.length > 11) return {};
  const padded = digits.padStart(12, "0");
  return readGtin(padded).problem === null ? { suggestion: padded } : {};
}
