import type { Product } from "#features/catalogue/products/contract.ts";
import type { ProductInput } from "#features/catalogue/products/fields.ts";
import { productLifecycle } from "#features/catalogue/products/lifecycle.ts";
import { type Requirements, submitRequirements } from "#web/records/requirements.ts";

/** What a draft must have to be submitted. */
export const requirements: Requirements<ProductInput, Product> = submitRequirements(productLifecycle, {
  to: "in_review",
  statusOf: ({ status }) => status,
  factsOf: ({ categoryId, gtin, noBarcodeReason, images }, record) => ({
    categoryId,
    gtin,
    noBarcodeReason,
    status: record?.status ?? "draft",
    imagesCount: images.length,
    brandStatus: "active",
  }),
  bare: { categoryId: null, gtin: null, noBarcodeReason: null },
  places: {
    category_missing: { fields: ["categoryId"] },
    barcode_missing: { fields: ["gtin", "noBarcodeReason"], isOneOf: true },
  },
});
