import { latinDigits } from "#base/digits.ts";

// What all numbers of GS1 have in common, and the GLN, which is nothing more. Apart from the GTIN (gtin.ts), whose ranges
// and spellings no retailer needs. GS1 General Specifications, section 7.9.1.

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

/**
 * Without spaces, dashes, marks that cannot be seen, and the apostrophe that makes a number a text in a spreadsheet, in
 * digits that computers read.
 */
export const plainDigits = (text: string): string =>
  latinDigits(text)
    .replace(/[\p{Cf}\p{Z}\p{Pd}\s]/gu, "")
    .replace(/^['’](?=\d)/, "");
