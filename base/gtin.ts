import { checkDigit, hasCheckDigit, plainDigits } from "#base/checkDigit.ts";
import { latinDigits } from "#base/digits.ts";

// GS1 numbers: products have a GTIN, locations a GLN (checkDigit.ts). Source: GS1 General Specifications, sections 1.4
// (prefixes), 2.1 (which trade items have which GTIN), 5.2 (UPC-E) and 7.9.1 (check digit). A prefix shows who issued a
// number, never where a product is made.

export const gtinKinds = [8, 12, 13, 14] as const;
/** How many digits a GTIN is printed with. */
export type GtinKind = (typeof gtinKinds)[number];

/** Why something can't be a brand's GTIN, in the order of the checks. */
export const gtinProblems = [
  /** `4.68E+11`: a spreadsheet has dropped the last digits, and they can't be recovered. */
  "gtin_scientific",
  "gtin_characters",
  "gtin_length",
  "gtin_check_digit",
  /** Eight digits that are valid both as UPC-E and as a shop's own number, so the meaning is unknown. */
  "gtin_ambiguous",
  /** Assigned inside a shop or a company, so that the same number means another product elsewhere. */
  "gtin_restricted",
  "gtin_coupon",
  "gtin_refund",
  /** GTIN-14 with indicator 9: the weight varies from pack to pack, so it identifies no consumer item. */
  "gtin_variable_measure",
] as const;
export type GtinProblem = (typeof gtinProblems)[number];

/** Reasons why a valid number is unlikely for a consumer product. */
export const gtinWarnings = [
  /** ISSN, ISBN or ISMN: a magazine, a book or printed music. */
  "gtin_publication",
  /** GTIN-14 with indicator 1 to 8: several items in one pack, which are scanned one by one at the till. */
  "gtin_pack",
] as const;
export type GtinWarning = (typeof gtinWarnings)[number];

export type GtinReading =
  | { readonly gtin: string; readonly kind: GtinKind; readonly problem: null; readonly warning?: GtinWarning }
  | {
      readonly gtin: null;
      readonly problem: GtinProblem;
      /** `digits`: the number of digits. `expected`: the correct check digit. */
      readonly params: Readonly<Record<string, number>>;
      /** A valid number that this one may be without its leading zeros; a user must decide. */
      readonly suggestion?: string;
    };

/**
 * Reads a GTIN in any common spelling: with spaces and dashes, invisible marks, digits of another script, UPC-E, and as
 * spreadsheets change it (`'6009000008030`, `6009000008030.0`). Returns it padded to 14 digits, its one stored form, or
 * the problem.
 */
export function readGtin(text: string): GtinReading {
  // The usual form; files contain hundreds of thousands of them.
  if (/^\d{8,14}$/.test(text)) return readDigits(text);
  if (/^\s*\d+([.,]\d+)?e\+?\d+\s*$/i.test(latinDigits(text))) return wrong("gtin_scientific");
  const digits = plainDigits(text).replace(/^(\d+)[.,٫]0+$/, "$1");
  return /^\d+$/.test(digits) ? readDigits(digits) : wrong("gtin_characters");
}

function readDigits(digits: string): GtinReading {
  if (!isGtinLength(digits.length)) return { ...wrong("gtin_length", { digits: digits.length }), ...withZeros(digits) };
  const expanded = digits.length === 8 ? expandUpcE(digits) : null;
  if (!hasCheckDigit(digits)) {
    // The check digit of UPC-E is that of the twelve digits it represents.
    if (expanded !== null) return checkRange(padGtin(expanded));
    return wrong("gtin_check_digit", { expected: checkDigit(digits.slice(0, -1)) });
  }
  // GTIN-8 never starts with a zero: these are a shop's own numbers, unless they are UPC-E.
  if (expanded !== null && digits.startsWith("0")) return wrong("gtin_ambiguous");
  return checkRange(padGtin(digits));
}

function checkRange(gtin: string): GtinReading {
  const kind = gtinKind(gtin);
  if (gtin.startsWith("9")) return wrong("gtin_variable_measure");
  const prefix = prefixOf(gtin);
  const range = (kind === 8 ? shortRanges : ranges).find(({ from, to }) => prefix >= from && prefix <= to);
  if (range?.problem) return wrong(range.problem);
  const warning = range?.warning ?? (kind === 14 ? "gtin_pack" : undefined);
  return { gtin, kind, problem: null, ...(warning ? { warning } : {}) };
}

type Range = {
  readonly from: number;
  readonly to: number;
  readonly problem?: GtinProblem;
  readonly warning?: GtinWarning;
};

/**
 * GS1 prefixes that consumer products do not have, or hardly ever. Source: GS1 General Specifications, section 1.4,
 * table of GS1 prefixes; 050 to 059 were coupons of GS1 US and are now reserved, 985 to 989 are unassigned.
 */
const ranges: readonly Range[] = [
  // Restricted circulation within a region, by its member organisation.
  { from: 20, to: 29, problem: "gtin_restricted" },
  // Restricted circulation within a company.
  { from: 40, to: 49, problem: "gtin_restricted" },
  { from: 50, to: 59, problem: "gtin_coupon" },
  { from: 200, to: 299, problem: "gtin_restricted" },
  // 977 ISSN, 978 ISBN, 979 ISBN and ISMN.
  { from: 977, to: 979, warning: "gtin_publication" },
  { from: 980, to: 980, problem: "gtin_refund" },
  // 981 to 984 coupons of one currency area, 990 to 999 coupons.
  { from: 981, to: 999, problem: "gtin_coupon" },
];

/** GS1-8 prefixes, for numbers with eight digits. Source: as above, table of GS1-8 prefixes. */
const shortRanges: readonly Range[] = [
  { from: 0, to: 99, problem: "gtin_restricted" },
  { from: 200, to: 299, problem: "gtin_restricted" },
];

/**
 * The twelve digits of a UPC-E, or null if it is not valid UPC-E. Its last digit before the check digit says
 * where zeros were left out; numbers that another pattern would print are not valid. Source: GS1 General
 * Specifications, section 5.2 (UPC-E barcodes), ISO/IEC 15420. Number system 1 is not in the GS1 standard but in use:
 * it counts where GTIN-8 is not valid.
 */
export function expandUpcE(digits: string): string | null {
  const [, system, a, b, c, d, e, pattern, check] = /^([01])(\d)(\d)(\d)(\d)(\d)(\d)(\d)$/.exec(digits) ?? [];
  if (system === undefined) return null;
  const body = zerosPutBack([a!, b!, c!, d!, e!], Number(pattern));
  if (body === null) return null;
  const expanded = `${system}${body}${check}`;
  return hasCheckDigit(expanded) ? expanded : null;
}

function zerosPutBack([a, b, c, d, e]: readonly [string, string, string, string, string], pattern: number) {
  if (pattern <= 2) return `${a}${b}${pattern}0000${c}${d}${e}`;
  if (pattern === 3) return c > "2" ? `${a}${b}${c}00000${d}${e}` : null;
  if (pattern === 4) return d > "0" ? `${a}${b}${c}${d}00000${e}` : null;
  return e > "0" ? `${a}${b}${c}${d}${e}0000${pattern}` : null;
}

/** Headers of GTIN columns in files, the likeliest first; compared without case, spaces and punctuation. */
export const gtinHeaders = [
  "gtin",
  "code",
  "barcode",
  "barcode_id",
  "barcode_no",
  "barcode_number",
  "product_barcode",
  "item_barcode",
  "gtin13",
  "gtin14",
  "gtin12",
  "gtin8",
  "gtin_code",
  "ean",
  "ean13",
  "ean8",
  "ean_code",
  "ean_upc",
  "upc",
  "upc_a",
  "upc12",
  "upc_code",
  "upc_ean",
  "الباركود",
  "رقم الباركود",
] as const;

/** Pads to 14 digits with leading zeros, so that each number has one spelling: `95210018` is `00000095210018`. */
export const padGtin = (digits: string): string => digits.padStart(14, "0");

/**
 * The number of digits that a padded GTIN is printed with. The zeros determine it: no GTIN-13 begins with a zero (it
 * would be a GTIN-12), and none is a GTIN-8 with leading zeros.
 */
export function gtinKind(gtin: string): GtinKind {
  if (gtin.startsWith("000000")) return 8;
  if (gtin.startsWith("00")) return 12;
  return gtin.startsWith("0") ? 13 : 14;
}

/** A padded GTIN as it is printed under the barcode: `9521000000018`. */
export const printedGtin = (gtin: string): string => gtin.slice(-gtinKind(gtin));

/** Whether GS1 reserves the number for demonstrations and examples (prefix 952), so that no real product has it. */
export const isDemonstrationGtin = (gtin: string): boolean => prefixOf(gtin) === 952;

const isGtinLength = (length: number): length is GtinKind => (gtinKinds as readonly number[]).includes(length);

/** The GS1 prefix, or for a GTIN-8 the GS1-8 prefix: its first three digits. */
const prefixOf = (gtin: string): number => Number(gtinKind(gtin) === 8 ? gtin.slice(6, 9) : gtin.slice(1, 4));

function wrong(problem: GtinProblem, params: Readonly<Record<string, number>> = {}) {
  return { gtin: null, problem, params } as const;
}

/**
 * Spreadsheets drop leading zeros of the twelve digits of a UPC-A. One number in ten is valid by chance, so this is
 * only ever suggested, and never with three or more added zeros.
 */
function withZeros(digits: string): { suggestion?: string } {
  if (digits.length !== 10 && digits.length !== 11) return {};
  const padded = digits.padStart(12, "0");
  return readGtin(padded).problem === null ? { suggestion: padded } : {};
}
