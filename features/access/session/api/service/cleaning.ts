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

/** The job that takes away what has run out. Every try to sign in makes sure that one is waiting. */
export const cleaningKind = "session.clean";

/** For so long an old token is told that it has expired, and not that it is none (spec 000 §8). */
const expiredSessionKeptMs = 7 * dayMs;

export async function removeExpired(ctx: Ctx): Promise<void> {
  const expiredBefore = addMs(ctx.now, -expiredSessionKeptMs);
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
