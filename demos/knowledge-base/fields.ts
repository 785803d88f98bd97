import { publishedFields } from "#base/publishedTexts.ts";
import type { ValuesOf } from "#base/records/fields.ts";

/** The categories of spec 001 §3, in its order. */
export const articleCategories = ["account", "selling", "buying", "items"] as const;
export type ArticleCategory = (typeof articleCategories)[number];
/** Their titles on the wire, letter for letter. */
export const categoryTitles: Readonly<Record<ArticleCategory, string>> = {
  account: "Your Account",
  selling: "Selling",
  buying: "Buying",
  items: "Item Support",
};

export const articleFields = publishedFields(articleCategories);
export interface ArticleInput extends ValuesOf<typeof articleFields> {}
