import { expect, test } from "vitest";
import { lifecycle } from "#base/records/lifecycle.ts";

type Facts = { readonly country: string | null };

const shop = lifecycle<Facts>({
  blockers: ({ country }, to) => (to === "active" && country === null ? ["country_missing"] : []),
})({
  draft: { publish: "active" },
  active: { suspend: { to: "suspended", needsReason: true, hasImpact: true }, close: "closed" },
  suspended: { reinstate: "active", close: "closed" },
  closed: {},
});

test("a new record has the first status", () => {
  expect(shop.statuses).toEqual(["draft", "active", "suspended", "closed"]);
});

test("a record's transitions say what blocks them, and what they need", () => {
  expect(shop.from({ status: "draft", country: null })).toEqual([
    { action: "publish", to: "active", blockers: ["country_missing"] },
  ]);
  expect(shop.from({ status: "active", country: "AE" })).toEqual([
    { action: "suspend", to: "suspended", needsReason: true, hasImpact: true, blockers: [] },
    { action: "close", to: "closed", blockers: [] },
  ]);
  expect(shop.from({ status: "closed", country: "AE" })).toEqual([]);
});

test("a status that cannot follow is not found", () => {
  expect(shop.find({ status: "suspended", country: "AE" }, "active")?.action).toBe("reinstate");
  expect(shop.find({ status: "closed", country: "AE" }, "active")).toBeNull();
});

test("an impact belongs to the status that a transition leads to", () => {
  expect(shop.statuses.filter((status) => shop.hasImpact(status))).toEqual(["suspended"]);
});
