import { and, desc, eq, gt, inArray, max } from "drizzle-orm";
import { addMs, dayMs, type Instant } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { hashText, makeToken } from "#features/access/session/api/service/tokens.ts";
import { passwordResetsTable as table } from "#features/access/session/api/tables.ts";

/**
 * Creates the link with which an invited user sets a first password. It works once, for some days; the previous link no
 * longer works. Only a link that is mailed proves the address. The token is only in the response, the database stores
 * its hash (reliability R6).
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
  // The token is after the #, so that no server on the way logs it.
  return { link: `${ctx.settings.publicUrl}/reset-password?invitation=yes#${token}`, expiresAt };
}

/** When the latest links of these users expire. Users without a valid link are left out. */
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

/** Invalidates all links that were mailed to this user. */
export async function revokeLinks(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db.delete(table).where(eq(table.userId, userId));
}
