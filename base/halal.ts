/**
 * The halal state of a product, independent of retailers (`product_halal` in features/retail/assignments/README.md).
 * Never stored.
 */
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

/** The edition of a standard whose owner states none. */
export const unstatedEdition = "not stated";

/** A standard as certificates cite it: `OIC/SMIIC 1:2019`, or only its code if no edition is stated. */
export const standardName = ({ code, edition }: { readonly code: string; readonly edition: string }): string =>
  edition === unstatedEdition ? code : `${code}:${edition}`;
