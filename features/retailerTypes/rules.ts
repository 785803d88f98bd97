import type { FieldError } from "#base/refusal.ts";
import type { RetailerTypeInput } from "#features/retailerTypes/contract.ts";
import type { KycLevel } from "#features/retailerTypes/contract/kyc.ts";

/** A type of which only code and name are missing, with what most shops need. */
export const emptyRetailerType: RetailerTypeInput = {
  code: "",
  name: "",
  nameI18n: {},
  description: null,
  icon: null,
  position: 0,
  channel: "physical",
  certificatePolicy: "require_product",
  needsSlaughterPolicy: false,
  kycLevel: "basic",
  defaultCashbackBps: 0,
  maxCashbackBps: 1000,
  pendingDays: 14,
};

/** Decide what may be promoted at retailers of a type: assignments may pause and resume when one is changed. */
export const feltFields = [
  "certificatePolicy",
  "needsSlaughterPolicy",
] as const satisfies readonly (keyof RetailerTypeInput)[];

type Policy = Pick<RetailerTypeInput, (typeof feltFields)[number]>;

/** What the policies ask for: a certificate of the product, of the premises, or to be told where the latter is missing. */
const proofsAsked: Readonly<Record<RetailerTypeInput["certificatePolicy"], readonly string[]>> = {
  none: [],
  warn: ["notice"],
  require_product: ["product"],
  require_premise: ["notice", "premise"],
  require_both: ["notice", "premise", "product"],
};

/** Whether less is asked at retailers of a type than before: two people decide that (docs/decisions/0045). */
export const asksLess = (before: Policy, after: Policy): boolean =>
  (before.needsSlaughterPolicy && !after.needsSlaughterPolicy) ||
  proofsAsked[before.certificatePolicy].some((proof) => !proofsAsked[after.certificatePolicy].includes(proof));

/** What no single field can tell: both sides ask this of the type as it would be. */
export function retailerTypeErrors({ defaultCashbackBps, maxCashbackBps }: RetailerTypeInput): FieldError[] {
  if (defaultCashbackBps <= maxCashbackBps) return [];
  return [{ path: "defaultCashbackBps", code: "above_maximum", message: "This is more than the most that is given." }];
}

const ranks: Readonly<Record<KycLevel, number>> = { none: 0, basic: 1, full: 2 };

/** Whether a proof of one level is enough where another is asked for. Null proves nothing. */
export const isEnoughKyc = (proven: KycLevel | null, asked: KycLevel): boolean =>
  ranks[proven ?? "none"] >= ranks[asked];
