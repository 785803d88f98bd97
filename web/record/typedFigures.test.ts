import { expect, test } from "vitest";
import { typedBps, typedCount } from "#web/record/typedFigures.ts";

test("percentages are read in any digits, and never as ten times as much", () => {
  for (const text of ["2.5", "2,5", "٢٫٥", "2.50 %", "٢٫٥٪"]) expect(typedBps(text)).toBe(250);
  expect([typedBps(""), typedBps("0"), typedBps("100")]).toEqual([null, 0, 10_000]);
  for (const text of ["100.01", "-3", "2.555", "five"]) expect(typedBps(text)).toBeUndefined();
});

test("a count is a whole number, or rejected", () => {
  expect([typedCount(" "), typedCount("٤"), typedCount("12")]).toEqual([null, 4, 12]);
  for (const text of ["-1", "1.5", "many"]) expect(typedCount(text)).toBeUndefined();
});
