import { eq } from "drizzle-orm";
import { emailKey } from "#base/emailAddress.ts";
import { isLongEnough } from "#base/passwords.ts";
import { addMs, hourMs } from "#base/time.ts";
import { recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { enqueueOnce } from "#api/jobs.ts";
import { sessionRefusals } from "#features/access/session/contract.ts";
import type { FactorQuestion } from "#features/access/session/contract/factors.ts";
import { type Account, findAccount } from "#features/access/session/api/service/accounts.ts";
import { cleaningKind } from "#features/access/session/api/service/cleanupJob.ts";
import { enter, type SignedIn, signInEvent } from "#features/access/session/api/service/completeSignIn.ts";
import { askForFactor } from "#features/access/session/api/service/factorSignIn.ts";
import { limitsFor, type Origins, originsOf } from "#features/access/session/api/service/origins.ts";
import { hashPassword, isOutdated, verifyPassword } from "#features/access/session/api/service/passwords.ts";
import { refundAttempt, countOrRefuse } from "#api/throttle.ts";
import { sessionsTable } from "#features/access/session/api/tables.ts";
import { renewPasswordHash } from "#features/access/users/api/service/credentials.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/**
 * Signs a user in. `device` is the secret that the browser generated, if it sent one.
 *
 * Refuses with `sign_in_failed`, with the same response and work for an unknown address, a wrong password and a
 * disabled account, and with `rate_limited` before the password is checked. With a second factor it refuses with
 * `second_factor_required`, whose details are a `FactorQuestion`; without one any more, but with a password that was
 * short beside it, with `password_too_short_alone`.
 */
export async function signIn(
  ctx: Ctx,
  { email, password, device }: { email: string; password: string; device?: string | undefined },
): Promise<SignedIn> {
  await enqueueOnce(ctx, cleaningKind, addMs(ctx.now, hourMs));
  const origins = await originsOf(ctx, device);
  const account = await findAccount(ctx, eq(usersTable.emailKey, emailKey(email)), origins);
  const limits = await limitsFor("sign-in", emailKey(email), account, origins);
  await countOrRefuse(ctx, limits);
  const isRight = await verifyPassword(ctx, password, account?.passwordHash ?? null).catch(async (error: unknown) => {
    // If the server is too busy to hash, it does not count as a failed attempt.
    await refundAttempt(ctx, limits);
    throw error;
  });
  if (account !== undefined && isRight && account.status === "pending") {
    await refundAttempt(ctx, limits);
    throw sessionRefusals.awaiting_approval();
  }
  if (account === undefined || !isRight || account.status !== "active") {
    // Also for an unknown address: otherwise the response would be faster, and reveal it.
    await recordAudit(ctx, [signInEvent("sign_in_failed", account?.userId ?? "unknown")]);
    throw sessionRefusals.sign_in_failed();
  }
  await refundAttempt(ctx, limits);
  if (!isLongEnough(password, account)) {
    await recordAudit(ctx, [signInEvent("sign_in_failed", account.userId)]);
    throw sessionRefusals.password_too_short_alone();
  }
  const outcome = await admit(ctx, account, { origins, password });
  if ("challenge" in outcome) throw sessionRefusals.second_factor_required(outcome);
  return outcome;
}

/** Ends the session of this call. */
export async function signOut(ctx: Ctx): Promise<void> {
  const actor = actorOf(ctx);
  await inTransaction(ctx, async (inner) => {
    await inner.db.delete(sessionsTable).where(eq(sessionsTable.id, actor.sessionId));
    await recordAudit(inner, [signInEvent("sign_out", actor.userId)]);
  });
}

/** Signs the user in, or returns what is still to be proven. */
function admit(ctx: Ctx, account: Account, { origins, password }: { origins: Origins; password: string }) {
  return inTransaction(ctx, async (inner): Promise<SignedIn | FactorQuestion> => {
    await confirmPassword(inner, account, password);
    return account.hasSecondFactor
      ? askForFactor(inner, account.userId, origins)
      : enter(inner, account, { origins, means: "password" });
  });
}

/**
 * Continues only if the correct password is still the password, and still all that is required. A simultaneous password
 * change either waits for this session and ends it, or came first, and then this sign-in fails.
 */
async function confirmPassword(ctx: Ctx, account: Account, password: string): Promise<void> {
  const { passwordHash } = account;
  if (passwordHash === null) throw new Error("a password was right where none is set");
  const current = isOutdated(passwordHash) ? await hashPassword(ctx, password) : passwordHash;
  const isConfirmed = await renewPasswordHash(ctx, { ...account, passwordHash }, current);
  if (!isConfirmed) throw sessionRefusals.sign_in_failed();
}
