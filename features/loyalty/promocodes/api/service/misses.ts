import { type SQL, sql } from "drizzle-orm";
import { minuteMs } from "#base/time.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { countAttempt, type Limit, secondsToWait } from "#api/throttle.ts";
import { RefuseAfter } from "#api/transactions.ts";
import { redemptionRefusals as refused } from "#features/loyalty/promocodes/contract/calls.ts";

// Enough for a busy till whose customers mistype, far too few to find a code by trying.
const missesMax = 60;
const limitOf = (ctx: Ctx): Limit => ({ key: `promocodes.misses:${actorOf(ctx).userId}`, max: missesMax });

/** SQL of the seconds for which a caller who tried too many unknown codes gets no answer, right or wrong; otherwise null. */
export const missesWait = (ctx: Ctx): SQL => (ctx.actor === null ? sql`null::int` : secondsToWait(ctx, limitOf(ctx)));

/** Counts a call with an unknown code. Inside a transaction that is about to be rolled back, after it. */
export async function refuseMiss(ctx: Ctx): Promise<never> {
  const count = ({ db }: Pick<Ctx, "db">) => countAttempt({ ...ctx, db }, [limitOf(ctx)], minuteMs);
  if (ctx.transaction !== undefined) throw new RefuseAfter(count, refused.code_invalid());
  await count(ctx);
  throw refused.code_invalid();
}

/** Counts a call with an unknown code that is answered all the same. */
export const countMiss = (ctx: Ctx) => countAttempt(ctx, [limitOf(ctx)], minuteMs);
