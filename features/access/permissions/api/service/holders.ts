import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { userRolesTable as held, usersTable } from "#features/access/users/api/tables.ts";

/** SQL condition for a valid role assignment at present. */
export const isValidAt = (now: string) => sql<boolean>`(
  (${held.validFrom} is null or ${held.validFrom} <= ${now}::timestamptz)
  and (${held.validTo} is null or ${now}::timestamptz < ${held.validTo}))`;

/** Users with exactly these roles at present who may sign in. */
export type RoleSet = { readonly roleIds: readonly string[]; readonly count: number };

/** All users by combination of roles: one row per combination, however many users there are. */
export async function countRoleSets(ctx: Ctx): Promise<RoleSet[]> {
  const result = await ctx.db.execute(sql`
    select role_ids as "roleIds", count(*)::int as count
      from (select array_agg(${held.roleId}::text order by ${held.roleId}) as role_ids
              from ${held} join ${usersTable} on ${usersTable.id} = ${held.userId}
             where ${isValidAt(ctx.now)} and ${usersTable.status} = 'active'
             group by ${held.userId}) as sets
     group by role_ids`);
  return (result as { rows: RoleSet[] }).rows;
}

type Holder = { readonly userId: string; readonly name: string; readonly email: string; readonly roleIds: string[] };

/** Users with any of these roles at present, by name, as far as `isSeen`; and how many others there are. */
export async function readHoldersOf(
  ctx: Ctx,
  roleIds: readonly string[],
  { isSeen, after, limit }: { isSeen: SQL | undefined; after: string | undefined; limit: number },
): Promise<{ rows: Holder[]; hiddenCount: number }> {
  if (roleIds.length === 0) return { rows: [], hiddenCount: 0 };
  const holds = and(isAnyOf(held.roleId, roleIds), isValidAt(ctx.now), eq(usersTable.status, "active"));
  const [counted] = await ctx.db
    .select({
      hiddenCount: sql<number>`(count(distinct ${held.userId}) filter (where (${isSeen ?? sql`true`}) is not true))::int`,
    })
    .from(held)
    .innerJoin(usersTable, eq(usersTable.id, held.userId))
    .where(holds);
  const rows = await ctx.db
    .select({
      userId: usersTable.id,
      name: usersTable.name,
      email: usersTable.email,
      roleIds: sql<string[]>`array_agg(${held.roleId}::text)`,
    })
    .from(held)
    .innerJoin(usersTable, eq(usersTable.id, held.userId))
    .where(and(holds, isSeen, after === undefined ? undefined : isAfter(after)))
    .groupBy(usersTable.id, usersTable.name, usersTable.email, usersTable.sortKey)
    .orderBy(asc(usersTable.sortKey), asc(usersTable.id))
    .limit(limit);
  return { rows, hiddenCount: counted!.hiddenCount };
}

/** After a user in the order of names. */
const isAfter = (userId: string): SQL => sql`
  (${usersTable.sortKey}, ${usersTable.id})
  > ((select last.sort_key from ${usersTable} as last where last.id = ${userId}::uuid), ${userId}::uuid)`;
