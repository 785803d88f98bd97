import { and, eq, inArray, sql } from "drizzle-orm";
import { omitUndefined } from "#base/omitUndefined.ts";
import { commonRefusals } from "#base/refusal.ts";
import { nameKey } from "#base/searchKey.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { hasSampleRows } from "#api/seed.ts";
import { requireIcon } from "#demos/icons/api/service.ts";
import {
  allFolder,
  firstLabels,
  type Folder,
  foldersMax,
  type Label,
  labelsMax,
  todoRefusals,
} from "#demos/todo/contract.ts";
import { folderIcon, handleFor } from "#demos/todo/rules.ts";
import { sampleTodos } from "#demos/todo/api/seed.ts";
import { todoFoldersTable, todoLabelsTable, todoOwnersTable, todosTable } from "#demos/todo/api/tables.ts";

export type Lists = { readonly folders: Folder[]; readonly labels: Label[] };

/** The user's folders and labels; on the first read, the initial ones are created. */
export async function readLists(ctx: Ctx): Promise<Lists> {
  const lists = await selectLists(ctx);
  if (lists.folders.length > 0) return lists;
  return inTransaction(ctx, async (inner) => {
    await lockOwner(inner);
    return selectLists(inner);
  });
}

/** Serializes all calls that add something for a user, by default the caller, so that limits and unique names hold. */
export async function lockOwner(ctx: Ctx, ownerId = actorOf(ctx).userId): Promise<void> {
  const row = { ownerId, createdAt: ctx.now };
  const created = await ctx.db.insert(todoOwnersTable).values(row).onConflictDoNothing().returning();
  if (created.length > 0) await insertFirstRows(ctx, ownerId);
  await ctx.db
    .select({ ownerId: todoOwnersTable.ownerId })
    .from(todoOwnersTable)
    .where(eq(todoOwnersTable.ownerId, ownerId))
    .for("no key update");
}

async function insertFirstRows(ctx: Ctx, ownerId: string): Promise<void> {
  const keyed = <Row extends { title: string }>(row: Row) => ({ ...row, ownerId, titleKey: nameKey(row.title) });
  await ctx.db.insert(todoFoldersTable).values(keyed(allFolder));
  await ctx.db.insert(todoLabelsTable).values(firstLabels.map(keyed));
  if (await hasSampleRows(ctx)) await ctx.db.insert(todosTable).values(sampleTodos(ctx.now, ownerId));
}

/** The user's own among these labels, locked so that none is removed before they are written: a manual foreign key. */
export async function lockLabels(ctx: Ctx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .select({ id: todoLabelsTable.id })
    .from(todoLabelsTable)
    .where(mineWith(ctx, todoLabelsTable, ids))
    .for("key share");
  const known = new Set(rows.map(({ id }) => id));
  return [...new Set(ids)].filter((id) => known.has(id));
}

/** This folder if it is the user's, otherwise none. Its foreign key keeps it until the to-do is written. */
export async function lockFolder(ctx: Ctx, id: number): Promise<number | null> {
  const mine = mineWith(ctx, todoFoldersTable, [id]);
  const [row] = await ctx.db.select({ id: todoFoldersTable.id }).from(todoFoldersTable).where(mine).for("key share");
  return row?.id ?? null;
}

type FolderFields = { readonly title: string; readonly icon?: string | undefined };

/** Refuses with `folder_limit`, `title_taken` or, for an unknown icon, `invalid_input`. */
export async function addFolder(ctx: Ctx, { title, icon = folderIcon }: FolderFields): Promise<Folder> {
  await requireIcon(icon);
  return inTransaction(ctx, async (inner) => {
    await lockOwner(inner);
    const { folders } = await selectLists(inner);
    if (folders.length >= foldersMax) throw todoRefusals.folder_limit({ limit: foldersMax });
    requireFreeTitle(folders, { title });
    const handle = handleFor(title, handlesOf(folders));
    const row = { ownerId: actorOf(ctx).userId, handle, title, titleKey: nameKey(title), icon };
    return first(await inner.db.insert(todoFoldersTable).values(row).returning(folderColumns));
  });
}

/** Without an icon it keeps its own. Refuses with `folder_fixed`, `title_taken`, `not_found` or `invalid_input`. */
export async function changeFolder(ctx: Ctx, { id, title, icon }: FolderFields & { id: number }): Promise<Folder> {
  if (id === allFolder.id) throw todoRefusals.folder_fixed();
  await requireIcon(icon);
  return inTransaction(ctx, async (inner) => {
    await lockOwner(inner);
    requireFreeTitle((await selectLists(inner)).folders, { title, except: id });
    const change = { title, titleKey: nameKey(title), ...omitUndefined({ icon }) };
    const mine = mineWith(ctx, todoFoldersTable, [id]);
    return first(await inner.db.update(todoFoldersTable).set(change).where(mine).returning(folderColumns));
  });
}

/** Its to-dos are kept, without a folder. A second call changes nothing. Refuses with `folder_fixed`. */
export function removeFolder(ctx: Ctx, { id }: { id: number }): Promise<void> {
  if (id === allFolder.id) throw todoRefusals.folder_fixed();
  return inTransaction(ctx, async (inner) => {
    await inner.db
      .update(todosTable)
      .set({ folderId: null, ...touched(ctx) })
      .where(and(eq(todosTable.ownerId, actorOf(ctx).userId), eq(todosTable.folderId, id)));
    await inner.db.delete(todoFoldersTable).where(mineWith(ctx, todoFoldersTable, [id]));
  });
}

/** Refuses with `label_limit` or `title_taken`. */
export function addLabel(ctx: Ctx, { title, color }: { title: string; color: string }): Promise<Label> {
  return inTransaction(ctx, async (inner) => {
    await lockOwner(inner);
    const { labels } = await selectLists(inner);
    if (labels.length >= labelsMax) throw todoRefusals.label_limit({ limit: labelsMax });
    requireFreeTitle(labels, { title });
    const handle = handleFor(title, handlesOf(labels));
    const row = { ownerId: actorOf(ctx).userId, handle, title, titleKey: nameKey(title), color };
    return first(await inner.db.insert(todoLabelsTable).values(row).returning(labelColumns));
  });
}

/** Refuses with `title_taken` or `not_found`. */
export function changeLabel(
  ctx: Ctx,
  { id, title, color }: { id: number; title: string; color: string },
): Promise<Label> {
  return inTransaction(ctx, async (inner) => {
    await lockOwner(inner);
    requireFreeTitle((await selectLists(inner)).labels, { title, except: id });
    const change = { title, titleKey: nameKey(title), color };
    const mine = mineWith(ctx, todoLabelsTable, [id]);
    return first(await inner.db.update(todoLabelsTable).set(change).where(mine).returning(labelColumns));
  });
}

/** Also removes it from every to-do. A second call changes nothing. */
export function removeLabel(ctx: Ctx, { id }: { id: number }): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    // Waits for transactions that write this label into a to-do; the next statement then sees their changes.
    await inner.db.delete(todoLabelsTable).where(mineWith(ctx, todoLabelsTable, [id]));
    await inner.db
      .update(todosTable)
      .set({ labels: sql`array_remove(${todosTable.labels}, ${id}::int)`, ...touched(ctx) })
      .where(and(eq(todosTable.ownerId, actorOf(ctx).userId), sql`${id}::int = any(${todosTable.labels})`));
  });
}

/** The columns that every change of a to-do also changes. */
export const touched = (ctx: Ctx) => ({ version: sql`${todosTable.version} + 1`, updatedAt: ctx.now });

const folderColumns = {
  id: todoFoldersTable.id,
  handle: todoFoldersTable.handle,
  title: todoFoldersTable.title,
  icon: todoFoldersTable.icon,
};
const labelColumns = {
  id: todoLabelsTable.id,
  handle: todoLabelsTable.handle,
  title: todoLabelsTable.title,
  color: todoLabelsTable.color,
};

async function selectLists(ctx: Ctx): Promise<Lists> {
  const { userId } = actorOf(ctx);
  const folders = await ctx.db
    .select(folderColumns)
    .from(todoFoldersTable)
    .where(eq(todoFoldersTable.ownerId, userId))
    .orderBy(todoFoldersTable.id);
  const labels = await ctx.db
    .select(labelColumns)
    .from(todoLabelsTable)
    .where(eq(todoLabelsTable.ownerId, userId))
    .orderBy(todoLabelsTable.id);
  return { folders, labels };
}

const mineWith = (ctx: Ctx, table: typeof todoFoldersTable | typeof todoLabelsTable, ids: readonly number[]) =>
  and(eq(table.ownerId, actorOf(ctx).userId), inArray(table.id, [...ids]));

const handlesOf = (rows: readonly { handle: string }[]) => rows.map(({ handle }) => handle);

function requireFreeTitle(rows: readonly (Folder | Label)[], { title, except }: { title: string; except?: number }) {
  const namesake = rows.find((row) => row.id !== except && nameKey(row.title) === nameKey(title));
  if (namesake) throw todoRefusals.title_taken({ title: namesake.title });
}

function first<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw commonRefusals.not_found();
  return row;
}
