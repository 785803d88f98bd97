import type { and } from "drizzle-orm";
import { asc, eq, inArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Ctx } from "#api/context.ts";
import { namedScopes } from "#features/access/permissions/api/service/objects.ts";
import { userRolesTable, userScopesTable, usersTable } from "#features/access/users/api/tables.ts";
import { type BoundScope, type HeldRole } from "#features/access/users/contract/people.ts";

const granters = alias(usersTable, "granters");

/** The roles of these users, valid or not, in the order in which they were assigned. */
export async function heldRolesOf(ctx: Ctx, userIds: readonly string[]): Promise<Map<string, HeldRole[]>> {
  if (userIds.length === 0) return new Map();
  const { userId, roleId, validFrom, validTo, grantedAt } = userRolesTable;
  const rows = await ctx.db
    .select({
      userId,
      roleId,
      validFrom,
      validTo,
      grantedAt,
      grantedBy: granters.name,
      code: sql<string>`roles.code`,
      title: sql<string>`roles.title`,
      titleI18n: sql<Record<string, string>>`roles.title_i18n`,
    })
    .from(userRolesTable)
    .innerJoin(sql`roles`, sql`roles.id = ${roleId}`)
    .leftJoin(granters, eq(granters.id, userRolesTable.grantedBy))
    .where(inArray(userId, [...userIds]))
    .orderBy(asc(grantedAt), sql`roles.code`);
  return grouped(rows.map(({ userId: id, ...role }) => [id, { ...role, isValid: isWithin(role, ctx.now) }]));
}

const isWithin = ({ validFrom, validTo }: Pick<HeldRole, "validFrom" | "validTo">, now: string) =>
  (validFrom === null || validFrom <= now) && (validTo === null || now < validTo);

/** The scopes of these users. */
export async function boundScopesOf(ctx: Ctx, userIds: readonly string[]): Promise<Map<string, BoundScope[]>> {
  if (userIds.length === 0) return new Map();
  const { userId, kind, target, grantedAt } = userScopesTable;
  const rows = await ctx.db
    .select({ userId, kind, target, grantedAt, grantedBy: granters.name })
    .from(userScopesTable)
    .leftJoin(granters, eq(granters.id, userScopesTable.grantedBy))
    .where(inArray(userId, [...userIds]))
    .orderBy(asc(kind), asc(grantedAt), asc(target));
  const labelOf = await readLabels(ctx, rows);
  return grouped(rows.map(({ userId: id, ...scope }) => [id, { ...scope, label: labelOf(scope) }]));
}

type Target = Pick<BoundScope, "kind" | "target">;

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The names of the records in a user's scopes, as far as the caller may see them. */
export async function readLabels(ctx: Ctx, scopes: readonly Target[]): Promise<(scope: Target) => string | null> {
  const requested = scopes.filter(({ target }) => uuidPattern.test(target));
  const named = await namedScopes(ctx, requested);
  const names = new Map(named.map(({ kind, target, name }) => [`${kind}:${target}`, name]));
  return ({ kind, target }) => names.get(`${kind}:${target}`) ?? null;
}

function grouped<Held>(pairs: readonly (readonly [userId: string, held: Held])[]): Map<string, Held[]> {
  const byUser = new Map<string, Held[]>();
  for (const [userId, held] of pairs) byUser.set(userId, [...(byUser.get(userId) ?? []), held]);
  return byUser;
}

/**
 * The scopes of all users whom the caller may see, for the filter of the list. `who` is the condition for those users.
 */
export async function scopesInUse(
  ctx: Ctx,
  who: ReturnType<typeof and>,
  max: number,
): Promise<Omit<BoundScope, "grantedBy" | "grantedAt">[]> {
  const { kind, target } = userScopesTable;
  const rows = await ctx.db
    .selectDistinct({ kind, target })
    .from(userScopesTable)
    .innerJoin(usersTable, eq(usersTable.id, userScopesTable.userId))
    .where(who)
    .orderBy(asc(kind), asc(target))
    .limit(max);
  const labelOf = await readLabels(ctx, rows);
  return rows.map((scope) => ({ ...scope, label: labelOf(scope) }));
}
