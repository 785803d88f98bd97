import { describe, expect, it, test } from "vitest";
import { idOf, termsOf } from "#api/testing/promocodeFactory.ts";
import arabic from "#features/loyalty/promocodes/rules/messages.ar.json";
import english from "#features/loyalty/promocodes/rules/messages.en.json";
import { type Condition, type Effect, Terms } from "#features/loyalty/promocodes/rules/terms.ts";

type Issue = {
  readonly code: string;
  readonly message: string;
  readonly path: PropertyKey[];
  readonly params?: object;
};

/** The place and the code of each error. */
const errorsOf = (terms: unknown): [path: string, code: string, params?: object][] => {
  const { error } = Terms.safeParse(terms);
  return ((error?.issues ?? []) as Issue[]).map(({ path, code, message, params }) => {
    const name = /^[a-z0-9_]+$/.test(message) ? message : code;
    const place = path.join(".");
    return params && Object.keys(params).length > 0 ? [place, name, params] : [place, name];
  });
};
const withEffect = (effect: Effect) => termsOf({ effect });
const products = (...names: string[]): Condition => ({ field: "products", operator: "in", ids: names.map(idOf) });
const window = (parts: object) => termsOf({ window: parts });

test.each<[string, Effect]>([
  ["percent", { kind: "percent", bps: 10_000, maxMinor: 1 }],
  ["fixed", { kind: "fixed", amountMinor: 1_000_000_000_000 }],
  ["item", { kind: "item", productIds: [idOf("p1")], quantity: 1, bps: 10_000 }],
  ["cheapest free", { kind: "cheapestFree", groupSize: 3, freeUnits: 2, timesMax: 100 }],
  ["bundle", { kind: "bundle", parts: [{ productIds: [idOf("p1")], quantity: 1 }], priceMinor: 0, timesMax: null }],
  ["cashback", { kind: "cashback", bps: 1, maxMinor: null }],
])("an effect of kind %s is accepted and stored as it is", (_, effect) => {
  expect(Terms.parse(withEffect(effect))).toEqual(withEffect(effect));
});

describe("terms are refused, with what would be right,", () => {
  test.each<[string, unknown, [string, string, object?]]>([
    ["for a rate of nothing", withEffect({ kind: "percent", bps: 0, maxMinor: null }), ["effect.bps", "too_small"]],
    ["for more than all", withEffect({ kind: "percent", bps: 10_001, maxMinor: null }), ["effect.bps", "too_big"]],
    [
      "for half a unit of money",
      withEffect({ kind: "fixed", amountMinor: 1.5 }),
      ["effect.amountMinor", "invalid_type"],
    ],
    [
      "for too large an amount",
      withEffect({ kind: "fixed", amountMinor: 1_000_000_000_001 }),
      ["effect.amountMinor", "too_big"],
    ],
    [
      "when all units would be free",
      withEffect({ kind: "cheapestFree", groupSize: 3, freeUnits: 3, timesMax: null }),
      ["effect.freeUnits", "free_below_group", { maximum: 2 }],
    ],
    [
      "when a product is in two parts of a bundle",
      withEffect({
        kind: "bundle",
        parts: [
          { productIds: [idOf("p1")], quantity: 1 },
          { productIds: [idOf("p2"), idOf("p1")], quantity: 1 },
        ],
        priceMinor: 100,
        timesMax: null,
      }),
      ["effect.parts.1.productIds", "bundle_parts_overlap"],
    ],
    [
      "for a condition that is there twice",
      termsOf({ conditions: [products("p1"), products("p2")] }),
      ["conditions.1", "condition_twice"],
    ],
    [
      "for a product that is there twice",
      termsOf({ conditions: [products("p1", "p1")] }),
      ["conditions.0.ids", "twice"],
    ],
    ["for a condition without products", termsOf({ conditions: [products()] }), ["conditions.0.ids", "too_small"]],
    [
      "when it ends where it starts",
      window({ endsAt: "2027-01-01T00:00:00.000Z" }),
      ["window.endsAt", "ends_before_start"],
    ],
    ["for an unknown time zone", window({ timeZone: "Mars/Olympus" }), ["window.timeZone", "time_zone"]],
    ["without a weekday", window({ weekdays: [] }), ["window.weekdays", "too_small"]],
    ["for a weekday that is there twice", window({ weekdays: [5, 5] }), ["window.weekdays", "twice"]],
    [
      "for hours without length",
      window({ hours: [{ from: "09:00", to: "09:00" }] }),
      ["window.hours.0.to", "hours_empty"],
    ],
    [
      "for a time that clocks don’t show",
      window({ hours: [{ from: "9:00", to: "10:00" }] }),
      ["window.hours.0.from", "clock_time"],
    ],
    [
      "for hours that overlap after midnight",
      window({
        hours: [
          { from: "00:00", to: "01:00" },
          { from: "22:00", to: "00:30" },
        ],
      }),
      ["window.hours.1", "hours_overlap"],
    ],
    [
      "for a Hijri day that no month has",
      window({ hijri: { from: { month: 9, day: 1 }, to: { month: 9, day: 31 }, years: null } }),
      ["window.hijri.to.day", "too_big"],
    ],
    ["for a limit of no uses", termsOf({ limits: { total: 0 } }), ["limits.total", "too_small"]],
    [
      "for two limits of one period",
      termsOf({
        limits: {
          perMember: [
            { period: "day", uses: 1 },
            { period: "day", uses: 2 },
          ],
        },
      }),
      ["limits.perMember", "twice"],
    ],
    [
      "for a budget that one use exceeds",
      termsOf({ effect: { kind: "fixed", amountMinor: 500 }, limits: { budgetMinor: 499 } }),
      ["limits.budgetMinor", "budget_below_effect", { minimum: 500 }],
    ],
    ["for a group with a space", termsOf({ stacking: { group: "my group" } }), ["stacking.group", "slug"]],
    [
      "for shares that don’t add up to all of it",
      termsOf({ funding: { brandBps: 7000, retailerBps: 2000, platformBps: 999 } }),
      ["funding", "funding_sum", { sum: 99.99, expected: 100 }],
    ],
    ["for a field that it doesn’t have", { ...termsOf(), discount: 5 }, ["", "unrecognized_keys"]],
    ["for an unknown currency", termsOf({ currency: "XYZ" }), ["currency", "currency_code"]],
  ])("%s", (_, terms, error) => {
    expect(errorsOf(terms)).toEqual([error]);
    // zod's own codes and those of the fields of every area have a message of the shell.
    if (/^(?:too_|invalid_|unrecognized_keys|currency_code)/.test(error[1])) return;
    for (const { issues } of [english, arabic]) expect(Object.keys(issues)).toContain(error[1]);
  });
});

test("hours that only touch, and hours across midnight, are accepted", () => {
  const hours = [
    { from: "18:00", to: "22:00" },
    { from: "22:00", to: "02:00" },
    { from: "02:00", to: "24:00" },
  ];
  expect(errorsOf(window({ hours: hours.slice(0, 2) }))).toEqual([]);
  expect(errorsOf(window({ hours }))).toEqual([["window.hours.2", "hours_overlap"]]);
});

it("instants are stored with milliseconds, so that they compare as text", () => {
  const { window: stored } = Terms.parse(window({ startsAt: "2027-02-10T17:00:00Z", endsAt: "2027-02-10T17:00:01Z" }));
  expect([stored.startsAt, stored.endsAt]).toEqual(["2027-02-10T17:00:00.000Z", "2027-02-10T17:00:01.000Z"]);
  expect(errorsOf(window({ startsAt: "tomorrow" }))).toContainEqual(["window.startsAt", "invalid_format"]);
});
