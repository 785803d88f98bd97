import { and, desc, eq, gt, inArray, max } from "drizzle-orm";
import { addMs, dayMs, type Instant } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { hashText, makeToken } from "#features/access/session/api/service/tokens.ts";
import { passwordResetsTable as table } from "#features/access/session/api/tables.ts";

/**
 * Makes the link with which somebody who was invited sets a first password. It works once, for so many days; the one
 * before it no longer does. Only one that is mailed proves the address. The token exists in the answer alone, the database keeps its hash (reliability R6).
 */
export async function issueInvitation(
  ctx: Ctx,
  { userId, days, isMailed }: { userId: string; days: number; isMailed: boolean },
): Promise<{ link: string; expiresAt: Instant }> {
  const token = makeToken();
  const expiresAt = addMs(ctx.now, days * dayMs);
  await revokeLinks(ctx, userId);
  const tokenHash = await hashText(token);
  await ctx.db.insert(table).values({ tokenHash, userId, createdAt: ctx.now, expiresAt, isMailed });
  // The token behind the #, so that no server on the way writes it into a log.
  return { link: `${ctx.settings.publicUrl}/reset-password?invitation=yes#${token}`, expiresAt };
}

/** Until when the latest links of these people work. Who has none that works is left out. */
export async function invitedUntil(ctx: Ctx, userIds: readonly string[]): Promise<Map<string, Instant>> {
  if (userIds.length === 0) return new Map();
  const rows = await ctx.db
    .select({ userId: table.userId, until: max(table.expiresAt) })
    .from(table)
    .where(and(inArray(table.userId, [...userIds]), gt(table.expiresAt, ctx.now)))
    .groupBy(table.userId)
    .orderBy(desc(max(table.expiresAt)));
  return new Map(rows.flatMap(({ userId, until }) => (until === null ? [] : [[userId, until]])));
}

/** No link that was mailed to this person works any more. */
export async function revokeLinks(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db.delete(table).where(eq(table.userId, userId));
}
