import type { brands } from "#features/catalogue/brands/contract.ts";
import type { categories } from "#features/catalogue/categories/contract.ts";
import type { certifiers } from "#features/halal/certifiers/contract.ts";
import { pickable } from "#web/list/pickable.ts";

// Not hooks themselves: what the hooks of web/list are given, one place for the list's filters and the form's fields.

/** Brands by name, in the language of the screen where they have one. */
export const pickBrand = pickable<typeof brands.list>({
  operation: async () => (await import("#features/catalogue/brands/contract.ts")).brands.list,
  sort: "name",
  nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
  hintOf: ({ code }) => code,
  logoOf: ({ logoFileId }) => logoFileId,
});

/** Categories by name, with the path that leads to them. */
export const pickCategory = pickable<typeof categories.list>({
  operation: async () => (await import("#features/catalogue/categories/contract.ts")).categories.list,
  sort: "name",
  nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
  hintOf: ({ path }, language) => path.map(({ name, nameI18n }) => nameI18n[language] ?? name).join(" / "),
});

/** Certifiers by what people call them, with their names. */
export const pickCertifier = pickable<typeof certifiers.list>({
  operation: async () => (await import("#features/halal/certifiers/contract.ts")).certifiers.list,
  sort: "acronym",
  nameOf: ({ acronym }) => acronym,
  hintOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
});
