import { and, eq, gt, lt } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { emailKey } from "#base/emailAddress.ts";
import { alone } from "#base/passwords.ts";
import { addMs, hourMs } from "#base/time.ts";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { type account, accountLimits, accountRefusals } from "#features/access/session/contract/account.ts";
import { confirmationEmail, knownAddressEmail } from "#features/access/session/registration/api/registrationEmails.ts";
import { emailConfirmationsTable } from "#features/access/session/api/tables.ts";
import { platformCategory } from "#features/access/session/api/service/administrator.ts";
import { newId } from "#api/newId.ts";
import { originsOf } from "#features/access/session/api/service/origins.ts";
import { refuseWeak } from "#features/access/session/passwords/api/passwordRules.ts";
import { hashPassword } from "#features/access/session/api/service/passwords.ts";
import { isWithin, refundAttempt, countOrRefuse } from "#api/throttle.ts";
import { hashText, hashToken, makeToken } from "#features/access/session/api/service/tokens.ts";
import { confirmRegistration } from "#features/access/users/api/service/credentials.ts";
import { insertUsers } from "#features/access/users/api/service/people.ts";
import { userColumns, usersTable } from "#features/access/users/api/tables.ts";

export const registrationEmailJobKind = "account.registrationLetter";

/** Registrations from one network, and emails to one address, in one window. */
const registrationsMax = 10;
const emailsMax = 3;

/**
 * Creates an account without a role or password that waits for an administrator. If the address is in use, its owner is
 * informed by email; the caller is not (reliability R5). A password in the request is validated and discarded: the
 * caller may not own the address, so the password is set through the mailed link (docs/decisions/0049).
 *
 * Refuses with `password_guessable` or `rate_limited`.
 */
export async function register(ctx: Ctx, given: Input<typeof account.register>): Promise<void> {
  const { displayName: name, email, password } = given;
  const { address } = await originsOf(ctx, undefined);
  await countOrRefuse(ctx, [{ key: `register:${address}`, max: registrationsMax }]);
  if (password !== undefined) await refuseWeak(password, { field: "password", person: { name, email, ...alone } });
  await inTransaction(ctx, async (inner) => {
    const id = newId(ctx);
    const added = await insertUsers(inner, [{ id, categoryId: platformCategory, name, email, status: "pending" }]);
    if (added.has(id))
      await recordAudit(inner, [{ action: "register", resource: "users", resourceId: id, changes: {} }]);
    await enqueueJob(inner, registrationEmailJobKind, { emailKey: emailKey(email) });
  });
  ctx.jobs.wake();
}

/** The job behind `register`: mails a link to confirm the address, or a notice that it was used to register. */
export async function sendRegistrationEmail(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const [user] = await ctx.db
    .select(userColumns)
    .from(usersTable)
    .where(eq(usersTable.emailKey, String(payload.emailKey)));
  if (user === undefined || user.status === "erased" || !ctx.mail.canSend) return;
  const limits = [{ key: `letters:${user.id}`, max: emailsMax }] as const;
  if (!(await isWithin(ctx, limits))) return;
  const isNew = user.status === "pending" && user.emailConfirmedAt === null;
  const { email: to, language } = user;
  // An unconfirmed name is whatever an unknown visitor typed.
  const name = user.emailConfirmedAt === null ? null : user.name;
  const message = isNew
    ? confirmationEmail({ to, language, link: await makeConfirmationLink(ctx, user.id) })
    : knownAddressEmail({ to, language, name, link: `${ctx.settings.publicUrl}/forgot-password` });
  await ctx.mail.send(message).catch(async (error: unknown) => {
    await refundAttempt(ctx, limits);
    throw error;
  });
}

/** Earlier links no longer work: another person may have requested them. */
async function makeConfirmationLink(ctx: Ctx, userId: string): Promise<string> {
  const token = makeToken();
  const tokenHash = await hashText(token);
  const expiresAt = addMs(ctx.now, accountLimits.confirmationHours * hourMs);
  await inTransaction(ctx, async (inner) => {
    const { expiresAt: until, userId: whose } = emailConfirmationsTable;
    await inner.db.delete(emailConfirmationsTable).where(lt(until, ctx.now));
    await inner.db.delete(emailConfirmationsTable).where(eq(whose, userId));
    await inner.db.insert(emailConfirmationsTable).values({ tokenHash, userId, createdAt: ctx.now, expiresAt });
  });
  // After the #, so that no server on the way logs it.
  return `${ctx.settings.publicUrl}/confirm-email#${token}`;
}

/**
 * The mailed link proves the address: its user sets the name and the password, which replace anything typed before. The
 * link works once.
 *
 * Refuses with `confirmation_link_invalid`, or with `password_guessable` and leaves the link usable.
 */
export async function confirmEmail(
  ctx: Ctx,
  { token, displayName: name, password }: Input<typeof account.confirmEmail>,
): Promise<void> {
  const tokenHash = await hashToken(token);
  if (tokenHash === null) throw accountRefusals.confirmation_link_invalid();
  const { tokenHash: hash, expiresAt, userId } = emailConfirmationsTable;
  const isUsable = and(eq(hash, tokenHash), gt(expiresAt, ctx.now));
  const [found] = await ctx.db
    .select({ email: usersTable.email })
    .from(emailConfirmationsTable)
    .innerJoin(usersTable, eq(usersTable.id, userId))
    .where(isUsable);
  if (found === undefined) throw accountRefusals.confirmation_link_invalid();
  await refuseWeak(password, { field: "password", person: { name, email: found.email, ...alone } });
  const passwordHash = await hashPassword(ctx, password);
  await inTransaction(ctx, async (inner) => {
    // The statement that checks it also uses it.
    const [taken] = await inner.db.delete(emailConfirmationsTable).where(isUsable).returning({ userId });
    if (taken === undefined) throw accountRefusals.confirmation_link_invalid();
    const confirmed = { userId: taken.userId, name, email: found.email, passwordHash };
    if (!(await confirmRegistration(inner, confirmed))) throw accountRefusals.confirmation_link_invalid();
    await recordAudit(inner, [{ action: "confirm_email", resource: "users", resourceId: taken.userId, changes: {} }]);
  });
}
