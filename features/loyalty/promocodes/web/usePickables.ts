import type { brands } from "#features/catalogue/brands/contract.ts";
import type { categories } from "#features/catalogue/categories/contract.ts";
import type { products } from "#features/catalogue/products/contract.ts";
import type { members } from "#features/loyalty/members/contract.ts";
import { memberName } from "#features/loyalty/members/rules.ts";
import type { promocodes } from "#features/loyalty/promocodes/contract.ts";
import type { certifiers } from "#features/halal/certifiers/contract.ts";
import type { retailers } from "#features/retail/retailers/contract.ts";
import { pickable } from "#web/list/pickable.ts";

// Not hooks themselves: what the hooks of web/list are given, one place for the filters and the forms of all loyalty.

export const pickBrand = pickable<typeof brands.list>({
  operation: async () => (await import("#features/catalogue/brands/contract.ts")).brands.list,
  sort: "name",
  nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
  hintOf: ({ code }) => code,
  logoOf: ({ logoFileId }) => logoFileId,
});

export const pickProduct = pickable<typeof products.list>({
  operation: async () => (await import("#features/catalogue/products/contract.ts")).products.list,
  sort: "name",
  nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
  hintOf: ({ code }) => code,
});

export const pickCategory = pickable<typeof categories.list>({
  operation: async () => (await import("#features/catalogue/categories/contract.ts")).categories.list,
  sort: "name",
  nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
});

export const pickRetailer = pickable<typeof retailers.list>({
  operation: async () => (await import("#features/retail/retailers/contract.ts")).retailers.list,
  sort: "name",
  nameOf: ({ tradingName, tradingNameI18n }, language) => tradingNameI18n[language] ?? tradingName,
  hintOf: ({ code }) => code,
});

export const pickCertifier = pickable<typeof certifiers.list>({
  operation: async () => (await import("#features/halal/certifiers/contract.ts")).certifiers.list,
  sort: "acronym",
  nameOf: ({ acronym }) => acronym,
  hintOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
});

export const pickMember = pickable<typeof members.list>({
  operation: async () => (await import("#features/loyalty/members/contract.ts")).members.list,
  sort: "displayName",
  nameOf: memberName,
  hintOf: ({ memberNumber }) => memberNumber ?? "",
});

export const pickPromocode = pickable<typeof promocodes.list>({
  operation: async () => (await import("#features/loyalty/promocodes/contract.ts")).promocodes.list,
  sort: "name",
  nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
  hintOf: ({ code }) => code,
});
