import type { Decisions } from "#base/decisions.ts";

/** Changes that need more than the update permission: whether the category's products must be certified, and how. */
export const categoryDecisions: Decisions = {
  resource: "categories",
  fields: { halalRelevance: "categories.setRelevance", containsMeat: "categories.setRelevance" },
  transitions: {},
};
