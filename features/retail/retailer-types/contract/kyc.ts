// Beside the contract, not in it: a retailer names a level without the calls of the types.

/** How much such a shop must prove of itself before it is active. */
export const kycLevels = ["none", "basic", "full"] as const;
export type KycLevel = (typeof kycLevels)[number];

/** Whether a proven level meets the required one. Null proves nothing. */
export const isEnoughKyc = (proven: KycLevel | null, required: KycLevel): boolean =>
  kycLevels.indexOf(proven ?? "none") >= kycLevels.indexOf(required);
