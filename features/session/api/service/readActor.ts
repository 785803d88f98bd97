import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Actor, Ctx } from "#api/context.ts";
import { keyActor } from "#features/apiKeys/api/service/authenticateKey.ts";
import { apiKeysTable } from "#features/apiKeys/api/tables.ts";
import { actorFrom, dutyColumns } from "#features/session/api/service/actors.ts";
import { usersTable } from "#features/session/api/tables.ts";
import { rightsColumns } from "#features/users/api/service/rights.ts";

/**
 * A person or a key as they are now, for what happens in their name without a call of theirs. Null unless the person is
 * active, or the key valid.
 */
export async function readActor(ctx: Ctx, userId: string): Promise<Actor | null> {
  const now = sql`${ctx.now}::timestamptz`;
  const [found] = await ctx.db
    .select({
      userId: usersTable.id,
      userNumber: usersTable.number,
      userCategoryId: usersTable.categoryId,
      name: usersTable.name,
      email: usersTable.email,
      ...dutyColumns(now),
      ...rightsColumns(usersTable.id, now),
    })
    .from(usersTable)
    .where(and(eq(usersTable.id, userId), eq(usersTable.status, "active")));
  if (found !== undefined) return actorFrom(ctx, { ...found, sessionId: "" });
  const { id, title, grants, scopes, revokedAt, expiresAt } = apiKeysTable;
  const [key] = await ctx.db
    .select({ id, title, grants, scopes })
    .from(apiKeysTable)
    .where(and(eq(id, userId), isNull(revokedAt), gt(expiresAt, ctx.now)));
  return key === undefined ? null : keyActor(ctx, key);
}
