import { and, eq, gt } from "drizzle-orm";
import { emailKey } from "#base/emailAddress.ts";
import { addMs, minuteMs } from "#base/time.ts";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { pauseApprovals } from "#features/access/approvals/api/service/approvers.ts";
import { sessionRefusals } from "#features/access/session/contract.ts";
import { resetLinkMinutes } from "#features/access/session/rules.ts";
import { resetEmail } from "#features/access/session/api/service/emails.ts";
import { originsOf, rememberOrigins } from "#features/access/session/api/service/origins.ts";
import { replacePassword } from "#features/access/session/passwords/api/passwordChange.ts";
import { refuseWeak } from "#features/access/session/passwords/api/passwordRules.ts";
import { hashPassword } from "#features/access/session/api/service/passwords.ts";
import { isWithin, refundAttempt, countOrRefuse } from "#api/throttle.ts";
import { hashText, hashToken, makeToken } from "#features/access/session/api/service/tokens.ts";
import { passwordResetsTable } from "#features/access/session/api/tables.ts";
import { acceptInvitation, confirmAddress } from "#features/access/users/api/service/people.ts";
import { userColumns, usersTable } from "#features/access/users/api/tables.ts";

export const resetEmailJobKind = "session.resetLetter";

/** Requests from one network, and emails to one user, in one window, so that nobody can flood a mailbox. */
const requestsMax = 20;
const emailsMax = 3;

/**
 * Requests the email with a link, if an account has this address. A job finds that out later, so that neither the
 * response nor its time reveals it (reliability R5). Refuses with `rate_limited`.
 */
export async function requestReset(ctx: Ctx, { email }: { email: string }): Promise<void> {
  const { address } = await originsOf(ctx, undefined);
  await countOrRefuse(ctx, [{ key: `reset:${address}`, max: requestsMax }]);
  await enqueueJob(ctx, resetEmailJobKind, { emailKey: emailKey(email) });
  ctx.jobs.wake();
}

/** The job behind `requestReset`. The token is only in the email; the database stores its hash (reliability R6). */
export async function sendResetEmail(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const isAddressed = and(eq(usersTable.emailKey, String(payload.emailKey)), eq(usersTable.status, "active"));
  const [user] = await ctx.db.select(userColumns).from(usersTable).where(isAddressed);
  if (user === undefined || !ctx.mail.canSend) return;
  const limits = [{ key: `letters:${user.id}`, max: emailsMax }] as const;
  if (!(await isWithin(ctx, limits))) return;
  const token = makeToken();
  await ctx.db.insert(passwordResetsTable).values({
    tokenHash: await hashText(token),
    userId: user.id,
    createdAt: ctx.now,
    expiresAt: addMs(ctx.now, resetLinkMinutes * minuteMs),
    isMailed: true,
  });
  // After the #, so that no server on the way logs it, and no page passes it on as a referrer.
  const link = `${ctx.settings.publicUrl}/reset-password#${token}`;
  // To the address as stored, not as typed (reliability H21).
  const message = resetEmail({ to: user.email, name: user.name, language: user.language, link });
  await ctx.mail.send(message).catch(async (error: unknown) => {
    // The job is retried, and an email that was not sent does not count.
    await refundAttempt(ctx, limits);
    throw error;
  });
}

/** Finds the user of a mailed link. Refuses with `reset_link_invalid`. */
async function readLink(ctx: Ctx, token: string) {
  const tokenHash = await hashToken(token);
  if (tokenHash === null) throw sessionRefusals.reset_link_invalid();
  const isUsable = and(eq(passwordResetsTable.tokenHash, tokenHash), gt(passwordResetsTable.expiresAt, ctx.now));
  const [found] = await ctx.db
    .select({ user: userColumns })
    .from(passwordResetsTable)
    .innerJoin(usersTable, eq(usersTable.id, passwordResetsTable.userId))
    .where(isUsable);
  if (found === undefined) throw sessionRefusals.reset_link_invalid();
  return { user: found.user, isUsable };
}

/**
 * The address of the user of a mailed link, to fill in where they set the password. A person with the link could set the
 * password as well, so it reveals nothing more. Refuses with `reset_link_invalid`.
 */
export async function readResetLink(ctx: Ctx, { token }: { token: string }): Promise<{ email: string }> {
  const { user } = await readLink(ctx, token);
  return { email: user.email };
}

/**
 * Sets a new password with the token of a mailed link. It works once; every session of the user ends.
 *
 * Refuses with `reset_link_invalid`, or with `password_too_short` or `password_guessable` and leaves the link usable.
 */
export async function resetPassword(ctx: Ctx, { token, password }: { token: string; password: string }): Promise<void> {
  const { user, isUsable } = await readLink(ctx, token);
  await refuseWeak(password, { field: "password", person: user });
  const passwordHash = await hashPassword(ctx, password);
  const origins = await originsOf(ctx, undefined);
  const before = { hasSecondFactor: user.hasSecondFactor };
  await inTransaction(ctx, async (inner) => {
    // Locks the user first and then their rows, like every password change, so that two of them can't deadlock.
    await inner.db
      .select({ id: usersTable.id })
      .from(usersTable)
      .where(eq(usersTable.id, user.id))
      .for("no key update");
    // The statement that checks it also uses it: of ten simultaneous requests, nine find it gone.
    const taken = await inner.db
      .delete(passwordResetsTable)
      .where(isUsable)
      .returning({ isMailed: passwordResetsTable.isMailed });
    const isProof = taken.some(({ isMailed }) => isMailed);
    if (taken.length > 0) await acceptInvitation(inner, { userId: user.id });
    const isReplaced = taken.length > 0 && (await replacePassword(inner, { userId: user.id, passwordHash, before }));
    if (!isReplaced) throw sessionRefusals.reset_link_invalid();
    if (isProof) await confirmAddress(inner, user.id);
    await pauseApprovals(inner, [user.id]);
    // The link proves that this is the user: failed attempts by others no longer lock out this origin.
    await rememberOrigins(inner, user.id, origins);
    await recordAudit(inner, [{ action: "reset_password", resource: "users", resourceId: user.id, changes: {} }]);
  });
}
