import { and, eq, gt } from "drizzle-orm";
import { addMs, minuteMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { factorRefusals } from "#features/access/session/contract/factors.ts";
import { hashText, hashToken, makeToken } from "#features/access/session/api/service/tokens.ts";
import { type ChallengePurpose, factorChallengesTable } from "#features/access/session/api/tables.ts";

/** Time to answer a challenge, enough to find the phone. */
const challengeMs = 5 * minuteMs;

type Challenge = { readonly purpose: ChallengePurpose; readonly userId: string | null; readonly device: string | null };

/** Creates a challenge. Returns its token, of which only the SHA-256 is stored. */
export async function openChallenge(ctx: Ctx, challenge: Challenge): Promise<string> {
  const token = makeToken();
  await ctx.db.insert(factorChallengesTable).values({
    ...challenge,
    tokenHash: await hashText(token),
    createdAt: ctx.now,
    expiresAt: addMs(ctx.now, challengeMs),
  });
  return token;
}

/** Reads a challenge by its token without using it. Refuses with `challenge_expired`. */
export async function readChallenge(ctx: Ctx, token: string, purpose: ChallengePurpose): Promise<Challenge> {
  const [found] = await ctx.db
    .select()
    .from(factorChallengesTable)
    .where(await isOpen(ctx, token, purpose));
  if (found === undefined) throw factorRefusals.challenge_expired();
  return found;
}

/**
 * Deletes the challenge in the caller's transaction: of ten simultaneous answers, nine find it gone. Refuses the same
 * way.
 */
export async function takeChallenge(ctx: Ctx, token: string, purpose: ChallengePurpose): Promise<Challenge> {
  const [taken] = await ctx.db
    .delete(factorChallengesTable)
    .where(await isOpen(ctx, token, purpose))
    .returning();
  if (taken === undefined) throw factorRefusals.challenge_expired();
  return taken;
}

async function isOpen(ctx: Ctx, token: string, purpose: ChallengePurpose) {
  const tokenHash = await hashToken(token);
  if (tokenHash === null) throw factorRefusals.challenge_expired();
  return and(
    eq(factorChallengesTable.tokenHash, tokenHash),
    eq(factorChallengesTable.purpose, purpose),
    gt(factorChallengesTable.expiresAt, ctx.now),
  );
}
