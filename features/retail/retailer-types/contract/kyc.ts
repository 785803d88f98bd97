// Separate from the contract: retailers need the level without the operations of the types.

/** The KYC that a retailer of this type needs before it can be active. */
export const kycLevels = ["none", "basic", "full"] as const;
export type KycLevel = (typeof kycLevels)[number];
