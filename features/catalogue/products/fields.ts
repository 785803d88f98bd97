import * as z from "zod/mini";
import * as schemas from "#base/fields.ts";
import { type FileRule, pictureTypes } from "#base/files.ts";
import { gtin } from "#base/gtinField.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";
import type { FieldError } from "#base/refusal.ts";
import { missingFor } from "#features/catalogue/products/lifecycle.ts";

/** What the brand claims about its product. It is no proof; the halal state is. */
export const halalClaims = ["certified", "self_declared", "inherently_halal", "none"] as const;

/** UN/ECE Recommendation 20: kilogram, gram, litre, millilitre, piece. */
export const netUnits = ["KGM", "GRM", "LTR", "MLT", "H87"] as const;
export type NetUnit = (typeof netUnits)[number];

/** Substances that must be declared by law: Regulation (EU) No 1169/2011, Annex II, in its order. */
export const allergens = [
  "gluten",
  "crustaceans",
  "eggs",
  "fish",
  "peanuts",
  "soybeans",
  "milk",
  "nuts",
  "celery",
  "mustard",
  "sesame",
  "sulphites",
  "lupin",
  "molluscs",
] as const;
const Allergen = z.enum(allergens);
export type Allergen = z.output<typeof Allergen>;

export const productLimits = {
  nameMax: 200,
  descriptionMax: 5000,
  ingredientsMax: 10_000,
  noBarcodeReasonMax: 200,
  skuMax: 64,
  /** The limit of the column: three decimals. */
  netContentMax: 999_999_999.999,
  packOfMax: 10_000,
  eNumbersMax: 60,
  offLabelsMax: 100,
  offLabelMax: 200,
  /** Domain 1.5. */
  imagesMax: 10,
  altMax: 300,
  statusReasonMax: 500,
  similarMax: 5,
} as const;
const limits = productLimits;

/** Domain 1.5: at most 5 MB each. */
export const productImage: FileRule = { purpose: "productImage", accepts: pictureTypes, bytesMax: 5_242_880 };

const ProductImage = z.strictObject({
  fileId: schemas.id(),
  /** Alternative text, for users who can't see the picture. */
  alt: z.nullable(schemas.text({ min: 1, max: limits.altMax })),
  altI18n: schemas.translations({ max: limits.altMax }),
});
export type ProductImage = z.output<typeof ProductImage>;

const visibleName = schemas
  .text({ min: 1, max: limits.nameMax })
  .check(z.refine((name) => /[^\p{Cf}\p{Z}]/u.test(name), { error: "nothing_visible" }));
const hasThreeDecimals = (content: number) => Math.abs(content * 1000 - Math.round(content * 1000)) < 1e-6;
const content = z
  .number()
  .check(
    z.positive({ error: "not_positive" }),
    z.maximum(limits.netContentMax),
    z.refine(hasThreeDecimals, { error: "three_decimals" }),
  );
const hasDistinctFiles = (images: readonly ProductImage[]) =>
  new Set(images.map(({ fileId }) => fileId)).size === images.length;
const text = z.nullable(z.string());
const list = <Item>(item: z.ZodMiniType<Item>, answer: z.ZodMiniType<Item>, ...checks: z.core.$ZodCheck<Item[]>[]) =>
  field.custom<Item[]>(z.array(item).check(...checks), [], { answer: z.array(answer) });

export const productFields = fields(
  {
    brandId: field.custom<string>(schemas.id(), "", { isRequired: true, answer: z.string() }),
    categoryId: field.custom<string | null>(z.nullable(schemas.id()), null, { answer: text }),
    name: field.custom<string>(visibleName, "", { kind: "text", isRequired: true }),
    nameI18n: field.translations("name", { max: limits.nameMax }),
    description: field.text({ max: limits.descriptionMax, isLong: true }),
    descriptionI18n: field.translations("description", { max: limits.descriptionMax, isLong: true }),
    /** Padded to 14 digits. */
    gtin: field.custom<string | null>(z.nullable(gtin()), null, { answer: text }),
    /** Why it has no barcode. A product needs a number or a reason before its review. */
    noBarcodeReason: field.text({ max: limits.noBarcodeReasonMax }),
    /** The brand's own number. */
    sku: field.text({ max: limits.skuMax, isCode: true }),
    /** The content of one piece, in `netUnit`; at most three decimals. */
    netContent: field.custom<number | null>(z.nullable(content), null, { answer: z.nullable(z.number()) }),
    netUnit: field.choice(netUnits),
    /** How many pieces are sold together. */
    packOf: field.integer({ min: 1, max: limits.packOfMax, initial: 1 }),
    countryOfOrigin: field.country(),
    /** Recommended price. */
    rrpMinor: field.amount("rrpCurrency"),
    rrpCurrency: field.currency(),
    /** The cashback unless a retailer's assignment sets one. Null: as the brand, else as the retailer's type. */
    cashbackBps: field.percent(),
    ingredients: field.text({ max: limits.ingredientsMax, isLong: true }),
    ingredientsI18n: field.translations("ingredients", { max: limits.ingredientsMax, isLong: true }),
    allergens: list(Allergen, Allergen, z.maxLength(allergens.length)),
    /** `E471`, `E150d`. Hints for a reviewer, like the four below; null: unknown. */
    eNumbers: list(
      z.string().check(z.regex(/^E\d{3,4}[a-z]{0,2}$/, { error: "e_number" })),
      z.string(),
      z.maxLength(limits.eNumbersMax),
    ),
    isAnimalDerived: field.flag(),
    isAlcoholDerived: field.flag(),
    containsGelatine: field.flag(),
    /** Some retailer types ask how meat was slaughtered. Null: as its category. */
    containsMeat: field.flag(),
    halalClaim: field.choice(halalClaims, { initial: "none" }),
    /** Tags of Open Food Facts, such as `en:halal`. */
    offLabels: list(schemas.text({ min: 1, max: limits.offLabelMax }), z.string(), z.maxLength(limits.offLabelsMax)),
    /** In order; the first is the main picture of the product. */
    images: list(
      ProductImage,
      ProductImage,
      z.maxLength(limits.imagesMax),
      z.refine(hasDistinctFiles, { error: "same_file_twice" }),
    ),
  },
  { errorsOf: productErrors },
);
export interface ProductInput extends ValuesOf<typeof productFields> {}

/**
 * Fields that decide the requirements and the evidence of a product: another category may require more, some retailers
 * require more of meat, and certificates name a number and a brand. A change may pause and resume assignments.
 */
export const impactFields = [
  "categoryId",
  "brandId",
  "containsMeat",
  "gtin",
] as const satisfies readonly (keyof ProductInput)[];

const fieldsOfBlockers = { category_missing: "categoryId", barcode_missing: "gtin", image_missing: "images" } as const;

/** The field that resolves a blocker; undefined if no field does. */
export const fieldOfBlocker = (blocker: string): keyof ProductInput | undefined =>
  (fieldsOfBlockers as Readonly<Record<string, keyof ProductInput>>)[blocker];

type ProductFacts = Parameters<typeof missingFor>[1] &
  Readonly<Record<"netContent" | "rrpMinor", number | null>> &
  Readonly<Record<"netUnit" | "rrpCurrency", string | null>> & { readonly images: readonly unknown[] };

const blockerMessages: Readonly<Record<keyof typeof fieldsOfBlockers, string>> = {
  category_missing: "Products in this status need a category.",
  barcode_missing: "Products in this status need a barcode number or a reason for not having one.",
  image_missing: "Published products need at least one image.",
};

/** Checks across fields, in the form, the API and imports. `before` is the stored product. */
function productErrors(
  product: ProductFacts,
  status: string | null,
  before?: { readonly images: readonly unknown[] } | null,
): FieldError[] {
  const errors: FieldError[] = missingFor(status ?? "draft", product).map((blocker) => ({
    path: fieldsOfBlockers[blocker],
    code: blocker,
    message: blockerMessages[blocker],
  }));
  const add = (path: string, code: string, message: string) => errors.push({ path, code, message });
  if (status === "published" && before && before.images.length > 0 && product.images.length === 0) {
    add("images", "image_missing", "Published products need at least one image.");
  }
  if (product.gtin !== null && product.noBarcodeReason !== null) {
    add("noBarcodeReason", "reason_beside_gtin", "Remove the reason: a barcode number is set.");
  }
  if (product.netContent !== null && product.netUnit === null) {
    add("netUnit", "unit_missing", "Choose the unit.");
  }
  if (product.netContent === null && product.netUnit !== null) {
    add("netContent", "content_missing", "Enter the amount or clear the unit.");
  }
  if (product.rrpMinor !== null && product.rrpCurrency === null) {
    add("rrpCurrency", "price_without_currency", "Choose a currency.");
  }
  return errors;
}
