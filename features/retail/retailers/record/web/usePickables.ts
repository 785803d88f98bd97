import type { brands } from "#features/catalogue/brands/contract.ts";
import type { retailerTypes } from "#features/retail/retailer-types/contract.ts";
import { pickable } from "#web/list/pickable.ts";

// Not hooks themselves: what the hooks of web/list are given, one place for the list's filters and the form's fields.

/** Types by name, in the language of the screen where they have one. Archived ones are not offered. */
export const pickType = pickable<typeof retailerTypes.list>({
  operation: async () => (await import("#features/retail/retailer-types/contract.ts")).retailerTypes.list,
  sort: "position",
  nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
  hintOf: ({ code }) => code,
});

/** Brands whose products are sold. */
export const pickBrand = pickable<typeof brands.list>({
  operation: async () => (await import("#features/catalogue/brands/contract.ts")).brands.list,
  sort: "name",
  nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
  hintOf: ({ code }) => code,
  logoOf: ({ logoFileId }) => logoFileId,
});
