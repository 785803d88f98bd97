import { and, desc, eq, gt, inArray } from "drizzle-orm";
import { addMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { idleMs } from "#features/access/session/api/service/authenticate.ts";
import { sessionsTable as table } from "#features/access/session/api/tables.ts";

/** Newest first, so only old ones are left out. */
const listedMax = 100;

const { id, createdAt, lastUsedAt, expiresAt, address, userAgent } = table;

/** A user's sessions, the latest first. */
export async function sessionsOf(ctx: Ctx, userId: string) {
  const isLive = and(gt(expiresAt, ctx.now), gt(lastUsedAt, addMs(ctx.now, -idleMs)));
  const rows = await ctx.db
    .select({ id, createdAt, lastUsedAt, expiresAt, address, userAgent })
    .from(table)
    .where(and(eq(table.userId, userId), isLive))
    .orderBy(desc(createdAt), desc(id))
    .limit(listedMax);
  return rows.map((row) => ({ ...row, isCurrent: row.id === ctx.actor?.sessionId }));
}

/** Ends one session of a user or all of them; in the caller's transaction. Returns how many it ended. */
export async function endSessionsOf(
  ctx: Ctx,
  { userId, sessionId }: { userId: string | readonly string[]; sessionId?: string },
): Promise<number> {
  const whose = typeof userId === "string" ? [userId] : [...userId];
  const ended = await ctx.db
    .delete(table)
    .where(and(inArray(table.userId, whose), sessionId === undefined ? undefined : eq(id, sessionId)))
    .returning({ id });
  return ended.length;
}
