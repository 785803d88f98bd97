import type { Ctx } from "#api/context.ts";
import type { FilePurpose } from "#api/files.ts";
import { releaseFiles, setFiles } from "#features/platform/files/api/service/attachments.ts";
import { categoryRows } from "#features/catalogue/categories/api/service/records.ts";
import { categories } from "#features/catalogue/categories/contract.ts";
import { categoryImage } from "#features/catalogue/categories/contract/image.ts";

export const categoryImages: FilePurpose = {
  rule: categoryImage,
  upload: [categories.create, categories.update],
  read: [categories.get],
  owners: categoryRows,
};

/** The category shows this picture from now on, and no other. Refuses with `file_unknown`. */
export const attachImage = (ctx: Ctx, recordId: string, imageFileId: string | null) =>
  setFiles(ctx, categoryImages, { recordId, fileIds: imageFileId === null ? [] : [imageFileId], field: "imageFileId" });

/** Of a category that is deleted: its picture goes after a day. */
export const releaseImage = (ctx: Ctx, recordId: string) => releaseFiles(ctx, { recordId });
