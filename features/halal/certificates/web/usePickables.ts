import type { brands } from "#features/catalogue/brands/contract.ts";
import type { categories } from "#features/catalogue/categories/contract.ts";
import type { certifiers } from "#features/halal/certifiers/contract.ts";
import type { retailers } from "#features/retail/retailers/contract.ts";
import { countryName } from "#web/formats.ts";
import { pickable } from "#web/list/pickable.ts";

// Not hooks themselves: what the hooks of web/list are given. Their contracts come when one is first searched or named.

/** Certifying bodies by what people call them, with their names. */
export const pickCertifier = pickable<typeof certifiers.list>({
  operation: async () => (await import("#features/halal/certifiers/contract.ts")).certifiers.list,
  sort: "acronym",
  nameOf: ({ acronym, name, nameI18n }, language) => `${acronym} · ${nameI18n[language] ?? name}`,
  hintOf: ({ country }, language) => countryName(language, country),
});

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

const retailerList = async () => (await import("#features/retail/retailers/contract.ts")).retailers.list;

/** Retailers by name: any, or a chain's holder with the shops below it. */
export const pickRetailer = pickable<typeof retailers.list>({
  operation: retailerList,
  sort: "name",
  nameOf: ({ tradingName, tradingNameI18n }, language) => tradingNameI18n[language] ?? tradingName,
  hintOf: ({ code }) => code,
  logoOf: ({ logoFileId }) => logoFileId,
});

/** Users who may read a retailer may name its locations. */
export const placeOperations = [
  async () => (await import("#features/retail/retailers/locations/contract.ts")).retailerLocations.list,
];
