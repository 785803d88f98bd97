import type { brands } from "#features/catalogue/brands/contract.ts";
import { pickable } from "#web/list/pickable.ts";

// Not a hook itself: these are arguments for the hooks of web/list.

/** Brands by name, in the language of the screen if they have one. */
export const pickBrand = pickable<typeof brands.list>({
  operation: async () => (await import("#features/catalogue/brands/contract.ts")).brands.list,
  sort: "name",
  nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
  hintOf: ({ code }) => code,
  logoOf: ({ logoFileId }) => logoFileId,
});
