import * as z from "zod/mini";
import { bulkRefusals } from "#base/bulk.ts";
import { type MenuSection, operation } from "#base/contract.ts";
import * as schemas from "#base/fields.ts";
import { fileRefusals, StoredFile } from "#base/files.ts";
import { gtin } from "#base/gtinField.ts";
import { halalStates } from "#base/halal.ts";
import { asPreviewed, withGrounds } from "#base/impact.ts";
import { anyOf, listFilter } from "#base/list.ts";
import { describeRecord, type RecordOf, type TypesOf } from "#base/records/describe.ts";
import { recordOperations } from "#base/records/operations.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { approvalRefusals } from "#features/access/approvals/contract/refusals.ts";
import {
  Availability,
  HalalNow,
  ProductBrand,
  ProductCategory,
  ProductHalal,
} from "#features/catalogue/products/contract/relatedRecords.ts";
import { productStatuses, ProductStatus, ProductTransition } from "#features/catalogue/products/contract/statuses.ts";
import { productFields, type ProductInput, productLimits } from "#features/catalogue/products/fields.ts";

const { brandId: _brandId, categoryId: _categoryId, images: _images, ...exported } = productFields.all;

export const expiryDays = ["7", "14", "30", "60", "90", "180"] as const;

const filters = {
  brand: anyOf(schemas.id()),
  /** In the subtrees of these, themselves included. */
  category: anyOf(schemas.id()),
  /** As it is at the moment of asking. */
  halal: anyOf(z.enum(halalStates)),
  /** Listed in a certificate of one of these certifiers that is verified or suspended. */
  body: anyOf(schemas.id()),
  /** The certificate that decides its halal state ends within so many days; of several the longest counts. */
  expiringWithin: anyOf(z.enum(expiryDays)),
  /** First and last of the days that may be the last of that certificate, as it states it. */
  expiresFrom: z.optional(schemas.date()),
  expiresTo: z.optional(schemas.date()),
  hasCategory: z.optional(z.boolean()),
  hasGtin: z.optional(z.boolean()),
  hasImage: z.optional(z.boolean()),
  /** First and last day, in UTC, both included. */
  createdFrom: z.optional(schemas.date()),
  createdTo: z.optional(schemas.date()),
};
export const ProductFilter = listFilter({ status: anyOf(ProductStatus), ids: anyOf(schemas.id()), ...filters });

const description = describeRecord({
  name: "products",
  path: "/api/v1/products",
  fields: productFields,
  statuses: productStatuses,
  more: {
    /** `PRD-000417`, for people to read out. */
    code: z.string(),
    brand: ProductBrand,
    category: z.nullable(ProductCategory),
    /** At the moment of asking. */
    halal: HalalNow,
    /** Retailers where it is sold now or may be once it is resumed. */
    retailersCount: z.int(),
    /** What is known of the pictures, in their order. */
    imageFiles: z.array(StoredFile),
    /** The reason for this status. Always set when it was unpublished or sent back. */
    statusReason: z.nullable(z.string()),
    /** The possible transitions, with what blocks them. */
    allowedTransitions: z.array(ProductTransition),
  },
  rowOmits: [
    "brandId",
    "categoryId",
    "description",
    "descriptionI18n",
    "noBarcodeReason",
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
    "images",
    "imageFiles",
    "statusReason",
    "allowedTransitions",
    "createdBy",
    "updatedBy",
  ],
  rowsAlso: {
    /** The first of its pictures, with a few pixels of it to show meanwhile. */
    image: z.nullable(z.object({ fileId: z.string(), placeholder: z.nullable(z.string()) })),
  },
  /** `halalEndsAt` only with a filter by it. */
  sorts: ["name", "createdAt", "updatedAt", "code", "halalEndsAt"],
  filters: [],
  moreFilters: filters,
  /** Under the names that the import reads. A file is matched by `productCode`. */
  exportColumns: [
    "productCode",
    "brand",
    "brandCode",
    "category",
    ...(Object.keys(exported) as (keyof typeof exported)[]),
    "status",
    "statusReason",
    "halal",
    "halalEndsAt",
    "halalLastDay",
    "retailers",
    "createdAt",
    "updatedAt",
  ],
  exportsAlso: ["productCode", "brandCode", "halalEndsAt", "halalLastDay", "retailers"],
});
export interface Product extends RecordOf<typeof description> {}
export interface ProductTypes extends TypesOf<typeof description, ProductInput, Product> {}
export type ProductRow = ProductTypes["row"];
export const productOperations = recordOperations<ProductTypes>(description);

/** Another product of which a new one may be a copy. */
const SimilarProduct = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  gtin: z.nullable(z.string()),
  brandName: z.string(),
  status: ProductStatus,
  /** It has the barcode number that was asked for, so this one refuses the other. */
  isSameGtin: z.boolean(),
});

export const productRefusals = refusals({
  duplicate_gtin: { status: 409, message: "Another product already has this barcode number." },
  duplicate_sku: { status: 409, message: "Another product of this brand already has this SKU." },
  product_id_taken: { status: 409, message: "A record with this ID already exists. Check the list." },
  brand_unavailable: { status: 422, message: "This brand is archived or no longer exists." },
  category_unavailable: { status: 422, message: "This category is archived or no longer exists." },
  invalid_product_step: { status: 409, message: "A product can’t change from {from} to {to}." },
  product_step_blocked: { status: 409, message: "The product is missing information required for status {to}." },
  only_draft_products_can_be_deleted: {
    status: 409,
    message: "Only drafts can be deleted. Archive this one instead.",
  },
  product_in_use: { status: 409, message: "Other records use this product, so it can’t be deleted." },
});
const { duplicate_gtin, duplicate_sku, product_id_taken, brand_unavailable, category_unavailable } = productRefusals;
const { invalid_product_step, product_step_blocked } = productRefusals;
const writeRefusals = [
  duplicate_gtin,
  duplicate_sku,
  brand_unavailable,
  category_unavailable,
  fileRefusals.file_unknown,
];

/** Required when a product is sent back or unpublished. */
const reason = z.optional(schemas.text({ max: productLimits.statusReasonMax, multiline: true }));
const status = { path: "status", permission: "update" };
const statusChanges = { path: "status-changes", permission: "update", more: { to: ProductStatus, reason } };
const moves = { path: "moves", permission: "update", more: { categoryId: schemas.id() } };
const removals = { path: "removals", permission: "delete", more: {} };

/** Its brand and its category by name, and what certificates say of it. */
const shownWith = [{ resource: "brands" }, { resource: "categories" }, { resource: "certificates" }];

export const products = {
  list: productOperations.list({ summary: "List products, by page", forKeys: true, reads: shownWith }),
  countByStatus: productOperations.countByStatus({
    summary: "Count products by status, under the other filters",
    forKeys: true,
  }),
  findSimilar: operation({
    method: "GET",
    path: "/api/v1/products/similar",
    reads: [{ resource: "products" }],
    permission: "products.read",
    summary: "Find products with this barcode number, or with a similar name in this brand",
    forKeys: true,
    input: z.strictObject({
      name: z.optional(schemas.text({ max: productLimits.nameMax })),
      brandId: z.optional(schemas.id()),
      gtin: z.optional(gtin()),
      exceptId: z.optional(schemas.id()),
    }),
    output: z.object({ rows: z.array(SimilarProduct) }),
  }),
  exportCsv: productOperations.exportCsv({ summary: "Export the filtered products as CSV", forKeys: true }),
  /** Who may call this may import (`api/import.ts`); the button names it. */
  importTemplate: productOperations.importTemplate({
    summary: "Download a CSV template for imports, with one example row",
  }),
  get: productOperations.get({ summary: "Get a product", forKeys: true, reads: shownWith }),
  halal: operation({
    method: "GET",
    path: "/api/v1/products/{id}/certificates",
    reads: [{ resource: "products", id: "id" }, { resource: "certificates" }],
    permission: "products.read",
    summary: "Get a product’s halal status with the certificates that list it",
    forKeys: true,
    input: z.strictObject({ id: schemas.id() }),
    output: ProductHalal,
    refusals: [commonRefusals.not_found],
  }),
  availability: operation({
    method: "GET",
    path: "/api/v1/products/{id}/retailers",
    reads: [{ resource: "assignments" }, { resource: "retailers" }],
    permission: "products.read",
    summary: "List the retailers that sell a product, and where it’s paused",
    forKeys: true,
    input: z.strictObject({ id: schemas.id() }),
    output: Availability,
    refusals: [commonRefusals.not_found],
  }),
  activity: productOperations.activity({ summary: "History of a product, newest first" }),
  create: operation({
    method: "POST",
    path: "/api/v1/products",
    permission: "products.create",
    summary: "Create a draft product (idempotent: the client supplies the ID)",
    forKeys: true,
    idempotencyKey: "ifSent",
    /** What is left out is empty. */
    input: z.strictObject({
      id: schemas.id(),
      ...z.partial(z.object(productFields.shape)).shape,
      name: productFields.shape.name,
      brandId: productFields.shape.brandId,
    }),
    output: description.record,
    refusals: [product_id_taken, ...writeRefusals],
  }),
  update: productOperations.updateWithApproval({
    summary:
      "Change some fields; with a fingerprint only as previewed. Requiring less of the product needs a reason and a second person",
    forKeys: true,
    idempotencyKey: "ifSent",
    refusals: writeRefusals,
  }),
  previewUpdate: productOperations.previewUpdate({
    summary:
      "What a change of some fields would bring about elsewhere, such as assignments that pause. Changes nothing",
    refusals: writeRefusals,
  }),
  changeStatus: productOperations.changeStatus(
    { ...status, more: { reason, ...asPreviewed } },
    {
      summary: "Change the status of a product; with a fingerprint only as previewed",
      forKeys: true,
      refusals: [invalid_product_step, product_step_blocked, bulkRefusals.preview_stale],
    },
  ),
  previewStatus: productOperations.previewStatus(status, {
    summary: "Preview the impact of a status change of a product",
    refusals: [invalid_product_step, product_step_blocked],
  }),
  remove: productOperations.remove({
    summary: "Delete a draft product that no record uses",
    refusals: [productRefusals.only_draft_products_can_be_deleted, productRefusals.product_in_use],
  }),
  previewStatusChange: productOperations.previewBulk(statusChanges, {
    summary: "Preview a status change of many products",
  }),
  applyStatusChange: productOperations.applyBulk(statusChanges, {
    summary: "Change the status of many products, as previewed (all or none)",
  }),
  previewMove: productOperations.previewBulk(moves, {
    summary: "Preview moving many products to a category",
    refusals: [category_unavailable],
  }),
  applyMove: productOperations.applyBulk(
    { ...moves, more: { ...moves.more, ...withGrounds } },
    {
      summary: "Move many products to a category, as previewed (all or none)",
      refusals: [bulkRefusals.loss_needs_reason, approvalRefusals.one_at_a_time, category_unavailable],
    },
  ),
  /** Drafts by the thousand, such as those of a file that should not have been imported. */
  previewRemoval: productOperations.previewBulk(removals, {
    summary: "Preview deleting many draft products",
  }),
  applyRemoval: productOperations.applyBulk(removals, {
    summary: "Delete many draft products that no record uses, as previewed (all or none)",
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
