import * as z from "zod/mini";
import { activityInput, ActivityPage, type Changes } from "#base/activity.ts";
import { BulkPreview, BulkResult, bulkRefusals, selection } from "#base/bulk.ts";
import { type MenuSection, operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { fileRefusals } from "#base/files.ts";
import { gtin } from "#base/gtinField.ts";
import { halalStates } from "#base/halal.ts";
import { Waiting } from "#base/approvals.ts";
import { asPreviewed, Impact, withGrounds } from "#base/impact.ts";
import { anyOf, listFilter, listInput, page, Total } from "#base/list.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { approvalRefusals } from "#features/access/approvals/contract/refusals.ts";
import {
  Availability,
  Product,
  ProductHalal,
  ProductInput,
  productLimits,
  ProductPatch,
  ProductRow,
  ProductStatus,
  SimilarProduct,
} from "#features/catalogue/products/contract/product.ts";

export const productSorts = ["name", "createdAt", "updatedAt", "code"] as const;

const filters = {
  ids: anyOf(fields.id()),
  brand: anyOf(fields.id()),
  /** In the subtrees of these, themselves included. */
  category: anyOf(fields.id()),
  /** As it is at the moment of asking. */
  halal: anyOf(z.enum(halalStates)),
  /** Listed in a certificate of one of these bodies that is verified or suspended. */
  body: anyOf(fields.id()),
  hasCategory: z.optional(z.boolean()),
  hasGtin: z.optional(z.boolean()),
  hasImage: z.optional(z.boolean()),
  /** First and last day, in UTC, both included. */
  createdFrom: z.optional(fields.date()),
  createdTo: z.optional(fields.date()),
};
/** Without it a list leaves archived products out. */
const status = anyOf(ProductStatus);
export const ProductFilter = listFilter({ status, ...filters });
export type ProductFilter = z.output<typeof ProductFilter>;

/** What a file may hold of a product, under the names that the import reads. A file is matched by `productCode`. */
export const productExportColumns = [
  "productCode",
  "brand",
  "brandCode",
  "category",
  "name",
  "nameI18n",
  "description",
  "descriptionI18n",
  "gtin",
  "noBarcodeReason",
  "sku",
  "netContent",
  "netUnit",
  "packOf",
  "countryOfOrigin",
  "rrpMinor",
  "rrpCurrency",
  "cashbackBps",
  "ingredients",
  "ingredientsI18n",
  "allergens",
  "eNumbers",
  "isAnimalDerived",
  "isAlcoholDerived",
  "containsGelatine",
  "containsMeat",
  "halalClaim",
  "offLabels",
  "status",
  "statusReason",
  "halal",
  "halalEndsAt",
  "halalLastDay",
  "retailers",
  "createdAt",
  "updatedAt",
] as const;
export type ProductExportColumn = (typeof productExportColumns)[number];

const statusChange = {
  to: ProductStatus,
  /** Needed when a product is sent back or unpublished. */
  reason: z.optional(fields.text({ max: productLimits.statusReasonMax, multiline: true })),
};
const bulkStatusChange = { selection: selection(ProductFilter), ...statusChange };
const bulkMove = { selection: selection(ProductFilter), categoryId: fields.id() };
const fingerprint = z.string().check(z.maxLength(100));

export const productRefusals = refusals({
  duplicate_gtin: { status: 409, message: "Another product already has this barcode number." },
  duplicate_sku: { status: 409, message: "Another product of the brand already has this number." },
  product_id_taken: { status: 409, message: "Another record already has this id." },
  brand_unavailable: { status: 422, message: "There is no such brand, or it is archived." },
  category_unavailable: { status: 422, message: "There is no such category, or it is archived." },
  invalid_product_step: { status: 409, message: "A product that is {from} cannot become {to}." },
  product_step_blocked: { status: 409, message: "Something is missing before this product can become {to}." },
  only_draft_products_can_be_deleted: {
    status: 409,
    message: "Only a draft can be deleted. This one can be archived.",
  },
  product_in_use: { status: 409, message: "Other records refer to this product." },
});
const { duplicate_gtin, duplicate_sku, product_id_taken, brand_unavailable, category_unavailable } = productRefusals;
const writeRefusals = [
  duplicate_gtin,
  duplicate_sku,
  brand_unavailable,
  category_unavailable,
  fileRefusals.file_unknown,
] as const;

/** The details of `duplicate_gtin` and `duplicate_sku`. `other` is null when the person may not see it. */
export type DuplicateDetails = {
  readonly field: "gtin" | "sku";
  readonly other: { readonly id: string; readonly code: string; readonly name: string } | null;
};

/** The details of `version_conflict`. */
export type ProductConflict = {
  readonly current: Product;
  readonly changedBy: string | null;
  readonly changedAt: string;
  readonly changes: Changes;
};

const change = { id: fields.id(), version: fields.version(), ...ProductPatch.shape };

export const products = {
  list: operation({
    method: "GET",
    path: "/api/v1/products",
    permission: "products.read",
    summary: "Products, a page at a time",
    forKeys: true,
    input: listInput(productSorts, { status, ...filters }),
    output: page(ProductRow),
  }),
  countByStatus: operation({
    method: "GET",
    path: "/api/v1/products/counts",
    permission: "products.read",
    summary: "How many products have each status, under the other filters",
    forKeys: true,
    input: listFilter(filters),
    output: z.object({ byStatus: z.record(ProductStatus, Total) }),
  }),
  findSimilar: operation({
    method: "GET",
    path: "/api/v1/products/similar",
    permission: "products.read",
    summary: "Products with this barcode number, or of this brand with a name like this one",
    forKeys: true,
    input: z.strictObject({
      name: z.optional(fields.text({ max: productLimits.nameMax })),
      brandId: z.optional(fields.id()),
      gtin: z.optional(gtin()),
      exceptId: z.optional(fields.id()),
    }),
    output: z.object({ rows: z.array(SimilarProduct) }),
  }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/products/export.csv",
    permission: "products.export",
    summary: "Every product the list finds, as a CSV file",
    forKeys: true,
    input: listInput(productSorts, { status, ...filters, columns: anyOf(z.enum(productExportColumns)) }),
    output: z.string(),
    reply: "csv",
  }),
  /** Who may call this may import (`api/import.ts`); the button names it. */
  importTemplate: operation({
    method: "GET",
    path: "/api/v1/products/import-template.csv",
    permission: "products.import",
    summary: "A CSV file with the columns that an import understands and one example row",
    input: z.strictObject({}),
    output: z.string(),
    reply: "csv",
    holdsNoRecords: true,
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/products/{id}",
    permission: "products.read",
    summary: "One product",
    forKeys: true,
    input: z.strictObject({ id: fields.id() }),
    output: Product,
    refusals: [commonRefusals.not_found],
  }),
  halal: operation({
    method: "GET",
    path: "/api/v1/products/{id}/certificates",
    permission: "products.read",
    summary: "Whether a product is certified now, why, and every certificate that names it",
    forKeys: true,
    input: z.strictObject({ id: fields.id() }),
    output: ProductHalal,
    refusals: [commonRefusals.not_found],
  }),
  availability: operation({
    method: "GET",
    path: "/api/v1/products/{id}/retailers",
    permission: "products.read",
    summary: "Where a product is sold, and what is paused there",
    forKeys: true,
    input: z.strictObject({ id: fields.id() }),
    output: Availability,
    refusals: [commonRefusals.not_found],
  }),
  activity: operation({
    method: "GET",
    path: "/api/v1/products/{id}/activity",
    permission: "products.read",
    summary: "What was done to a product, newest first",
    input: z.strictObject(activityInput),
    output: ActivityPage,
    refusals: [commonRefusals.not_found],
  }),
  create: operation({
    method: "POST",
    path: "/api/v1/products",
    permission: "products.create",
    summary: "Make a draft. The caller makes the id; sent again, it answers the product it made",
    forKeys: true,
    /** What is left out is empty. */
    input: z.strictObject({
      id: fields.id(),
      ...ProductPatch.shape,
      name: ProductInput.shape.name,
      brandId: ProductInput.shape.brandId,
    }),
    output: Product,
    refusals: [product_id_taken, ...writeRefusals],
  }),
  update: operation({
    method: "PATCH",
    path: "/api/v1/products/{id}",
    permission: "products.update",
    summary:
      "Change some fields; with a fingerprint only as previewed. Requiring less of the product needs a reason and a second person",
    forKeys: true,
    input: z.strictObject({ ...change, ...asPreviewed, ...withGrounds }),
    output: z.union([Product, Waiting]),
    versioned: true,
    refusals: [commonRefusals.not_found, ...writeRefusals, bulkRefusals.preview_stale, bulkRefusals.loss_needs_reason],
  }),
  previewUpdate: operation({
    method: "POST",
    path: "/api/v1/products/{id}/preview",
    permission: "products.update",
    summary:
      "What a change of some fields would bring about elsewhere, such as assignments that pause. Changes nothing",
    input: z.strictObject(change),
    output: Impact,
    versioned: true,
    refusals: [commonRefusals.not_found, ...writeRefusals],
  }),
  changeStatus: operation({
    method: "POST",
    path: "/api/v1/products/{id}/status",
    permission: "products.update",
    summary: "Take a step in the life of a product; with a fingerprint only as previewed",
    forKeys: true,
    input: z.strictObject({ id: fields.id(), version: fields.version(), ...statusChange, ...asPreviewed }),
    output: Product,
    versioned: true,
    refusals: [
      commonRefusals.not_found,
      productRefusals.invalid_product_step,
      productRefusals.product_step_blocked,
      bulkRefusals.preview_stale,
    ],
  }),
  previewStatus: operation({
    method: "POST",
    path: "/api/v1/products/{id}/status/preview",
    permission: "products.update",
    summary: "What a step would bring about elsewhere, such as assignments that pause. Changes nothing",
    input: z.strictObject({ id: fields.id(), to: ProductStatus }),
    output: Impact,
    refusals: [commonRefusals.not_found, productRefusals.invalid_product_step, productRefusals.product_step_blocked],
  }),
  remove: operation({
    method: "DELETE",
    path: "/api/v1/products/{id}",
    permission: "products.delete",
    summary: "Delete a draft that nothing refers to",
    input: z.strictObject({ id: fields.id(), version: fields.version() }),
    output: z.undefined(),
    reply: "empty",
    versioned: true,
    refusals: [
      commonRefusals.not_found,
      productRefusals.only_draft_products_can_be_deleted,
      productRefusals.product_in_use,
    ],
  }),
  previewStatusChange: operation({
    method: "POST",
    path: "/api/v1/products/status-changes/preview",
    permission: "products.update",
    summary: "What a change of status would do to many products",
    input: z.strictObject(bulkStatusChange),
    output: BulkPreview,
    refusals: [bulkRefusals.too_many_rows],
  }),
  applyStatusChange: operation({
    method: "POST",
    path: "/api/v1/products/status-changes",
    permission: "products.update",
    summary: "Change the status of many products, as previewed: all of them or none",
    input: z.strictObject({ ...bulkStatusChange, fingerprint }),
    output: BulkResult,
    refusals: [bulkRefusals.preview_stale, bulkRefusals.too_many_rows],
  }),
  previewMove: operation({
    method: "POST",
    path: "/api/v1/products/moves/preview",
    permission: "products.update",
    summary: "What moving many products to a category would do",
    input: z.strictObject(bulkMove),
    output: BulkPreview,
    refusals: [bulkRefusals.too_many_rows, category_unavailable],
  }),
  applyMove: operation({
    method: "POST",
    path: "/api/v1/products/moves",
    permission: "products.update",
    summary: "Move many products to a category, as previewed: all of them or none",
    input: z.strictObject({ ...bulkMove, fingerprint, ...withGrounds }),
    output: BulkResult,
    refusals: [
      bulkRefusals.preview_stale,
      bulkRefusals.too_many_rows,
      bulkRefusals.loss_needs_reason,
      approvalRefusals.one_at_a_time,
      category_unavailable,
    ],
  }),
};

export const productsMenu: MenuSection = {
  id: 4,
  title: "Brand Products",
  icon: "brand-products",
  link: "/apps/brand-product/brand-products",
  entries: [
    { id: 41, title: "Products", link: "/apps/brand-product/brand-products", needs: products.list },
    { id: 42, title: "New Product", link: "/apps/brand-product/brand-products/new", needs: products.create },
  ],
};
