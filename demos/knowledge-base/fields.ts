import { publishedFields } from "#base/publishedTexts.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";

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

const termMax = 80;
const definitionMax = 1000;

/** A term of the glossary. Staff work in both languages, so a reader sees it in both; Arabic may follow later. */
export const glossaryFields = fields(
  {
    term: field.text({ required: true, max: termMax }),
    termAr: field.text({ max: termMax }),
    definition: field.text({ required: true, max: definitionMax, isLong: true }),
    definitionAr: field.text({ max: definitionMax, isLong: true }),
  },
  {
    errorsOf: ({ termAr, definitionAr }) =>
      definitionAr !== null && termAr === null
        ? [{ path: "termAr", code: "term_ar_missing", message: "Enter the Arabic term that this text explains." }]
        : [],
  },
);
export interface GlossaryInput extends ValuesOf<typeof glossaryFields> {}
