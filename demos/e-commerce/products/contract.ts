import * as z from "zod/mini";
import { fileRefusals } from "#base/files.ts";
import { describeRecord, type RecordOf, type TypesOf } from "#base/records/describe.ts";
import { lifecycle } from "#base/records/lifecycle.ts";
import { recordOperations } from "#base/records/operations.ts";
import { refusals } from "#base/refusal.ts";
import { type ShopProductInput, shopProductFields } from "#demos/e-commerce/products/fields.ts";
import { certificateStates } from "#demos/e-commerce/rules.ts";

export const shopProductLifecycle = lifecycle()({
  inactive: { activate: { to: "active", canUndo: true }, archive: { to: "archived", canUndo: true } },
  active: { deactivate: { to: "inactive", canUndo: true } },
  archived: { reopen: { to: "inactive", canUndo: true } },
});
export const shopProductStatuses = shopProductLifecycle.statuses;

const description = describeRecord({
  name: "shopProducts",
  path: "/api/v1/shop-products",
  fields: shopProductFields,
  statuses: shopProductStatuses,
  more: {
    priceInclMinor: z.int(),
    certificate: z.enum(certificateStates),
    /** The main picture: its own, else that of the brand product. */
    pictureFileId: z.nullable(z.string()),
  },
  rowOmits: ["description", "createdBy", "updatedBy"],
  sorts: ["name", "priceInclMinor", "quantity", "updatedAt"],
  filters: [],
  moreFilters: { isLowStock: z.optional(z.boolean()) },
  // biome-ignore format: a table
  exportColumns: ["id", "name", "nameI18n", "nameAr", "handle", "description", "categories", "tags", "currency", "priceExclMinor", "taxRateBps", "priceInclMinor", "comparedPriceMinor", "quantity", "lowStockAt", "sku", "width", "height", "depth", "weight", "extraShippingFeeMinor", "certificate", "status", "createdAt", "updatedAt"],
});
export interface ShopProduct extends RecordOf<typeof description> {}
export interface ShopProductTypes extends TypesOf<typeof description, ShopProductInput, ShopProduct> {}
export const shopProductRecords = recordOperations<ShopProductTypes>(description);

export const shopProductRefusals = refusals({
  duplicate_handle: { status: 409, message: "Another product already has this handle." },
  duplicate_shop_sku: { status: 409, message: "Another product already has this SKU." },
  shop_product_id_taken: { status: 409, message: "A record with this ID already exists. Check the list." },
  certificate_needed: {
    status: 409,
    message: "This product needs a valid halal certificate. Link the brand product that has one.",
  },
});
const { duplicate_handle, duplicate_shop_sku, shop_product_id_taken, certificate_needed } = shopProductRefusals;
const { file_unknown } = fileRefusals;
const duplicates = [duplicate_handle, duplicate_shop_sku];
const changes = {
  path: "status-changes",
  permission: "update",
  more: { to: z.enum(shopProductStatuses) },
};

export const shopProducts = {
  list: shopProductRecords.list({ summary: "List the products of the shop" }),
  countByStatus: shopProductRecords.countByStatus({ summary: "Count the shop’s products by status" }),
  exportCsv: shopProductRecords.exportCsv({ summary: "Export the listed products of the shop as a CSV file" }),
  previewStatusChange: shopProductRecords.previewBulk(changes, {
    summary: "Preview a status change of many products of the shop",
  }),
  applyStatusChange: shopProductRecords.applyBulk(changes, {
    summary: "Change the status of many products of the shop as previewed, all or nothing",
  }),
  get: shopProductRecords.get({ summary: "Get a product of the shop" }),
  activity: shopProductRecords.activity({ summary: "List the history of a product of the shop, newest first" }),
  create: shopProductRecords.create({
    summary: "Create a product of the shop, inactive (idempotent: the client supplies the ID)",
    refusals: [...duplicates, shop_product_id_taken, file_unknown],
  }),
  update: shopProductRecords.update({
    summary: "Update a product of the shop",
    refusals: [...duplicates, certificate_needed, file_unknown],
  }),
  changeStatus: shopProductRecords.changeStatus(
    { path: "status", permission: "update" },
    {
      summary: "Activate a product that has the certificate it needs, deactivate or archive it",
      refusals: [certificate_needed, ...duplicates],
    },
  ),
};
