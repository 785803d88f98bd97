import { and, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Operation } from "#base/contract.ts";
import { pictureSizes, type PictureSize, spreadsheetType, StoredFile } from "#base/files.ts";
import { commonRefusals } from "#base/refusal.ts";
import { type Actor, actorOf, type Ctx } from "#api/context.ts";
import type { FileAnswer, FilePurpose } from "#api/files.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { type FileRecord, filesTable } from "#features/platform/files/api/tables.ts";

/** The public fields of a file, without the storage location of its bytes. */
export function toStoredFile(record: FileRecord): StoredFile {
  const shown: Record<string, unknown> = {};
  for (const name of Object.keys(StoredFile.shape)) shown[name] = record[name as keyof FileRecord];
  return shown as StoredFile;
}

/**
 * A file whose record this caller may see, or one that the caller has just uploaded and no record shows yet.
 *
 * Refuses with `not_found` for all other files alike.
 */
export async function findFile(ctx: Ctx, purposes: readonly FilePurpose[], id: string): Promise<FileRecord> {
  const [record] = await ctx.db
    .select()
    .from(filesTable)
    .where(
      and(
        eq(filesTable.id, id),
        isNotNull(filesTable.storedAt),
        or(isLooseOwn(ctx), ...purposes.flatMap(isReadable(ctx))),
      ),
    );
  if (record === undefined) throw commonRefusals.not_found();
  return record;
}

const isLooseOwn = (ctx: Ctx): SQL | undefined =>
  and(isNull(filesTable.resourceId), eq(filesTable.createdBy, actorOf(ctx).userId));

/** For each of the caller's permissions to read such records: the file has the purpose, and its record is in scope. */
const isReadable =
  (ctx: Ctx) =>
  ({ rule, read, owners, isReadable: isShownTo }: FilePurpose): SQL[] => [
    ...(isShownTo ? [and(eq(filesTable.purpose, rule.purpose), isShownTo(ctx, filesTable))!] : []),
    ...read
      .filter((operation) => mayCall(actorOf(ctx), operation))
      .flatMap((operation) => {
        const isOwner = and(eq(owners.id, filesTable.resourceId), scopeCondition(ctx, owners, operation.permission));
        const isShown = sql`exists (select from ${owners.table} where ${isOwner})`;
        return and(eq(filesTable.purpose, rule.purpose), isShown) ?? [];
      }),
  ];

/** Whether the caller has the permission of an operation, for any rows. */
export const mayCall = (actor: Actor, { permission, forKeys }: Operation): boolean =>
  (actor.kind === "user" || forKeys === true) && (permission === "session" || actor.permissions.has(permission));

/**
 * The bytes of a file that the caller may see. Callers of this function have checked that (`findFile`), or serve a
 * public page that contains the file.
 */
type ServedFile = Pick<FileRecord, "kind" | "name" | "keptType"> & StoredBytes;

export function answerFile(ctx: Ctx, record: ServedFile, { size }: { readonly size: PictureSize }): FileAnswer {
  const part = record.kind === "image" ? size : documentPart;
  return {
    fileName: nameFor(record),
    mediaType: record.keptType,
    disposition: record.kind === "image" ? "inline" : "attachment",
    tag: `${record.key}-${part}`,
    read: async () =>
      record.partBytes === null
        ? ctx.files.get(partKey(record.key, part))
        : { byteCount: record.byteCount, chunks: readParts(ctx, record) },
  };
}

/** One part after the other, so that a large file is never in memory. */
async function* readParts(ctx: Ctx, record: StoredBytes): AsyncGenerator<Uint8Array> {
  let left = record.byteCount;
  for (const key of textPartKeys(record)) {
    const bytes = await ctx.files.get(key);
    if (bytes?.byteLength !== Math.min(left, record.partBytes ?? 0)) throw new Error(`the store lacks bytes of ${key}`);
    left -= bytes.byteLength;
    yield bytes;
  }
}

/** Has the extension of its real type, whatever its original name, and no characters that change the text direction. */
function nameFor({ name, keptType }: ServedFile): string {
  const stem = name.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").replace(/\.[^.]*$/, "");
  return `${stem || "file"}.${extensions[keptType] ?? keptType.slice(keptType.indexOf("/") + 1)}`;
}

const extensions: Readonly<Record<string, string>> = { "text/plain": "txt", [spreadsheetType]: "xlsx" };

export const documentPart = "document";
export type FilePart = PictureSize | typeof documentPart;

/** The storage key of one part of a file. */
export const partKey = (key: string, part: FilePart) => `kept/${key}/${part}`;

/** The storage key of a part of a text that is too large to be one object. */
export const textPartKey = (key: string, part: number) => `kept/${key}/${documentPart}-${part}`;

/** Where the bytes of a document are. */
type StoredBytes = Pick<FileRecord, "key" | "byteCount" | "partBytes">;

const textPartKeys = ({ key, byteCount, partBytes }: StoredBytes): string[] =>
  Array.from({ length: Math.ceil(byteCount / (partBytes ?? byteCount)) }, (_, part) => textPartKey(key, part));

/** The storage keys of every part of a file, uploaded or provided by the app. */
export function partKeys(record: Pick<FileRecord, "kind"> & StoredBytes): string[] {
  if (record.partBytes !== null) return textPartKeys(record);
  return (record.kind === "image" ? pictureSizes : ([documentPart] as const)).map((part) => partKey(record.key, part));
}
