import { and, eq, gt, ne, or, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { usersTable, userRolesTable as held } from "#features/access/users/api/tables.ts";

/** Whether a user's role is valid at this moment. */
export const isValidAt = (now: string) => sql<boolean>`(
  (${held.validFrom} is null or ${held.validFrom} <= ${now}::timestamptz)
  and (${held.validTo} is null or ${now}::timestamptz < ${held.validTo}))`;

/** How many users have each of these roles at this moment. Roles without users are left out. */
export async function countHolders(ctx: Ctx, roleIds: readonly string[]): Promise<Map<string, number>> {
  if (roleIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ roleId: held.roleId, count: sql<number>`count(*)::int` })
    .from(held)
    .innerJoin(usersTable, eq(usersTable.id, held.userId))
    .where(and(isAnyOf(held.roleId, roleIds), isValidAt(ctx.now), ne(usersTable.status, "erased")))
    .groupBy(held.roleId);
  return new Map(rows.map(({ roleId, count }) => [roleId, count]));
}

/** Whether any user has a role or will have it. Users for whom it has expired are only in the audit log. */
export async function isHeld(ctx: Ctx, roleId: string): Promise<boolean> {
  const found = await ctx.db
    .select({ userId: held.userId })
    .from(held)
    .where(and(eq(held.roleId, roleId), or(sql`${held.validTo} is null`, gt(held.validTo, ctx.now))))
    .limit(1);
  return found.length > 0;
}
