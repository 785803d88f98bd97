// Separate from the contract: retailers need the level without the operations of the types.

/** The KYC that a retailer of this type needs before it can be active. */
export const kycLevels = ["none", "basic", "full"] as const;
export type KycLevel = (typeof kycLevels)[number];

/** Whether a proven level meets the required one. Null proves nothing. */
export const isEnoughKyc = (proven: KycLevel | null, required: KycLevel): boolean =>
  kycLevels.indexOf(proven ?? "none") >= kycLevels.indexOf(required);
