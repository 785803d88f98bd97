import { and, eq, sql } from "drizzle-orm";
import type { Actor, Ctx } from "#api/context.ts";
import { readKeyActor } from "#features/access/api-keys/api/service/authenticateKey.ts";
import { actorColumns, actorFrom } from "#features/access/session/api/service/actors.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/**
 * The current actor of a user or a key, for work in their name outside a call. Null unless the user is active, or the
 * key is valid.
 */
export async function readActor(ctx: Ctx, userId: string): Promise<Actor | null> {
  const now = sql`${ctx.now}::timestamptz`;
  const [found] = await ctx.db
    .select(actorColumns(now))
    .from(usersTable)
    .where(and(eq(usersTable.id, userId), eq(usersTable.status, "active")));
  return found === undefined ? readKeyActor(ctx, userId) : actorFrom(ctx, { ...found, sessionId: "" });
}
