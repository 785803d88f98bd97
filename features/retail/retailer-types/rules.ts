import { type RetailerTypeInput, typeFields } from "#features/retail/retailer-types/fields.ts";

/** A new type: defaults that suit most retailers, without a code and a name. */
export const emptyRetailerType = typeFields.empty;

/** Fields that decide which products retailers of a type may promote. A change may pause and resume assignments. */
export const policyFields = ["certificatePolicy", "needsSlaughterPolicy"] as const;

type Policy = Pick<RetailerTypeInput, (typeof policyFields)[number]>;

/** What each policy requires: a certificate of the product, of the premises, or a warning without the latter. */
const proofsRequired: Readonly<Record<RetailerTypeInput["certificatePolicy"], readonly string[]>> = {
  none: [],
  warn: ["notice"],
  require_product: ["product"],
  require_premise: ["notice", "premise"],
  require_both: ["notice", "premise", "product"],
};

/** Whether a change requires less of retailers of a type. Two people decide that (docs/decisions/0045). */
export const requiresLess = (before: Policy, after: Policy): boolean =>
  (before.needsSlaughterPolicy && !after.needsSlaughterPolicy) ||
  proofsRequired[before.certificatePolicy].some((proof) => !proofsRequired[after.certificatePolicy].includes(proof));
