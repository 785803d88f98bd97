import { and, eq, gt } from "drizzle-orm";
import { addMs, minuteMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { factorRefusals } from "#features/access/session/contract/factors.ts";
import { hashText, hashToken, makeToken } from "#features/access/session/api/service/tokens.ts";
import { type ChallengePurpose, factorChallengesTable } from "#features/access/session/api/tables.ts";

/** How long somebody has to find the phone. */
const challengeMs = 5 * minuteMs;

type Challenge = { readonly purpose: ChallengePurpose; readonly userId: string | null; readonly device: string | null };

/** A question that waits for its answer. Answers its token, of which only the SHA-256 is kept. */
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

/** What the token asks for. Leaves the question open. Refuses with `challenge_expired`. */
export async function readChallenge(ctx: Ctx, token: string, purpose: ChallengePurpose): Promise<Challenge> {
  const [found] = await ctx.db
    .select()
    .from(factorChallengesTable)
    .where(await isOpen(ctx, token, purpose));
  if (found === undefined) throw factorRefusals.challenge_expired();
  return found;
}

/** Takes the question away in the caller's transaction: of ten answers at once, nine find it gone. Refuses likewise. */
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
