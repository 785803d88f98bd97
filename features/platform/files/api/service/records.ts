import { and, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Operation } from "#base/contract.ts";
import { pictureSizes, type PictureSize, StoredFile } from "#base/files.ts";
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
  ({ rule, read, owners }: FilePurpose): SQL[] =>
    read
      .filter((operation) => mayCall(actorOf(ctx), operation))
      .flatMap((operation) => {
        const isOwner = and(eq(owners.id, filesTable.resourceId), scopeCondition(ctx, owners, operation.permission));
        const isShown = sql`exists (select from ${owners.table} where ${isOwner})`;
        return and(eq(filesTable.purpose, rule.purpose), isShown) ?? [];
      });

/** Whether the caller has the permission of an operation, for any rows. */
export const mayCall = (actor: Actor, { permission, forKeys }: Operation): boolean =>
  (actor.kind === "user" || forKeys === true) && (permission === "session" || actor.permissions.has(permission));

/**
 * The bytes of a file that the caller may see. Callers of this function have checked that (`findFile`), or serve a
 * public page that contains the file.
 */
export function answerFile(ctx: Ctx, record: FileRecord, { size }: { readonly size: PictureSize }): FileAnswer {
  const part = record.kind === "image" ? size : documentPart;
  return {
    fileName: nameFor(record),
    mediaType: record.keptType,
    disposition: record.kind === "image" ? "inline" : "attachment",
    tag: `${record.key}-${part}`,
    read: () => ctx.files.get(partKey(record.key, part)),
  };
}

/** Has the extension of its real type, whatever its original name, and no characters that change the text direction. */
function nameFor({ name, keptType }: FileRecord): string {
  const stem = name.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").replace(/\.[^.]*$/, "");
  return `${stem || "file"}.${keptType.slice(keptType.indexOf("/") + 1)}`;
}

export const documentPart = "document";
export type FilePart = PictureSize | typeof documentPart;

/** The storage key of one part of a file. */
export const partKey = (key: string, part: FilePart) => `kept/${key}/${part}`;

/** The storage keys of every part of a file, uploaded or provided by the app. */
export const partKeys = ({ key, kind }: Pick<FileRecord, "key" | "kind">): string[] =>
  (kind === "image" ? pictureSizes : ([documentPart] as const)).map((part) => partKey(key, part));
