import { bigint, boolean, customType, integer, jsonb, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { ProductStatus } from "#features/catalogue/products/contract/statuses.ts";
import type { Allergen, halalClaims, NetUnit } from "#features/catalogue/products/fields.ts";

/** `numeric(12, 3)`, whose values a JavaScript number holds exactly. */
const contentColumn = customType<{ data: number; driverData: string }>({
  dataType: () => "numeric(12, 3)",
  fromDriver: Number,
  toDriver: String,
});

export const productsTable = pgTable("products", {
  id: uuid().primaryKey(),
  number: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  // Computed by the database, like the other `generatedAlwaysAs` below; the migration says how.
  code: text().notNull().generatedAlwaysAs(""),
  brandId: uuid("brand_id").notNull(),
  categoryId: uuid("category_id"),
  name: text().notNull(),
  sortKey: text("sort_key").notNull(),
  sortKeyAr: text("sort_key_ar").notNull().generatedAlwaysAs(""),
  nameI18n: jsonb("name_i18n").$type<Record<string, string>>().notNull(),
  description: text(),
  descriptionI18n: jsonb("description_i18n").$type<Record<string, string>>().notNull(),
  gtin: text(),
  gtinKind: smallint("gtin_kind").generatedAlwaysAs(0),
  noBarcodeReason: text("no_barcode_reason"),
  sku: text(),
  netContent: contentColumn("net_content"),
  netUnit: text("net_unit").$type<NetUnit>(),
  packOf: integer("pack_of").notNull(),
  countryOfOrigin: text("country_of_origin"),
  rrpMinor: bigint("rrp_minor", { mode: "number" }),
  rrpCurrency: text("rrp_currency"),
  cashbackBps: integer("cashback_bps"),
  ingredients: text(),
  ingredientsI18n: jsonb("ingredients_i18n").$type<Record<string, string>>().notNull(),
  allergens: text().array().$type<Allergen[]>().notNull(),
  eNumbers: text("e_numbers").array().notNull(),
  isAnimalDerived: boolean("is_animal_derived"),
  isAlcoholDerived: boolean("is_alcohol_derived"),
  containsGelatine: boolean("contains_gelatine"),
  containsMeat: boolean("contains_meat"),
  halalClaim: text("halal_claim").$type<(typeof halalClaims)[number]>().notNull(),
  offLabels: text("off_labels").array().notNull(),
  status: text().$type<ProductStatus>().notNull(),
  statusReason: text("status_reason"),
  submittedBy: uuid("submitted_by"),
  /** Unpublished by a user who may publish: only such a user can change its status again. */
  isStatusLocked: boolean("is_status_locked").notNull().default(false),
  words: text().notNull(),
  searchKey: text("search_key").notNull().generatedAlwaysAs(""),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});
/** A row of the table alone: pictures, brand and category are in other tables. */
export type ProductRecord = typeof productsTable.$inferSelect;

export const productImagesTable = pgTable("product_images", {
  productId: uuid("product_id").notNull(),
  fileId: uuid("file_id").notNull(),
  position: integer().notNull(),
  alt: text(),
  altI18n: jsonb("alt_i18n").$type<Record<string, string>>().notNull(),
});
