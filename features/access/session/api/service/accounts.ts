import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { actorColumns } from "#features/access/session/api/service/actors.ts";
import { type Origins, originsForgottenBefore } from "#features/access/session/api/service/origins.ts";
import { knownOriginsTable } from "#features/access/session/api/tables.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/** An account, as read for a sign-in attempt. */
export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** The account that matches `condition`, its permissions, and the given origins from which it has signed in before. */
export async function findAccount(ctx: Ctx, condition: SQL, { address, device }: Origins) {
  const isPasswordDemanded = inArray(knownOriginsTable.origin, device === null ? [address] : [address, device]);
  const isRemembered = gt(knownOriginsTable.lastUsedAt, originsForgottenBefore(ctx));
  const now = sql`${ctx.now}::timestamptz`;
  const rows = await ctx.db
    .select({
      ...actorColumns(now),
      passwordHash: usersTable.passwordHash,
      hasSecondFactor: usersTable.hasSecondFactor,
      status: usersTable.status,
      knownOrigin: knownOriginsTable.origin,
    })
    .from(usersTable)
    .leftJoin(knownOriginsTable, and(eq(knownOriginsTable.userId, usersTable.id), isPasswordDemanded, isRemembered))
    .where(condition);
  if (rows[0] === undefined) return undefined;
  const { knownOrigin: _, ...account } = rows[0];
  return { ...account, knownOrigins: new Set(rows.map((row) => row.knownOrigin)) };
}
