import * as z from "zod/mini";
import { type Decisions, decisionBlockers } from "#base/decisions.ts";
import { brandLifecycle } from "#features/catalogue/brands/lifecycle.ts";

export const brandStatuses = brandLifecycle.statuses;
export const BrandStatus = z.enum(brandStatuses);
export type BrandStatus = z.output<typeof BrandStatus>;

/** Why a transition of a brand is blocked. */
export const transitionBlockers = [
  "country_missing",
  "contact_missing",
  "currency_missing",
  "suspend_first",
  ...decisionBlockers,
] as const;
export const Transition = z.object({
  to: BrandStatus,
  isAllowed: z.boolean(),
  needsReason: z.boolean(),
  /** Empty if it is allowed. */
  blockers: z.array(z.enum(transitionBlockers)),
});
export type Transition = z.output<typeof Transition>;

/** Who may approve a brand, and who may lift a suspension that a user with that permission made. */
export const brandStatusPermissions = { approve: "brands.approve", lift: "brands.suspend" } as const;

/** Changes that need more than the update permission. */
export const brandDecisions: Decisions = {
  resource: "brands",
  fields: {
    cashbackBps: "brands.setRates",
    pendingDays: "brands.setRates",
    monthlyBudgetMinor: "brands.setRates",
    // The currency of the budget.
    defaultCurrency: "brands.setRates",
  },
  transitions: { approve: "brands.approve", reject: "brands.approve" },
  lift: brandStatusPermissions.lift,
};
