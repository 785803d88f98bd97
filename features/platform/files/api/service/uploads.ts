import { and, eq, isNull } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { fileRefusals, type StoredFile, type uploadFile } from "#base/files.ts";
import { commonRefusals } from "#base/refusal.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import type { FilePurpose } from "#api/files.ts";
import { sha256Of } from "#api/sha256.ts";
import { documentProperties, examine, type FileProperties } from "#features/platform/files/api/service/examination.ts";
import { textTypeOf } from "#features/platform/files/api/service/plainDocuments.ts";
import { inPatience, joinUpload } from "#features/platform/files/api/service/uploadQueue.ts";
import { mayCall, partKey, toStoredFile } from "#features/platform/files/api/service/records.ts";
import { type FileRecord, filesTable } from "#features/platform/files/api/tables.ts";

/**
 * Examines a file and stores it. It is deleted unless a record shows it within a day (service/attachments.ts).
 *
 * Idempotent for the same id and bytes. Refuses with `file_exists`, `permission_denied`, `not_found` for an unknown
 * purpose, `uploads_busy`, `upload_under_way`, or one of `fileFaults`.
 */
export async function receiveFile(
  ctx: Ctx,
  purposes: readonly FilePurpose[],
  input: Input<typeof uploadFile>,
): Promise<StoredFile> {
  const purpose = purposes.find(({ rule }) => rule.purpose === input.purpose);
  if (purpose === undefined) throw commonRefusals.not_found();
  const [first] = purpose.upload;
  if (!purpose.upload.some((operation) => mayCall(actorOf(ctx), operation)))
    throw commonRefusals.permission_denied({ permission: first?.permission });
  const sha256 = await sha256Of(input.bytes);
  const key = [actorOf(ctx).userId, input.purpose, input.id, sha256].join();
  return inPatience(joinUpload(key, input.bytes.byteLength, () => keep(ctx, purpose, { ...input, sha256 })));
}

type SentUpload = Pick<Input<typeof uploadFile>, "id" | "name" | "bytes">;

/** The same for files that the app provides: sample records, a snapshot of a register. Does not check permissions. */
export async function keepFile(ctx: Ctx, purpose: FilePurpose, sent: SentUpload): Promise<StoredFile> {
  return keep(ctx, purpose, { ...sent, sha256: await sha256Of(sent.bytes) });
}

type StoredText = {
  readonly id: string;
  readonly name: string;
  /** The parts are in the store as `textPartKey` of it. */
  readonly key: string;
  readonly byteCount: number;
  readonly partBytes: number;
  /** As the purpose defines it for files in parts. */
  readonly sha256: string;
};

/**
 * The same for a large text, whose parts the caller has checked and stored. Within the transaction in which the caller
 * gives them up, so that they always belong to one of both. Refuses with `file_exists`.
 */
export async function keepTextParts(ctx: Ctx, { rule, owners }: FilePurpose, text: StoredText): Promise<StoredFile> {
  const mediaType = textTypeOf(text.name);
  const [record] = await ctx.db
    .insert(filesTable)
    .values({
      ...text,
      ...documentProperties,
      mediaType,
      keptType: mediaType,
      purpose: rule.purpose,
      resource: owners.resource,
      looseSince: ctx.now,
      storedAt: ctx.now,
      createdAt: ctx.now,
      createdBy: ctx.actor?.userId ?? null,
    })
    .onConflictDoNothing({ target: filesTable.id })
    .returning();
  if (record === undefined) throw fileRefusals.file_exists();
  return toStoredFile(record);
}

async function keep(
  ctx: Ctx,
  { rule, owners }: FilePurpose,
  { sha256, ...sent }: SentUpload & { readonly sha256: string },
): Promise<StoredFile> {
  const mark = { id: sent.id, sha256, purpose: rule.purpose, createdBy: ctx.actor?.userId ?? null };
  const known = await findSent(ctx, mark);
  if (known !== null && known.storedAt !== null) return toStoredFile(known);
  const { parts, ...facts } = await examine(ctx, rule, sent.name, sent.bytes);
  const record = known ?? (await begin(ctx, mark, { ...facts, owners, sent }));
  // The row first, so that bytes in the store always have a row, even if this is interrupted.
  for (const [part, bytes] of parts) await ctx.files.put(partKey(record.key, part), bytes);
  return finish(ctx, record);
}

type Mark = Pick<FileRecord, "id" | "sha256" | "purpose" | "createdBy">;

async function findSent(ctx: Ctx, mark: Mark): Promise<FileRecord | null> {
  const [record] = await ctx.db.select().from(filesTable).where(eq(filesTable.id, mark.id));
  if (!record) return null;
  const isSame =
    record.sha256 === mark.sha256 && record.purpose === mark.purpose && record.createdBy === mark.createdBy;
  if (!isSame) throw fileRefusals.file_exists();
  return record;
}

type StartedUpload = Omit<FileProperties, "parts"> & {
  readonly owners: FilePurpose["owners"];
  readonly sent: SentUpload;
};

async function begin(ctx: Ctx, mark: Mark, { owners, sent, ...facts }: StartedUpload): Promise<FileRecord> {
  const inserted = await ctx.db
    .insert(filesTable)
    .values({
      ...mark,
      ...facts,
      key: crypto.randomUUID(),
      resource: owners.resource,
      looseSince: ctx.now,
      name: sent.name,
      byteCount: sent.bytes.byteLength,
      createdAt: ctx.now,
    })
    .onConflictDoNothing({ target: filesTable.id })
    .returning();
  // Another copy of this request came first: both write the same bytes to the same place.
  const record = inserted[0] ?? (await findSent(ctx, mark));
  if (record === null) throw new Error(`file ${mark.id} is gone right after it was begun`);
  return record;
}

async function finish(ctx: Ctx, { id }: FileRecord): Promise<StoredFile> {
  return inTransaction(ctx, async (inner) => {
    await inner.db
      .update(filesTable)
      .set({ storedAt: ctx.now })
      .where(and(eq(filesTable.id, id), isNull(filesTable.storedAt)));
    const [record] = await inner.db.select().from(filesTable).where(eq(filesTable.id, id));
    if (!record) throw new Error(`file ${id} was taken away while it was stored`);
    return toStoredFile(record);
  });
}
