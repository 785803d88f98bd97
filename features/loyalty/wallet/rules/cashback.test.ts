import { expect, test } from "vitest";
import { actionsOf } from "#features/loyalty/wallet/rules/cashback.ts";
import { batchActionsOf, isForward, itemStatusOf } from "#features/loyalty/wallet/rules/payouts.ts";

test("what can be done with cashback follows from its status", () => {
  expect(actionsOf({ status: "tracked", leftMinor: 10 })).toEqual(["decline"]);
  expect(actionsOf({ status: "pending", leftMinor: 10 })).toEqual(["confirm", "decline", "hold", "reverse"]);
  expect(actionsOf({ status: "on_hold", leftMinor: 10 })).toEqual(["confirm", "decline", "release", "reverse"]);
  expect(actionsOf({ status: "paid", leftMinor: 10 })).toEqual(["reverse"]);
  expect(actionsOf({ status: "reversed", leftMinor: 0 })).toEqual([]);
  expect(actionsOf({ status: "expired", leftMinor: 10 })).toEqual(["reverse"]);
});

test("a payout can be cancelled until its file was uploaded", () => {
  expect(batchActionsOf("draft")).toEqual(["lock", "cancel"]);
  expect(batchActionsOf("exported")).toEqual(["submit", "cancel"]);
  expect(batchActionsOf("submitted")).toEqual([]);
});

test("results move a payment forward only", () => {
  expect(itemStatusOf("UNCLAIMED")).toBeNull();
  expect(itemStatusOf("BLOCKED")).toBe("failed");
  expect(isForward("sent", "FAILED")).toBe(true);
  expect(isForward("paid", "REVERSED")).toBe(true);
  expect(isForward("paid", "FAILED")).toBe(false);
  expect(isForward("returned", "SUCCESS")).toBe(false);
  expect(isForward("locked", "SUCCESS")).toBe(false);
});
