import { recordRemovals } from "#api/records/removals.ts";
import { brandStore } from "#features/catalogue/brands/api/store.ts";
import { brandRefusals } from "#features/catalogue/brands/contract.ts";
import { isDeletable } from "#features/catalogue/brands/lifecycle.ts";
import { releaseFiles } from "#features/platform/files/api/service/attachments.ts";

/** The deletion of drafts, one or many, with their logos. */
export const {
  remove: removeBrand,
  preview: previewRemoval,
  apply: applyRemoval,
  actionOf: removalOf,
} = recordRemovals(brandStore, {
  isDeletable,
  notDeletable: brandRefusals.only_drafts_can_be_deleted,
  inUse: brandRefusals.brand_in_use,
  label: ({ code, name }) => `${code} ${name}`,
  reads: ["code", "name"],
  release: async (ctx, drafts) => {
    const withLogo = drafts.filter(({ logoFileId }) => logoFileId !== null);
    if (withLogo.length > 0) await releaseFiles(ctx, { recordId: withLogo.map(({ id }) => id) });
  },
});
