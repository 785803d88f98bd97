import { and, eq, isNotNull } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { addMs, hourMs } from "#base/time.ts";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { enqueueOnce } from "#api/jobs.ts";
import { type factors, factorRefusals, type FactorQuestion } from "#features/access/session/contract/factors.ts";
import { type Account, findAccount } from "#features/access/session/api/service/accounts.ts";
import { takeCode } from "#features/access/session/factors/api/authenticatorCodes.ts";
import { cleaningKind } from "#features/access/session/api/service/cleanupJob.ts";
import { enter, type Means, signInEvent } from "#features/access/session/api/service/completeSignIn.ts";
import { openChallenge, readChallenge, takeChallenge } from "#features/access/session/factors/api/factorChallenges.ts";
import { lockFactorsOf, noteEvent } from "#features/access/session/api/service/factors.ts";
import { limitsFor, type Origins, originsOf } from "#features/access/session/api/service/origins.ts";
import { ownerOfPasskey, passkeyQuestion, takeAssertion } from "#features/access/session/factors/api/passkeys.ts";
import { countRecoveryCodes, takeRecoveryCode } from "#features/access/session/factors/api/recoveryCodes.ts";
import { refundAttempt, countOrRefuse } from "#api/throttle.ts";
import { authenticatorsTable } from "#features/access/session/api/tables.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/**
 * Challenges for one network in one window. A login screen requests one when idle, so this must suffice for an office
 * full of them.
 */
const questionsMax = 600;
/** Rejected passkeys of one network in one window. Signatures can't be guessed; this limits the work. */
const passkeyTriesMax = 100;

/**
 * The question for the second factor, after a correct password. Called in the transaction that checked the password.
 */
export async function askForFactor(ctx: Ctx, userId: string, { device }: Origins): Promise<FactorQuestion> {
  const challenge = await openChallenge(ctx, { purpose: "sign_in", userId, device });
  const passkey = await passkeyQuestion(ctx, { challenge, userId });
  const isSetUp = and(eq(authenticatorsTable.userId, userId), isNotNull(authenticatorsTable.confirmedAt));
  const authenticators = await ctx.db
    .select({ userId: authenticatorsTable.userId })
    .from(authenticatorsTable)
    .where(isSetUp);
  return { challenge, hasAuthenticator: authenticators.length > 0, passkey: passkey.known.length > 0 ? passkey : null };
}

/**
 * The second step of sign-in: a code, a recovery code or a passkey.
 *
 * Refuses with `challenge_expired`, with `second_factor_wrong` for any wrong answer, and with `rate_limited` after as
 * many wrong answers as for passwords.
 */
export async function signInWithFactor(
  ctx: Ctx,
  { challenge, ...answer }: Input<typeof factors.signInWithFactor>,
): Promise<Output<typeof factors.signInWithFactor>> {
  const { userId, device } = await readChallenge(ctx, challenge, "sign_in");
  const origins: Origins = { ...(await originsOf(ctx, undefined)), device };
  const account = await findAccount(ctx, eq(usersTable.id, userId!), origins);
  if (account?.status !== "active") throw factorRefusals.challenge_expired();
  const limits = await limitsFor("second-factor", account.userId, account, origins);
  await countOrRefuse(ctx, limits);
  const signedIn = await inTransaction(ctx, async (inner) => {
    await lockFactorsOf(inner, account.userId);
    const means = await prove(inner, account, { challenge, ...answer });
    if (means === null) return null;
    await takeChallenge(inner, challenge, "sign_in");
    const { accessToken } = await enter(inner, account, { origins, means });
    return { accessToken, recoveryCodesLeft: await leftAfter(inner, account, means) };
  });
  if (signedIn === null) {
    await recordAudit(ctx, [signInEvent("second_factor_failed", account.userId)]);
    throw factorRefusals.second_factor_wrong();
  }
  await refundAttempt(ctx, limits);
  return signedIn;
}

type FactorAnswer = Input<typeof factors.signInWithFactor>;

/** The factor that the answer proves, or `null`. Consumes one-time codes. */
async function prove(ctx: Ctx, { userId }: Account, answer: FactorAnswer): Promise<Means | null> {
  const { challenge, code, recoveryCode, passkey } = answer;
  if (code !== undefined) return (await takeCode(ctx, userId, code)) ? "authenticator" : null;
  if (recoveryCode !== undefined) return (await takeRecoveryCode(ctx, userId, recoveryCode)) ? "recovery_code" : null;
  if (passkey === undefined) throw new Error("an answer without a factor passed the contract");
  return (await takeAssertion(ctx, passkey, { userId, challenge, needsVerification: false })) ? "passkey" : null;
}

/** After a recovery code the number left, so that the screen can warn; else `null`. */
async function leftAfter(ctx: Ctx, { userId }: Account, means: Means): Promise<number | null> {
  if (means !== "recovery_code") return null;
  await noteEvent(ctx, userId, "use_recovery_code");
  return countRecoveryCodes(ctx, userId);
}

/** A challenge for any passkey that the browser has for this host. Refuses with `rate_limited`. */
export async function startPasskeySignIn(ctx: Ctx): Promise<Output<typeof factors.startPasskeySignIn>> {
  await enqueueOnce(ctx, cleaningKind, addMs(ctx.now, hourMs));
  const { address } = await originsOf(ctx, undefined);
  await countOrRefuse(ctx, [{ key: `passkey-questions:${address}`, max: questionsMax }]);
  const challenge = await openChallenge(ctx, { purpose: "passkey_sign_in", userId: null, device: null });
  return passkeyQuestion(ctx, { challenge, userId: null });
}

/**
 * Signs in with only a passkey that has verified the user itself: two factors in one. Refuses with `challenge_expired`,
 * with `passkey_not_accepted` for anything wrong with it, or `rate_limited`.
 */
export async function signInWithPasskey(
  ctx: Ctx,
  { challenge, passkey, device }: Input<typeof factors.signInWithPasskey>,
): Promise<Output<typeof factors.signInWithPasskey>> {
  const origins = await originsOf(ctx, device);
  const limits = [{ key: `passkey:${origins.address}`, max: passkeyTriesMax }] as const;
  await countOrRefuse(ctx, limits);
  const userId = await ownerOfPasskey(ctx, passkey);
  const account = userId === null ? undefined : await findAccount(ctx, eq(usersTable.id, userId), origins);
  const accessToken = await inTransaction(ctx, async (inner) => {
    if (account !== undefined) await lockFactorsOf(inner, account.userId);
    await takeChallenge(inner, challenge, "passkey_sign_in");
    if (account?.status !== "active") return null;
    const expected = { userId: account.userId, challenge, needsVerification: true };
    if (!(await takeAssertion(inner, passkey, expected))) return null;
    return (await enter(inner, account, { origins, means: "passkey" })).accessToken;
  });
  if (accessToken === null) {
    await recordAudit(ctx, [signInEvent("sign_in_failed", userId ?? "unknown", "passkey")]);
    throw factorRefusals.passkey_not_accepted();
  }
  await refundAttempt(ctx, limits);
  return { accessToken };
}
