import type { Ctx } from "#api/context.ts";
import type { FilePurpose } from "#api/files.ts";
import { releaseFiles, setFiles } from "#features/files/api/service/attachments.ts";
import { brandStore } from "#features/brands/api/store.ts";
import { brands } from "#features/brands/contract.ts";
import { type BrandInput, brandLogo } from "#features/brands/fields.ts";

/** The logos of brands: who may change a brand may send one, who may read it may see it. */
export const brandLogos: FilePurpose = {
  rule: brandLogo,
  upload: [brands.create, brands.update],
  read: [brands.get],
  // The store imports this file.
  get owners() {
    return brandStore.scopedRows;
  },
};

/**
 * The brand shows this logo from now on, and no other. In the transaction that writes the brand, and before it: the row
 * refers to the file. Refuses with `file_unknown`.
 */
export async function attachLogo(
  ctx: Ctx,
  recordId: string,
  { logoFileId }: Pick<BrandInput, "logoFileId">,
): Promise<void> {
  const fileIds = logoFileId === null ? [] : [logoFileId];
  await setFiles(ctx, brandLogos, { recordId, fileIds, field: "logoFileId" });
}

/** Releases the logos of deleted brands; they are deleted after a day. */
export const releaseLogos = (ctx: Ctx, recordId: readonly string[]) => releaseFiles(ctx, { recordId });
