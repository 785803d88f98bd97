import * as z from "zod/mini";
import * as schemas from "#base/fields.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";

/** Whether products of a category must be certified before they are promoted (domain 1.3). */
export const halalRelevances = ["required", "recommended", "not_applicable"] as const;

export const categoryLimits = {
  nameMax: 80,
  slugMax: 80,
  /** Domain 1.3. */
  depthMax: 5,
  /** A screen shows all of the tree at once. The whole of GS1's classification has some 5,000 bricks. */
  treeMax: 6000,
  /** As many as one transaction changes one after the other within the time of a call. */
  manyMax: 200,
} as const;

const { nameMax, slugMax } = categoryLimits;
const name = schemas.text({ min: 1, max: nameMax }).check(
  z.refine((text) => /[^\p{Cf}\p{Z}]/u.test(text), { error: "nothing_visible" }),
  z.refine((text) => !/\s\/\s/.test(text), { error: "path_sign" }),
);
const slug = z.string().check(z.trim(), z.maxLength(slugMax), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: "slug" }));

/** The fields of a category's form. Its place in the tree is changed by a move. */
export const categoryFields = fields({
  name: field.custom(name, "", { kind: "text", isRequired: true, answer: z.string() }),
  nameI18n: field.translations("name", { max: nameMax }),
  /** Its part of an address. Null: made of the name. */
  slug: field.custom<string | null>(z.nullable(slug), null, { kind: "code", answer: z.string() }),
  /** Null: as the category above. */
  halalRelevance: field.choice(halalRelevances),
  /** Whether products of the category that do not say so themselves are meat. Null: as the category above. */
  containsMeat: field.flag(),
  /** GS1 Global Product Classification. */
  gs1Brick: field.custom<string | null>(
    z.nullable(z.string().check(z.trim(), z.regex(/^\d{8}$/, { error: "gs1_brick" }))),
    null,
    { kind: "code", answer: z.nullable(z.string()) },
  ),
  imageFileId: field.custom(z.nullable(schemas.id()), null, { answer: z.nullable(z.string()) }),
});
export interface CategoryInput extends ValuesOf<typeof categoryFields> {}

/** Decide what is required of products: assignments may pause and resume when one is changed. */
export const impactFields = ["halalRelevance", "containsMeat"] as const satisfies readonly (keyof CategoryInput)[];
