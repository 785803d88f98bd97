import { and, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Operation } from "#base/contract.ts";
import { pictureSizes, type PictureSize, StoredFile } from "#base/files.ts";
import { commonRefusals } from "#base/refusal.ts";
import { type Actor, actorOf, type Ctx } from "#api/context.ts";
import type { FileAnswer, FilePurpose } from "#api/files.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { type FileRecord, filesTable } from "#features/platform/files/api/tables.ts";

/** What leaves of a file: where its bytes lie stays inside. */
export function toStoredFile(record: FileRecord): StoredFile {
  const shown: Record<string, unknown> = {};
  for (const name of Object.keys(StoredFile.shape)) shown[name] = record[name as keyof FileRecord];
  return shown as StoredFile;
}

/**
 * A file whose record this caller may see, or one that the caller has just sent and no record shows yet.
 *
 * Refuses with `not_found` for every other one alike.
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

/** For each permission of the caller's that reads such records: the file is of the purpose, and its record is met. */
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

/** Whether somebody has the permission of an operation, rows aside. */
export const mayCall = (actor: Actor, { permission, forKeys }: Operation): boolean =>
  (actor.kind === "user" || forKeys === true) && (permission === "session" || actor.permissions.has(permission));

/**
 * The bytes of a file that the caller may see: whoever calls this has asked (`findFile`), or serves a page that is
 * everybody's and knows that the file is on it.
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

/** Ends as what it is, whatever its sender called it, and nothing in it turns the direction of reading about. */
function nameFor({ name, keptType }: FileRecord): string {
  const stem = name.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "").replace(/\.[^.]*$/, "");
  return `${stem || "file"}.${keptType.slice(keptType.indexOf("/") + 1)}`;
}

export const documentPart = "document";
export type FilePart = PictureSize | typeof documentPart;

/** Where the store has one part of a file. */
export const partKey = (key: string, part: FilePart) => `kept/${key}/${part}`;

/** Every part of a file, wherever it came from. */
export const partKeys = ({ key, kind }: Pick<FileRecord, "key" | "kind">): string[] =>
  (kind === "image" ? pictureSizes : ([documentPart] as const)).map((part) => partKey(key, part));
