import { expect, it } from "vitest";
import { basketOf, candidateOf, factsOf, idOf, productsOf, randomEffect } from "#api/testing/promocodeFactory.ts";
import { dice } from "#base/testing/dice.ts";
import { evaluate } from "#features/loyalty/promocodes/rules/evaluate.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";

// The same amounts, computed another way: unit by unit and by fractions, sharing no code with the rules.

type ModelLine = {
  readonly price: number;
  readonly units: number;
  readonly brand: string;
  readonly rateBps: number;
  readonly maxBps: number;
};

/** Rounds a fraction half up. Small amounts only: the numerator must be exact. */
const half = (numerator: number, denominator: number) => Math.floor((2 * numerator + denominator) / (2 * denominator));

/** Gives out units one at a time to the part that is furthest below its exact share. */
function split(total: number, weights: number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const parts = weights.map((weight) => (sum === 0 ? 0 : Math.floor((total * weight) / sum)));
  while (parts.reduce((all, part) => all + part, 0) < total) {
    let neediest = 0;
    const shortfall = (place: number) => total * weights[place]! - parts[place]! * sum;
    for (let place = 1; place < weights.length; place++) if (shortfall(place) > shortfall(neediest)) neediest = place;
    parts[neediest]! += 1;
  }
  return parts;
}

/** Every unit of these lines, cheapest first; the number of units taken of each line. */
function cheapestUnits(lines: ModelLine[], places: number[], count: number): number[] {
  const all = places.flatMap((place) => Array.from({ length: lines[place]!.units }, () => place));
  const chosen = all.sort((one, other) => lines[one]!.price - lines[other]!.price || one - other).slice(0, count);
  return lines.map((_, place) => chosen.filter((each) => each === place).length);
}

function modelDiscounts({ effect }: Terms, lines: ModelLine[], eligible: number[], rest: number[]): number[] {
  const inScope = lines.map((_, place) => (eligible.includes(place) ? rest[place]! : 0));
  const whole = inScope.reduce((all, amount) => all + amount, 0);
  const worth = (counts: number[]) =>
    counts.map((count, place) => {
      const { units } = lines[place]!;
      return rest[place]! - half(rest[place]! * (units - count), units);
    });
  if (effect.kind === "percent")
    return split(Math.min(half(whole * effect.bps, 10_000), effect.maxMinor ?? Infinity), inScope);
  if (effect.kind === "fixed") return split(Math.min(effect.amountMinor, whole), inScope);
  if (effect.kind === "cheapestFree") {
    const units = eligible.reduce((all, place) => all + lines[place]!.units, 0);
    const groups = Math.min((units - (units % effect.groupSize)) / effect.groupSize, effect.timesMax ?? Infinity);
    return worth(cheapestUnits(lines, eligible, groups * effect.freeUnits));
  }
  if (effect.kind === "item") {
    const places = [0, 2].filter((place) => place < lines.length);
    const values = worth(cheapestUnits(lines, places, effect.quantity));
    return split(half(values.reduce((all, value) => all + value, 0) * effect.bps, 10_000), values);
  }
  return lines.map(() => 0);
}

/** Discounts by priority, each on the rest; then the cashback that campaigns add, each on top of the ones before. */
function model(lines: ModelLine[], campaigns: { terms: Terms; brand: string | null }[]) {
  const rest = lines.map(({ price, units }) => price * units);
  const boosts = lines.map(() => 0);
  const eligibleOf = (brand: string | null) =>
    [...lines.keys()].filter((place) => brand === null || lines[place]!.brand === brand);
  const sorted = [...campaigns].sort((one, other) => other.terms.stacking.priority - one.terms.stacking.priority);
  for (const { terms, brand } of sorted) {
    const given = modelDiscounts(terms, lines, eligibleOf(brand), rest);
    for (const [place, amount] of given.entries()) rest[place]! -= amount;
  }
  const usual = lines.map(({ rateBps, maxBps }, place) => half(rest[place]! * Math.min(rateBps, maxBps), 10_000));
  const cashback = [...usual];
  for (const { terms, brand } of sorted) {
    if (terms.effect.kind !== "cashback") continue;
    const { bps, maxMinor } = terms.effect;
    const withRate = (place: number, added: number) => {
      const { rateBps, maxBps } = lines[place]!;
      return half(rest[place]! * Math.min(rateBps + added, maxBps), 10_000);
    };
    const scope = eligibleOf(brand);
    const added = lines.map((_, place) =>
      scope.includes(place) ? withRate(place, boosts[place]! + bps) - withRate(place, boosts[place]!) : 0,
    );
    for (const place of scope) boosts[place]! += bps;
    const sum = added.reduce((all, amount) => all + amount, 0);
    const limited = maxMinor !== null && sum > maxMinor ? split(maxMinor, added) : added;
    for (const [place, amount] of limited.entries()) cashback[place]! += amount;
  }
  return { rest, cashback };
}

it("agrees with a naive model on 1,500 random orders with up to three promocodes", () => {
  const roll = dice(41);
  const differences: unknown[] = [];
  let applied = 0;
  for (let turn = 0; turn < 1500; turn++) {
    const lines = Array.from({ length: 1 + roll(6) }, (): ModelLine => {
      const [price, units, brand] = [roll(2500), 1 + roll(4), `b${1 + roll(2)}`];
      return { price, units, brand, rateBps: roll(800), maxBps: 500 + roll(1500) };
    });
    const candidates = Array.from({ length: 1 + roll(3) }, (_, place) => {
      const effect = randomEffect(roll);
      // A free item is given whatever brand must be bought for it, so the model leaves that condition out.
      const brand = effect.kind === "item" || roll(2) === 0 ? null : `b${1 + roll(2)}`;
      const conditions = brand === null ? [] : [{ field: "brands", operator: "in", ids: [idOf(brand)] } as const];
      const terms = { effect, conditions: conditions.map((each) => ({ ...each, ids: [...each.ids] })) };
      return {
        brand,
        candidate: candidateOf({ name: `c${place}`, terms: { ...terms, stacking: { priority: place } } }),
      };
    });
    const products = productsOf(
      lines.map(({ brand, rateBps: bps, maxBps }) => ({
        brandId: idOf(brand),
        rate: { source: "product", bps, fixedMinor: null, maxBps, capMinor: null },
      })),
    );
    const facts = factsOf({ products, candidates: candidates.map(({ candidate }) => candidate) });
    const result = evaluate(facts, basketOf(lines.map(({ price, units }) => [price, units])));
    const campaigns = candidates
      .filter((_, place) => result.outcomes[place]?.applies)
      .map(({ candidate, brand }) => ({ terms: candidate.campaign!.terms, brand }));
    const expected = model(lines, campaigns);
    const actual = {
      rest: result.lines.map(({ paidMinor }) => paidMinor),
      cashback: result.lines.map(({ cashbackMinor }) => cashbackMinor),
    };
    // Those that don't apply give nothing: the model finds the same prices with them.
    const everyone = candidates.map(({ candidate, brand }) => ({ terms: candidate.campaign!.terms, brand }));
    if (JSON.stringify(model(lines, everyone).rest) !== JSON.stringify(actual.rest)) differences.push({ turn, lines });
    if (JSON.stringify(actual) !== JSON.stringify(expected))
      differences.push({ turn, lines, campaigns, actual, expected });
    applied += campaigns.length;
    for (const { effect } of result.outcomes) {
      const paidBy = (effect?.lines ?? []).reduce(
        (sum, line) => sum + line.brandMinor + line.retailerMinor + line.platformMinor,
        0,
      );
      if (effect && (paidBy !== effect.costMinor || effect.costMinor !== effect.discountMinor + effect.cashbackMinor))
        differences.push({ turn, effect });
    }
  }
  expect(differences).toEqual([]);
  expect(applied).toBeGreaterThan(1500);
});
