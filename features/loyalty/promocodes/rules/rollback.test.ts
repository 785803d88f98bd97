import { describe, expect, it, test } from "vitest";
import { dice } from "#base/testing/dice.ts";
import { fundingOf } from "#features/loyalty/promocodes/rules/effects.ts";
import {
  linesLeft,
  type RedeemedLine,
  rollBack,
  type Rollback,
  type RollbackRequest,
} from "#features/loyalty/promocodes/rules/rollback.ts";

const lineOf = (parts: Partial<RedeemedLine> = {}): RedeemedLine => ({
  number: 1,
  quantity: 3,
  baseMinor: 3897,
  discountMinor: 500,
  cashbackMinor: 97,
  brandMinor: 418,
  retailerMinor: 119,
  platformMinor: 60,
  ...parts,
});
const units = (quantity: number | null, number = 1): RollbackRequest => ({
  kind: "lines",
  lines: [{ number, quantity }],
});

/** Applies requests one after the other; fails on a problem. */
function inTurn(lines: readonly RedeemedLine[], requests: readonly RollbackRequest[]): Rollback[] {
  const done: Rollback[] = [];
  for (const request of requests) {
    const next = rollBack(lines, done, request);
    if (typeof next === "string") throw new Error(next);
    done.push(next);
  }
  return done;
}
const parts = ["baseMinor", "discountMinor", "cashbackMinor", "brandMinor", "retailerMinor", "platformMinor"] as const;

describe("what is given back", () => {
  test.each([
    [
      [1, 1, 1],
      [167, 166, 167],
      [32, 33, 32],
    ],
    [
      [2, 1],
      [333, 167],
      [65, 32],
    ],
  ])("for %j of three units is that of case 9", (returned, discounts, cashbacks) => {
    const done = inTurn(
      [lineOf()],
      returned.map((quantity) => units(quantity)),
    );
    expect(done.map(({ discountMinor }) => discountMinor)).toEqual(discounts);
    expect(done.map(({ cashbackMinor }) => cashbackMinor)).toEqual(cashbacks);
    expect(done.map(({ isWhole }) => isWhole)).toEqual(returned.map((_, place) => place === returned.length - 1));
  });

  it("for an amount is split by what the lines have left", () => {
    const lines = [lineOf({ baseMinor: 1000, quantity: 1 }), lineOf({ number: 2, baseMinor: 3000 })];
    const [, byAmount] = inTurn(lines, [units(null), { kind: "amount", amountMinor: 300 }]);
    expect(byAmount?.lines.map(({ number, baseMinor }) => [number, baseMinor])).toEqual([[2, 300]]);
    const [first] = inTurn(lines, [{ kind: "amount", amountMinor: 400 }]);
    expect(first?.lines.map(({ baseMinor }) => baseMinor)).toEqual([100, 300]);
  });

  it("for everything is what is left, whatever was given back before", () => {
    const [, rest] = inTurn([lineOf()], [units(1), { kind: "all" }]);
    expect(rest).toMatchObject({ discountMinor: 333, cashbackMinor: 65, isWhole: true });
  });

  it("of the cost is what the shares of brand, retailer and platform fall by", () => {
    const [first] = inTurn([lineOf()], [units(1)]);
    const [line] = first!.lines;
    expect(first?.costMinor).toBe(line!.brandMinor + line!.retailerMinor + line!.platformMinor);
    expect(first?.costMinor).toBe(199);
  });
});

test.each<[string, RollbackRequest[], string]>([
  ["more units than there are", [units(4)], "exceeds_remaining"],
  ["more units than are left", [units(2), units(2)], "exceeds_remaining"],
  ["one more than the amount that is left", [units(2), { kind: "amount", amountMinor: 1300 }], "exceeds_remaining"],
  ["a line that the redemption doesn’t have", [units(1, 7)], "unknown_line"],
  ["anything of a redemption that was given back whole", [{ kind: "all" }, { kind: "all" }], "already_rolled_back"],
])("%s can’t be given back", (_, requests, problem) => {
  const done = inTurn([lineOf()], requests.slice(0, -1));
  expect(rollBack([lineOf()], done, requests.at(-1)!)).toBe(problem);
});

test("a line that is named twice in one request is counted twice", () => {
  const request = (...quantities: number[]): RollbackRequest => ({
    kind: "lines",
    lines: quantities.map((quantity) => ({ number: 1, quantity })),
  });
  expect(rollBack([lineOf()], [], request(2, 1))).toMatchObject({ isWhole: true });
  expect(rollBack([lineOf()], [], request(2, 2))).toBe("exceeds_remaining");
});

test.each([0, -1, 1.5])("a return of %d units or minor units is a fault", (value) => {
  expect(() => rollBack([lineOf()], [], units(value))).toThrow(RangeError);
  expect(() => rollBack([lineOf()], [], { kind: "amount", amountMinor: value })).toThrow(RangeError);
});

/** A random redemption: up to four lines, free ones too, paid by one, two or three. */
function randomLines(roll: ReturnType<typeof dice>): RedeemedLine[] {
  const scale = [10, 1000, 2 ** 31][roll(3)]!;
  const lines = Array.from({ length: 1 + roll(4) }, (_, place) => {
    const [quantity, unitMinor] = [1 + roll(5), roll(scale)];
    const baseMinor = quantity * unitMinor;
    const discountMinor = roll(baseMinor + 1);
    return {
      number: place + 1,
      quantity,
      baseMinor,
      discountMinor,
      cashbackMinor: roll(baseMinor - discountMinor + 1),
    };
  });
  const brandBps = roll(10_001);
  const retailerBps = roll(10_001 - brandBps);
  const funding = fundingOf(
    { brandBps, retailerBps, platformBps: 10_000 - brandBps - retailerBps },
    lines.map(({ discountMinor, cashbackMinor }) => discountMinor + cashbackMinor),
  );
  return lines.map((line, place) => ({ ...line, ...funding[place]! }));
}

function randomRequest(roll: ReturnType<typeof dice>, left: readonly RedeemedLine[]): RollbackRequest {
  const base = left.reduce((sum, { baseMinor }) => sum + baseMinor, 0);
  const kind = roll(8);
  if (kind === 0 || base === 0) return { kind: "all" };
  if (kind < 4) return { kind: "amount", amountMinor: 1 + roll(Math.min(base, 2 ** 31)) };
  const { number, quantity } = left[roll(left.length)]!;
  return units(kind === 4 ? null : 1 + roll(quantity), number);
}

it("ends at exactly zero, never rises and never exceeds what was given, in 10,000 random sequences", () => {
  const roll = dice(23);
  const faults: unknown[] = [];
  let rollbacks = 0;
  for (let turn = 0; turn < 10_000; turn++) {
    const lines = randomLines(roll);
    const done: Rollback[] = [];
    let left = linesLeft(lines, done);
    for (let step = 0; left.some(({ baseMinor }) => baseMinor > 0); step++) {
      const next = rollBack(lines, done, step < 6 ? randomRequest(roll, left) : { kind: "all" });
      if (typeof next === "string") continue;
      done.push(next);
      const after = linesLeft(lines, done);
      const isFalling = after.every((line, place) =>
        parts.every((part) => 0 <= line[part] && line[part] <= left[place]![part]),
      );
      if (!isFalling) faults.push({ turn, done });
      left = after;
    }
    if (left.some((line) => parts.some((part) => line[part] !== 0))) faults.push({ turn, left });
    rollbacks += done.length;
  }
  expect(faults).toEqual([]);
  expect(rollbacks).toBeGreaterThan(20_000);
});
