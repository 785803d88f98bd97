import type { Ctx } from "#api/context.ts";
import type { FilePurpose } from "#api/files.ts";
import { releaseFiles, setFiles } from "#features/platform/files/api/service/attachments.ts";
import { retailerRows } from "#features/retail/retailers/api/service/rows.ts";
import type { RetailerRecord } from "#features/retail/retailers/api/tables.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { retailerCover, retailerLogo } from "#features/retail/retailers/record/fields.ts";
import { type FileRule } from "#base/files.ts";
import { retailerDocument, retailerDocuments } from "#features/retail/retailers/kyc/contract.ts";

const pictureOf = (rule: FileRule): FilePurpose => ({
  rule,
  upload: [retailers.create, retailers.update],
  read: [retailers.get],
  owners: retailerRows,
});

export const retailerLogos = pictureOf(retailerLogo);
export const retailerCovers = pictureOf(retailerCover);
/** The documents that prove a retailer's identity: for users who may read retailers, and never public. */
export const retailerDocumentFiles: FilePurpose = {
  rule: retailerDocument,
  upload: [retailerDocuments.add],
  read: [retailerDocuments.list],
  owners: retailerRows,
};

/** Attaches these pictures to the retailer, and detaches all others. Refuses with `file_unknown`. */
export async function attachPictures(
  ctx: Ctx,
  recordId: string,
  { logoFileId, coverFileId }: Pick<RetailerRecord, "logoFileId" | "coverFileId">,
): Promise<void> {
  const [logo, cover] = [logoFileId, coverFileId].map((fileId) => (fileId === null ? [] : [fileId]));
  await setFiles(ctx, retailerLogos, { recordId, fileIds: logo!, field: "logoFileId" });
  await setFiles(ctx, retailerCovers, { recordId, fileIds: cover!, field: "coverFileId" });
}

/** For a deleted retailer: its pictures and documents are deleted after a day. */
export const releasePictures = (ctx: Ctx, recordId: string) => releaseFiles(ctx, { recordId });
