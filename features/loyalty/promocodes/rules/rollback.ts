import { allocate, remainingOf } from "#base/allocation.ts";
import type { FundingAmounts } from "#features/loyalty/promocodes/rules/facts.ts";

// What is given back when a part of a redeemed order is returned. A line keeps the part of its amounts that belongs to
// what is still bought, so any sequence of returns ends at exactly zero and none gives back more than was given.

/** The amounts of a line of a redemption. `baseMinor` is its value at shelf prices, before discounts. */
export type RedeemedLine = FundingAmounts & {
  readonly number: number;
  readonly quantity: number;
  readonly baseMinor: number;
  readonly discountMinor: number;
  readonly cashbackMinor: number;
};

/** What was given back of a line, or is left of it. */
export type LinePart = Omit<RedeemedLine, "quantity">;

export type Rollback = {
  readonly lines: readonly LinePart[];
  readonly discountMinor: number;
  readonly cashbackMinor: number;
  /** By how much the budget's use falls: the shares of brand, retailer and platform. */
  readonly costMinor: number;
  /** Nothing is left of the redemption: its use, its code and its receipt are free again. */
  readonly isWhole: boolean;
};

/** What to give back: whole lines or units of them, an amount of the order's value at shelf prices, or everything. */
export type RollbackRequest =
  | { readonly kind: "all" }
  | { readonly kind: "lines"; readonly lines: readonly { readonly number: number; readonly quantity: number | null }[] }
  | { readonly kind: "amount"; readonly amountMinor: number };

/** `unknown_line`: not a line of the redemption. */
export type RollbackProblem = "already_rolled_back" | "unknown_line" | "exceeds_remaining";

const parts = ["baseMinor", "discountMinor", "cashbackMinor", "brandMinor", "retailerMinor", "platformMinor"] as const;
const sumOf = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** What is left of each line after these rollbacks. */
export const linesLeft = (
  lines: readonly RedeemedLine[],
  rollbacks: readonly Pick<Rollback, "lines">[],
): RedeemedLine[] =>
  lines.map((line) => {
    const given = rollbacks.flatMap((each) => each.lines.filter(({ number }) => number === line.number));
    const left = parts.map((part) => [part, line[part] - sumOf(given.map((each) => each[part]))]);
    return { ...line, ...(Object.fromEntries(left) as Pick<RedeemedLine, (typeof parts)[number]>) };
  });

/** What to give back of each line, after earlier rollbacks; or why that isn't possible. */
export function rollBack(
  lines: readonly RedeemedLine[],
  rollbacks: readonly Pick<Rollback, "lines">[],
  request: RollbackRequest,
): Rollback | RollbackProblem {
  const left = linesLeft(lines, rollbacks);
  const isOver = rollbacks.length > 0 && left.every((line) => parts.every((part) => line[part] === 0));
  if (isOver) return "already_rolled_back";
  const returned = returnedBases(lines, left, request);
  if (typeof returned === "string") return returned;
  const given = lines.flatMap((line, place): LinePart[] => {
    const part = givenBack(line, left[place]!, returned[place]!);
    return parts.every((name) => part[name] === 0) ? [] : [part];
  });
  const after = linesLeft(left, [{ lines: given }]);
  return {
    lines: given,
    discountMinor: sumOf(given.map(({ discountMinor }) => discountMinor)),
    cashbackMinor: sumOf(given.map(({ cashbackMinor }) => cashbackMinor)),
    costMinor: sumOf(given.flatMap(sharesOf)),
    isWhole: after.every(({ baseMinor }) => baseMinor === 0),
  };
}

/** How much of the value of each line is returned. */
function returnedBases(
  lines: readonly RedeemedLine[],
  left: readonly RedeemedLine[],
  request: RollbackRequest,
): number[] | RollbackProblem {
  const bases = left.map(({ baseMinor }) => baseMinor);
  if (request.kind === "all") return bases;
  if (request.kind === "amount") {
    const { amountMinor } = request;
    if (!Number.isSafeInteger(amountMinor) || amountMinor < 1) throw new RangeError(`can’t roll back ${amountMinor}`);
    return amountMinor > sumOf(bases) ? "exceeds_remaining" : allocate(amountMinor, bases);
  }
  const returned = lines.map(() => 0);
  for (const { number, quantity } of request.lines) {
    const place = lines.findIndex((line) => line.number === number);
    const line = lines[place];
    if (line === undefined) return "unknown_line";
    if (quantity !== null && (!Number.isSafeInteger(quantity) || quantity < 1))
      throw new RangeError(`can’t return ${quantity} units`);
    if (quantity !== null && quantity > line.quantity) return "exceeds_remaining";
    returned[place]! += quantity === null ? bases[place]! : (line.baseMinor / line.quantity) * quantity;
    if (returned[place]! > bases[place]!) return "exceeds_remaining";
  }
  return returned;
}

const sharesOf = ({ brandMinor, retailerMinor, platformMinor }: FundingAmounts) => [
  brandMinor,
  retailerMinor,
  platformMinor,
];

/** The difference between what belongs to the value before and after. What the cost falls by is split by the shares. */
function givenBack(line: RedeemedLine, left: RedeemedLine, returnedMinor: number): LinePart {
  const baseLeft = left.baseMinor - returnedMinor;
  const discountMinor = left.discountMinor - remainingOf(line.discountMinor, line.baseMinor, baseLeft);
  const cashbackMinor = left.cashbackMinor - remainingOf(line.cashbackMinor, line.baseMinor, baseLeft);
  const shares = sharesOf(left);
  const costLeft = remainingOf(sumOf(sharesOf(line)), line.baseMinor, baseLeft);
  const [brandMinor, retailerMinor, platformMinor] = allocate(sumOf(shares) - costLeft, shares);
  return {
    number: line.number,
    baseMinor: returnedMinor,
    discountMinor,
    cashbackMinor,
    brandMinor: brandMinor!,
    retailerMinor: retailerMinor!,
    platformMinor: platformMinor!,
  };
}
