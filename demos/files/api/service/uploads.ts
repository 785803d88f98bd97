import { and, asc, desc, eq, isNull, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import type { StoredFile } from "#base/files.ts";
import { commonRefusals } from "#base/refusal.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { sha256Of } from "#api/sha256.ts";
import {
  detailsOf,
  keysOfName,
  newItem,
  refusingTakenNames,
  releaseUnused,
  requireEditable,
  requireFolder,
} from "#demos/files/api/service/documents.ts";
import {
  endUploads,
  isMine,
  isUnchanged,
  joinParts,
  removePartsLater,
  requireUpload,
  startAgain,
  storeParts,
  tooLarge,
} from "#demos/files/api/service/parts.ts";
import { documentFiles, visibleTo } from "#demos/files/api/service/visibility.ts";
import {
  type DocumentRecord,
  documentsTable as table,
  documentUploadsTable as uploadsTable,
  type UploadRecord,
} from "#demos/files/api/tables.ts";
import { type DocumentDetails, documentRefusals, type documentUploads, type Upload } from "#demos/files/contract.ts";
import {
  isLarge,
  joinDigests,
  mayBeText,
  partBytes,
  sentPartsMax,
  textBytesMax,
  versionsMax,
  wireTypeOf,
} from "#demos/files/rules.ts";
import { attachFiles } from "#features/platform/files/api/service/attachments.ts";
import { keepFile, keepTextParts } from "#features/platform/files/api/service/uploads.ts";

const uploadsMax = 200;

const toUpload = ({ id, parentId, name, byteCount, received }: UploadRecord): Upload => ({
  id,
  parentId,
  name,
  byteCount,
  received,
});

export async function listUploads(ctx: Ctx): Promise<Upload[]> {
  const rows = await ctx.db
    .select()
    .from(uploadsTable)
    .where(eq(uploadsTable.ownerId, actorOf(ctx).userId))
    .orderBy(desc(uploadsTable.updatedAt), asc(uploadsTable.id))
    .limit(uploadsMax);
  return rows.map(toUpload);
}

/**
 * Starts an upload. The same file for the same folder continues the one that broke off, also with another id, after a
 * reload of the page or a restart of the server. Refuses with `document_too_large`.
 */
export async function startUpload(ctx: Ctx, input: Input<typeof documentUploads.start>): Promise<Upload> {
  if (isLarge(input.size) && (input.size > textBytesMax || !mayBeText(input.name))) throw tooLarge();
  return inTransaction(ctx, async (inner) => {
    await requireFolder(inner, input.parentId);
    const { ownerId, parentId, name, byteCount, modifiedMs } = uploadsTable;
    const mine = eq(ownerId, actorOf(ctx).userId);
    const isThere = input.parentId === null ? isNull(parentId) : eq(parentId, input.parentId);
    const isSame = and(
      mine,
      isThere,
      eq(name, input.name),
      eq(byteCount, input.size),
      eq(modifiedMs, Date.parse(input.modifiedAt)),
    );
    const [known] = await inner.db
      .select()
      .from(uploadsTable)
      .where(isSame)
      .orderBy(desc(uploadsTable.received))
      .limit(1);
    if (known !== undefined) return toUpload(known);
    const { size, modifiedAt, ...rest } = input;
    const row = {
      ...rest,
      byteCount: size,
      modifiedMs: Date.parse(modifiedAt),
      ownerId: actorOf(ctx).userId,
      received: 0,
      key: isLarge(size) ? crypto.randomUUID() : null,
      partDigests: [],
      carry: "",
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
    const [made] = await inner.db.insert(uploadsTable).values(row).onConflictDoNothing().returning();
    if (made === undefined) throw documentRefusals.document_id_taken();
    return toUpload(made);
  });
}

const waitMs = 10;
const waitsMax = 100;

/**
 * The upload, once the parts before this offset are stored: the page sends the next ones while another request stores
 * them. Answers it as it is if they don't come within a second.
 */
async function whenStored(ctx: Ctx, id: string, offset: number): Promise<UploadRecord> {
  let upload = await requireUpload(ctx, id);
  const isNext = offset <= upload.received + sentPartsMax * partBytes;
  for (let waits = 0; isNext && offset > upload.received && waits < waitsMax; waits++) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    upload = await requireUpload(ctx, id);
  }
  return upload;
}

/** Stores parts; what is stored already changes nothing. */
export async function putPart(ctx: Ctx, { id, offset, bytes }: Input<typeof documentUploads.putPart>): Promise<Upload> {
  const upload = await whenStored(ctx, id, offset);
  if (offset < upload.received) return toUpload(upload);
  if (offset > upload.received) throw documentRefusals.part_misplaced({ received: upload.received });
  const { byteLength } = bytes;
  const left = upload.byteCount - offset;
  const isWhole = byteLength % partBytes === 0 || byteLength === left;
  if (byteLength === 0 || byteLength > left || !isWhole)
    throw documentRefusals.part_size({ partBytes, partsMax: sentPartsMax });
  return toUpload((await storeParts(ctx, upload, { offset, bytes })) ?? (await requireUpload(ctx, id)));
}

/**
 * Checks that the parts are the user's file and of a type that is allowed, and shows it in its folder. A file with this
 * name gets a new version. Until then nothing is shown. Sent again, it answers the same item.
 */
export async function finishUpload(
  ctx: Ctx,
  { id, sha256 }: Input<typeof documentUploads.finish>,
): Promise<DocumentDetails> {
  const done = await findByFile(ctx, id);
  if (done !== null) return detailsOf(ctx, done);
  const upload = await requireUpload(ctx, id);
  const { name, byteCount, received } = upload;
  if (received < byteCount) throw documentRefusals.upload_incomplete({ received });
  const keep = await (upload.key === null ? joined(ctx, upload, sha256) : inParts(ctx, upload, sha256));
  return refusingTakenNames(name, () =>
    inTransaction(ctx, async (inner) => {
      // Taken by one of two copies of this request; the other then finds the item.
      const taken = await inner.db.delete(uploadsTable).where(isUnchanged(inner, upload)).returning();
      if (taken.length === 0) return detailsOf(inner, (await findByFile(inner, id)) ?? refuseUnknown());
      const { mediaType } = await keep(inner);
      const file = { no: 1, fileId: id, byteCount, mediaType, at: ctx.now, by: actorOf(ctx).userId };
      const item = await placeFile(inner, upload, file);
      await attachFiles(inner, documentFiles, { recordId: item.id, fileIds: [id] });
      return detailsOf(inner, item);
    }),
  );
}

async function findByFile(ctx: Ctx, fileId: string): Promise<DocumentRecord | null> {
  const isShown = and(eq(table.fileId, fileId), isNull(table.trashedAt), visibleTo(ctx));
  const [item] = await ctx.db.select().from(table).where(isShown).limit(1);
  return item ?? null;
}

const refuseUnknown = (): never => {
  throw documentRefusals.upload_unknown();
};

type Keep = (inner: Ctx) => Promise<StoredFile>;

/** A file that is examined as a whole. That takes long, so it is not part of the transaction. */
async function joined(ctx: Ctx, upload: UploadRecord, sha256: string | undefined): Promise<Keep> {
  const bytes = await joinParts(ctx, upload);
  await requireSame(ctx, upload, { sent: sha256, stored: bytes && (await sha256Of(bytes)) });
  const stored = await keepFile(ctx, documentFiles, { id: upload.id, name: upload.name, bytes: bytes! });
  return async (inner) => {
    await removePartsLater(inner, upload);
    return stored;
  };
}

/** A large text, which was checked part by part, and stays where it is. */
async function inParts(ctx: Ctx, upload: UploadRecord, sha256: string | undefined): Promise<Keep> {
  const { id, name, byteCount, partDigests } = upload;
  const stored = await sha256Of(joinDigests(partDigests));
  await requireSame(ctx, upload, { sent: sha256, stored });
  return (inner) =>
    keepTextParts(inner, documentFiles, { id, name, key: upload.key!, byteCount, partBytes, sha256: stored });
}

type Digests = { readonly sent: string | undefined; readonly stored: string | null };

/** Starts again, and refuses with `upload_changed`, if a part is missing or the parts are of different files. */
async function requireSame(ctx: Ctx, upload: UploadRecord, { sent, stored }: Digests): Promise<void> {
  if (stored !== null && (sent === undefined || sent === stored)) return;
  await startAgain(ctx, upload);
  throw documentRefusals.upload_changed();
}

type Version = DocumentRecord["versions"][number];

async function placeFile(ctx: Ctx, { id, parentId, name }: UploadRecord, file: Version): Promise<DocumentRecord> {
  const parent = await requireFolder(ctx, parentId);
  const { nameKey } = keysOfName(name, "document");
  const isThere = parentId === null ? isNull(table.parentId) : eq(table.parentId, parentId);
  const isNamed = and(isThere, eq(table.nameKey, nameKey), isNull(table.trashedAt), visibleTo(ctx));
  const [known] = await ctx.db.select().from(table).where(isNamed).for("update");
  const { fileId, byteCount } = file;
  if (known === undefined || known.type === "folder") {
    const item = newItem(ctx, { id, parentId, name, type: wireTypeOf(file.mediaType), fileId, byteCount }, parent);
    const [made] = await ctx.db
      .insert(table)
      .values({ ...item, versions: [file] })
      .returning();
    return made!;
  }
  await requireEditable(ctx, [known.id]);
  const all = [{ ...file, no: (known.versions[0]?.no ?? 0) + 1 }, ...known.versions];
  const versions = all.slice(0, versionsMax);
  const [changed] = await ctx.db
    .update(table)
    .set({
      fileId,
      byteCount,
      versions,
      type: wireTypeOf(file.mediaType),
      updatedAt: ctx.now,
      updatedBy: actorOf(ctx).userId,
      version: sql`${table.version} + 1`,
    })
    .where(eq(table.id, known.id))
    .returning();
  await releaseUnused(
    ctx,
    all.slice(versionsMax).map((dropped) => dropped.fileId),
  );
  return changed!;
}

/** Discards an upload; one that is unknown, or another user's, is not there any more. */
export async function cancelUpload(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await inTransaction(ctx, (inner) => endUploads(inner, isMine(inner, id)));
  ctx.jobs.wake();
}

/** The current version becomes an earlier one: nothing is lost. Refuses with `not_found`. */
export function restoreVersion(ctx: Ctx, { id, no }: { id: string; no: number }): Promise<DocumentDetails> {
  return inTransaction(ctx, async (inner) => {
    const isKept = and(eq(table.id, id), isNull(table.trashedAt), visibleTo(inner));
    const [item] = await inner.db.select().from(table).where(isKept).for("update");
    const chosen = item?.versions.find((version) => version.no === no);
    if (item === undefined || chosen === undefined) throw commonRefusals.not_found();
    await requireEditable(inner, [id]);
    const [current] = item.versions;
    if (current!.no === no) return detailsOf(inner, item);
    const again = { ...chosen, no: current!.no + 1, at: ctx.now, by: actorOf(ctx).userId };
    const versions = [again, ...item.versions.filter((version) => version.no !== no)];
    const { fileId, byteCount, mediaType } = chosen;
    const [changed] = await inner.db
      .update(table)
      .set({
        fileId,
        byteCount,
        versions,
        type: wireTypeOf(mediaType),
        updatedAt: ctx.now,
        version: sql`${table.version} + 1`,
      })
      .where(eq(table.id, id))
      .returning();
    return detailsOf(inner, changed!);
  });
}
