import { and, count, eq, or, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import {
  type factors,
  factorRefusals,
  type PasskeyAnswer,
  type PasskeyQuestion,
} from "#features/access/session/contract/factors.ts";
import { openChallenge, takeChallenge } from "#features/access/session/factors/api/factorChallenges.ts";
import { factorAdded, factorRemoved, lockFactorsOf } from "#features/access/session/api/service/factors.ts";
import { requireProof } from "#features/access/session/api/service/proof.ts";
import { base64Url, bytesFromBase64Url } from "#features/access/session/api/service/tokens.ts";
import {
  passkeyAlgorithms,
  readAssertion,
  readCredential,
  relyingPartyOf,
} from "#features/access/session/factors/api/webauthn.ts";
import { passkeysTable } from "#features/access/session/api/tables.ts";

/** More than any user has devices. */
const passkeysMax = 20;

/** The browser's options to create a passkey. Refuses like `requireProof`. */
export async function startPasskey(
  ctx: Ctx,
  { proof }: Input<typeof factors.startPasskey>,
): Promise<Output<typeof factors.startPasskey>> {
  const { userId, email, name } = actorOf(ctx);
  await requireProof(ctx, proof, { acceptsFreshSession: true });
  const challenge = await openChallenge(ctx, { purpose: "add_passkey", userId, device: null });
  return {
    challenge,
    relyingPartyId: relyingPartyOf(ctx.settings).id,
    algorithms: [...passkeyAlgorithms],
    person: { handle: handleOf(userId), email, name },
    known: await knownPasskeys(ctx, userId),
  };
}

/**
 * Stores a passkey that the browser created. Returns recovery codes, if the user has none yet. Refuses with
 * `passkey_refused`, `passkey_known`, `too_many_passkeys` or `challenge_expired`.
 */
export async function addPasskey(
  ctx: Ctx,
  { id, name, challenge, credential }: Input<typeof factors.addPasskey>,
): Promise<Output<typeof factors.addPasskey>> {
  const { userId } = actorOf(ctx);
  return inTransaction(ctx, async (inner) => {
    await lockFactorsOf(inner, userId);
    if (await isStored(inner, { id, userId })) return { recoveryCodes: [] };
    const requested = await takeChallenge(inner, challenge, "add_passkey");
    const relyingParty = relyingPartyOf(inner.settings);
    const made = await readCredential(credential, { challenge, relyingParty, needsVerification: false });
    if (requested.userId !== userId || made === null) throw factorRefusals.passkey_refused();
    await assertBelowLimit(inner, userId);
    const kept = await inner.db
      .insert(passkeysTable)
      .values({ id, userId, name, ...made, transports: credential.transports, createdAt: inner.now })
      .onConflictDoNothing()
      .returning({ id: passkeysTable.id });
    if (kept.length === 0) throw factorRefusals.passkey_known();
    return { recoveryCodes: await factorAdded(inner, "add_passkey") };
  });
}

/** Renames it. Refuses with `not_found` for another user's, or `version_conflict`. */
export async function renamePasskey(
  ctx: Ctx,
  { passkeyId, name, version }: Input<typeof factors.renamePasskey>,
): Promise<void> {
  const { userId } = actorOf(ctx);
  await inTransaction(ctx, async (inner) => {
    await lockFactorsOf(inner, userId);
    const isOwn = and(eq(passkeysTable.id, passkeyId), eq(passkeysTable.userId, userId));
    const [before] = await inner.db.select().from(passkeysTable).where(isOwn);
    if (before === undefined) throw commonRefusals.not_found();
    if (before.version !== version) throw commonRefusals.version_conflict();
    await inner.db
      .update(passkeysTable)
      .set({ name, version: version + 1 })
      .where(isOwn);
    const changes = changesBetween({ passkey: before.name }, { passkey: name });
    await recordAudit(inner, [{ action: "rename_passkey", resource: "users", resourceId: userId, changes }]);
  });
}

/**
 * Removes it. Refuses with `not_found` for another user's or one that does not exist, and like `requireProof` and
 * `factorRemoved`.
 */
export async function removePasskey(
  ctx: Ctx,
  { passkeyId, proof }: Input<typeof factors.removePasskey>,
): Promise<void> {
  const { userId } = actorOf(ctx);
  const password = await requireProof(ctx, proof, { acceptsFreshSession: false });
  await inTransaction(ctx, async (inner) => {
    await lockFactorsOf(inner, userId);
    const isOwn = and(eq(passkeysTable.id, passkeyId), eq(passkeysTable.userId, userId));
    const removed = await inner.db.delete(passkeysTable).where(isOwn).returning({ id: passkeysTable.id });
    if (removed.length === 0) throw commonRefusals.not_found();
    await factorRemoved(inner, "remove_passkey", password);
  });
}

/** The browser's options to sign with one of these passkeys, or without a user with any that it has for this host. */
export async function passkeyQuestion(
  ctx: Ctx,
  { challenge, userId }: { challenge: string; userId: string | null },
): Promise<PasskeyQuestion> {
  return {
    challenge,
    relyingPartyId: relyingPartyOf(ctx.settings).id,
    // As the only factor it must also verify the user, by fingerprint, face or PIN.
    needsVerification: userId === null,
    known: userId === null ? [] : await knownPasskeys(ctx, userId),
  };
}

/** The user who owns this passkey id, or `null`. Proves nothing yet. */
export async function ownerOfPasskey(ctx: Ctx, { credentialId }: PasskeyAnswer): Promise<string | null> {
  const [found] = await ctx.db
    .select({ userId: passkeysTable.userId })
    .from(passkeysTable)
    .where(eq(passkeysTable.credentialId, bytesFromBase64Url(credentialId)));
  return found?.userId ?? null;
}

/**
 * Whether this is a valid response to `challenge` by a passkey of the user. Stores the use. A counter that does not
 * increase means a copied key, and is rejected (WebAuthn Level 3 §6.1.1). The caller deletes the challenge.
 */
export async function takeAssertion(
  ctx: Ctx,
  answer: PasskeyAnswer,
  { userId, challenge, needsVerification }: { userId: string; challenge: string; needsVerification: boolean },
): Promise<boolean> {
  const isAnswered = and(
    eq(passkeysTable.credentialId, bytesFromBase64Url(answer.credentialId)),
    eq(passkeysTable.userId, userId),
  );
  const [key] = await ctx.db.select().from(passkeysTable).where(isAnswered);
  if (key === undefined) return false;
  const expected = { challenge, relyingParty: relyingPartyOf(ctx.settings), needsVerification, key };
  const assertion = await readAssertion(answer, expected);
  if (assertion === null) return false;
  const { signaturesCount } = assertion;
  const goesUp = or(
    sql`${passkeysTable.signaturesCount} < ${signaturesCount}`,
    sql`${passkeysTable.signaturesCount} = 0 and ${signaturesCount} = 0`,
  );
  const used = await ctx.db
    .update(passkeysTable)
    .set({ signaturesCount, lastUsedAt: ctx.now })
    .where(and(isAnswered, goesUp))
    .returning({ id: passkeysTable.id });
  return used.length > 0;
}

async function knownPasskeys(ctx: Ctx, userId: string): Promise<PasskeyQuestion["known"]> {
  const rows = await ctx.db
    .select({ credentialId: passkeysTable.credentialId, transports: passkeysTable.transports })
    .from(passkeysTable)
    .where(eq(passkeysTable.userId, userId));
  return rows.map(({ credentialId, transports }) => ({ id: base64Url(credentialId), transports }));
}

async function isStored(ctx: Ctx, { id, userId }: { id: string; userId: string }): Promise<boolean> {
  const isOwn = and(eq(passkeysTable.id, id), eq(passkeysTable.userId, userId));
  return (await ctx.db.select({ id: passkeysTable.id }).from(passkeysTable).where(isOwn)).length > 0;
}

async function assertBelowLimit(ctx: Ctx, userId: string): Promise<void> {
  const [kept] = await ctx.db.select({ all: count() }).from(passkeysTable).where(eq(passkeysTable.userId, userId));
  if ((kept?.all ?? 0) >= passkeysMax) throw factorRefusals.too_many_passkeys({ maximum: passkeysMax });
}

/** The user handle that the authenticator stores: the 16 bytes of the id, which reveal nothing about the user. */
const handleOf = (userId: string) =>
  base64Url(Uint8Array.from(userId.replaceAll("-", "").match(/../g) ?? [], (byte) => Number.parseInt(byte, 16)));
