import { commonRefusals, type Refusal } from "#base/refusal.ts";
import type { Operation } from "#base/contract.ts";
import type { CallProgress } from "#api/transactions.ts";

// A running commit takes milliseconds, and waiting for its outcome is worth it.
const commitGraceMs = 150;

type Limited = { readonly operation: Operation; readonly url: string; readonly call: CallProgress };

/**
 * Resolves like `work`, or refuses after `leftMs`. After that nothing more of the call is committed. If part of a
 * change was committed, or may have been, the refusal is `outcome_unknown` and not `retry_later`.
 */
export async function withinTime<Result>(limited: Limited, leftMs: number, work: Promise<Result>): Promise<Result> {
  const { call } = limited;
  const inTime = await firstOf(work, leftMs);
  if (inTime !== null) return inTime.result;
  call.isGivenUp = true;
  const committed = call.committing > 0 ? await firstOf(work, commitGraceMs) : null;
  if (committed !== null) return committed.result;
  // A statement outside of a transaction can't be rolled back.
  throw unavailable(limited, { isUnknown: call.committing > 0 || call.committed > 0 || call.begun === 0 });
}

/** Null if the time is over first. */
async function firstOf<Result>(work: Promise<Result>, ms: number): Promise<{ readonly result: Result } | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, ms));
  });
  return Promise.race([work.then((result) => ({ result })), late]).finally(() => clearTimeout(timer));
}

/** The refusal for a call that the database did not finish. */
export const unfinished = (limited: Limited): Refusal =>
  unavailable(limited, { isUnknown: limited.call.committed > 0 });

function unavailable({ operation, url }: Limited, { isUnknown }: { isUnknown: boolean }): Refusal {
  if (operation.method === "GET" || !isUnknown) return commonRefusals.retry_later({ retryAfterSeconds: 1 });
  // The path to read the record from. Clients choose the ids of new records, so they know it.
  return commonRefusals.outcome_unknown({ lookUp: new URL(url).pathname });
}
