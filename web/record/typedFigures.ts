import { latinDigits } from "#base/digits.ts";
import { parseAmount } from "#web/record/amount.ts";

// Figures as people type them, in the digits of any keyboard: null when nothing is typed, undefined when it is no such figure.

/** Percent as basis points. A comma has only one meaning here. */
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
