import { minuteMs } from "#base/time.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { countAttempt, type Limit, secondsUntilAllowed } from "#api/throttle.ts";
import { memberRefusals } from "#features/loyalty/members/contract.ts";

// Enough for a busy till whose customers are new, far too few to try phone numbers.
const missesMax = 60;

/**
 * Runs a call whose refusal says whether a contact is known. Those that `isMiss` recognises are counted, and a caller with
 * too many gets no answer, whether right or wrong, until the minute is over.
 *
 * Refuses with `lookups_too_fast`.
 */
export async function limitMisses<Answer>(
  ctx: Ctx,
  isMiss: (error: unknown) => boolean,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const limit: Limit = { key: `members.misses:${actorOf(ctx).userId}`, max: missesMax };
  const retryAfterSeconds = await secondsUntilAllowed(ctx, limit);
  if (retryAfterSeconds !== null) throw memberRefusals.lookups_too_fast({ retryAfterSeconds });
  try {
    return await work();
  } catch (error) {
    // Outside the transaction of the call, which was rolled back.
    if (isMiss(error)) await countAttempt(ctx, [limit], minuteMs);
    throw error;
  }
}
