import * as z from "zod/mini";
import * as schemas from "#base/fields.ts";
import { type FileRule, pictureTypes } from "#base/files.ts";
import { field, fields, type ValuesOf } from "#base/records/fields.ts";
import { shopCurrency } from "#demos/e-commerce/rules.ts";

export const shopLimits = {
  nameMax: 200,
  descriptionMax: 5000,
  wordsMax: 20,
  wordMax: 60,
  imagesMax: 10,
  altMax: 300,
  sizeMax: 40,
  quantityMax: 1_000_000,
  priceMaxMinor: 10_000_000_000,
} as const;

export const shopImage: FileRule = { purpose: "shopImage", accepts: pictureTypes, bytesMax: 5_242_880 };

const ShopImage = z.strictObject({
  fileId: schemas.id(),
  /** Alternative text, for users who can't see the picture. */
  alt: z.nullable(schemas.text({ min: 1, max: shopLimits.altMax })),
  altI18n: schemas.translations({ max: shopLimits.altMax }),
});
export type ShopImage = z.output<typeof ShopImage>;

const hasDistinctFiles = (images: readonly ShopImage[]) =>
  new Set(images.map(({ fileId }) => fileId)).size === images.length;

export const priceMinor = z.int().check(z.minimum(0), z.maximum(shopLimits.priceMaxMinor));
const price = () => field.custom<number>(priceMinor, 0, { kind: "amount", currencyIn: "currency", answer: z.int() });
const words = () =>
  field.custom<string[]>(
    z.array(schemas.text({ min: 1, max: shopLimits.wordMax })).check(z.maxLength(shopLimits.wordsMax)),
    [],
    { answer: z.array(z.string()) },
  );
const size = () => field.text({ max: shopLimits.sizeMax });
/** The part of an address that names it: `medjool-dates-1kg`. */
const handle = z.string().check(
  z.maxLength(120),
  z.overwrite((typed) => typed.trim().toLowerCase()),
  z.regex(/^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u, { error: "handle" }),
);

export const shopProductFields = fields({
  name: field.text({ required: true, max: shopLimits.nameMax }),
  nameI18n: field.translations("name", { max: shopLimits.nameMax }),
  handle: field.custom<string | null>(z.nullable(handle), null, { kind: "code", answer: z.nullable(z.string()) }),
  description: field.text({ max: shopLimits.descriptionMax, isLong: true }),
  categories: words(),
  tags: words(),
  /** The brand product that is offered. Its certificates count for this product. */
  catalogueProductId: field.custom<string | null>(z.nullable(schemas.id()), null, {
    answer: z.nullable(z.string()),
  }),
  /** In order; the first is the main picture. */
  images: field.custom<ShopImage[]>(
    z
      .array(ShopImage)
      .check(z.maxLength(shopLimits.imagesMax), z.refine(hasDistinctFiles, { error: "same_file_twice" })),
    [],
    { answer: z.array(ShopImage) },
  ),
  currency: field.custom<typeof shopCurrency>(z.literal(shopCurrency), shopCurrency, { kind: "currency" }),
  priceExclMinor: price(),
  taxRateBps: field.percent({ initial: 0 }),
  /** The price before a reduction. */
  comparedPriceMinor: field.custom<number | null>(z.nullable(priceMinor), null, {
    kind: "amount",
    currencyIn: "currency",
    answer: z.nullable(z.int()),
  }),
  quantity: field.integer({ initial: 0, max: shopLimits.quantityMax }),
  /** An order that leaves so few or fewer adds a to-do. */
  lowStockAt: field.integer({ initial: 5, max: shopLimits.quantityMax }),
  sku: field.text({ max: 64, isCode: true }),
  width: size(),
  height: size(),
  depth: size(),
  weight: size(),
  extraShippingFeeMinor: price(),
});
export interface ShopProductInput extends ValuesOf<typeof shopProductFields> {}
