import { and, eq, getTableColumns, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { nameKey, searchKey } from "#base/searchKey.ts";
import { readActivity, readActivityPage } from "#api/audit.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { spelledOut } from "#features/access/roles/api/service/grants.ts";
import { countHolders } from "#features/access/roles/api/service/holders.ts";
import { type RoleRecord, rolesTable } from "#features/access/roles/api/tables.ts";
import { userRolesTable } from "#features/access/users/api/tables.ts";
import type { Role, RoleInput, roles } from "#features/access/roles/contract.ts";
import { knownPermissions } from "#features/access/users/api/service/rights.ts";

/** The resource of a role's audit entries. */
export const auditResource = "roles";

/** Roles concern all users alike: they can be granted for all rows or not at all. */
export const roleRows: ScopePolicy = {
  resource: auditResource,
  table: rolesTable,
  id: rolesTable.id,
  by: {},
  label: { title: rolesTable.title, search: rolesTable.searchKey },
};

/** Refuses with `not_found`. */
export async function getRole(ctx: Ctx, { id }: Input<typeof roles.get>): Promise<Role> {
  return toRole(ctx, await readRole(ctx, id));
}

/** Refuses with `not_found`. */
export async function readRole(ctx: Ctx, id: string): Promise<RoleRecord> {
  const [record] = await select(ctx, id);
  if (record === undefined) throw commonRefusals.not_found();
  return record;
}

const select = (ctx: Ctx, id: string) =>
  ctx.db
    .select(getTableColumns(rolesTable))
    .from(rolesTable)
    .where(and(eq(rolesTable.id, id), scopeCondition(ctx, roleRows)));

/**
 * Reads a role and locks it until the transaction of `ctx` ends.
 *
 * Refuses with `not_found`, and with `version_conflict` if it has changed since `version`.
 */
export async function lockRole(ctx: Ctx, { id, version }: { id: string; version: number }): Promise<RoleRecord> {
  const [record] = await select(ctx, id).for("update");
  if (record === undefined) throw commonRefusals.not_found();
  if (record.version !== version) throw commonRefusals.version_conflict(await conflictWith(ctx, record));
  return record;
}

async function conflictWith(ctx: Ctx, record: RoleRecord) {
  const events = await readActivity(ctx, { resource: auditResource, resourceId: record.id, limit: 25 });
  // A user who viewed the app as this role changed nothing in it.
  const last = events.find(({ action }) => action === "update" || action === "create");
  return { current: await toRole(ctx, record), changedBy: last?.actorName ?? null, changedAt: record.updatedAt };
}

/** The history of a role, newest first. Refuses with `not_found`. */
export async function readRoleActivity(
  ctx: Ctx,
  { id, before, limit }: Input<typeof roles.activity>,
): Promise<Output<typeof roles.activity>> {
  await readRole(ctx, id);
  return readActivityPage(ctx, { resource: auditResource, resourceId: id, before, limit });
}

/** The response for a role, with its counts and the fields about the caller. */
export async function toRole(ctx: Ctx, record: RoleRecord): Promise<Role> {
  const [counts, isOwn] = await Promise.all([countHolders(ctx, [record.id]), isHeldByCaller(ctx, record.id)]);
  return {
    id: record.id,
    code: record.code,
    title: record.title,
    titleI18n: record.titleI18n,
    description: record.description,
    userCategoryId: record.userCategoryId,
    needsSecondFactor: record.needsSecondFactor,
    isSystem: record.isSystem,
    grants: spelledOut(ctx.catalogue, record.grants),
    permissionsCount: knownPermissions(ctx.catalogue, record.grants).size,
    usersCount: counts.get(record.id) ?? 0,
    isOwn,
    version: record.version,
    createdAt: record.createdAt,
    updatedAt: record.updatedAt,
  };
}

/** Whether the caller has a role, now or from a future date. */
export async function isHeldByCaller(ctx: Ctx, roleId: string): Promise<boolean> {
  const { userId, validTo } = userRolesTable;
  const held = await ctx.db
    .select({ userId })
    .from(userRolesTable)
    .where(
      and(
        eq(userRolesTable.roleId, roleId),
        eq(userId, actorOf(ctx).userId),
        sql`(${validTo} is null or ${ctx.now}::timestamptz < ${validTo})`,
      ),
    );
  return held.length > 0;
}

/** The keys by which a role is compared, sorted and searched. */
export function keysOf({ title, titleI18n, description }: Pick<RoleInput, "title" | "titleI18n" | "description">) {
  const texts = [title, ...Object.values(titleI18n), description];
  return {
    nameKey: nameKey(title),
    sortKey: searchKey(title) || nameKey(title),
    searchKey: ` ${[...new Set(texts.map(searchKey))].join(" ")}`,
  };
}
