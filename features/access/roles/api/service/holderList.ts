import { and, asc, eq, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Input, Output } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import { isValidAt } from "#features/access/roles/api/service/holders.ts";
import { peopleSeen } from "#features/access/roles/api/service/people.ts";
import { readRole } from "#features/access/roles/api/service/records.ts";
import { usersTable, userRolesTable as held } from "#features/access/users/api/tables.ts";
import { roleLimits, type roles } from "#features/access/roles/contract.ts";

const granters = alias(usersTable, "granters");

/** The users who have a role, by name. Refuses with `not_found`. */
export async function listHolders(
  ctx: Ctx,
  { id, after }: Input<typeof roles.holders>,
): Promise<Output<typeof roles.holders>> {
  await readRole(ctx, id);
  const isHolder = and(eq(held.roleId, id), ne(usersTable.status, "erased"));
  const isSeen = peopleSeen(ctx);
  const [counted] = await ctx.db
    .select({ hiddenCount: sql<number>`count(*) filter (where (${isSeen ?? sql`true`}) is not true)::int` })
    .from(held)
    .innerJoin(usersTable, eq(usersTable.id, held.userId))
    .where(isHolder);
  const rows = await ctx.db
    .select({
      userId: usersTable.id,
      name: usersTable.name,
      email: usersTable.email,
      status: usersTable.status,
      isValidNow: isValidAt(ctx.now),
      isOver: sql<boolean>`(${held.validTo} is not null and ${held.validTo} <= ${ctx.now}::timestamptz)`,
      validFrom: held.validFrom,
      validTo: held.validTo,
      grantedAt: held.grantedAt,
      grantedBy: granters.name,
    })
    .from(held)
    .innerJoin(usersTable, eq(usersTable.id, held.userId))
    .leftJoin(granters, eq(granters.id, held.grantedBy))
    .where(and(isHolder, isSeen, after === undefined ? undefined : isAfter(after)))
    .orderBy(asc(usersTable.sortKey), asc(usersTable.id))
    .limit(roleLimits.peoplePage + 1);
  return {
    rows: rows.slice(0, roleLimits.peoplePage),
    hasMore: rows.length > roleLimits.peoplePage,
    hiddenCount: counted!.hiddenCount,
  };
}

/** After this user in the order of names. */
const isAfter = (userId: string): SQL => sql`
  (${usersTable.sortKey}, ${usersTable.id})
  > ((select last.sort_key from ${usersTable} as last where last.id = ${userId}::uuid), ${userId}::uuid)`;
