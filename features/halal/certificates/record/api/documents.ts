import { eq } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import type { StoredFile } from "#base/files.ts";
import type { Ctx } from "#api/context.ts";
import type { FilePurpose } from "#api/files.ts";
import { attachFiles, setFiles } from "#features/platform/files/api/service/attachments.ts";
import { notEditable } from "#features/halal/certificates/record/api/changes.ts";
import { inChange } from "#features/halal/certificates/record/api/writeChange.ts";
import { certificateRows } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { certificateDocumentsTable as documents } from "#features/halal/certificates/api/tables.ts";
import { filesTable } from "#features/platform/files/api/tables.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Certificate, CertificateDocument } from "#features/halal/certificates/record/contract/records.ts";
import { isOpen } from "#features/halal/certificates/record/fields.ts";
import { certificateDocument } from "#features/halal/certificates/record/contract/operations.ts";

/** The documents of certificates: sent by users who may write one, shown to users who may read it. */
export const certificateDocuments: FilePurpose = {
  rule: certificateDocument,
  upload: [certificates.create, certificates.update, certificates.verify],
  read: [certificates.get],
  owners: certificateRows,
};

/**
 * Replaces the documents of a certificate.
 *
 * Refuses with `not_found`, `version_conflict`, `not_editable` once it was submitted, and `file_unknown`.
 */
export const setDocuments = (
  ctx: Ctx,
  { documents: shown, ...at }: Input<typeof certificates.setDocuments>,
): Promise<Certificate> =>
  inChange(ctx, at, async (inner, before) => {
    if (!isOpen(before.state)) throw notEditable(before.state);
    const was = await readNames(inner, before.id);
    const fileIds = shown.map(({ fileId }) => fileId);
    const files = await setFiles(inner, certificateDocuments, { recordId: before.id, fileIds, field: "documents" });
    await inner.db.delete(documents).where(eq(documents.certificateId, before.id));
    if (shown.length > 0) {
      await inner.db
        .insert(documents)
        .values(shown.map((each, position) => ({ ...each, position, certificateId: before.id })));
    }
    const is = files.map((file, place) => nameOf(file, shown[place]!));
    if (was.join("\n") === is.join("\n")) return null;
    return { action: "setDocuments", changes: { documents: { before: was, after: is } } };
  });

async function readNames(ctx: Ctx, certificateId: string): Promise<string[]> {
  const rows = await readDocumentFiles(ctx, certificateId);
  return rows.map((row) => nameOf(row, row));
}

/** As in the audit log. */
const nameOf = (
  { name }: Pick<StoredFile, "name">,
  { kind, language }: Pick<CertificateDocument, "kind" | "language">,
) => `${name} (${language === null ? kind : `${kind}, ${language}`})`;

/** The documents of a certificate with what is known of their bytes. */
export const readDocumentFiles = (ctx: Ctx, certificateId: string) =>
  ctx.db
    .select({
      fileId: filesTable.id,
      name: filesTable.name,
      sha256: filesTable.sha256,
      kind: documents.kind,
      language: documents.language,
    })
    .from(documents)
    .innerJoin(filesTable, eq(filesTable.id, documents.fileId))
    .where(eq(documents.certificateId, certificateId))
    .orderBy(documents.position, documents.fileId);

/** Adds a picture of the register's page to the documents. Refuses with `file_unknown`. */
export async function addSnapshot(ctx: Ctx, certificateId: string, fileId: string): Promise<StoredFile> {
  const [file] = await attachFiles(ctx, certificateDocuments, {
    recordId: certificateId,
    fileIds: [fileId],
    field: "snapshotFileId",
  });
  const there = await readDocumentFiles(ctx, certificateId);
  await ctx.db
    .insert(documents)
    .values({ certificateId, fileId, position: there.length, kind: "registry_snapshot", language: null })
    .onConflictDoNothing();
  return file!;
}
