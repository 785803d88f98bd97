import { allocate, remainingOf, shareOf } from "#base/allocation.ts";
import type { FundingAmounts } from "#features/loyalty/promocodes/rules/facts.ts";
import type { Effect, Funding } from "#features/loyalty/promocodes/rules/terms.ts";

// The amounts of each effect in whole minor units. A total is rounded once, limited, and then split over the lines.

/** A line to which an effect may apply. `restMinor` is what the promocodes before it left. */
export type RestLine = {
  readonly productId: string | null;
  readonly quantity: number;
  readonly unitMinor: number;
  readonly restMinor: number;
};

const sumOf = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const atMost = (amount: number, max: number | null) => (max === null ? amount : Math.min(amount, max));

/** The discount of each line, in their order. Never more than a line's rest. Cashback is no discount. */
export function discounts(effect: Effect, lines: readonly RestLine[]): number[] {
  const rests = lines.map(({ restMinor }) => restMinor);
  switch (effect.kind) {
    case "percent":
      return allocate(atMost(shareOf(sumOf(rests), effect.bps), effect.maxMinor), rests);
    case "fixed":
      return allocate(Math.min(effect.amountMinor, sumOf(rests)), rests);
    case "item": {
      const chosen = cheapest(lines, (line) => isOf(effect.productIds, line), effect.quantity);
      const values = valuesOf(lines, chosen);
      return allocate(shareOf(sumOf(values), effect.bps), values);
    }
    case "cheapestFree": {
      const groups = Math.floor(sumOf(lines.map(({ quantity }) => quantity)) / effect.groupSize);
      return valuesOf(
        lines,
        cheapest(lines, () => true, atMost(groups, effect.timesMax) * effect.freeUnits),
      );
    }
    case "bundle":
      return bundleDiscounts(effect, lines);
    case "cashback":
      return lines.map(() => 0);
  }
}

const isOf = (productIds: readonly string[], { productId }: RestLine) =>
  productId !== null && productIds.includes(productId);

/** How many units of each line are taken when the cheapest come first, and among equals those of the first line. */
const cheapest = (lines: readonly RestLine[], isEligible: (line: RestLine) => boolean, units: number) =>
  taken(lines, isEligible, units, (one, other) => one.unitMinor - other.unitMinor);

function taken(
  lines: readonly RestLine[],
  isEligible: (line: RestLine) => boolean,
  units: number,
  order: (one: RestLine, other: RestLine) => number,
): number[] {
  const counts = lines.map(() => 0);
  let left = units;
  const sorted = [...lines.entries()].filter(([, line]) => isEligible(line));
  for (const [place, { quantity }] of sorted.sort(([, one], [, other]) => order(one, other))) {
    counts[place] = Math.min(quantity, left);
    left -= counts[place];
  }
  return counts;
}

/** What so many units of each line are worth now: their part of its rest. */
const valuesOf = (lines: readonly RestLine[], counts: readonly number[]): number[] =>
  lines.map(
    ({ restMinor, quantity }, place) => restMinor - remainingOf(restMinor, quantity, quantity - counts[place]!),
  );

/**
 * The dearest units of each part make the bundles. As many bundles as save the most: after the dearest units, one more
 * may cost less than its price.
 */
function bundleDiscounts(
  { parts, priceMinor, timesMax }: Effect & { kind: "bundle" },
  lines: readonly RestLine[],
): number[] {
  const available = parts.map(({ productIds, quantity }) =>
    Math.floor(sumOf(lines.filter((line) => isOf(productIds, line)).map((line) => line.quantity)) / quantity),
  );
  const dearest = (one: RestLine, other: RestLine) => other.unitMinor - one.unitMinor;
  let best = { saved: 0, values: lines.map(() => 0) };
  for (let times = 1; times <= atMost(Math.min(...available), timesMax); times++) {
    const counts = parts.map(({ productIds, quantity }) =>
      taken(lines, (line) => isOf(productIds, line), quantity * times, dearest),
    );
    const values = valuesOf(
      lines,
      lines.map((_, place) => sumOf(counts.map((each) => each[place]!))),
    );
    const saved = sumOf(values) - priceMinor * times;
    if (saved > best.saved) best = { saved, values };
  }
  return allocate(best.saved, best.values);
}

/**
 * Who pays for the cost of each line. The shares of the total are exact to the unit, and the lines add up to them:
 * each line is split by what is left of the shares.
 */
export function fundingOf({ brandBps, retailerBps, platformBps }: Funding, costs: readonly number[]): FundingAmounts[] {
  let left = allocate(sumOf(costs), [brandBps, retailerBps, platformBps]);
  return costs.map((cost) => {
    if (cost === 0) return { brandMinor: 0, retailerMinor: 0, platformMinor: 0 };
    const parts = allocate(cost, left);
    left = left.map((amount, place) => amount - parts[place]!);
    return { brandMinor: parts[0]!, retailerMinor: parts[1]!, platformMinor: parts[2]! };
  });
}
