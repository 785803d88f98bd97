import type { RetailerStatus } from "#features/retail/retailers/contract/records.ts";

// The part of a retailer's lifecycle that its buttons need. Separate from rules.ts, so that they don't load all rules.

/** The names of transitions, on buttons and in the audit log. */
export const retailerVerbs = ["submit", "approve", "ask_changes", "reject", "suspend", "reactivate", "close"] as const;
export type RetailerVerb = (typeof retailerVerbs)[number];

export function verbOf(from: RetailerStatus, to: RetailerStatus): RetailerVerb {
  if (to === "active") return from === "suspended" ? "reactivate" : "approve";
  return verbsByStatus[to];
}

const verbsByStatus: Readonly<Record<Exclude<RetailerStatus, "active">, RetailerVerb>> = {
  // No transition leads to a draft.
  draft: "submit",
  submitted: "submit",
  changes_requested: "ask_changes",
  rejected: "reject",
  suspended: "suspend",
  closed: "close",
};

/** Whether a transition affects records that depend on the retailer, so that its impact is shown first. */
export const hasImpact = (to: RetailerStatus) => to === "suspended" || to === "closed";
