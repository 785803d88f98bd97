import { describe, expect, it, test } from "vitest";
import {
  basketOf,
  type CandidateParts,
  candidateOf,
  factsOf,
  idOf,
  now,
  productsOf,
} from "#api/testing/promocodeFactory.ts";
import { evaluate } from "#features/loyalty/promocodes/rules/evaluate.ts";
import { fundingOf } from "#features/loyalty/promocodes/rules/effects.ts";
import type { Basket, Facts } from "#features/loyalty/promocodes/rules/facts.ts";
import type { Condition, Effect } from "#features/loyalty/promocodes/rules/terms.ts";

const evaluateWith = (effect: Effect, basket: Basket, facts: Partial<Facts> = {}) => {
  const terms = { effect, currency: basket.currency };
  return evaluate(factsOf({ candidates: [candidateOf({ terms })], ...facts }), basket);
};
const lineDiscounts = ({ lines }: { lines: readonly { discountMinor: number }[] }) =>
  lines.map(({ discountMinor }) => discountMinor);
const rate = (bps: number) => ({ source: "product", bps, fixedMinor: null, maxBps: 10_000, capMinor: null });
const four = [1299, 450, 2599, 100];
const percent = (bps: number, maxMinor: number | null = null): Effect => ({ kind: "percent", bps, maxMinor });
const fixed = (amountMinor: number): Effect => ({ kind: "fixed", amountMinor });

// The cases of the table in the design: amounts in minor units.
describe("the amounts", () => {
  test.each([
    [1999, 250, 50],
    [1, 50, 0],
    [99_999, 375, 3750],
  ])("of cashback on %i at %i basis points are %i (case 1)", (price, bps, cashback) => {
    const facts = factsOf({ products: productsOf([{ rate: rate(bps) }]), candidates: [] });
    expect(evaluate(facts, basketOf([price])).cashbackMinor).toBe(cashback);
  });

  test.each<[string, string, Effect, number[], number[]]>([
    ["2", "GBP", fixed(1000), [1000, 1000, 1000], [334, 333, 333]],
    ["2, second part", "GBP", fixed(1000), [333, 333, 334], [333, 333, 334]],
    ["3", "GBP", percent(2000), four, [260, 90, 520, 20]],
    ["4", "GBP", percent(5000, 1000), four, [292, 101, 584, 23]],
    ["5", "GBP", percent(10_000), four, four],
    ["5, second part", "GBP", fixed(5000), four, four],
    ["6", "JPY", percent(1500), [333, 333, 334], [50, 50, 50]],
    ["7", "JOD", percent(1250), [12_345, 999], [1543, 125]],
  ])("are those of case %s, in %s", (_, currency, effect, prices, discounts) => {
    const { lines, discountMinor, baseMinor, paidMinor } = evaluateWith(effect, basketOf(prices, { currency }));
    expect(lineDiscounts({ lines })).toEqual(discounts);
    expect(discountMinor + paidMinor).toBe(baseMinor);
  });

  it("of cashback are on what is paid, in a currency with three decimals (case 7)", () => {
    const products = productsOf([{ rate: rate(375) }, { rate: rate(375) }]);
    const { lines } = evaluateWith(percent(1250), basketOf([12_345, 999], { currency: "JOD" }), { products });
    expect(lines.map(({ cashbackMinor }) => cashbackMinor)).toEqual([405, 33]);
  });

  it("of the second promocode are on what the first one leaves (case 8)", () => {
    const candidates = [
      candidateOf({ name: "fixed", terms: { effect: fixed(300), stacking: { priority: 1 } } }),
      candidateOf({ name: "percent", terms: { effect: percent(1000), stacking: { priority: 2 } } }),
    ];
    const { outcomes, lines } = evaluate(factsOf({ candidates }), basketOf([1000, 500]));
    expect(outcomes.map(({ effect }) => effect?.lines.map(({ discountMinor }) => discountMinor))).toEqual([
      [200, 100],
      [100, 50],
    ]);
    expect(lines.map(({ paidMinor }) => paidMinor)).toEqual([700, 350]);
  });

  test.each([
    [889, [622, 178, 89]],
    [1, [1, 0, 0]],
  ])("of %i that brand, retailer and platform share are split (case 10)", (cost, parts) => {
    const [line] = fundingOf({ brandBps: 7000, retailerBps: 2000, platformBps: 1000 }, [cost]);
    expect([line?.brandMinor, line?.retailerMinor, line?.platformMinor]).toEqual(parts);
  });

  it("above the largest exact number are refused, and nothing is computed", () => {
    const largest = Number.MAX_SAFE_INTEGER;
    const at = evaluateWith(percent(10_000), basketOf([largest - 1, 1]));
    expect(at.discountMinor).toBe(largest);
    const above = evaluateWith(percent(10_000), basketOf([largest, 1]));
    expect(above.outcomes[0]).toMatchObject({ applies: false, reason: "amount_too_large", effect: null });
    expect([above.lines, above.baseMinor]).toEqual([[], 0]);
    expect(evaluateWith(fixed(1), basketOf([[largest, 2]])).outcomes[0]?.reason).toBe("amount_too_large");
  });

  test.each([
    ["no units", { quantity: 0 }],
    ["half a unit", { quantity: 0.5 }],
    ["a price below zero", { unitMinor: -1 }],
    ["a price that isn’t exact", { unitMinor: 2 ** 53 }],
  ])("of a line with %s are a fault", (_, parts) => {
    const [line] = basketOf([100]).lines;
    expect(() => evaluate(factsOf(), basketOf([], { lines: [{ ...line!, ...parts }] }))).toThrow(RangeError);
  });
});

describe("an effect", () => {
  it("makes the cheapest units free, the first line among equals, up to its limit", () => {
    const effect = { kind: "cheapestFree", groupSize: 3, freeUnits: 1, timesMax: null } as const;
    const basket = basketOf([
      [500, 3],
      [300, 2],
      [300, 2],
    ]);
    expect(lineDiscounts(evaluateWith(effect, basket))).toEqual([0, 600, 0]);
    expect(lineDiscounts(evaluateWith({ ...effect, timesMax: 1 }, basket))).toEqual([0, 300, 0]);
    expect(evaluateWith(effect, basketOf([500, 300])).outcomes[0]?.reason).toBe("no_effect");
  });

  it("makes an item free or cheaper, for as many units as it says", () => {
    const effect: Effect = { kind: "item", productIds: [idOf("p2")], quantity: 2, bps: 10_000 };
    expect(lineDiscounts(evaluateWith(effect, basketOf([500, [299, 3]])))).toEqual([0, 598]);
    expect(lineDiscounts(evaluateWith({ ...effect, bps: 5000 }, basketOf([500, [299, 3]])))).toEqual([0, 299]);
    expect(evaluateWith(effect, basketOf([500])).outcomes[0]?.reason).toBe("no_effect");
  });

  it("sells the dearest units of a bundle for one price, as often as that is cheaper", () => {
    const parts = [
      { productIds: [idOf("p1"), idOf("p2")], quantity: 1 },
      { productIds: [idOf("p3")], quantity: 2 },
    ];
    const effect = { kind: "bundle", parts, priceMinor: 1000, timesMax: null } as const;
    // 900 + 2 × 300 for 1000; a second one would be 250 + 2 × 300, which costs less than 1000.
    expect(evaluateWith(effect, basketOf([900, 250, [300, 5]])).discountMinor).toBe(500);
    expect(lineDiscounts(evaluateWith(effect, basketOf([[900, 2], 250, [300, 5]])))).toEqual([600, 0, 400]);
    expect(evaluateWith({ ...effect, timesMax: 1 }, basketOf([[900, 2], 250, [300, 5]])).discountMinor).toBe(500);
    expect(evaluateWith(effect, basketOf([900, 250, 300])).outcomes[0]?.reason).toBe("no_effect");
  });

  it("adds cashback up to its own limit and what the retailer’s type allows", () => {
    const products = productsOf([{ rate: { ...rate(200), maxBps: 500 } }, { rate: rate(200) }]);
    const cashback = (maxMinor: number | null) =>
      evaluateWith({ kind: "cashback", bps: 1000, maxMinor }, basketOf([1000, 1000]), { products });
    const added = cashback(null);
    expect(added.lines.map(({ cashbackMinor }) => cashbackMinor)).toEqual([50, 120]);
    expect(added.outcomes[0]?.effect).toMatchObject({ discountMinor: 0, cashbackMinor: 130, costMinor: 130 });
    expect(cashback(13).lines.map(({ cashbackMinor }) => cashbackMinor)).toEqual([23, 30]);
  });

  it("adds cashback to a fixed amount for each unit, within its cap for a purchase", () => {
    const fixedRate = { source: "assignment", bps: null, fixedMinor: 30, maxBps: 1000, capMinor: null };
    const cashbackAt = (capMinor: number | null, bps: number) => {
      const products = productsOf([{ rate: { ...fixedRate, capMinor } }]);
      return evaluateWith({ kind: "cashback", bps, maxMinor: null }, basketOf([[500, 2]]), { products }).cashbackMinor;
    };
    expect([cashbackAt(null, 100), cashbackAt(null, 9000), cashbackAt(65, 100)]).toEqual([70, 100, 65]);
  });

  it("is split among those who pay so that the lines add up to the exact shares", () => {
    const funding = { brandBps: 3300, retailerBps: 3300, platformBps: 3400 };
    const candidates = [candidateOf({ terms: { effect: fixed(100), funding } })];
    const { effect } = evaluate(factsOf({ candidates }), basketOf([1, 1, 1, 1, 500])).outcomes[0]!;
    const sum = (field: "brandMinor" | "retailerMinor" | "platformMinor") =>
      effect!.lines.reduce((total, line) => total + line[field], 0);
    expect([sum("brandMinor"), sum("retailerMinor"), sum("platformMinor")]).toEqual([33, 33, 34]);
    for (const line of effect!.lines)
      expect(line.brandMinor + line.retailerMinor + line.platformMinor).toBe(line.discountMinor);
  });
});

describe("promocodes together", () => {
  const combined = (parts: readonly CandidateParts[], basket = basketOf([1000])) =>
    evaluate(factsOf({ candidates: parts.map(candidateOf) }), basket).outcomes.map(({ checks, applies }) => {
      const check = checks.find((each) => each.check === "stacking");
      return applies || (check?.because ?? checks.find(({ ok }) => !ok)?.reason);
    });

  test.each<[string, CandidateParts[], unknown[]]>([
    [
      "the one of higher priority of a group applies",
      [
        { name: "a", terms: { stacking: { group: "g", priority: 1 } } },
        { name: "b", terms: { stacking: { group: "g", priority: 2 } } },
        { name: "c", terms: { stacking: { group: "h" } } },
      ],
      ["same_group", true, true],
    ],
    [
      "the one that saves more applies at equal priority",
      [
        { name: "a", terms: { effect: fixed(100), stacking: { group: "g" } } },
        { name: "b", terms: { effect: fixed(101), stacking: { group: "g" } } },
      ],
      ["same_group", true],
    ],
    [
      "an exclusive one displaces the others",
      [
        { name: "a", terms: { stacking: { isExclusive: true, priority: 2 } } },
        { name: "b", terms: { stacking: { priority: 1 } } },
      ],
      [true, "exclusive"],
    ],
    [
      "an exclusive one is displaced by one of higher priority",
      [
        { name: "a", terms: { stacking: { isExclusive: true, priority: 1 } } },
        { name: "b", terms: { stacking: { priority: 2 } } },
      ],
      ["exclusive", true],
    ],
    [
      "two codes of one campaign count once",
      [{ name: "a" }, { name: "b", campaign: { id: idOf("a") } }],
      [true, "same_campaign"],
    ],
    [
      "at most five apply",
      ["a", "b", "c", "d", "e", "f"].map((name) => ({ name, terms: { effect: fixed(10) } })),
      [true, true, true, true, true, "over_maximum"],
    ],
    [
      "one whose budget is used up makes room for the one that it displaced",
      [
        { name: "a", terms: { stacking: { isExclusive: true, priority: 2 }, limits: { budgetMinor: 199 } } },
        { name: "b", terms: { stacking: { priority: 1 } } },
      ],
      ["budget_exhausted", true],
    ],
    [
      "one for which nothing is left has no effect",
      [
        { name: "a", terms: { effect: percent(10_000), stacking: { priority: 2 } } },
        { name: "b", terms: { stacking: { priority: 1 } } },
      ],
      [true, "no_effect"],
    ],
  ])("%s", (_, parts, expected) => expect(combined(parts)).toEqual(expected));

  it("say which one was preferred", () => {
    const parts = [{ name: "a", terms: { stacking: { isExclusive: true } } }, { name: "b" }];
    const { outcomes } = evaluate(factsOf({ candidates: parts.map(candidateOf) }), basketOf([1000]));
    expect(outcomes[1]?.checks.find(({ check }) => check === "stacking")).toMatchObject({
      ok: false,
      reason: "not_stackable",
      because: "exclusive",
      actual: { kind: "records", ids: [idOf("a")] },
    });
  });

  it("give the same whatever order they are entered in", () => {
    const parts = [3, 1, 2].map((priority) => ({
      name: String(priority),
      terms: { effect: percent(1000 * priority), stacking: { priority } },
    }));
    const amounts = [parts, [...parts].reverse()].map((each) =>
      lineDiscounts(evaluate(factsOf({ candidates: each.map(candidateOf) }), basketOf(four))),
    );
    expect(amounts[0]).toEqual(amounts[1]);
  });
});

describe("a line that the promotion rule blocks", () => {
  const finding = { reason: "product_halal_expired", certificateId: idOf("cert"), expiredOn: "2027-02-01" };
  const blocked = productsOf([{ rate: rate(500) }, { rate: rate(500), findings: [finding] }, {}]);
  const facts = { products: blocked };

  it("refuses the promocode, names the certificate, and says what would apply without it", () => {
    const { outcomes } = evaluateWith(percent(2000), basketOf([1000, 500]), facts);
    expect(outcomes[0]).toMatchObject({
      applies: false,
      reason: "product_halal_expired",
      effect: null,
      wouldApplyWithout: { lines: [2], discountMinor: 200, cashbackMinor: 0 },
    });
    expect(outcomes[0]?.checks.find(({ ok }) => !ok)).toMatchObject({
      check: "halal",
      line: 2,
      certificateId: idOf("cert"),
      expiredOn: "2027-02-01",
    });
  });

  it("earns no cashback, with or without a promocode", () => {
    for (const candidates of [[], [candidateOf({ terms: { conditions: [only("p1")] } })]])
      expect(evaluate(factsOf({ products: blocked, candidates }), basketOf([1000, 500])).lines[1]?.cashbackMinor).toBe(
        0,
      );
  });

  it("doesn’t matter to a promocode that doesn’t apply to it", () => {
    const candidates = [candidateOf({ terms: { conditions: [only("p1")] } })];
    expect(evaluate(factsOf({ ...facts, candidates }), basketOf([1000, 500])).discountMinor).toBe(200);
  });

  it("can be left out by the caller, and then counts towards no minimum", () => {
    const basket = basketOf([1000, 500], { withoutLines: [2] });
    const least = (atLeastMinor: number) => {
      const conditions = [{ field: "orderTotal", atLeastMinor } as const];
      return evaluate(factsOf({ ...facts, candidates: [candidateOf({ terms: { conditions } })] }), basket).outcomes[0];
    };
    expect([least(1000)?.effect?.discountMinor, least(1001)?.reason]).toEqual([200, "min_order_not_met"]);
  });

  it("suggests nothing where leaving it out doesn’t help", () => {
    const { outcomes } = evaluateWith(percent(2000), basketOf([[1, 1], 500]), {
      ...facts,
      candidates: [candidateOf({ terms: { conditions: [{ field: "orderTotal", atLeastMinor: 400 }] } })],
    });
    expect(outcomes[0]).toMatchObject({ reason: "product_halal_expired", wouldApplyWithout: null });
  });

  it("refuses a free item, and what must be bought for it", () => {
    const item = (productId: string, bought: string) => {
      const effect: Effect = { kind: "item", productIds: [idOf(productId)], quantity: 1, bps: 10_000 };
      const candidates = [candidateOf({ terms: { effect, conditions: [only(bought)] } })];
      return evaluate(factsOf({ ...facts, candidates }), basketOf([1000, 500, 300])).outcomes[0]?.reason;
    };
    expect([item("p2", "p1"), item("p1", "p2"), item("p3", "p1")]).toEqual([finding.reason, finding.reason, null]);
  });

  const only = (name: string): Condition => ({ field: "products", operator: "in", ids: [idOf(name)] });
});

it("reads nothing but its arguments, and changes none of them", () => {
  const freeze = <Value>(value: Value): Value => {
    if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
      Object.freeze(value);
      for (const each of Object.values(value)) freeze(each);
    }
    return value;
  };
  const facts = freeze(factsOf({ at: now }));
  const basket = freeze(basketOf(four));
  expect(evaluate(facts, basket)).toEqual(evaluate(facts, basket));
});
