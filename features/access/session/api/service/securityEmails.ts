import { and, eq } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { notify } from "#api/notifications.ts";
import { type FactorEvent, securityEmail } from "#features/access/session/api/service/emails.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

export const securityEmailJobKind = "session.securityLetter";

/** Notifies the user, in the caller's transaction and by email too. It reveals changes that someone else made. */
export async function enqueueSecurityEmail(ctx: Ctx, userId: string, event: FactorEvent): Promise<void> {
  const about = { resource: "users", resourceId: userId, permission: null } as const;
  const payload = { event, path: "/apps/account/security" };
  await notify(ctx, [{ kind: "security", userId, ...about, groupKey: `security:${event}`, payload }]);
  await enqueueJob(ctx, securityEmailJobKind, { userId, event, at: ctx.now });
}

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
