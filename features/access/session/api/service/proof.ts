import { and, eq, isNotNull } from "drizzle-orm";
import { alone, isLongEnough } from "#base/passwords.ts";
import type { Refusal, RefusalMaker } from "#base/refusal.ts";
import { addMs, minuteMs } from "#base/time.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { factorRefusals } from "#features/access/session/contract/factors.ts";
import { isCode } from "#features/access/session/rules.ts";
import { takeCode } from "#features/access/session/api/service/authenticatorCodes.ts";
import { verifyPassword } from "#features/access/session/api/service/passwords.ts";
import { refundAttempt, takeAttempt } from "#api/throttle.ts";
import { authenticatorsTable, sessionsTable } from "#features/access/session/api/tables.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/** Whether a person's password is long enough where nothing is proven besides it; `unknown` where it was not shown. */
export type PasswordAlone = "long" | "short" | "none" | "unknown";

/** Whoever has signed in just now need not say who they are again. */
const freshMs = 10 * minuteMs;

/** Wrong proofs in one window, as with the current password: whoever finds a screen left open must not guess on. */
const proofTriesMax = 10;

/**
 * Makes sure that it is the person, and not somebody at a screen left open, who changes how one signs in. `proof` is
 * their password, or a code of their authenticator app.
 *
 * Without one, a session that has just begun will do to add a factor, and where there is nothing to prove with. Answers
 * whether the password can stand alone. Refuses with `proof_required` (ask for it and call again), `proof_wrong`,
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
  await takeAttempt(ctx, limits);
  // No password is six digits long, so nobody has to say which of both it is.
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
  // Ended since it was let in.
  if (found === undefined) throw factorRefusals.sign_in_again();
  const { passwordHash, confirmedAt, createdAt } = found;
  return { passwordHash, hasAuthenticator: confirmedAt !== null, isFresh: ctx.now < addMs(createdAt, freshMs) };
}

/** A refusal that belongs to one field. `params` are the numbers that its words need. */
export function refuseField(
  path: string,
  refusal: RefusalMaker,
  params: Readonly<Record<string, number>> = {},
): Refusal {
  const { code, message } = refusal(params);
  return refusal(params, [{ path, code, message, params }]);
}
