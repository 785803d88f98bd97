import { and, eq, gt, or } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { emailKey } from "#base/emailAddress.ts";
import { addMs, hourMs } from "#base/time.ts";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { violationOf } from "#api/violations.ts";
import { pauseApprovals } from "#features/access/approvals/api/service/approvers.ts";
import { type account, accountLimits, accountRefusals } from "#features/access/session/contract/account.ts";
import { revokeLinks } from "#features/access/session/api/service/invitations.ts";
import { hashText, hashToken, makeToken } from "#features/access/session/api/service/tokens.ts";
import { emailTaken } from "#features/access/users/invitations/api/invitations.ts";
import { emailChangeEmail, sendLater } from "#features/access/users/emails/api/emails.ts";
import { cancelEmailChange } from "#features/access/users/emails/api/pendingEmailChanges.ts";
import { userKeys } from "#features/access/users/api/service/people.ts";
import { auditResource, lockUser } from "#features/access/users/api/service/records.ts";
import { writeUser } from "#features/access/users/api/service/writeUser.ts";
import { emailChangesTable as table, type UserRecord, usersTable } from "#features/access/users/api/tables.ts";

/** The job that emails the link to one of the two addresses. It creates the link, so that no table contains it. */
export const emailChangeKind = "users.emailChange";

/**
 * Starts the change of an address: links go to the new one and, unless two people replace an address whose mailbox is
 * lost, to the old one. It counts once both are opened. An earlier unfinished change ends. Runs in the caller's
 * transaction, after the user is locked. Refuses with `email_taken`.
 */
export async function startEmailChange(
  ctx: Ctx,
  { id }: Pick<UserRecord, "id">,
  { email, needsOld }: { email: string; needsOld: boolean },
): Promise<void> {
  const isTaken = await ctx.db
    .select({ id: usersTable.id })
    .from(usersTable)
    .where(eq(usersTable.emailKey, emailKey(email)));
  if (isTaken.length > 0) throw emailTaken();
  await cancelEmailChange(ctx, id);
  const requestedBy = ctx.actor?.kind === "user" ? ctx.actor.userId : null;
  const expiresAt = addMs(ctx.now, accountLimits.emailChangeHours * hourMs);
  await ctx.db.insert(table).values({ userId: id, email, needsOld, requestedBy, createdAt: ctx.now, expiresAt });
  for (const side of needsOld ? (["old", "new"] as const) : (["new"] as const)) {
    await enqueueJob(ctx, emailChangeKind, { userId: id, side });
  }
}

/** The job behind `startEmailChange`. */
export async function sendEmailChangeEmail(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const userId = String(payload.userId);
  const isOld = payload.side === "old";
  const [found] = await ctx.db
    .select({ change: table, email: usersTable.email, language: usersTable.language })
    .from(table)
    .innerJoin(usersTable, eq(usersTable.id, table.userId))
    .where(and(eq(table.userId, userId), gt(table.expiresAt, ctx.now)));
  if (found === undefined || !ctx.mail.canSend) return;
  const token = makeToken();
  const tokenHash = await hashText(token);
  await ctx.db
    .update(table)
    .set(isOld ? { oldTokenHash: tokenHash } : { newTokenHash: tokenHash })
    .where(eq(table.userId, userId));
  // After the #, so that no server on the way writes it to a log.
  const link = `${ctx.settings.publicUrl}/confirm-email-change#${token}`;
  const { change, language } = found;
  const to = isOld ? found.email : change.email;
  await ctx.mail.send(emailChangeEmail({ to, language, link, newEmail: isOld ? change.email : null }));
}

type EmailChangeState = { readonly state: "waiting" | "changed" | "rejected" };

/**
 * Confirms or rejects a change of address with the token of a mailed link. Once both addresses have confirmed, the user
 * has the new address, and can't approve anything for a day.
 *
 * Refuses with `email_change_link_invalid`, also if another user has taken the address in the meantime.
 */
export async function answerEmailChange(
  ctx: Ctx,
  input: Input<typeof account.answerEmailChange>,
): Promise<EmailChangeState> {
  const tokenHash = await hashToken(input.token);
  if (tokenHash === null) throw accountRefusals.email_change_link_invalid();
  const isMeant = and(
    or(eq(table.oldTokenHash, tokenHash), eq(table.newTokenHash, tokenHash)),
    gt(table.expiresAt, ctx.now),
  );
  // The link acts for its own user, not for the user who may be signed in here.
  const whole = { ...ctx, actor: null, permission: null };
  try {
    const answered = await inTransaction(whole, async (inner) => {
      const [meant] = await inner.db.select({ userId: table.userId }).from(table).where(isMeant);
      if (meant === undefined) throw accountRefusals.email_change_link_invalid();
      const user = await lockUser(inner, { id: meant.userId });
      const isOld = eq(table.oldTokenHash, tokenHash);
      const [isAtOld] = await inner.db.select({ userId: table.userId }).from(table).where(isOld);
      const [change] = await inner.db
        .update(table)
        .set(isAtOld ? { oldConfirmedAt: inner.now } : { newConfirmedAt: inner.now })
        .where(isMeant)
        .returning();
      if (change === undefined) throw accountRefusals.email_change_link_invalid();
      if (input.answer === "reject") return reject(inner, user);
      const isComplete = change.newConfirmedAt !== null && (!change.needsOld || change.oldConfirmedAt !== null);
      return isComplete ? complete(inner, user, change.email) : { state: "waiting" as const };
    });
    ctx.jobs.wake();
    return answered;
  } catch (error) {
    throw violationOf(error)?.kind === "unique" ? accountRefusals.email_change_link_invalid() : error;
  }
}

async function reject(ctx: Ctx, { id }: UserRecord): Promise<EmailChangeState> {
  await cancelEmailChange(ctx, id);
  await recordAudit(ctx, [{ action: "reject_email_change", resource: auditResource, resourceId: id, changes: {} }]);
  return { state: "rejected" };
}

async function complete(ctx: Ctx, before: UserRecord, email: string): Promise<EmailChangeState> {
  await cancelEmailChange(ctx, before.id);
  await moveAddress(ctx, before, { email, isConfirmed: true });
  await writeUser(
    ctx,
    before.id,
    {},
    { action: "change_email", changes: { email: { before: before.email, after: email } } },
  );
  return { state: "changed" };
}

type NewAddress = { readonly email: string; readonly isConfirmed: boolean };

/**
 * Writes the new address: links mailed to the old one stop working, both addresses are notified, and the user can't
 * approve anything for a day. Runs in the caller's transaction, which writes the version.
 */
export async function moveAddress(ctx: Ctx, before: UserRecord, { email, isConfirmed }: NewAddress): Promise<void> {
  const { id, name, language, status } = before;
  await pauseApprovals(ctx, [id]);
  await ctx.db
    .update(usersTable)
    .set({
      email,
      emailKey: emailKey(email),
      ...userKeys({ name, email }),
      emailConfirmedAt: isConfirmed ? ctx.now : null,
      updatedAt: ctx.now,
    })
    .where(eq(usersTable.id, id));
  await revokeLinks(ctx, id);
  if (status === "invited") return;
  for (const to of [before.email, email]) await sendLater(ctx, "addressChanged", { userId: id, to, name, language });
}
