import type { categories } from "#features/catalogue/categories/contract.ts";
import { pickable } from "#web/list/pickable.ts";

// Not a hook itself: these are arguments for the hooks of web/list.

/** Categories by name, with their path. */
export const pickCategory = pickable<typeof categories.list>({
  operation: async () => (await import("#features/catalogue/categories/contract.ts")).categories.list,
  sort: "name",
  nameOf: ({ name, nameI18n }, language) => nameI18n[language] ?? name,
  hintOf: ({ path }, language) => path.map(({ name, nameI18n }) => nameI18n[language] ?? name).join(" / "),
});
