import { expect, test } from "vitest";
import { writeAmount } from "#base/writeAmount.ts";
import { parseAmount, rescaleAmount } from "#web/record/amount.ts";

test.each([
  ["10000", 2, 1_000_000],
  ["10,000.5", 2, 1_000_050],
  ["10 000.50", 2, 1_000_050],
  ["12.500", 3, 12_500],
  ["1250", 0, 1250],
  ["١٠٬٠٠٠٫٥٠", 2, 1_000_050],
  ["۱۲", 2, 1200],
  ["7.", 2, 700],
  [" 1\u202f250'000.5 ", 2, 125_000_050],
  ["10,00,000", 2, 100_000_000],
  ["", 2, null],
  ["  ", 2, null],
])("reads %j with %i decimals as %j minor units", (text, decimals, minor) => {
  expect(parseAmount(text, decimals)).toBe(minor);
});

test.each([
  ["12.345", 2],
  ["12.5", 0],
  ["-5", 2],
  ["1.2.3", 2],
  ["2,5", 2],
  ["12,50", 2],
  ["1,2345", 2],
  ["1,,000", 2],
  ["٢٬٥", 2],
  ["ten", 2],
  ["99999999999999999", 2],
])("does not guess the meaning of %j with %i decimals", (text, decimals) => {
  expect(parseAmount(text, decimals)).toBeUndefined();
});

test("formats what it parses", () => {
  expect(writeAmount(1_000_050, 2)).toBe("10,000.50");
  expect(writeAmount(5, 3)).toBe("0.005");
  expect(writeAmount(1250, 0)).toBe("1,250");
  for (const minor of [0, 7, 1_234_567_890]) expect(parseAmount(writeAmount(minor, 2), 2)).toBe(minor);
});

test("keeps the figure when the currency changes", () => {
  expect(rescaleAmount(1250, { from: 2, to: 3 })).toBe(12_500);
  expect(rescaleAmount(1250, { from: 2, to: 0 })).toBe(13);
});
