import { and, eq } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { type FactorEvent, securityEmail } from "#features/access/session/api/service/emails.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

export const securityEmailJobKind = "session.securityLetter";

/** Queues the email in the caller's transaction. It reveals changes that someone else made. */
export const enqueueSecurityEmail = (ctx: Ctx, userId: string, event: FactorEvent) =>
  enqueueJob(ctx, securityEmailJobKind, { userId, event, at: ctx.now });

/** The job behind `tellLater`. */
export async function sendSecurityEmail(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  if (!ctx.mail.canSend) return;
  const isAddressed = and(eq(usersTable.id, String(payload.userId)), eq(usersTable.status, "active"));
  const [user] = await ctx.db
    .select({ email: usersTable.email, name: usersTable.name, language: usersTable.language })
    .from(usersTable)
    .where(isAddressed);
  if (user === undefined) return;
  const link = `${ctx.settings.publicUrl}/apps/change-password`;
  await ctx.mail.send(
    securityEmail({ ...user, to: user.email, event: payload.event as FactorEvent, at: String(payload.at), link }),
  );
}
