import { and, eq, isNull, lt, type SQL, sql } from "drizzle-orm";
import { fromHex, toHex } from "#base/hex.ts";
import { addMs, dayMs } from "#base/time.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { sha256Of } from "#api/sha256.ts";
import { documentUploadsTable as table, type UploadRecord } from "#demos/files/api/tables.ts";
import { documentRefusals } from "#demos/files/contract.ts";
import { documentRule, partBytes, textBytesMax } from "#demos/files/rules.ts";
import { binaryTypeOf } from "#features/platform/files/api/service/examination.ts";
import { requireTextPart } from "#features/platform/files/api/service/plainDocuments.ts";
import { textPartKey } from "#features/platform/files/api/service/records.ts";
import { filesTable } from "#features/platform/files/api/tables.ts";

// The parts of an upload. Those of a large text are stored where its file will have them (docs/decisions/0099).

export const partsJob = "documents.removeParts";
const staleMs = 2 * dayMs;
const staleAtOnce = 200;

type Bytes = Uint8Array<ArrayBuffer>;
/** One part or several, from an offset on. */
type SentParts = { readonly offset: number; readonly bytes: Bytes };
type Parts = Pick<UploadRecord, "id" | "byteCount" | "key">;

const partKey = ({ id, key }: Parts, offset: number) =>
  key === null ? `uploads/${id}/${offset}` : textPartKey(key, offset / partBytes);

export const isMine = (ctx: Ctx, id: string) => and(eq(table.id, id), eq(table.ownerId, actorOf(ctx).userId));
/** The upload as it was read: one that started again has another key. */
export const isUnchanged = (ctx: Ctx, { id, key }: Parts) =>
  and(isMine(ctx, id), key === null ? isNull(table.key) : eq(table.key, key));

async function findUpload(ctx: Ctx, id: string): Promise<UploadRecord | null> {
  const [upload] = await ctx.db.select().from(table).where(isMine(ctx, id));
  return upload ?? null;
}

export async function requireUpload(ctx: Ctx, id: string): Promise<UploadRecord> {
  const upload = await findUpload(ctx, id);
  if (upload === null) throw documentRefusals.upload_unknown();
  return upload;
}

/**
 * Commits without waiting for the disk, which would take longer than storing the part. After a crash the database may
 * lack the last parts, which are then sent again. `finish` waits for all of them.
 */
const isUnflushed = sql`set_config('synchronous_commit', 'off', true) = 'off'`;

const eachOf = ({ offset, bytes }: SentParts) =>
  Array.from({ length: Math.ceil(bytes.byteLength / partBytes) }, (_, place) => ({
    offset: offset + place * partBytes,
    bytes: bytes.subarray(place * partBytes, (place + 1) * partBytes),
  }));

/**
 * Stores the next parts, then moves the upload on, in one statement that checks where it is. Answers null if another
 * copy of the request came first.
 */
export async function storeParts(ctx: Ctx, upload: UploadRecord, sent: SentParts): Promise<UploadRecord | null> {
  const { offset, bytes } = sent;
  const carry = upload.key === null ? "" : await claimParts(ctx, upload, sent);
  if (carry === null) return null;
  await Promise.all(eachOf(sent).map((part) => ctx.files.put(partKey(upload, part.offset), part.bytes)));
  const [moved] = await ctx.db
    .update(table)
    .set({ received: offset + bytes.byteLength, carry, updatedAt: ctx.now })
    .where(and(isUnchanged(ctx, upload), eq(table.received, offset), isUnflushed))
    .returning();
  if (moved === undefined) await removeLateParts(ctx, upload, sent);
  return moved ?? null;
}

/**
 * Checks parts of a large text, and notes their digests before they are stored: the same places then take no other
 * bytes, also not from a request that arrives after the file is finished. Answers the carry for the next part; null if
 * another copy of the request has stored these. Starts again, with a new place for the parts, where the bytes differ.
 */
async function claimParts(ctx: Ctx, upload: UploadRecord, sent: SentParts): Promise<string | null> {
  const { offset, bytes } = sent;
  if (offset === 0 && binaryTypeOf(bytes) !== null) throw tooLarge();
  const isLast = offset + bytes.byteLength === upload.byteCount;
  const digested = Promise.all(eachOf(sent).map((part) => sha256Of(part.bytes)));
  const carry = requireTextPart(bytes, { carry: fromHex(upload.carry), isLast });
  const list = await digested;
  const digests = sql`${`{${list.join(",")}}`}::text[]`;
  const first = sql`${offset / partBytes}::int`;
  const known = table.partDigests;
  const isFree = sql`not exists (select from unnest(${digests}) with ordinality as sent (digest, place)
    where ${known}[${first} + place] <> sent.digest)`;
  // Those that another copy of the request has claimed beyond these stay claimed.
  const rest = sql`${known}[${offset / partBytes + list.length + 1}::int:]`;
  const claimed = await ctx.db
    .update(table)
    .set({ partDigests: sql`${known}[1:${first}] || ${digests} || ${rest}` })
    .where(and(isUnchanged(ctx, upload), eq(table.received, offset), isFree, isUnflushed))
    .returning({ id: table.id });
  if (claimed.length > 0) return toHex(carry);
  const now = await requireUpload(ctx, upload.id);
  if (now.key === upload.key && now.received > offset) return null;
  await startAgain(ctx, upload);
  throw documentRefusals.upload_changed();
}

const megabytes = (bytes: number) => Math.floor(bytes / 1_048_576);
export const tooLarge = () =>
  documentRefusals.document_too_large({
    maximumMb: megabytes(documentRule.bytesMax),
    textMaximumMb: megabytes(textBytesMax),
  });

/** The upload ended or started again while these parts were stored: nothing else would remove them. */
async function removeLateParts(ctx: Ctx, upload: UploadRecord, sent: SentParts): Promise<void> {
  const now = await findUpload(ctx, upload.id);
  if (now !== null && now.key === upload.key) return;
  // After the upload: a file takes its parts over in one transaction.
  const isKept = upload.key !== null && (await ctx.db.$count(filesTable, eq(filesTable.key, upload.key))) > 0;
  if (isKept) return;
  for (const { offset } of eachOf(sent)) await ctx.files.remove(partKey(upload, offset));
}

/** Null if a part is missing. */
export async function joinParts(ctx: Ctx, upload: UploadRecord): Promise<Bytes | null> {
  const { byteCount } = upload;
  const joined = new Uint8Array(byteCount);
  for (let offset = 0; offset < byteCount; offset += partBytes) {
    const part = await ctx.files.get(partKey(upload, offset));
    if (part === null || part.byteLength !== Math.min(partBytes, byteCount - offset)) return null;
    joined.set(part, offset);
  }
  return joined;
}

/** Parts of a large text get another place: a late request may still store one at the place they had. */
export async function startAgain(ctx: Ctx, upload: UploadRecord): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const key = upload.key === null ? null : crypto.randomUUID();
    const again = await inner.db
      .update(table)
      .set({ key, received: 0, partDigests: [], carry: "", updatedAt: ctx.now })
      .where(isUnchanged(inner, upload))
      .returning({ id: table.id });
    if (again.length > 0 && key !== null) await removePartsLater(inner, upload);
  });
}

export const removePartsLater = (ctx: Ctx, { id, byteCount, key }: Parts): Promise<void> =>
  enqueueJob(ctx, partsJob, { id, byteCount, key });

export async function removeParts(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  // Jobs of earlier releases have no key.
  const { id, byteCount, key = null } = payload as Omit<Parts, "key"> & { readonly key?: string | null };
  for (let offset = 0; offset < byteCount; offset += partBytes)
    await ctx.files.remove(partKey({ id, byteCount, key }, offset));
}

/** Discards uploads with their parts. */
export async function endUploads(ctx: Ctx, condition: SQL | undefined): Promise<void> {
  const ended = await ctx.db.delete(table).where(condition).returning();
  for (const upload of ended) await removePartsLater(ctx, upload);
}

/** Discards uploads that nobody continued for two days. */
export async function removeStaleUploads(ctx: Ctx): Promise<void> {
  const isStale = lt(table.updatedAt, addMs(ctx.now, -staleMs));
  const stale = await ctx.db.select({ id: table.id }).from(table).where(isStale).limit(staleAtOnce);
  for (const { id } of stale) await inTransaction(ctx, (inner) => endUploads(inner, and(eq(table.id, id), isStale)));
}
