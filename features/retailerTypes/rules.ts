import type { KycLevel } from "#features/retailerTypes/contract/kyc.ts";
import { type RetailerTypeInput, typeFields } from "#features/retailerTypes/fields.ts";

/** A type of which only code and name are missing, with what most retailers need. */
export const emptyRetailerType = typeFields.empty;

/** What decides which products may be promoted at retailers of a type: assignments may pause and resume when it changes. */
export const policyFields = ["certificatePolicy", "needsSlaughterPolicy"] as const;

type Policy = Pick<RetailerTypeInput, (typeof policyFields)[number]>;

/** What the policies require: a certificate of the product, of the premises, or a warning where the latter is missing. */
const proofsRequired: Readonly<Record<RetailerTypeInput["certificatePolicy"], readonly string[]>> = {
  none: [],
  warn: ["notice"],
  require_product: ["product"],
  require_premise: ["notice", "premise"],
  require_both: ["notice", "premise", "product"],
};

/** Whether less is required at retailers of a type than before: two people decide that (docs/decisions/0045). */
export const requiresLess = (before: Policy, after: Policy): boolean =>
  (before.needsSlaughterPolicy && !after.needsSlaughterPolicy) ||
  proofsRequired[before.certificatePolicy].some((proof) => !proofsRequired[after.certificatePolicy].includes(proof));

const ranks: Readonly<Record<KycLevel, number>> = { none: 0, basic: 1, full: 2 };

/** Whether a proof of one level is enough where another is required. Null proves nothing. */
export const isEnoughKyc = (proven: KycLevel | null, required: KycLevel): boolean =>
  ranks[proven ?? "none"] >= ranks[required];
