import { and, eq } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { type FactorEvent, securityLetter } from "#features/access/session/api/service/letters.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

export const securityLetterKind = "session.securityLetter";

/** Queues the email in the caller's transaction. It reveals changes that someone else made. */
export const tellLater = (ctx: Ctx, userId: string, event: FactorEvent) =>
  enqueueJob(ctx, securityLetterKind, { userId, event, at: ctx.now });

/** The job behind `tellLater`. */
export async function sendSecurityLetter(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  if (!ctx.mail.canSend) return;
  const isAddressed = and(eq(usersTable.id, String(payload.userId)), eq(usersTable.status, "active"));
  const [user] = await ctx.db
    .select({ email: usersTable.email, name: usersTable.name, language: usersTable.language })
    .from(usersTable)
    .where(isAddressed);
  if (user === undefined) return;
  const link = `${ctx.settings.publicUrl}/apps/change-password`;
  await ctx.mail.send(
    securityLetter({ ...user, to: user.email, event: payload.event as FactorEvent, at: String(payload.at), link }),
  );
}
