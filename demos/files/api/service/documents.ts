import { and, asc, eq, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { addMs, dayMs } from "#base/time.ts";
import { nameKey, searchKey, sortKey } from "#base/searchKey.ts";
import { commonRefusals } from "#base/refusal.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { type ListDefinition, readPage } from "#api/list.ts";
import { violationOf } from "#api/violations.ts";
import { type DocumentRecord, documentsTable as table } from "#demos/files/api/tables.ts";
import { isWantedOffline, wantedOffline } from "#demos/files/api/service/offline.ts";
import { editableBy, findDocument, requireLinkable, visibleTo } from "#demos/files/api/service/visibility.ts";
import {
  type DocumentDetails,
  documentRefusals,
  type DocumentRow,
  type documents,
  type Folder,
  type WireFile,
} from "#demos/files/contract.ts";
import { expiryDays, extensionOf, previewOf, sizeLabel } from "#demos/files/rules.ts";
import { requireIcon } from "#demos/icons/api/service.ts";
import { addTodo, changeTodos } from "#demos/todo/api/service/todos.ts";
import { usersTable } from "#features/access/users/api/tables.ts";
import { releaseFiles } from "#features/platform/files/api/service/attachments.ts";
import { filesTable } from "#features/platform/files/api/tables.ts";

/** Lists without pages: the tree, and the flat list of spec 001. */
const rowsMax = 5000;
const isKept = isNull(table.trashedAt);

const columns = {
  id: table.id,
  parentId: table.parentId,
  type: table.type,
  name: table.name,
  icon: table.icon,
  fileId: table.fileId,
  byteCount: table.byteCount,
  versions: table.versions,
  documentType: table.documentType,
  expiresOn: table.expiresOn,
  linkedResource: table.linkedResource,
  linkedId: table.linkedId,
  isPrivate: table.isPrivate,
  isOffline: table.isOffline,
  ownerId: table.ownerId,
  updatedAt: table.updatedAt,
  trashedAt: table.trashedAt,
  version: table.version,
};

type ListInput = Input<typeof documents.list>;
type View = ListInput["view"];

/** A page of a large folder costs the same as one of a small folder: keyset, on the index by folder and name. */
const list: ListDefinition<typeof columns, ListInput> = {
  table,
  id: table.id,
  columns,
  search: table.searchKey,
  sorts: {
    name: [table.rank, table.sortKey, table.id],
    updatedAt: [table.updatedAt, table.id],
    byteCount: [table.byteCount, table.id],
  },
  filters: { view: (view, ctx) => viewCondition(view, ctx), folder: (folder) => eq(table.parentId, folder) },
  unless: ({ view, folder }) =>
    (view === undefined || view === "folder") && folder === undefined ? isNull(table.parentId) : undefined,
  scope: visibleTo,
};

function viewCondition(view: View, ctx: Ctx): SQL {
  const { now } = ctx;
  switch (view) {
    case "trash":
      // What was moved there together is shown as one.
      return and(isNotNull(table.trashedAt), eq(table.trashRootId, table.id))!;
    case "expiring":
      return and(isKept, lte(table.expiresOn, addMs(now, expiryDays * dayMs).slice(0, 10)))!;
    case "offline":
      return and(isKept, isNotNull(table.fileId), isWantedOffline(ctx))!;
    case "recent":
      return and(isKept, isNotNull(table.fileId))!;
    default:
      return isKept;
  }
}

export async function listDocuments(ctx: Ctx, input: ListInput): Promise<Output<typeof documents.list>> {
  const { rows, ...rest } = await readPage(ctx, list, input);
  const names = await namesOf(
    ctx,
    rows.map(({ ownerId }) => ownerId),
  );
  const isOffline = await wantedOffline(ctx, rows);
  return { ...rest, rows: rows.map((row) => toRow(row as DocumentRecord, names, isOffline)) };
}

const toRow = (
  record: DocumentRecord,
  names: ReadonlyMap<string, string>,
  isOffline: (record: DocumentRecord) => boolean,
): DocumentRow => ({
  id: record.id,
  parentId: record.parentId,
  type: record.type,
  name: record.name,
  icon: record.icon,
  fileId: record.fileId,
  mediaType: record.versions[0]?.mediaType ?? null,
  byteCount: record.byteCount,
  documentType: record.documentType,
  expiresOn: record.expiresOn,
  linkedResource: record.linkedResource,
  linkedId: record.linkedId,
  isPrivate: record.isPrivate,
  isOffline: isOffline(record),
  owner: names.get(record.ownerId ?? "") ?? null,
  updatedAt: record.updatedAt,
  trashedAt: record.trashedAt,
  version: record.version,
});

async function namesOf(ctx: Ctx, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const { id, name } = usersTable;
  const rows = await ctx.db.select({ id, name }).from(usersTable).where(inArray(id, known));
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Every folder that the caller may see, also those of the path to one. */
export async function listFolders(ctx: Ctx): Promise<Folder[]> {
  const { id, parentId, name, icon } = table;
  return ctx.db
    .select({ id, parentId, name, icon })
    .from(table)
    .where(and(eq(table.type, "folder"), isKept, visibleTo(ctx)))
    .orderBy(asc(table.sortKey), asc(id))
    .limit(rowsMax);
}

export async function detailsOf(ctx: Ctx, record: DocumentRecord): Promise<DocumentDetails> {
  const names = await namesOf(ctx, [record.ownerId, ...record.versions.map(({ by }) => by)]);
  const [editable] = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, record.id), editableBy(ctx)));
  return {
    ...toRow(record, names, await wantedOffline(ctx, [record])),
    createdAt: record.createdAt,
    openedAt: record.openedAt,
    opens: record.opens,
    linkExpiresAt: record.linkExpiresAt,
    linkOpens: record.linkOpens,
    linkOpenedAt: record.linkOpenedAt,
    canEdit: editable !== undefined,
    versions: record.versions.map((version) => ({ ...version, by: names.get(version.by ?? "") ?? null })),
  };
}

export const readDocument = async (ctx: Ctx, { id }: { id: string }) => detailsOf(ctx, await findDocument(ctx, id));

/** The flat list of spec 001: every folder and file that the caller may see. */
export async function listWireFiles(ctx: Ctx): Promise<WireFile[]> {
  const rows = await ctx.db
    .select()
    .from(table)
    .where(and(isKept, visibleTo(ctx)))
    .orderBy(asc(table.rank), asc(table.sortKey), asc(table.id))
    .limit(rowsMax);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const names = await namesOf(
    ctx,
    rows.map(({ ownerId }) => ownerId),
  );
  const isOffline = await wantedOffline(ctx, rows);
  const pathOf = (row: DocumentRecord): string[] => {
    const parent = byId.get(row.parentId ?? "");
    return parent === undefined ? ["Files"] : [...pathOf(parent), parent.name];
  };
  return rows.map((row) => ({
    id: row.wireId ?? row.id,
    name: row.name,
    type: row.type,
    owner: names.get(row.ownerId ?? "") ?? "Mizan",
    size: row.type === "folder" ? "" : sizeLabel(row.byteCount),
    modified: row.updatedAt,
    opened: row.openedAt ?? "",
    created: row.createdAt,
    extention: row.extension,
    location: pathOf(row).join(" > "),
    offline: isOffline(row),
    preview: previewUrl(row),
  }));
}

/** The address of a picture; "" for everything else. */
const previewUrl = ({ fileId, versions }: DocumentRecord) =>
  previewOf(versions[0]?.mediaType ?? "") === "picture" ? `/api/v1/files/${fileId}?size=medium` : "";

export const keysOfName = (name: string, type: DocumentRow["type"]) => ({
  name,
  nameKey: nameKey(name),
  sortKey: sortKey(name),
  words: searchKey(name),
  extension: type === "folder" ? "" : extensionOf(name),
});

type NewItem = Pick<DocumentRecord, "id" | "parentId" | "type" | "name"> & Partial<DocumentRecord>;

/** A new item of the caller. What is inside a folder follows its rights. */
export const newItem = (ctx: Ctx, { name, ...item }: NewItem, parent: DocumentRecord | null) => ({
  byteCount: 0,
  versions: [],
  isPrivate: parent?.isPrivate ?? false,
  linkedResource: parent?.linkedResource ?? null,
  linkedId: parent?.linkedId ?? null,
  isOffline: false,
  ownerId: ctx.actor?.userId ?? null,
  opens: 0,
  linkOpens: 0,
  version: 1,
  createdAt: ctx.now,
  updatedAt: ctx.now,
  updatedBy: ctx.actor?.userId ?? null,
  ...item,
  ...keysOfName(name, item.type),
});

/** Locks a folder that something will be put into. Refuses with `folder_unknown` and `permission_denied`. */
export async function requireFolder(ctx: Ctx, id: string | null): Promise<DocumentRecord | null> {
  if (id === null) return null;
  const isFolder = and(eq(table.id, id), eq(table.type, "folder"), isKept, visibleTo(ctx));
  const [folder] = await ctx.db.select().from(table).where(isFolder).for("key share");
  if (folder === undefined) throw documentRefusals.folder_unknown();
  await requireEditable(ctx, [folder.id]);
  return folder;
}

/** Refuses with `permission_denied` for items that the caller may see but not change. */
export async function requireEditable(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const refused = await ctx.db
    .select({ resource: table.linkedResource })
    .from(table)
    .where(and(inArray(table.id, [...ids]), sql`not (${editableBy(ctx)})`))
    .limit(1);
  if (refused.length > 0)
    throw commonRefusals.permission_denied({ permission: `${refused[0]!.resource ?? "documents"}.update` });
}

/** Runs a change, and refuses with `name_taken` instead of a broken unique index. */
export async function refusingTakenNames<Answer>(name: string, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (violationOf(error)?.constraint !== "documents__name_key") throw error;
    const { code, message } = documentRefusals.name_taken;
    throw documentRefusals.name_taken({ name }, [{ path: "name", code, message: message.replace("{name}", name) }]);
  }
}

export async function createFolder(
  ctx: Ctx,
  { id, parentId, name, icon = null }: Input<typeof documents.createFolder>,
) {
  await requireIcon(icon);
  return refusingTakenNames(name, () =>
    inTransaction(ctx, async (inner) => {
      const parent = await requireFolder(inner, parentId);
      const added = newItem(inner, { id, parentId, type: "folder", name, icon }, parent);
      const [made] = await inner.db.insert(table).values(added).onConflictDoNothing({ target: table.id }).returning();
      const [known] = made ? [made] : await inner.db.select().from(table).where(eq(table.id, id));
      if (known!.ownerId !== actorOf(ctx).userId || known!.type !== "folder")
        throw documentRefusals.document_id_taken();
      return detailsOf(inner, known!);
    }),
  );
}

/** Changes what is known of an item. Rights of a folder go to everything below it. */
export async function updateDocument(ctx: Ctx, { id, version, link, ...patch }: Input<typeof documents.update>) {
  await requireIcon(patch.icon);
  return refusingTakenNames(patch.name ?? "", () =>
    inTransaction(ctx, async (inner) => {
      await findDocument(inner, id);
      const [before] = await inner.db.select().from(table).where(eq(table.id, id)).for("update");
      await requireEditable(inner, [id]);
      if (version !== undefined && before!.version !== version)
        throw commonRefusals.version_conflict({ current: await detailsOf(inner, before!) });
      if (patch.icon && before!.type !== "folder") throw iconOfFile();
      // Only its owner may hide an item from others.
      if (patch.isPrivate === true && before!.ownerId !== actorOf(ctx).userId)
        throw commonRefusals.permission_denied({ permission: "documents.update" });
      if (link) await requireLinkable(inner, link.resource, link.id);
      const { name, ...rest } = patch;
      const linked = link === undefined ? {} : { linkedResource: link?.resource ?? null, linkedId: link?.id ?? null };
      const given = omitUndefined({ ...rest, ...linked });
      const named = name === undefined ? {} : keysOfName(name, before!.type);
      const stamp = { updatedAt: ctx.now, updatedBy: actorOf(ctx).userId, version: sql`${table.version} + 1` };
      const change = inner.db.update(table).set({ ...given, ...named, ...stamp });
      const [after] = await change.where(eq(table.id, id)).returning();
      const rights = { ...linked, ...(patch.isPrivate === undefined ? {} : { isPrivate: patch.isPrivate }) };
      if (after!.type === "folder" && Object.keys(rights).length > 0)
        await inner.db
          .update(table)
          .set(rights)
          .where(and(isBelow([id]), sql`${table.id} <> ${id}`));
      if (patch.expiresOn !== undefined) await remindOf(inner, after!);
      return detailsOf(inner, after!);
    }),
  );
}

const iconOfFile = () => {
  const message = "Only folders can have an icon.";
  return commonRefusals.invalid_input({}, [{ path: "icon", code: "icon_of_file", message }]);
};

/** The items and everything below them, in the recycle bin or not. */
export const isBelow = (ids: readonly string[]): SQL => sql`${table.id} in (
  with recursive below as (
    select id from documents where id = any(${`{${ids.join(",")}}`}::uuid[])
    union
    select child.id from documents as child join below on child.parent_id = below.id
  ) select id from below)`;

/** A to-do of the user who entered the expiry date: it starts 30 days before, and is due on the day. */
async function remindOf(ctx: Ctx, { id, name, expiresOn }: DocumentRecord): Promise<void> {
  const todoId = `document-${id}`;
  if (expiresOn === null) {
    await changeTodos(ctx, { changes: [{ id: todoId, set: { deleted: true } }] });
    return;
  }
  const start = addMs(`${expiresOn}T08:00:00.000Z`, -expiryDays * dayMs);
  const set = {
    title: `Expires · تنتهي صلاحيته: \u2068${name}\u2069`,
    notes: `/apps/files/browse?open=${id}`,
    startDate: start.slice(0, 10) < expiresOn ? start.slice(0, 10) : null,
    dueDate: expiresOn,
    remindAt: start > ctx.now ? start : null,
    deleted: false,
  };
  await addTodo(ctx, { id: todoId, set });
  await changeTodos(ctx, { changes: [{ id: todoId, set }] });
}

export async function noteOpened(ctx: Ctx, { id }: { id: string }): Promise<void> {
  const noted = await ctx.db
    .update(table)
    .set({ openedAt: ctx.now, opens: sql`${table.opens} + 1` })
    .where(and(eq(table.id, id), isNotNull(table.fileId), visibleTo(ctx)))
    .returning({ id: table.id });
  if (noted.length === 0) throw commonRefusals.not_found();
}

/** Releases the files that no item or version has any more. Their bytes follow a day later (files feature). */
export async function releaseUnused(ctx: Ctx, fileIds: readonly string[]): Promise<void> {
  if (fileIds.length === 0) return;
  const isLeft = sql`not exists (select from ${table} where ${table.fileId} = ${filesTable.id}
    or ${table.versions} @> jsonb_build_array(jsonb_build_object('fileId', ${filesTable.id})))`;
  const unused = await ctx.db
    .select({ id: filesTable.id, resourceId: filesTable.resourceId })
    .from(filesTable)
    .where(and(inArray(filesTable.id, [...new Set(fileIds)]), isNotNull(filesTable.resourceId), isLeft));
  if (unused.length === 0) return;
  await releaseFiles(ctx, {
    recordId: unused.map(({ resourceId }) => resourceId!),
    fileIds: unused.map(({ id }) => id),
  });
}
