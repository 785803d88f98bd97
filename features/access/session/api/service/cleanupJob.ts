import { and, isNull, lt, or } from "drizzle-orm";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { forgetAttempts } from "#api/throttle.ts";
import { idleMs } from "#features/access/session/api/service/authenticate.ts";
import { originsForgottenBefore } from "#features/access/session/api/service/origins.ts";
import {
  authenticatorsTable,
  factorChallengesTable,
  knownOriginsTable,
  passwordResetsTable,
  sessionsTable,
} from "#features/access/session/api/tables.ts";

/** The job that deletes expired rows. Every sign-in attempt makes sure that one is scheduled. */
export const cleaningKind = "session.clean";

/** For this long an old token is reported as expired and not as invalid (spec 000 §8). */
const expiredSessionTtlMs = 7 * dayMs;

export async function removeExpired(ctx: Ctx): Promise<void> {
  const expiredBefore = addMs(ctx.now, -expiredSessionTtlMs);
  await ctx.db
    .delete(sessionsTable)
    .where(or(lt(sessionsTable.expiresAt, expiredBefore), lt(sessionsTable.lastUsedAt, addMs(expiredBefore, -idleMs))));
  await ctx.db.delete(passwordResetsTable).where(lt(passwordResetsTable.expiresAt, ctx.now));
  await ctx.db.delete(factorChallengesTable).where(lt(factorChallengesTable.expiresAt, ctx.now));
  const isLeftUndone = and(
    isNull(authenticatorsTable.confirmedAt),
    lt(authenticatorsTable.createdAt, addMs(ctx.now, -dayMs)),
  );
  await ctx.db.delete(authenticatorsTable).where(isLeftUndone);
  await forgetAttempts(ctx);
  await ctx.db.delete(knownOriginsTable).where(lt(knownOriginsTable.lastUsedAt, originsForgottenBefore(ctx)));
}
