import { latinDigits } from "#base/digits.ts";

// The check digit that all GS1 numbers share, and the GLN, which needs nothing else. Separate from the GTIN (gtin.ts),
// whose ranges and spellings no retailer needs. GS1 General Specifications, section 7.9.1.

/** A Global Location Number as `plainDigits` returns it: 13 digits with a correct check digit. */
export const isGln = (digits: string): boolean => /^\d{13}$/.test(digits) && hasCheckDigit(digits);

/** For digits that end with one: GTINs of every kind, GLNs and SSCCs. */
export const hasCheckDigit = (digits: string): boolean => checkDigit(digits.slice(0, -1)) === Number(digits.at(-1));

/**
 * The check digit for these digits: the sum with weights 3, 1, 3, … from the right, subtracted from the next multiple
 * of 10.
 */
export function checkDigit(digits: string): number {
  let sum = 0;
  for (let place = 1; place <= digits.length; place++) sum += Number(digits.at(-place)) * (place % 2 === 1 ? 3 : 1);
  return (10 - (sum % 10)) % 10;
}

/**
 * Removes spaces, dashes, invisible marks, and the apostrophe that makes a number a text in a spreadsheet. Converts all
 * digits to 0 to 9.
 */
export const plainDigits = (text: string): string =>
  latinDigits(text)
    .replace(/[\p{Cf}\p{Z}\p{Pd}\s]/gu, "")
    .replace(/^['’](?=\d)/, "");
