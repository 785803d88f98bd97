import { describe, expect, it, test } from "vitest";
import { allocate, remainingOf, shareOf } from "#base/allocation.ts";
import { dice } from "#base/testing/dice.ts";

const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0);

describe("a share", () => {
  test.each([
    [1999, 250, 50],
    [1, 50, 0],
    [99_999, 375, 3750],
    [4448, 2000, 890],
    [1000, 1500, 150],
    [13_344, 1250, 1668],
    [9_007_199_254_740_991, 10_000, 9_007_199_254_740_991],
  ])("of %i at %i basis points is %i", (amount, bps, share) => expect(shareOf(amount, bps)).toBe(share));
});

describe("an amount", () => {
  test.each([
    [1000, [1, 1, 1], [334, 333, 333]],
    [1000, [333, 333, 334], [333, 333, 334]],
    [890, [1299, 450, 2599, 100], [260, 90, 520, 20]],
    [1000, [1299, 450, 2599, 100], [292, 101, 584, 23]],
    [777, [1299, 450, 2599, 100], [227, 79, 454, 17]],
    [150, [333, 333, 334], [50, 50, 50]],
    [1668, [12_345, 999], [1543, 125]],
    [889, [70, 20, 10], [622, 178, 89]],
    [1, [70, 20, 10], [1, 0, 0]],
    [0, [0, 0], [0, 0]],
  ])("of %i by %j is split into %j", (amount, weights, parts) => expect(allocate(amount, weights)).toEqual(parts));

  it("is split without losing a unit, and no part is more than one off its exact share", () => {
    const roll = dice(7);
    for (let turn = 0; turn < 2000; turn++) {
      const weights = Array.from({ length: 1 + roll(12) }, () => roll(100_000));
      weights[0]! += 1;
      const amount = roll(2 ** 31);
      const parts = allocate(amount, weights);
      expect(sum(parts)).toBe(amount);
      const total = sum(weights);
      for (const [index, part] of parts.entries())
        expect(Math.abs(part - (amount * weights[index]!) / total)).toBeLessThan(1);
    }
  });

  test.each([
    [-1, [1, 1]],
    [1.5, [1, 1]],
    [2 ** 53, [1, 1]],
    [1, [2, -1]],
  ])("is refused where it isn't whole and exact: %d by %j", (amount, weights) =>
    expect(() => allocate(amount, weights)).toThrow(RangeError),
  );

  it("can't be given to nobody", () => expect(() => allocate(5, [0, 0])).toThrow(RangeError));
});

describe("what remains after returns", () => {
  it("is taken back in parts that add up", () => {
    const left = (amount: number, base: number, returns: readonly number[]) => {
      let rest = base;
      return returns.map((returned) => {
        const before = remainingOf(amount, base, rest);
        rest -= returned;
        return before - remainingOf(amount, base, rest);
      });
    };
    expect(left(500, 3897, [1299, 1299, 1299])).toEqual([167, 166, 167]);
    expect(left(97, 3897, [1299, 1299, 1299])).toEqual([32, 33, 32]);
    expect(left(500, 3897, [2598, 1299])).toEqual([333, 167]);
    expect(left(97, 3897, [2598, 1299])).toEqual([65, 32]);
  });

  it("never rises, and ends at 0, for any amounts and any sequence of returns", () => {
    const roll = dice(11);
    for (let turn = 0; turn < 2000; turn++) {
      const base = 1 + roll(1_000_000);
      const amount = roll(base + 1);
      let [rest, before] = [base, amount];
      while (rest > 0) {
        rest -= 1 + roll(rest);
        const now = remainingOf(amount, base, rest);
        expect(now).toBeLessThanOrEqual(before);
        expect(now).toBeGreaterThanOrEqual(0);
        before = now;
      }
      expect(before).toBe(0);
    }
  });

  it("is nothing where nothing was paid", () => expect(remainingOf(0, 0, 0)).toBe(0));
});
