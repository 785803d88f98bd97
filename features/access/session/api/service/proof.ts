import { and, eq, isNotNull } from "drizzle-orm";
import { alone, isLongEnough } from "#base/passwords.ts";
import type { Refusal, RefusalMaker } from "#base/refusal.ts";
import { addMs, minuteMs } from "#base/time.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { factorRefusals } from "#features/access/session/contract/factors.ts";
import { isCode } from "#features/access/session/rules.ts";
import { takeCode } from "#features/access/session/factors/api/authenticatorCodes.ts";
import { verifyPassword } from "#features/access/session/api/service/passwords.ts";
import { refundAttempt, countOrRefuse } from "#api/throttle.ts";
import { authenticatorsTable, sessionsTable } from "#features/access/session/api/tables.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/** Whether a user's password is long enough without a second factor; `unknown` if it was not given. */
export type PasswordAlone = "long" | "short" | "none" | "unknown";

/** Within this time after sign-in, no other proof is needed. */
const freshMs = 10 * minuteMs;

/** Wrong proofs in one window, as with the current password: limits guessing at an unattended screen. */
const proofTriesMax = 10;

/**
 * Makes sure that the user, and not someone else at an unattended screen, changes how they sign in. `proof` is their
 * password, or a code of their authenticator app.
 *
 * Without a proof, a recent sign-in is enough to add a factor, or if the user has nothing to prove with. Returns
 * whether the password is long enough alone. Refuses with `proof_required` (ask for it and call again), `proof_wrong`,
 * `sign_in_again` or `rate_limited`.
 */
export async function requireProof(
  ctx: Ctx,
  proof: string | undefined,
  { acceptsFreshSession }: { acceptsFreshSession: boolean },
): Promise<PasswordAlone> {
  const { userId } = actorOf(ctx);
  const { passwordHash, hasAuthenticator, isFresh } = await readMeans(ctx);
  const canProve = passwordHash !== null || hasAuthenticator;
  const unseen = passwordHash === null ? "none" : "unknown";
  if (!proof || !canProve) {
    if (isFresh && (acceptsFreshSession || !canProve)) return unseen;
    throw canProve ? factorRefusals.proof_required() : factorRefusals.sign_in_again();
  }
  const limits = [{ key: `password:${userId}`, max: proofTriesMax }] as const;
  await countOrRefuse(ctx, limits);
  // No password has six digits, so the two can be distinguished.
  const isRight = isCode(proof) ? await takeCode(ctx, userId, proof) : await verifyPassword(ctx, proof, passwordHash);
  if (!isRight) throw refuseField("proof", factorRefusals.proof_wrong);
  await refundAttempt(ctx, limits);
  if (isCode(proof)) return unseen;
  return isLongEnough(proof, alone) ? "long" : "short";
}

async function readMeans(ctx: Ctx) {
  const { sessionId } = actorOf(ctx);
  const isSetUp = and(eq(authenticatorsTable.userId, usersTable.id), isNotNull(authenticatorsTable.confirmedAt));
  const [found] = await ctx.db
    .select({
      passwordHash: usersTable.passwordHash,
      confirmedAt: authenticatorsTable.confirmedAt,
      createdAt: sessionsTable.createdAt,
    })
    .from(sessionsTable)
    .innerJoin(usersTable, eq(usersTable.id, sessionsTable.userId))
    .leftJoin(authenticatorsTable, isSetUp)
    .where(eq(sessionsTable.id, sessionId));
  // The session has ended since the call was authenticated.
  if (found === undefined) throw factorRefusals.sign_in_again();
  const { passwordHash, confirmedAt, createdAt } = found;
  return { passwordHash, hasAuthenticator: confirmedAt !== null, isFresh: ctx.now < addMs(createdAt, freshMs) };
}

/** A refusal for one field. `params` are the numbers in its message. */
export function refuseField(
  path: string,
  refusal: RefusalMaker,
  params: Readonly<Record<string, number>> = {},
): Refusal {
  const { code, message } = refusal(params);
  return refusal(params, [{ path, code, message, params }]);
}
