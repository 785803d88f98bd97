import { latinDigits } from "#base/digits.ts";
import { parseAmount } from "#web/record/amount.ts";

// Parses numbers as users type them, in any script's digits: null if the field is empty, undefined if the text is not
// valid.

/** A percentage as basis points. A comma can only be a decimal separator here. */
export function typedBps(text: string): number | null | undefined {
  const bps = parseAmount(text.replace(/[%٪]/g, "").replace(/[,٫]/, "."), 2);
  return typeof bps === "number" && bps > 10_000 ? undefined : bps;
}

/** A whole number. */
export function typedCount(text: string): number | null | undefined {
  const digits = latinDigits(text).trim();
  if (digits === "") return null;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}
