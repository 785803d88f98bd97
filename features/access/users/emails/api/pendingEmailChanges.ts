import { and, eq, gt } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { emailChangesTable as table } from "#features/access/users/api/tables.ts";

/** In the caller's transaction. Answers whether there was one. */
export async function cancelEmailChange(ctx: Ctx, userId: string): Promise<boolean> {
  const ended = await ctx.db.delete(table).where(eq(table.userId, userId)).returning({ userId: table.userId });
  return ended.length > 0;
}

/** The change that waits for its confirmations, for the person's record. */
export async function readEmailChange(ctx: Ctx, userId: string) {
  const { email, needsOld, oldConfirmedAt, newConfirmedAt, expiresAt } = table;
  const [found] = await ctx.db
    .select({ email, needsOld, oldConfirmedAt, newConfirmedAt, expiresAt })
    .from(table)
    .where(and(eq(table.userId, userId), gt(expiresAt, ctx.now)));
  if (found === undefined) return null;
  return {
    email: found.email,
    isOldConfirmed: !found.needsOld || found.oldConfirmedAt !== null,
    isNewConfirmed: found.newConfirmedAt !== null,
    expiresAt: found.expiresAt,
  };
}
