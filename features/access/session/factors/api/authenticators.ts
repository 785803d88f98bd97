import { and, eq, isNull } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { type factors, factorRefusals } from "#features/access/session/contract/factors.ts";
import { openSecret, sealSecret } from "#features/access/session/factors/api/authenticatorCodes.ts";
import { factorAdded, factorRemoved, lockFactorsOf } from "#features/access/session/api/service/factors.ts";
import { refuseField, requireProof } from "#features/access/session/api/service/proof.ts";
import { refundAttempt, countOrRefuse } from "#api/throttle.ts";
import { base32, keyUri, makeSecret, stepsOfCode } from "#features/access/session/api/service/totp.ts";
import { authenticatorsTable } from "#features/access/session/api/tables.ts";

/** Attempts at the first code of a new app in one window. */
const confirmTriesMax = 20;

/**
 * Starts the setup of an authenticator app: its secret has no effect until `confirmAuthenticator`. Starting again
 * creates a new one. Refuses with `authenticator_set_up`, and like `requireProof`.
 */
export async function startAuthenticator(
  ctx: Ctx,
  { proof }: Input<typeof factors.startAuthenticator>,
): Promise<Output<typeof factors.startAuthenticator>> {
  const { userId, email } = actorOf(ctx);
  await requireProof(ctx, proof, { acceptsFreshSession: true });
  const secret = makeSecret();
  const sealedSecret = await sealSecret(ctx, userId, secret);
  const kept = await ctx.db
    .insert(authenticatorsTable)
    .values({ userId, sealedSecret, createdAt: ctx.now })
    .onConflictDoUpdate({
      target: authenticatorsTable.userId,
      set: { sealedSecret, createdAt: ctx.now },
      setWhere: isNull(authenticatorsTable.confirmedAt),
    })
    .returning({ userId: authenticatorsTable.userId });
  if (kept.length === 0) throw factorRefusals.authenticator_set_up();
  return { key: base32(secret), uri: keyUri(secret, email) };
}

/**
 * Makes the app's codes a second factor. Returns recovery codes, if the user has none yet. Refuses with `code_wrong`,
 * `authenticator_not_started` or `rate_limited`.
 */
export async function confirmAuthenticator(
  ctx: Ctx,
  { code }: Input<typeof factors.confirmAuthenticator>,
): Promise<Output<typeof factors.confirmAuthenticator>> {
  const { userId } = actorOf(ctx);
  const limits = [{ key: `authenticator:${userId}`, max: confirmTriesMax }] as const;
  await countOrRefuse(ctx, limits);
  const [begun] = await ctx.db
    .select({ sealedSecret: authenticatorsTable.sealedSecret })
    .from(authenticatorsTable)
    .where(and(eq(authenticatorsTable.userId, userId), isNull(authenticatorsTable.confirmedAt)));
  if (begun === undefined) throw factorRefusals.authenticator_not_started();
  const [step] = await stepsOfCode(await openSecret(ctx, userId, begun.sealedSecret), code, ctx.now);
  if (step === undefined) throw refuseField("code", factorRefusals.code_wrong);
  await refundAttempt(ctx, limits);
  return inTransaction(ctx, async (inner) => {
    await lockFactorsOf(inner, userId);
    const isStillBegun = and(
      eq(authenticatorsTable.userId, userId),
      eq(authenticatorsTable.sealedSecret, begun.sealedSecret),
      isNull(authenticatorsTable.confirmedAt),
    );
    const confirmed = await inner.db
      .update(authenticatorsTable)
      .set({ confirmedAt: inner.now, lastUsedStep: step })
      .where(isStillBegun)
      .returning({ userId: authenticatorsTable.userId });
    if (confirmed.length === 0) throw factorRefusals.authenticator_not_started();
    return { recoveryCodes: await factorAdded(inner, "add_authenticator") };
  });
}

/** Removes the app. Does nothing if there is none. Refuses like `requireProof` and `factorRemoved`. */
export async function removeAuthenticator(
  ctx: Ctx,
  { proof }: Input<typeof factors.removeAuthenticator>,
): Promise<void> {
  const { userId } = actorOf(ctx);
  const password = await requireProof(ctx, proof, { acceptsFreshSession: false });
  await inTransaction(ctx, async (inner) => {
    await lockFactorsOf(inner, userId);
    const removed = await inner.db
      .delete(authenticatorsTable)
      .where(eq(authenticatorsTable.userId, userId))
      .returning({ confirmedAt: authenticatorsTable.confirmedAt });
    if (removed[0]?.confirmedAt) await factorRemoved(inner, "remove_authenticator", password);
  });
}
