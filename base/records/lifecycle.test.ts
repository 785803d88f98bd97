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

test("a record's transitions list their blockers and requirements", () => {
  expect(shop.from({ status: "draft", country: null })).toEqual([
    { action: "publish", to: "active", blockers: ["country_missing"] },
  ]);
  expect(shop.from({ status: "active", country: "AE" })).toEqual([
    { action: "suspend", to: "suspended", needsReason: true, hasImpact: true, blockers: [] },
    { action: "close", to: "closed", blockers: [] },
  ]);
  expect(shop.from({ status: "closed", country: "AE" })).toEqual([]);
});

test("finds no transition to a status that cannot follow", () => {
  expect(shop.find({ status: "suspended", country: "AE" }, "active")?.action).toBe("reinstate");
  expect(shop.find({ status: "closed", country: "AE" }, "active")).toBeNull();
});

test("a status has an impact if a transition to it has one", () => {
  expect(shop.statuses.filter((status) => shop.hasImpact(status))).toEqual(["suspended"]);
});

test("a run can be undone if each transition to its status says so, which none with further effects may", () => {
  const retailer = lifecycle()({
    draft: { submit: { to: "submitted", canUndo: true } },
    returned: { submit: { to: "submitted", canUndo: true }, drop: { to: "archived", canUndo: true } },
    submitted: { return: "returned", archive: { to: "archived", hasImpact: true } },
    archived: {},
  });
  expect(retailer.statuses.filter((status) => retailer.canUndo(status))).toEqual(["submitted"]);
  // @ts-expect-error -- others follow what has an impact
  lifecycle()({ open: { close: { to: "closed", canUndo: true, hasImpact: true } }, closed: {} });
  // @ts-expect-error -- a second person decided
  lifecycle()({ open: { approve: { to: "closed", canUndo: true, decision: "approve" } }, closed: {} });
});

test("an action is known also once the record has moved on", () => {
  expect(shop.actionTo({ status: "suspended", country: "AE" }, "active")).toBe("reinstate");
  expect(shop.actionTo({ status: "suspended", country: "AE" }, "suspended")).toBe("suspend");
});
