import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { emailKey } from "#base/fields.ts";
import { alone } from "#base/passwords.ts";
import { addMs, hourMs } from "#base/time.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { recordAudit } from "#features/audit/api/service.ts";
import { type account, accountLimits, accountRefusals } from "#features/session/contract/account.ts";
import { confirmationLetter, knownAddressLetter } from "#features/session/api/service/registrationLetters.ts";
import { usersTable, emailConfirmationsTable } from "#features/session/api/tables.ts";
import { platformCategory } from "#features/session/api/service/administrator.ts";
import { newId } from "#api/newId.ts";
import { originsOf } from "#features/session/api/service/origins.ts";
import { refuseWeak } from "#features/session/api/service/passwordRules.ts";
import { hashPassword } from "#features/session/api/service/passwords.ts";
import { isWithin, refundAttempt, takeAttempt } from "#api/throttle.ts";
import { hashText, hashToken, makeToken } from "#features/session/api/service/tokens.ts";
import { personKeys } from "#features/users/api/service/people.ts";

export const registrationLetterKind = "account.registrationLetter";

/** Registrations from one network, and letters to one address, in one window. */
const registrationsMax = 10;
const lettersMax = 3;

/**
 * Makes an account that has no role and waits for an administrator. Who has the address already learns of it by mail;
 * the caller does not (reliability R5). Refuses with `password_guessable` or `rate_limited`.
 */
export async function register(ctx: Ctx, given: Input<typeof account.register>): Promise<void> {
  const { displayName: name, email, password } = given;
  const { address } = await originsOf(ctx, undefined);
  await takeAttempt(ctx, [{ key: `register:${address}`, max: registrationsMax }]);
  await refuseWeak(password, { field: "password", person: { name, email, ...alone } });
  // Also when the address is taken: leaving this out would answer sooner, and so tell.
  const passwordHash = await hashPassword(ctx, password);
  await inTransaction(ctx, async (inner) => {
    const id = newId(ctx);
    const keys = personKeys({ name, email });
    const made = await inner.db.execute(sql`
      insert into users (id, category_id, name, email, email_key, sort_key, search_key, password_hash, status,
                         email_confirmed_at, created_at, updated_at)
      values (${id}, ${platformCategory}, ${name}, ${email}, ${emailKey(email)}, ${keys.sortKey}, ${keys.searchKey},
              ${passwordHash}, 'pending', ${ctx.mail.canSend ? null : ctx.now}::timestamptz,
              ${ctx.now}::timestamptz, ${ctx.now}::timestamptz)
      on conflict do nothing
      returning id`);
    if ((made as { rows: unknown[] }).rows.length > 0)
      await recordAudit(inner, [{ action: "register", resource: "users", resourceId: id, changes: {} }]);
    await enqueueJob(inner, registrationLetterKind, { emailKey: emailKey(email) });
  });
  ctx.jobs.wake();
}

/** The job behind `register`: a link to confirm the address, or word that somebody tried it. */
export async function sendRegistrationLetter(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const [user] = await ctx.db
    .select()
    .from(usersTable)
    .where(eq(usersTable.emailKey, String(payload.emailKey)));
  if (user === undefined || user.status === "erased" || !ctx.mail.canSend) return;
  const limits = [{ key: `letters:${user.id}`, max: lettersMax }] as const;
  if (!(await isWithin(ctx, limits))) return;
  const isNew = user.status === "pending" && user.emailConfirmedAt === null;
  const addressed = { to: user.email, name: user.name, language: user.language };
  const letter = isNew
    ? confirmationLetter({ ...addressed, link: await makeConfirmationLink(ctx, user.id) })
    : knownAddressLetter({ ...addressed, link: `${ctx.settings.publicUrl}/forgot-password` });
  await ctx.mail.send(letter).catch(async (error: unknown) => {
    await refundAttempt(ctx, limits);
    throw error;
  });
}

async function makeConfirmationLink(ctx: Ctx, userId: string): Promise<string> {
  const token = makeToken();
  await ctx.db.delete(emailConfirmationsTable).where(lt(emailConfirmationsTable.expiresAt, ctx.now));
  await ctx.db.insert(emailConfirmationsTable).values({
    tokenHash: await hashText(token),
    userId,
    createdAt: ctx.now,
    expiresAt: addMs(ctx.now, accountLimits.confirmationHours * hourMs),
  });
  // Behind the #, so that no server on the way writes it into a log.
  return `${ctx.settings.publicUrl}/confirm-email#${token}`;
}

/** Notes that the address is its owner's. The link works once. Refuses with `confirmation_link_invalid`. */
export async function confirmEmail(ctx: Ctx, { token }: Input<typeof account.confirmEmail>): Promise<void> {
  const tokenHash = await hashToken(token);
  if (tokenHash === null) throw accountRefusals.confirmation_link_invalid();
  await inTransaction(ctx, async (inner) => {
    const { tokenHash: hash, expiresAt, userId } = emailConfirmationsTable;
    // Taken by the statement that checks it.
    const [taken] = await inner.db
      .delete(emailConfirmationsTable)
      .where(and(eq(hash, tokenHash), gt(expiresAt, ctx.now)))
      .returning({ userId });
    if (taken === undefined) throw accountRefusals.confirmation_link_invalid();
    const confirmed = await inner.db
      .update(usersTable)
      .set({ emailConfirmedAt: ctx.now })
      .where(and(eq(usersTable.id, taken.userId), isNull(usersTable.emailConfirmedAt)))
      .returning({ id: usersTable.id });
    if (confirmed.length === 0) return;
    await recordAudit(inner, [{ action: "confirm_email", resource: "users", resourceId: taken.userId, changes: {} }]);
  });
}
