import type { Decisions } from "#base/decisions.ts";

/** What whoever may update a category does not decide by that alone: whether its products must be certified, and as what. */
export const categoryDecisions: Decisions = {
  resource: "categories",
  fields: { halalRelevance: "categories.setRelevance", containsMeat: "categories.setRelevance" },
  transitions: {},
};
