import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { emailKey } from "#base/fields.ts";
import { addMs, hourMs } from "#base/time.ts";
import { type Actor, actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { enqueueOnce } from "#api/jobs.ts";
import { recordAudit } from "#features/audit/api/service.ts";
import { sessionRefusals } from "#features/session/contract.ts";
import { cleaningKind } from "#features/session/api/service/cleaning.ts";
import { openSession } from "#features/session/api/service/openSession.ts";
import {
  limitsFor,
  type Origins,
  originsForgottenBefore,
  originsOf,
  rememberOrigins,
} from "#features/session/api/service/origins.ts";
import { hashPassword, isOutdated, verifyPassword } from "#features/session/api/service/passwords.ts";
import { refundAttempt, takeAttempt } from "#features/session/api/service/throttle.ts";
import { knownOriginsTable, sessionsTable, usersTable } from "#features/session/api/tables.ts";
import { rightsColumns, rightsOf } from "#features/users/api/service/rights.ts";

export type SignedIn = { readonly person: Actor; readonly accessToken: string };

/**
 * Signs a person in. `device` is the secret that a browser made for itself, if it sent one.
 *
 * Refuses with `sign_in_failed`, alike in answer and in work for an unknown address, a wrong password and a disabled
 * account, and with `rate_limited` before the password is looked at.
 */
export async function signIn(
  ctx: Ctx,
  { email, password, device }: { email: string; password: string; device?: string | undefined },
): Promise<SignedIn> {
  await enqueueOnce(ctx, cleaningKind, addMs(ctx.now, hourMs));
  const origins = await originsOf(ctx, device);
  const account = await findAccount(ctx, emailKey(email), origins);
  const limits = await limitsFor(emailKey(email), account, origins);
  await takeAttempt(ctx, limits);
  const isRight = await verifyPassword(ctx, password, account?.passwordHash ?? null).catch(async (error: unknown) => {
    // Too busy to hash is nobody's wrong try.
    await refundAttempt(ctx, limits);
    throw error;
  });
  if (account !== undefined && isRight && account.status === "pending") {
    await refundAttempt(ctx, limits);
    throw sessionRefusals.awaiting_approval();
  }
  if (account === undefined || !isRight || account.status !== "active") {
    // Also when nobody has the address: leaving this out would answer sooner, and so tell.
    await recordAudit(ctx, [signInEvent("sign_in_failed", account?.userId ?? "unknown")]);
    throw sessionRefusals.sign_in_failed();
  }
  await refundAttempt(ctx, limits);
  return admit(ctx, account, { origins, password });
}

/** Ends the session that this call was made with. */
export async function signOut(ctx: Ctx): Promise<void> {
  const actor = actorOf(ctx);
  await inTransaction(ctx, async (inner) => {
    await inner.db.delete(sessionsTable).where(eq(sessionsTable.id, actor.sessionId));
    await recordAudit(inner, [signInEvent("sign_out", actor.userId)]);
  });
}

const signInEvent = (action: string, userId: string) => ({
  action,
  resource: "users",
  resourceId: userId,
  changes: {},
});

type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** The account of an address, its rights, and which of these origins it has signed in from before. */
async function findAccount(ctx: Ctx, key: string, { address, device }: Origins) {
  const isAskedFor = inArray(knownOriginsTable.origin, device === null ? [address] : [address, device]);
  const isRemembered = gt(knownOriginsTable.lastUsedAt, originsForgottenBefore(ctx));
  const rows = await ctx.db
    .select({
      userId: usersTable.id,
      userNumber: usersTable.number,
      userCategoryId: usersTable.categoryId,
      name: usersTable.name,
      email: usersTable.email,
      passwordHash: usersTable.passwordHash,
      mustChangePassword: usersTable.mustChangePassword,
      status: usersTable.status,
      ...rightsColumns(usersTable.id, sql`${ctx.now}::timestamptz`),
      knownOrigin: knownOriginsTable.origin,
    })
    .from(usersTable)
    .leftJoin(knownOriginsTable, and(eq(knownOriginsTable.userId, usersTable.id), isAskedFor, isRemembered))
    .where(eq(usersTable.emailKey, key));
  if (rows[0] === undefined) return undefined;
  const { knownOrigin: _, ...account } = rows[0];
  return { ...account, knownOrigins: new Set(rows.map((row) => row.knownOrigin)) };
}

function admit(ctx: Ctx, account: Account, { origins, password }: { origins: Origins; password: string }) {
  return inTransaction(ctx, async (inner): Promise<SignedIn> => {
    await confirmPassword(inner, account, password);
    const { accessToken, sessionId } = await openSession(inner, account.userId);
    await rememberOrigins(inner, account.userId, origins);
    const { passwordHash: _, status: __, knownOrigins: ___, grants, ...rest } = account;
    const rights = rightsOf(ctx.catalogue, { ...rest, grants });
    const person: Actor = { ...rest, ...rights, kind: "user", sessionId, isViewingAs: false };
    await recordAudit({ ...inner, actor: person }, [signInEvent("sign_in", account.userId)]);
    return { person, accessToken };
  });
}

/**
 * Notes the sign-in, provided that the password that was right is still the password: one that is changed at this
 * moment either waits for this session and ends it, or was first and leaves nothing to sign in with.
 */
async function confirmPassword(ctx: Ctx, { userId, passwordHash }: Account, password: string): Promise<void> {
  if (passwordHash === null) throw new Error("a password was right where none is set");
  const current = isOutdated(passwordHash) ? await hashPassword(ctx, password) : passwordHash;
  const isUnchanged = and(
    eq(usersTable.id, userId),
    eq(usersTable.passwordHash, passwordHash),
    eq(usersTable.status, "active"),
  );
  const confirmed = await ctx.db
    .update(usersTable)
    .set({ lastSignInAt: ctx.now, passwordHash: current })
    .where(isUnchanged)
    .returning({ id: usersTable.id });
  if (confirmed.length === 0) throw sessionRefusals.sign_in_failed();
}
