import * as z from "zod/mini";

/**
 * The life of cashback (domain 1.10). `tracked`: the brand’s balance didn’t cover it yet, so no money moved. `paid`:
 * paid out, spent at a retailer, or set against what the member owed.
 */
export const cashbackStatuses = [
  "tracked",
  "pending",
  "on_hold",
  "available",
  "in_payout",
  "paid",
  "declined",
  "reversed",
  "expired",
] as const;
export const CashbackStatus = z.enum(cashbackStatuses);
export type CashbackStatus = z.output<typeof CashbackStatus>;

export const cashbackActions = ["confirm", "decline", "hold", "release", "reverse"] as const;
export type CashbackAction = (typeof cashbackActions)[number];
/** Those for many entries at once. Reversals are of single receipts. */
export const bulkDecisions = ["confirm", "decline", "hold", "release"] as const;

/** From which statuses each action may start. */
export const startsFrom: Readonly<Record<CashbackAction, readonly CashbackStatus[]>> = {
  confirm: ["pending", "on_hold"],
  decline: ["tracked", "pending", "on_hold"],
  hold: ["pending"],
  release: ["on_hold"],
  reverse: ["pending", "on_hold", "available", "in_payout", "paid", "expired"],
};

export const canAct = (action: CashbackAction, { status, leftMinor }: { status: CashbackStatus; leftMinor: number }) =>
  leftMinor > 0 && startsFrom[action].includes(status);

export const actionsOf = (entry: { status: CashbackStatus; leftMinor: number }): CashbackAction[] =>
  cashbackActions.filter((action) => canAct(action, entry));
