import { recordRemovals } from "#api/records/removals.ts";
import { productStore } from "#features/catalogue/products/api/store.ts";
import { productRefusals } from "#features/catalogue/products/contract.ts";
import { isDeletable } from "#features/catalogue/products/lifecycle.ts";
import { releaseFiles } from "#features/platform/files/api/service/attachments.ts";

/** The deletion of drafts, one or many, with their pictures. */
export const {
  remove: removeProduct,
  preview: previewRemoval,
  apply: applyRemoval,
  actionOf: removalOf,
} = recordRemovals(productStore, {
  isDeletable,
  notDeletable: productRefusals.only_draft_products_can_be_deleted,
  inUse: productRefusals.product_in_use,
  label: ({ code, name }) => `${code} ${name}`,
  reads: ["code", "name"],
  cascades: ["product_images"],
  release: async (ctx, drafts) => {
    const withImages = drafts.filter(({ images }) => images.length > 0);
    if (withImages.length > 0) await releaseFiles(ctx, { recordId: withImages.map(({ id }) => id) });
  },
});
