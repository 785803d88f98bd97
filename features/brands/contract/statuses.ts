import * as z from "zod/mini";

/** The life of a brand (domain 1.4). `rules.ts` says which follows which, and README.md draws it. */
export const brandStatuses = ["draft", "submitted", "active", "suspended", "rejected", "archived"] as const;
export const BrandStatus = z.enum(brandStatuses);
export type BrandStatus = z.output<typeof BrandStatus>;

/** Why a brand cannot take a step yet. */
export const transitionBlockers = ["country_missing", "contact_missing", "currency_missing", "suspend_first"] as const;
export const Transition = z.object({
  to: BrandStatus,
  isAllowed: z.boolean(),
  needsReason: z.boolean(),
  /** Empty when it is allowed. */
  blockers: z.array(z.enum(transitionBlockers)),
});
export type Transition = z.output<typeof Transition>;
