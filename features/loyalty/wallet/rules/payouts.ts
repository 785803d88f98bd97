/** Where a member may be paid: `paypal_id` is a PayPal account’s PayerID. */
export const payoutMethodKinds = ["paypal_email", "paypal_id"] as const;
export type PayoutMethodKind = (typeof payoutMethodKinds)[number];
/** How long a new method may wait before it is used. */
export const methodCoolDownHours = { min: 24, max: 720 } as const;

export const requestStatuses = ["requested", "batched", "paid", "failed", "returned", "cancelled"] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** `requests`: what members asked for. `balances`: everyone above the minimum. */
export const batchSources = ["requests", "balances"] as const;
export type BatchSource = (typeof batchSources)[number];

export const batchStatuses = [
  "draft",
  "locked",
  "approved",
  "exported",
  "submitted",
  "partially_reconciled",
  "reconciled",
  "cancelled",
] as const;
export type BatchStatus = (typeof batchStatuses)[number];

export const batchActions = ["lock", "approve", "export", "submit", "cancel"] as const;
export type BatchAction = (typeof batchActions)[number];

/** Whose files can be downloaded: another person has approved them. */
const servedStatuses: ReadonlySet<BatchStatus> = new Set([
  "approved",
  "exported",
  "submitted",
  "partially_reconciled",
  "reconciled",
]);
export const isServed = (status: BatchStatus): boolean => servedStatuses.has(status);

const startsFrom: Readonly<Record<BatchAction, readonly BatchStatus[]>> = {
  lock: ["draft"],
  approve: ["locked"],
  export: ["approved"],
  submit: ["exported"],
  cancel: ["draft", "locked", "approved", "exported"],
};
export const canStep = (action: BatchAction, status: BatchStatus): boolean => startsFrom[action].includes(status);
export const batchActionsOf = (status: BatchStatus): BatchAction[] =>
  batchActions.filter((action) => canStep(action, status));

/** `locked` and `sent` items are open; the others have ended. */
export const itemStatuses = ["locked", "sent", "paid", "failed", "returned", "cancelled"] as const;
export type ItemStatus = (typeof itemStatuses)[number];
export const itemResults = ["matched", "differing", "missing"] as const;

/**
 * A row of a report that moves nothing: another amount, no such payment, a status that would go back, or a wallet that is
 * frozen. Once that is solved, the report is imported again.
 */
export const resultProblems = ["differing", "unknown", "backward", "frozen"] as const;
export type ResultProblem = (typeof resultProblems)[number];

export const paypalStatuses = [
  "PENDING",
  "ONHOLD",
  "UNCLAIMED",
  "SUCCESS",
  "FAILED",
  "BLOCKED",
  "RETURNED",
  "REFUNDED",
  "REVERSED",
] as const;
export type PaypalStatus = (typeof paypalStatuses)[number];

/** PayPal returns what nobody claimed for 30 days; people are warned before. */
export const unclaimedDays = { warned: 25, returned: 30 } as const;

/** What a status of PayPal makes of a payment. Null: it waits. */
export const itemStatusOf = (status: PaypalStatus): Exclude<ItemStatus, "locked" | "cancelled"> | null => {
  switch (status) {
    case "SUCCESS":
      return "paid";
    case "FAILED":
    case "BLOCKED":
      return "failed";
    case "RETURNED":
    case "REFUNDED":
    case "REVERSED":
      return "returned";
    default:
      return null;
  }
};

/**
 * Whether a payment may take this status: forward only. A paid one may still be refunded or reversed; one that failed or
 * was returned has ended.
 */
export function isForward(from: ItemStatus, status: PaypalStatus): boolean {
  if (from === "sent") return true;
  return from === "paid" && (status === "REFUNDED" || status === "REVERSED" || status === "SUCCESS");
}
