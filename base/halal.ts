/** How a product stands, whatever sells it (`product_halal` in features/assignments/README.md). Never stored. */
export const halalStates = [
  "certified",
  "expiring",
  "expired",
  "suspended",
  "scope_reduced",
  "unverified",
  "uncertified",
  "not_required",
] as const;
export type HalalState = (typeof halalStates)[number];
