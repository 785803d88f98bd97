import * as z from "zod/mini";
import { type Decisions, decisionBlockers } from "#base/decisions.ts";
import { productLifecycle } from "#features/catalogue/products/lifecycle.ts";

export const productStatuses = productLifecycle.statuses;
export const ProductStatus = z.enum(productStatuses);
export type ProductStatus = z.output<typeof ProductStatus>;

/** Why a product cannot take a step yet. */
export const productBlockers = [
  "category_missing",
  "barcode_missing",
  "image_missing",
  "brand_not_active",
  "unpublish_first",
  ...decisionBlockers,
] as const;
export const ProductTransition = z.object({
  to: ProductStatus,
  isAllowed: z.boolean(),
  needsReason: z.boolean(),
  /** Empty when it is allowed. */
  blockers: z.array(z.enum(productBlockers)),
});
export type ProductTransition = z.output<typeof ProductTransition>;

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
