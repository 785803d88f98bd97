import { expect, test } from "vitest";
import { rangeOf } from "#web/ui/chartRange.ts";

test("the ticks are round whole numbers around the values, and below zero only if a value is", () => {
  expect(rangeOf([43, 49, 45]).ticks).toEqual([42, 44, 46, 48, 50]);
  expect(rangeOf([77_940, 81_200]).ticks).toEqual([77_000, 78_000, 79_000, 80_000, 81_000, 82_000]);
  expect(rangeOf([0, 1]).ticks).toEqual([0, 1]);
  expect(rangeOf([0, 0]).ticks).toEqual([0, 1]);
  expect(rangeOf([7]).ticks).toEqual([6, 7, 8]);
  expect(rangeOf([-12, 40]).ticks).toEqual([-20, 0, 20, 40]);
  expect(rangeOf([]).ticks).toEqual([0, 1]);
});

test("the lowest tick is at the foot and the highest at the top; unknown values are left out", () => {
  const { partOf, ticks } = rangeOf([null, 10, 14]);
  expect([partOf(ticks[0]!), partOf(ticks.at(-1)!), partOf(12)]).toEqual([0, 1, 0.5]);
});
