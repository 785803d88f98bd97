import { and, asc, desc, eq, getTableColumns, or, type SQL, sql } from "drizzle-orm";
import type { Changes } from "#base/activity.ts";
import type { Input } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { commonRefusals } from "#base/refusal.ts";
import { recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { versionConflict } from "#api/versionConflict.ts";
import { rolesTable } from "#features/access/roles/api/tables.ts";
import { usersTable } from "#features/access/users/api/tables.ts";
import { listViewsTable as table } from "#features/platform/views/api/tables.ts";
import { ListView, viewRefusals, type views, viewsMax } from "#features/platform/views/contract.ts";

const resource = "views";
const columns = getTableColumns(table);
/** More than a row of tabs can show; those of the caller come first. */
const shownMax = 200;

/** The caller's own views of a list by name, then those shared with them. */
export async function readViews(ctx: Ctx, list: string): Promise<ListView[]> {
  const isOwn = eq(table.ownerId, actorOf(ctx).userId);
  const found = await selectViews(ctx)
    .where(and(eq(table.list, list), isVisible(ctx)))
    .orderBy(desc(isOwn), asc(sql`lower(${table.name})`), asc(table.id))
    .limit(shownMax);
  return found.map((row) => shown(ctx, row));
}

/** Refuses with `too_many_views` or `view_id_taken`. Sent again with the same id, returns the view it saved. */
export async function createView(ctx: Ctx, input: Input<typeof views.create>): Promise<ListView> {
  const { userId } = actorOf(ctx);
  const { id, list, name, query, columns: choice, density } = input;
  await ctx.db.execute(sql`
    insert into list_views (id, list, name, query, columns, density, owner_id, audience, created_at, updated_at)
    select ${id}::uuid, ${list}, ${name}, ${JSON.stringify(query)}::jsonb, ${JSON.stringify(choice)}::jsonb,
           ${density}, ${userId}::uuid, 'me', ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
     where (select count(*) from list_views where owner_id = ${userId}::uuid and list = ${list}) < ${viewsMax}
    on conflict (id) do nothing`);
  const [found] = await selectViews(ctx).where(eq(table.id, id));
  if (found === undefined) throw viewRefusals.too_many_views();
  if (found.ownerId !== userId || found.list !== list) throw viewRefusals.view_id_taken();
  return shown(ctx, found);
}

/** Refuses with `not_found`, `permission_denied` or `version_conflict`. */
export const updateView = (ctx: Ctx, { id, version, ...patch }: Input<typeof views.update>): Promise<ListView> =>
  inTransaction(ctx, async (inner) => {
    const before = await lockView(inner, { id, version });
    requireEditable(inner, before);
    return saveView(inner, before, omitUndefined(patch), "update");
  });

/** Says who else sees a view. Refuses with `not_found`, `unknown_role` or `version_conflict`. */
export const shareView = (ctx: Ctx, { id, version, audience, roleId }: Input<typeof views.share>): Promise<ListView> =>
  inTransaction(ctx, async (inner) => {
    const before = await lockView(inner, { id, version });
    requireEditable(inner, before);
    const isKnown = (await readRoles(inner)).some((role) => role.id === roleId);
    if (audience === "role" && !isKnown) throw viewRefusals.unknown_role();
    return saveView(inner, before, { audience, roleId: audience === "role" ? roleId : null }, "share");
  });

/** Refuses with `not_found`, `permission_denied` or `version_conflict`. */
export const removeView = (ctx: Ctx, input: Input<typeof views.remove>): Promise<undefined> =>
  inTransaction(ctx, async (inner) => {
    const before = await lockView(inner, input);
    requireEditable(inner, before);
    await inner.db.delete(table).where(eq(table.id, input.id));
    if (before.audience !== "me") await audit(inner, before, "delete", { name: { before: before.name, after: null } });
    return undefined;
  });

/** The roles that the caller may share with: all if they may list roles, otherwise their own. */
export async function readRoles(ctx: Ctx) {
  const { id, title, titleI18n, code, sortKey } = rolesTable;
  const isNamed = actorOf(ctx).permissions.has("roles.read") ? undefined : isOwnRole(ctx, sql`${code}`);
  return ctx.db.select({ id, title, titleI18n }).from(rolesTable).where(isNamed).orderBy(asc(sortKey), asc(id));
}

const selectViews = (ctx: Ctx) =>
  ctx.db
    .select({ ...columns, ownerName: usersTable.name })
    .from(table)
    .innerJoin(usersTable, eq(usersTable.id, table.ownerId))
    .$dynamic();
type ViewRow = Awaited<ReturnType<typeof selectViews>>[number];

/** The caller's own views, and those shared with everyone or with one of their roles. */
const isVisible = (ctx: Ctx): SQL =>
  or(
    eq(table.ownerId, actorOf(ctx).userId),
    eq(table.audience, "everyone"),
    sql`${table.roleId} in (select id from ${rolesTable} where ${isOwnRole(ctx, sql`code`)})`,
  )!;

const isOwnRole = (ctx: Ctx, code: SQL): SQL =>
  sql`${code} in (select jsonb_array_elements_text(${JSON.stringify(actorOf(ctx).roles)}::jsonb))`;

async function lockView(
  ctx: Ctx,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<ViewRow> {
  const [row] = await selectViews(ctx)
    .where(and(eq(table.id, id), isVisible(ctx)))
    .for("update", { of: table });
  if (row === undefined) throw commonRefusals.not_found();
  if (row.version === version) return row;
  throw await versionConflict(ctx, { resource, record: row, version, current: shown(ctx, row), schema: ListView });
}

const isShared = ({ audience, roleId }: Pick<ViewRow, "audience" | "roleId">) =>
  audience === "everyone" || roleId !== null;

const isEditable = (ctx: Ctx, row: ViewRow): boolean =>
  isShared(row) ? actorOf(ctx).permissions.has("views.share") : row.ownerId === actorOf(ctx).userId;

function requireEditable(ctx: Ctx, row: ViewRow): void {
  if (!isEditable(ctx, row)) throw commonRefusals.permission_denied();
}

async function saveView(
  ctx: Ctx,
  before: ViewRow,
  patch: Partial<Pick<ViewRow, "name" | "query" | "columns" | "density" | "audience" | "roleId">>,
  action: string,
): Promise<ListView> {
  const [after] = await ctx.db
    .update(table)
    .set({ ...patch, version: before.version + 1, updatedAt: ctx.now })
    .where(eq(table.id, before.id))
    .returning();
  // What users save for themselves concerns nobody else.
  if (isShared(before) || isShared(after!)) await audit(ctx, before, action, changesOf(before, after!));
  return shown(ctx, { ...before, ...after! });
}

function changesOf(before: ViewRow, after: Omit<ViewRow, "ownerName">): Changes {
  const names = ["name", "audience", "roleId"] as const;
  const changed = names.filter((name) => before[name] !== after[name]);
  return Object.fromEntries(changed.map((name) => [name, { before: before[name], after: after[name] }]));
}

const audit = (ctx: Ctx, { id }: ViewRow, action: string, changes: Changes): Promise<void> =>
  recordAudit(ctx, [{ action, resource, resourceId: id, changes }]);

function shown(ctx: Ctx, row: ViewRow): ListView {
  const { ownerId, createdAt: _, audience, ...rest } = row;
  return {
    ...rest,
    // Of a deleted role: only the owner sees it.
    audience: isShared(row) ? audience : "me",
    isOwn: ownerId === actorOf(ctx).userId,
    isEditable: isEditable(ctx, row),
  };
}
