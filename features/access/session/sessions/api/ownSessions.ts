import { and, desc, eq, gt } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import { addMs } from "#base/time.ts";
import { recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import type { OwnSession } from "#features/access/session/contract.ts";
import { idleMs } from "#features/access/session/api/service/authenticate.ts";
import { sessionsTable } from "#features/access/session/api/tables.ts";

/** Newest first, so only old ones are left out. */
const listedMax = 100;

/** The user's own sessions, the latest first. */
export async function listOwnSessions(ctx: Ctx): Promise<OwnSession[]> {
  const { userId, sessionId } = actorOf(ctx);
  const { id, createdAt, lastUsedAt, expiresAt, address, userAgent } = sessionsTable;
  const isLive = and(gt(sessionsTable.expiresAt, ctx.now), gt(sessionsTable.lastUsedAt, addMs(ctx.now, -idleMs)));
  const rows = await ctx.db
    .select({ id, createdAt, lastUsedAt, expiresAt, address, userAgent })
    .from(sessionsTable)
    .where(and(eq(sessionsTable.userId, userId), isLive))
    .orderBy(desc(sessionsTable.createdAt), desc(sessionsTable.id))
    .limit(listedMax);
  return rows.map((row) => ({ ...row, isCurrent: row.id === sessionId }));
}

/** Ends one of the user's own sessions. Another user's is refused with `not_found`, as if it did not exist. */
export async function endOwnSession(ctx: Ctx, { sessionId }: { sessionId: string }): Promise<void> {
  const { userId } = actorOf(ctx);
  await inTransaction(ctx, async (inner) => {
    const isOwn = and(eq(sessionsTable.id, sessionId), eq(sessionsTable.userId, userId));
    const ended = await inner.db.delete(sessionsTable).where(isOwn).returning({ id: sessionsTable.id });
    if (ended.length === 0) throw commonRefusals.not_found();
    await recordAudit(inner, [{ action: "end_session", resource: "users", resourceId: userId, changes: {} }]);
  });
}
