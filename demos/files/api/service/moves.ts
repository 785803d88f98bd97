import { and, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { addMs, dayMs } from "#base/time.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { newId } from "#api/newId.ts";
import {
  isBelow,
  keysOfName,
  newItem,
  refusingTakenNames,
  releaseUnused,
  requireEditable,
  requireFolder,
} from "#demos/files/api/service/documents.ts";
import { noLink } from "#demos/files/api/service/links.ts";
import { endUploads } from "#demos/files/api/service/parts.ts";
import { visibleTo } from "#demos/files/api/service/visibility.ts";
import {
  type DocumentRecord,
  documentsTable as table,
  documentUploadsTable as uploadsTable,
} from "#demos/files/api/tables.ts";
import { documentRefusals, type documents } from "#demos/files/contract.ts";
import { manyMax, nextName, trashDays } from "#demos/files/rules.ts";

type ChangeResult = Output<typeof documents.trash>;
const isKept = isNull(table.trashedAt);
const isTrashed = isNotNull(table.trashedAt);

/** Locks those of the items that the caller sees, in the order of their ids. Refuses with `permission_denied`. */
async function lockItems(ctx: Ctx, ids: readonly string[], condition: SQL): Promise<DocumentRecord[]> {
  const rows = await ctx.db
    .select()
    .from(table)
    .where(and(inArray(table.id, [...ids]), condition, visibleTo(ctx)))
    .orderBy(table.id)
    .for("update");
  if (rows.length > 0)
    await requireEditable(
      ctx,
      rows.map(({ id }) => id),
    );
  return rows;
}

const changedOf = (ids: readonly string[], rows: readonly { readonly id: string }[]): ChangeResult => {
  const changed = rows.map(({ id }) => id);
  return { changed, missing: ids.filter((id) => !changed.includes(id)) };
};

const stamp = (ctx: Ctx) => ({
  updatedAt: ctx.now,
  updatedBy: actorOf(ctx).userId,
  version: sql`${table.version} + 1`,
});

/** Moves items into a folder: all or none. What they contain goes along, and follows the rights of the folder. */
export function moveDocuments(ctx: Ctx, { ids, parentId }: Input<typeof documents.move>): Promise<ChangeResult> {
  return refusingTakenNames("", () =>
    inTransaction(ctx, async (inner) => {
      const parent = await requireFolder(inner, parentId);
      const rows = await lockItems(inner, ids, isKept);
      if (rows.length === 0) return changedOf(ids, rows);
      await requireOutside(inner, ids, parentId);
      const moved = rows.map(({ id }) => id);
      await inner.db
        .update(table)
        .set({ parentId, ...stamp(inner) })
        .where(inArray(table.id, moved));
      const { isPrivate = false, linkedResource = null, linkedId = null } = parent ?? {};
      if (isPrivate || linkedResource !== null)
        await inner.db.update(table).set({ isPrivate, linkedResource, linkedId }).where(isBelow(moved));
      return changedOf(ids, rows);
    }),
  );
}

async function requireOutside(ctx: Ctx, ids: readonly string[], parentId: string | null): Promise<void> {
  if (parentId === null) return;
  const inside = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, parentId), isBelow(ids)));
  if (inside.length > 0) throw documentRefusals.folder_in_itself();
}

/**
 * Copies items with what they contain. Copies share the bytes of their originals, which stay as long as one of them
 * does. Sent again, the same copies change nothing.
 */
export function copyDocuments(ctx: Ctx, { copies, parentId }: Input<typeof documents.copy>): Promise<ChangeResult> {
  return inTransaction(ctx, async (inner) => {
    const parent = await requireFolder(inner, parentId);
    const from = copies.map((each) => each.from);
    await requireOutside(inner, from, parentId);
    const known = await inner.db
      .select({ id: table.id, ownerId: table.ownerId })
      .from(table)
      .where(
        inArray(
          table.id,
          copies.map(({ to }) => to),
        ),
      );
    if (known.some(({ ownerId }) => ownerId !== actorOf(ctx).userId)) throw documentRefusals.document_id_taken();
    const made = new Set(known.map(({ id }) => id));
    const wanted = copies.filter(({ to }) => !made.has(to));
    const originals =
      wanted.length === 0
        ? []
        : await readBelow(
            inner,
            wanted.map((each) => each.from),
          );
    if (originals.length > manyMax) throw documentRefusals.too_many_items({ limit: manyMax });
    const idOf = new Map(wanted.map((each) => [each.from, each.to]));
    for (const { id } of originals) if (!idOf.has(id)) idOf.set(id, newId(ctx));
    const names = await namesIn(inner, parentId);
    const added = originals.map((original) => {
      const isRoot = wanted.some((each) => each.from === original.id);
      const name = isRoot ? freeName(original.name, names) : original.name;
      const { type, icon, byteCount, fileId, versions, documentType, expiresOn } = original;
      const place = isRoot ? parentId : idOf.get(original.parentId ?? "")!;
      const kept = { type, icon, byteCount, fileId, documentType, expiresOn, versions: versions.slice(0, 1) };
      return newItem(inner, { ...kept, id: idOf.get(original.id)!, parentId: place, name }, parent ?? original);
    });
    // Folders before what they contain.
    for (const item of added) await inner.db.insert(table).values(item);
    return changedOf(
      from,
      copies
        .filter(({ to, from: id }) => made.has(to) || originals.some((row) => row.id === id))
        .map((each) => ({ id: each.from })),
    );
  });
}

/** The items and what they contain, as far as the caller sees it, each folder before its content. */
async function readBelow(ctx: Ctx, ids: readonly string[]): Promise<DocumentRecord[]> {
  const rows = await ctx.db
    .select()
    .from(table)
    .where(and(isBelow(ids), isKept, visibleTo(ctx)))
    .limit(manyMax + 1);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const depthOf = (row: DocumentRecord): number => {
    const parent = ids.includes(row.id) ? undefined : byId.get(row.parentId ?? "");
    return parent === undefined ? 0 : 1 + depthOf(parent);
  };
  // Without its folder a row has no place: the caller may not see that folder.
  const isPlaced = (row: DocumentRecord): boolean => {
    if (ids.includes(row.id)) return true;
    const parent = byId.get(row.parentId ?? "");
    return parent !== undefined && isPlaced(parent);
  };
  return rows.filter(isPlaced).sort((one, other) => depthOf(one) - depthOf(other));
}

async function namesIn(ctx: Ctx, parentId: string | null): Promise<Set<string>> {
  const isThere = parentId === null ? isNull(table.parentId) : eq(table.parentId, parentId);
  const rows = await ctx.db.select({ key: table.nameKey }).from(table).where(and(isThere, isKept));
  return new Set(rows.map(({ key }) => key));
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  while (taken.has(keysOfName(free, "document").nameKey)) free = nextName(free);
  taken.add(keysOfName(free, "document").nameKey);
  return free;
}

/** Moves items with what they contain to the recycle bin, where they stay for `trashDays`. */
export function trashDocuments(ctx: Ctx, { ids }: Input<typeof documents.trash>): Promise<ChangeResult> {
  return inTransaction(ctx, async (inner) => {
    const rows = await lockItems(inner, ids, isKept);
    for (const { id } of rows)
      await inner.db
        .update(table)
        .set({ trashedAt: ctx.now, trashRootId: id, ...noLink, ...stamp(inner) })
        .where(and(isBelow([id]), isKept));
    return changedOf(ids, rows);
  });
}

/** Brings items back to where they were, or to the top where their folder is gone. A taken name gets a number. */
export function restoreDocuments(ctx: Ctx, { ids }: Input<typeof documents.restore>): Promise<ChangeResult> {
  return inTransaction(ctx, async (inner) => {
    const rows = await lockItems(inner, ids, and(isTrashed, eq(table.trashRootId, table.id))!);
    for (const row of rows) {
      const [folder] =
        row.parentId === null
          ? []
          : await inner.db
              .select({ id: table.id })
              .from(table)
              .where(and(eq(table.id, row.parentId), isKept));
      const parentId = folder?.id ?? null;
      const name = freeName(row.name, await namesIn(inner, parentId));
      const named = { parentId, ...keysOfName(name, row.type) };
      const kept = { trashedAt: null, trashRootId: null, ...stamp(inner) };
      await inner.db
        .update(table)
        .set({ ...named, ...kept })
        .where(eq(table.id, row.id));
      await inner.db.update(table).set(kept).where(eq(table.trashRootId, row.id));
    }
    return changedOf(ids, rows);
  });
}

/** Deletes items of the recycle bin for good, with what was moved there along with them. */
export function removeDocuments(ctx: Ctx, { ids }: Input<typeof documents.remove>): Promise<ChangeResult> {
  return inTransaction(ctx, async (inner) => {
    const rows = await lockItems(inner, ids, and(isTrashed, eq(table.trashRootId, table.id))!);
    await purge(
      inner,
      rows.map(({ id }) => id),
    );
    return changedOf(ids, rows);
  });
}

const purgedAtOnce = 200;

/** Deletes what has been in the recycle bin for `trashDays`. */
export async function purgeTrash(ctx: Ctx): Promise<"again" | "done"> {
  const until = addMs(ctx.now, -trashDays * dayMs);
  const isOver = and(lt(table.trashedAt, until), eq(table.trashRootId, table.id));
  const old = await ctx.db.select({ id: table.id }).from(table).where(isOver).orderBy(table.id).limit(purgedAtOnce);
  if (old.length === 0) return "done";
  await inTransaction(ctx, (inner) =>
    purge(
      inner,
      old.map(({ id }) => id),
    ),
  );
  return old.length === purgedAtOnce ? "again" : "done";
}

async function purge(ctx: Ctx, roots: readonly string[]): Promise<void> {
  if (roots.length === 0) return;
  const isGone = isBelow(roots);
  const gone = await ctx.db.select({ id: table.id, versions: table.versions }).from(table).where(isGone);
  const ids = gone.map(({ id }) => id);
  // Uploads into these folders. The database would remove their rows alone.
  await endUploads(ctx, inArray(uploadsTable.parentId, ids));
  await ctx.db.delete(table).where(inArray(table.id, ids));
  await releaseUnused(
    ctx,
    gone.flatMap(({ versions }) => versions.map(({ fileId }) => fileId)),
  );
}
