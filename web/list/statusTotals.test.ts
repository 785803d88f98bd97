import { expect, test } from "vitest";
import { statusTotals } from "#web/list/statusTotals.ts";

const exactly = (count: number) => ({ count, isCapped: false });
const capped = { count: 10_000, isCapped: true };

test("a list's total is the sum of its statuses, without those it leaves out", () => {
  const byStatus = { draft: exactly(9_000), active: exactly(2_000), archived: exactly(5) };
  expect(statusTotals(byStatus, { leftOut: ["archived"] })).toEqual({ ...byStatus, all: exactly(11_000) });
});

test("the total stays capped where the list itself stops counting: adding 33 would not be a count", () => {
  const byStatus = { draft: capped, active: exactly(33), archived: exactly(5) };
  expect(statusTotals(byStatus, { leftOut: ["archived"] })["all"]).toEqual(capped);
  expect(statusTotals({ draft: exactly(7), archived: capped }, { leftOut: ["archived"] })["all"]).toEqual(exactly(7));
});
