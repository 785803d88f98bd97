import * as z from "zod/mini";
import { type Decisions, standingBlockers } from "#base/decisions.ts";
import * as fields from "#base/fields.ts";
import { gtin } from "#base/gtinField.ts";
import { halalStates } from "#base/halal.ts";
import { type FileRule, pictureTypes, StoredFile } from "#base/files.ts";

/** The life of a product (domain 1.5). `rules.ts` says which follows which, and README.md draws it. */
export const productStatuses = ["draft", "in_review", "published", "unpublished", "archived"] as const;
export const ProductStatus = z.enum(productStatuses);
export type ProductStatus = z.output<typeof ProductStatus>;

/** What a brand says of its product. It is no proof; the halal state is. */
export const halalClaims = ["certified", "self_declared", "inherently_halal", "none"] as const;

/** UN/ECE Recommendation 20: kilogram, gram, litre, millilitre, piece. */
export const netUnits = ["KGM", "GRM", "LTR", "MLT", "H87"] as const;
export type NetUnit = (typeof netUnits)[number];

/** Substances that must be named by law: Regulation (EU) No 1169/2011, Annex II, in its order. */
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
export const Allergen = z.enum(allergens);
export type Allergen = z.output<typeof Allergen>;

export const productLimits = {
  nameMax: 200,
  descriptionMax: 5000,
  ingredientsMax: 10_000,
  noBarcodeReasonMax: 200,
  skuMax: 64,
  /** As the column holds it: three decimals. */
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

/** Domain 1.5: at most 5 MB each. */
export const productImage: FileRule = { purpose: "productImage", accepts: pictureTypes, bytesMax: 5_242_880 };

const ProductImage = z.strictObject({
  fileId: fields.id(),
  /** What it shows, for those who cannot see it. */
  alt: z.nullable(fields.text({ min: 1, max: productLimits.altMax })),
  altI18n: fields.translations({ max: productLimits.altMax }),
});
export type ProductImage = z.output<typeof ProductImage>;

const hasDistinctFiles = (images: readonly ProductImage[]) =>
  new Set(images.map(({ fileId }) => fileId)).size === images.length;
const hasThreeDecimals = (content: number) => Math.abs(content * 1000 - Math.round(content * 1000)) < 1e-6;

/** What people write into a product. The form and the API check with these. */
const written = {
  brandId: fields.id(),
  categoryId: z.nullable(fields.id()),
  name: fields
    .text({ min: 1, max: productLimits.nameMax })
    .check(z.refine((name) => /[^\p{Cf}\p{Z}]/u.test(name), { error: "nothing_visible" })),
  nameI18n: fields.translations({ max: productLimits.nameMax }),
  description: z.nullable(fields.text({ min: 1, max: productLimits.descriptionMax, multiline: true })),
  descriptionI18n: fields.translations({ max: productLimits.descriptionMax, multiline: true }),
  /** Padded to 14 digits. */
  gtin: z.nullable(gtin()),
  /** Why it has none. A product has a number or a reason before it is reviewed. */
  noBarcodeReason: z.nullable(fields.text({ min: 1, max: productLimits.noBarcodeReasonMax })),
  /** The brand's own number. */
  sku: z.nullable(fields.text({ min: 1, max: productLimits.skuMax })),
  /** Of one piece, in `netUnit`; at most three decimals. */
  netContent: z.nullable(
    z
      .number()
      .check(
        z.positive({ error: "not_positive" }),
        z.maximum(productLimits.netContentMax),
        z.refine(hasThreeDecimals, { error: "three_decimals" }),
      ),
  ),
  netUnit: z.nullable(z.enum(netUnits)),
  /** How many pieces are sold as one. */
  packOf: z.int().check(z.minimum(1), z.maximum(productLimits.packOfMax)),
  countryOfOrigin: z.nullable(fields.countryCode()),
  /** Recommended price in minor units of `rrpCurrency`. */
  rrpMinor: z.nullable(fields.amountMinor()),
  rrpCurrency: z.nullable(fields.currencyCode()),
  /** What a consumer gets back where a retailer's assignment does not say. Null: as the brand, else as the retailer's type. */
  cashbackBps: z.nullable(fields.basisPoints()),
  ingredients: z.nullable(fields.text({ min: 1, max: productLimits.ingredientsMax, multiline: true })),
  ingredientsI18n: fields.translations({ max: productLimits.ingredientsMax, multiline: true }),
  allergens: z.array(Allergen).check(z.maxLength(allergens.length)),
  /** `E471`, `E150d`. Hints for a reviewer, as the four below; null: nobody has said. */
  eNumbers: z
    .array(z.string().check(z.regex(/^E\d{3,4}[a-z]{0,2}$/, { error: "e_number" })))
    .check(z.maxLength(productLimits.eNumbersMax)),
  isAnimalDerived: z.nullable(z.boolean()),
  isAlcoholDerived: z.nullable(z.boolean()),
  containsGelatine: z.nullable(z.boolean()),
  /** Of meat some types of retailers want to know how it was slaughtered. Null: as its category. */
  containsMeat: z.nullable(z.boolean()),
  halalClaim: z.enum(halalClaims),
  /** Tags of Open Food Facts, such as `en:halal`. */
  offLabels: z
    .array(fields.text({ min: 1, max: productLimits.offLabelMax }))
    .check(z.maxLength(productLimits.offLabelsMax)),
  /** In their order; the first stands for the product. */
  images: z
    .array(ProductImage)
    .check(z.maxLength(productLimits.imagesMax), z.refine(hasDistinctFiles, { error: "same_file_twice" })),
};

/** All of a product that a person fills in. */
export const ProductInput = z.strictObject(written);
export type ProductInput = z.output<typeof ProductInput>;
/** Only the fields that changed. */
export const ProductPatch = z.partial(ProductInput);
export type ProductPatch = z.output<typeof ProductPatch>;

/** Why a product cannot take a step yet. */
export const productBlockers = [
  "category_missing",
  "barcode_missing",
  "image_missing",
  "brand_not_active",
  "unpublish_first",
  ...standingBlockers,
] as const;

/** Who may publish a product, and change its status after a user with that permission has unpublished it. */
export const productStatusPermissions = { approve: "products.publish", lift: "products.publish" } as const;

/** Changes that need more than the update permission. */
export const productDecisions: Decisions = {
  resource: "products",
  fields: { cashbackBps: "products.setRates" },
  // They decide whether the product must be certified, and as what.
  fieldsOnceDecided: {
    brandId: "products.publish",
    categoryId: "products.publish",
    containsMeat: "products.publish",
  },
  undecided: ["draft"],
  transitions: { publish: "products.publish" },
  lift: productStatusPermissions.lift,
};

export const ProductTransition = z.object({
  to: ProductStatus,
  isAllowed: z.boolean(),
  needsReason: z.boolean(),
  /** Empty when it is allowed. */
  blockers: z.array(z.enum(productBlockers)),
});
export type ProductTransition = z.output<typeof ProductTransition>;

const named = { id: z.string(), name: z.string(), nameI18n: z.record(z.string(), z.string()) };

const HalalNow = z.object({
  state: z.enum(halalStates),
  /** The certificate that says so. */
  certificateId: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  /** The last day on which that certificate is valid, in its time zone. */
  lastDay: z.nullable(z.string()),
});

const shown = {
  id: z.string(),
  /** `PRD-000417`, for people to read out. */
  code: z.string(),
  name: z.string(),
  nameI18n: z.record(z.string(), z.string()),
  gtin: z.nullable(z.string()),
  sku: z.nullable(z.string()),
  netContent: z.nullable(z.number()),
  netUnit: z.nullable(z.enum(netUnits)),
  packOf: z.int(),
  brand: z.object({
    ...named,
    status: z.string(),
    country: z.nullable(z.string()),
    cashbackBps: z.nullable(z.int()),
  }),
  category: z.nullable(
    z.object({
      ...named,
      halalRelevance: z.string(),
      /** Of a product that does not say so itself. Null: nobody has said. */
      containsMeat: z.nullable(z.boolean()),
    }),
  ),
  /** At the moment of asking. */
  halal: HalalNow,
  /** Retailers where it is sold now or may be once it is resumed. */
  retailersCount: z.int(),
  status: ProductStatus,
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

/** A product as a list shows it. */
export const ProductRow = z.object({
  ...shown,
  /** The first of its pictures, with a few pixels of it to show meanwhile. */
  image: z.nullable(z.object({ fileId: z.string(), placeholder: z.nullable(z.string()) })),
});
export type ProductRow = z.output<typeof ProductRow>;

export const Product = z.object({
  ...shown,
  brandId: z.string(),
  categoryId: z.nullable(z.string()),
  description: z.nullable(z.string()),
  descriptionI18n: z.record(z.string(), z.string()),
  noBarcodeReason: z.nullable(z.string()),
  countryOfOrigin: z.nullable(z.string()),
  rrpMinor: z.nullable(z.int()),
  rrpCurrency: z.nullable(z.string()),
  cashbackBps: z.nullable(z.int()),
  ingredients: z.nullable(z.string()),
  ingredientsI18n: z.record(z.string(), z.string()),
  allergens: z.array(Allergen),
  eNumbers: z.array(z.string()),
  isAnimalDerived: z.nullable(z.boolean()),
  isAlcoholDerived: z.nullable(z.boolean()),
  containsGelatine: z.nullable(z.boolean()),
  containsMeat: z.nullable(z.boolean()),
  halalClaim: z.enum(halalClaims),
  offLabels: z.array(z.string()),
  images: z.array(ProductImage),
  /** What is known of the pictures, in their order. */
  imageFiles: z.array(StoredFile),
  /** Why it has this status. Always told when it was unpublished or sent back. */
  statusReason: z.nullable(z.string()),
  createdBy: z.nullable(z.string()),
  updatedBy: z.nullable(z.string()),
  /** What may happen to it next, and what stands in the way. */
  allowedTransitions: z.array(ProductTransition),
});
export type Product = z.output<typeof Product>;

/** Another product of which a new one may be a copy. */
export const SimilarProduct = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  gtin: z.nullable(z.string()),
  brandName: z.string(),
  status: ProductStatus,
  /** It has the barcode number that was asked for, so this one refuses the other. */
  isSameGtin: z.boolean(),
});

/** How a certificate that names a product stands to it. */
export const certificateStandings = [
  "stands",
  "expired",
  "suspended",
  "scope_reduced",
  "withdrawn",
  "body_suspended",
  "not_started",
  "unverified",
] as const;

const Evidence = z.object({
  certificateId: z.string(),
  code: z.string(),
  certificateNo: z.string(),
  revision: z.int(),
  bodyAcronym: z.string(),
  bodyName: z.string(),
  nameOnCertificate: z.string(),
  standing: z.enum(certificateStandings),
  /** It is the one that answers for the product now. */
  isDeciding: z.boolean(),
  isExpiring: z.boolean(),
  /** The time zone in which its days start and end. */
  timezone: z.string(),
  startsAt: z.nullable(z.string()),
  endsAt: z.nullable(z.string()),
  /** When it ceased to cover the product; null while it does. */
  heldUntil: z.nullable(z.string()),
  evidenceLevel: z.string(),
  stunningPolicy: z.string(),
  /** Of a line that was removed from the scope, or of a certificate that was suspended or withdrawn. */
  reason: z.nullable(z.string()),
});

/** The state with all that it follows from: first what decides, then what held last. */
export const ProductHalal = z.object({
  ...HalalNow.shape,
  /** What the category asks for. */
  relevance: z.nullable(z.enum(["required", "recommended", "not_applicable"])),
  certificates: z.array(Evidence),
});
export type ProductHalal = z.output<typeof ProductHalal>;

/** Rows that one answer holds; a product of a large chain is sold in more places, which are counted. */
export const availabilityMax = 200;

/** Where a product is sold, or was: each retailer, or each of its places. */
export const Availability = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      /** The country is null of a draft that nobody gave one yet. */
      retailer: z.object({ ...named, code: z.string(), country: z.nullable(z.string()) }),
      /** Null: all places of the retailer. */
      location: z.nullable(z.string()),
      status: z.enum(["proposed", "active", "paused"]),
      /** A code of the promotion rule when the house paused it, words when a person did. */
      pauseReason: z.nullable(z.string()),
      isPausedByRule: z.boolean(),
      /** Null: the recommended price. */
      priceMinor: z.nullable(z.int()),
      currency: z.nullable(z.string()),
      startsAt: z.string(),
    }),
  ),
  /** More than `rows` where a product is sold in more places than one answer holds. */
  count: z.int(),
});
export type Availability = z.output<typeof Availability>;
