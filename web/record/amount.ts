import { latinDigits } from "#base/digits.ts";
import { minorDigitsByCurrency } from "#base/money.ts";
import { writeAmount } from "#base/writeAmount.ts";

/** An amount as users type it; `null` if it is empty, `undefined` if it is not an amount with so many decimals. */
export function parseAmount(text: string, decimals: number): number | null | undefined {
  const latin = latinDigits(text).trim();
  if (latin === "") return null;
  const [, grouped, fraction = ""] = amountPattern.exec(latin) ?? [];
  if (grouped === undefined || fraction.length > decimals) return undefined;
  const minor = Number(`${grouped.replace(/\D/g, "")}${fraction.padEnd(decimals, "0")}`);
  return Number.isSafeInteger(minor) ? minor : undefined;
}

/**
 * The last group has three digits, those before it two or three (`10,00,000`). `2,5` is not 25: users who type it mean
 * 2.5.
 */
const amountPattern = /^(\d+|\d{1,3}(?:[\s',٬]\d{2,3})*[\s',٬]\d{3})(?:[.٫](\d*))?$/;

/** `AED 10,000.00`; without a currency only the figure, with two decimals. */
export const amountText = (minor: number, currency: string): string =>
  `${currency} ${writeAmount(minor, minorDigitsByCurrency.get(currency) ?? 2)}`.trim();

/** `1,250.50`, `1,250.500`, `1,250`: shows the grouping and the number of decimals. */
export const amountExample = (decimals: number): string => writeAmount(Math.floor(1250.5 * 10 ** decimals), decimals);

/** The same figure in the minor units of another currency: 12.50 stays 12.50, whether that is 1250 or 12500. */
export const rescaleAmount = (minor: number, { from, to }: { from: number; to: number }): number =>
  Math.round(minor * 10 ** (to - from));
