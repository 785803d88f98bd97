// Beside the contract, not in it: a retailer names a level without the calls of the types.

/** How much such a shop must prove of itself before it is active. */
export const kycLevels = ["none", "basic", "full"] as const;
export type KycLevel = (typeof kycLevels)[number];
