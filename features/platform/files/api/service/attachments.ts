import { and, eq, inArray, isNotNull, isNull, ne, notInArray, or, type SQL } from "drizzle-orm";
import { fileRefusals, type StoredFile } from "#base/files.ts";
import type { Ctx } from "#api/context.ts";
import type { FilePurpose } from "#api/files.ts";
import { toStoredFile } from "#features/platform/files/api/service/records.ts";
import { filesTable } from "#features/platform/files/api/tables.ts";

// Called by areas whose records show files, with the context of the transaction that changes the record. The areas
// change the record and write its audit entry themselves.

type AttachedFiles = {
  readonly recordId: string;
  readonly fileIds: readonly string[];
  /** The field of the record that contains the file ids, for refusals. */
  readonly field?: string;
};

/**
 * Makes these the record's only files of the purpose, returned in the order of `fileIds`. Files that it no longer shows
 * are deleted after a day.
 *
 * Refuses with `file_unknown` for a file that does not exist, has another purpose, or belongs to another record or
 * user.
 */
export async function setFiles(ctx: Ctx, purpose: FilePurpose, shown: AttachedFiles): Promise<StoredFile[]> {
  const attached = await attachFiles(ctx, purpose, shown);
  const isOther = shown.fileIds.length === 0 ? undefined : notInArray(filesTable.id, [...shown.fileIds]);
  await ctx.db
    .update(filesTable)
    .set({ resourceId: null, looseSince: ctx.now })
    .where(and(eq(filesTable.resourceId, shown.recordId), eq(filesTable.purpose, purpose.rule.purpose), isOther));
  return attached;
}

/** Attaches these files to the record in addition to others. Refuses like `setFiles`. */
export async function attachFiles(ctx: Ctx, purpose: FilePurpose, shown: AttachedFiles): Promise<StoredFile[]> {
  const { recordId, fileIds, field = "" } = shown;
  if (fileIds.length === 0) return [];
  // A single statement checks and attaches: of two records that want a file, the second finds it taken.
  const taken = await ctx.db
    .update(filesTable)
    .set({ resourceId: recordId, looseSince: null })
    .where(
      and(
        inArray(filesTable.id, [...fileIds]),
        eq(filesTable.purpose, purpose.rule.purpose),
        isNotNull(filesTable.storedAt),
        or(eq(filesTable.resourceId, recordId), and(isNull(filesTable.resourceId), isTheirs(ctx))),
      ),
    )
    .returning();
  const takenById = new Map(taken.map((record) => [record.id, toStoredFile(record)]));
  return fileIds.map((id) => {
    const file = takenById.get(id);
    if (file) return file;
    const { code, message } = fileRefusals.file_unknown;
    throw fileRefusals.file_unknown({ fileId: id }, [{ path: field, code, message }]);
  });
}

/**
 * The caller's own files; for a change that is applied with approval, those of its requester, checked at the request.
 */
function isTheirs({ actor, approval }: Ctx): SQL | undefined {
  if (actor === null) return isNull(filesTable.createdBy);
  return approval === undefined ? eq(filesTable.createdBy, actor.userId) : undefined;
}

/** Detaches files from one or more records: all files without `fileIds`. They are deleted after a day. */
export async function releaseFiles(
  ctx: Ctx,
  { recordId, fileIds }: { readonly recordId: string | readonly string[]; readonly fileIds?: readonly string[] },
): Promise<void> {
  await ctx.db
    .update(filesTable)
    .set({ resourceId: null, looseSince: ctx.now })
    .where(
      and(
        inArray(filesTable.resourceId, typeof recordId === "string" ? [recordId] : [...recordId]),
        fileIds === undefined ? undefined : inArray(filesTable.id, [...fileIds]),
      ),
    );
}

/** Files by id, for a record that shows them. Missing ones are left out. */
export async function filesById(ctx: Ctx, fileIds: readonly string[]): Promise<ReadonlyMap<string, StoredFile>> {
  if (fileIds.length === 0) return new Map();
  const records = await ctx.db
    .select()
    .from(filesTable)
    .where(and(inArray(filesTable.id, [...fileIds]), isNotNull(filesTable.storedAt)));
  return new Map(records.map((record) => [record.id, toStoredFile(record)]));
}

/** Another file with the same original bytes, and the record that shows it. */
export type SameBytes = {
  readonly fileId: string;
  readonly ofFileId: string;
  readonly purpose: string;
  readonly resource: string;
  readonly resourceId: string;
};

/**
 * Other records that show the same bytes as these files, regardless of who may see them: the caller must show only those that the
 * user may see. Files of `exceptRecordId` are left out.
 */
export async function findSameBytes(
  ctx: Ctx,
  { fileIds, exceptRecordId }: { readonly fileIds: readonly string[]; readonly exceptRecordId?: string },
): Promise<SameBytes[]> {
  if (fileIds.length === 0) return [];
  const { id, purpose, resource, resourceId, sha256 } = filesTable;
  const requested = await ctx.db
    .select({ id, sha256 })
    .from(filesTable)
    .where(inArray(id, [...fileIds]))
    .orderBy(id);
  const hashes = [...new Set(requested.map((file) => file.sha256))];
  if (hashes.length === 0) return [];
  const same = await ctx.db
    .select({ fileId: id, purpose, resource, resourceId, sha256 })
    .from(filesTable)
    .where(
      and(
        inArray(sha256, hashes),
        isNotNull(resourceId),
        exceptRecordId === undefined ? undefined : ne(resourceId, exceptRecordId),
      ),
    )
    .orderBy(filesTable.createdAt, id);
  return same.flatMap(({ sha256: hash, resourceId: recordId, ...other }) =>
    requested
      .filter((file) => file.sha256 === hash && file.id !== other.fileId)
      .map((file) => ({ ...other, resourceId: recordId!, ofFileId: file.id })),
  );
}
