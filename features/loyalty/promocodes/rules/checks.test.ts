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
import type { Check, CheckName, Facts } from "#features/loyalty/promocodes/rules/facts.ts";
import type { Condition } from "#features/loyalty/promocodes/rules/terms.ts";

const before = "2027-02-10T16:59:59.999Z";
const after = "2027-02-10T17:00:00.001Z";
const memberOf = (parts: Partial<NonNullable<Facts["member"]>> = {}) => ({
  id: idOf("m1"),
  isActive: true,
  certifierIds: [],
  redemptions: 0,
  ...parts,
});
const outcomeOf = (parts: CandidateParts, facts: Partial<Facts> = {}, basket = basketOf([1000, 500])) =>
  evaluate(factsOf({ candidates: [candidateOf(parts)], ...facts }), basket).outcomes[0]!;
const checkOf = (name: CheckName, ...question: Parameters<typeof outcomeOf>): Check | undefined =>
  outcomeOf(...question).checks.find(({ check }) => check === name);

const uses = (used: number) => ({ total: used, retailer: used, location: used, member: { campaign: used, day: used } });
const limited = (limits: NonNullable<CandidateParts["terms"]>["limits"]) => (used: number) =>
  ({ terms: { limits }, uses: uses(used) }) as CandidateParts;

// Each case passes with the first input and fails with the second: the boundary and its other side.
const cases: [string, CandidateParts, CandidateParts, Partial<Facts>?][] = [
  ["code_invalid", {}, { campaign: { status: "draft" } }],
  ["code_invalid", {}, { campaign: { status: "pending_approval" } }],
  ["code_disabled", {}, { code: { isAvailable: false } }],
  [
    "code_of_another_member",
    { code: { memberId: idOf("m1") } },
    { code: { memberId: idOf("m2") } },
    { member: memberOf() },
  ],
  ["campaign_paused", {}, { campaign: { pauseSource: "budget" } }],
  ["code_ended", {}, { campaign: { status: "archived" } }],
  ["code_not_started", { code: { validFrom: now } }, { code: { validFrom: after } }],
  ["code_ended", { code: { validTo: after } }, { code: { validTo: now } }],
  ["code_not_started", { terms: { window: { startsAt: now } } }, { terms: { window: { startsAt: after } } }],
  ["code_ended", { terms: { window: { endsAt: after } } }, { terms: { window: { endsAt: now } } }],
  // 10 February 2027 is a Wednesday.
  ["outside_window", { terms: { window: { weekdays: [3] } } }, { terms: { window: { weekdays: [4] } } }],
  ["currency_mismatch", {}, { terms: { currency: "EUR" } }],
  ["campaign_limit_reached", limited({ total: 3 })(2), limited({ total: 3 })(3)],
  ["retailer_limit_reached", limited({ perRetailer: 3 })(2), limited({ perRetailer: 3 })(3)],
  ["location_limit_reached", limited({ perLocation: 3 })(2), limited({ perLocation: 3 })(3)],
  ["code_limit_reached", { code: { uses: 1, usesMax: 2 } }, { code: { uses: 2, usesMax: 2 } }],
  [
    "member_limit_reached",
    limited({ perMember: [{ period: "campaign", uses: 2 }] })(1),
    limited({ perMember: [{ period: "campaign", uses: 2 }] })(2),
    { member: memberOf() },
  ],
  [
    "period_limit_reached",
    limited({ perMember: [{ period: "day", uses: 2 }] })(1),
    limited({ perMember: [{ period: "day", uses: 2 }] })(2),
    { member: memberOf() },
  ],
  [
    "budget_exhausted",
    { terms: { limits: { budgetMinor: 1000 } }, uses: { budgetMinor: 700 } },
    { terms: { limits: { budgetMinor: 1000 } }, uses: { budgetMinor: 701 } },
  ],
  ["funding_exhausted", { campaign: { fundingLeftMinor: 300 } }, { campaign: { fundingLeftMinor: 299 } }],
];

describe("a promocode", () => {
  test.each(cases)("is refused with %s only past the boundary", (reason, passing, failing, facts) => {
    expect(outcomeOf(passing, facts)).toMatchObject({ applies: true, reason: null });
    expect(outcomeOf(failing, facts)).toMatchObject({ applies: false, reason, effect: null });
  });

  it("that is unknown says nothing else", () => {
    const unknown = { key: "NOPE", code: null, campaign: null };
    const { outcomes } = evaluate(factsOf({ candidates: [unknown] }), basketOf([1000]));
    expect(outcomes[0]).toMatchObject({ key: "NOPE", campaignId: null, reason: "code_invalid", applies: false });
    expect(outcomes[0]?.checks).toHaveLength(1);
  });

  it("is refused with the first reason, and lists every other one as well", () => {
    const parts = { code: { isAvailable: false }, campaign: { pauseSource: "manual" } } as const;
    const { reason, checks } = outcomeOf(parts, {}, basketOf([1000], { currency: "EUR" }));
    expect(reason).toBe("code_disabled");
    expect(checks.filter(({ ok }) => !ok).map(({ check }) => check)).toEqual([
      "codeAvailable",
      "campaignRuns",
      "currency",
    ]);
  });

  it("shows what is there and what is needed", () => {
    const conditions = [{ field: "orderTotal", atLeastMinor: 2000 } as const];
    expect(checkOf("orderTotal", { terms: { conditions } })).toEqual({
      check: "orderTotal",
      ok: false,
      reason: "min_order_not_met",
      actual: { kind: "money", amountMinor: 1500, currency: "GBP", exponent: 2 },
      needed: { kind: "money", amountMinor: 2000, currency: "GBP", exponent: 2 },
    });
    expect(checkOf("campaignLimit", limited({ total: 3 })(3))).toMatchObject({
      actual: { kind: "count", count: 3 },
      needed: { kind: "count", count: 3 },
    });
  });

  it("says when it can be used next", () => {
    const window = { weekdays: [4], hours: [{ from: "09:00", to: "10:00" }] };
    expect(checkOf("hours", { terms: { window } })).toMatchObject({ ok: false, opensAt: "2027-02-11T09:00:00.000Z" });
  });
});

describe("a condition", () => {
  const withConditions = (...conditions: Condition[]) => ({
    terms: { conditions },
  });
  const products = productsOf([
    { brandId: idOf("b1"), categoryIds: [idOf("c1"), idOf("c0")] },
    { brandId: idOf("b2") },
  ]);

  test.each([
    ["products", "in", "p1", 200],
    ["products", "notIn", "p1", 100],
    ["brands", "in", "b2", 100],
    ["brands", "notIn", "b2", 200],
    ["categories", "in", "c0", 200],
    ["categories", "notIn", "c0", 100],
  ] as const)("on %s (%s %s) selects lines", (field, operator, id, discount) => {
    const { effect } = outcomeOf(withConditions({ field, operator, ids: [idOf(id)] }), { products });
    expect(effect?.discountMinor).toBe(discount);
  });

  it("that no line meets is refused, as is a product that isn’t in the catalogue", () => {
    const parts = withConditions({ field: "brands", operator: "in", ids: [idOf("b9")] });
    expect(outcomeOf(parts, { products }).reason).toBe("no_eligible_line");
    expect(outcomeOf({}, { products: new Map() }).reason).toBe("no_eligible_line");
  });

  const member = memberOf({ certifierIds: [idOf("k1")] });
  test.each<[string, "in" | "notIn", string, Partial<Facts>, string | null]>([
    ["retailers", "in", "r1", {}, null],
    ["retailers", "in", "chain", { retailer: { chainIds: [idOf("r1"), idOf("chain")], market: "GB" } }, null],
    ["retailers", "in", "r2", {}, "retailer_not_eligible"],
    ["retailers", "notIn", "r1", {}, "retailer_not_eligible"],
    ["locations", "in", "l1", {}, null],
    ["locations", "notIn", "l1", {}, "retailer_not_eligible"],
    ["locations", "in", "l1", { locationId: null }, "retailer_not_eligible"],
    ["locations", "notIn", "l1", { locationId: null }, "retailer_not_eligible"],
    ["certifiers", "in", "k1", { member }, null],
    ["certifiers", "in", "k2", { member }, "member_not_eligible"],
    ["certifiers", "notIn", "k1", { member }, "member_not_eligible"],
    ["certifiers", "notIn", "k1", {}, "member_not_eligible"],
  ])("on %s (%s %s) decides for the whole order", (field, operator, id, facts, reason) => {
    const condition = { field: field as "retailers", operator, ids: [idOf(id)] };
    expect(outcomeOf(withConditions(condition), facts).reason).toBe(reason);
  });

  test.each([
    ["in", ["GB"], null],
    ["in", ["MY"], "retailer_not_eligible"],
    ["notIn", ["GB"], "retailer_not_eligible"],
    ["notIn", ["MY"], null],
  ] as const)("on markets (%s %j) decides for the whole order", (operator, countries, reason) => {
    const condition: Condition = { field: "markets", operator, countries: [...countries] };
    expect(outcomeOf(withConditions(condition)).reason).toBe(reason);
  });

  it("on the first redemption needs a member without any", () => {
    const parts = withConditions({ field: "firstRedemption" });
    expect(outcomeOf(parts, { member: memberOf() }).reason).toBeNull();
    expect(outcomeOf(parts, { member: memberOf({ redemptions: 1 }) }).reason).toBe("member_not_eligible");
    expect(outcomeOf(parts).reason).toBe("member_not_eligible");
  });

  it("on the order’s total counts every line, on the quantity only those that it selects", () => {
    const least = (atLeastMinor: number) => outcomeOf(withConditions({ field: "orderTotal", atLeastMinor })).reason;
    expect([least(1500), least(1501)]).toEqual([null, "min_order_not_met"]);
    const brand: Condition = { field: "brands", operator: "in", ids: [idOf("b1")] };
    const units = (atLeast: number) =>
      outcomeOf(withConditions(brand, { field: "quantity", atLeast }), { products }, basketOf([[1000, 2], 500])).reason;
    expect([units(2), units(3)]).toEqual([null, "min_order_not_met"]);
  });
});

describe("a member", () => {
  const perMember = [{ period: "campaign", uses: 1 } as const];

  it("is needed where uses are limited for each member", () => {
    expect(outcomeOf({ terms: { limits: { perMember } } }).reason).toBe("member_not_eligible");
  });

  it("whose account isn’t active can’t use any promocode", () => {
    expect(outcomeOf({}, { member: memberOf({ isActive: false }) }).reason).toBe("member_not_eligible");
  });
});

it("a location is needed where uses are limited for each location", () => {
  const parts = { terms: { limits: { perLocation: 5 } } };
  expect(outcomeOf(parts, { locationId: null }).reason).toBe("retailer_not_eligible");
});

describe("a Hijri window", () => {
  const hijri = { from: { month: 9, day: 1 }, to: { month: 9, day: 30 }, years: null };
  const period = { startsAt: now, endsAt: "2027-03-09T00:00:00.000Z", isConfirmed: true };
  const at = (instant: string, hijriPeriods = [period]) =>
    checkOf("hijri", { terms: { window: { hijri } }, campaign: { hijriPeriods } }, { at: instant });

  it("is open from the market’s first instant until before its last", () => {
    expect(at(now)).toMatchObject({ ok: true, isConfirmed: true });
    expect(at(before)).toMatchObject({ ok: false, reason: "outside_window", opensAt: now });
    expect(at("2027-03-08T23:59:59.999Z")?.ok).toBe(true);
    expect(at("2027-03-09T00:00:00.000Z")).toMatchObject({ ok: false, opensAt: null });
  });

  it("is closed in a market without dates, and says that dates are only computed", () => {
    expect(at(now, [])).toMatchObject({ ok: false, isConfirmed: false, opensAt: null });
    expect(at(now, [{ ...period, isConfirmed: false }])).toMatchObject({ ok: true, isConfirmed: false });
  });

  it("shows the date of the market’s own calendar", () => {
    const parts = { terms: { window: { hijri } }, campaign: { hijriPeriods: [period] } };
    const sighted = [{ hijriYear: 1448, month: 9, gregorianStart: "2027-02-09" }];
    const day = { kind: "hijriDay", year: 1448, month: 9 };
    expect(checkOf("hijri", parts)?.actual).toEqual({ ...day, day: 3 });
    expect(checkOf("hijri", parts, { sightings: sighted })?.actual).toEqual({ ...day, day: 2 });
  });
});
