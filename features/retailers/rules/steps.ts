import type { RetailerStatus } from "#features/retailers/contract/records.ts";

// What the buttons of a retailer need of its life: apart from rules.ts, so that they do not bring the rest of it along.

/** What a step is called: on its button, and in the audit log. */
export const retailerVerbs = ["submit", "approve", "ask_changes", "reject", "suspend", "reactivate", "close"] as const;
export type RetailerVerb = (typeof retailerVerbs)[number];

export function verbOf(from: RetailerStatus, to: RetailerStatus): RetailerVerb {
  if (to === "active") return from === "suspended" ? "reactivate" : "approve";
  return verbsByStatus[to];
}

const verbsByStatus: Readonly<Record<Exclude<RetailerStatus, "active">, RetailerVerb>> = {
  // Nothing leads back to it.
  draft: "submit",
  submitted: "submit",
  changes_requested: "ask_changes",
  rejected: "reject",
  suspended: "suspend",
  closed: "close",
};

/** Whether what rests on a retailer feels the step: it is shown what follows before it is taken. */
export const isFelt = (to: RetailerStatus) => to === "suspended" || to === "closed";
