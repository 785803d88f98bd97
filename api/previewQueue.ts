import type { Operation } from "#base/contract.ts";
import { impactRefusals } from "#base/impact.ts";
import { isPreview } from "#api/rateLimit.ts";
import type { Catalogue, Ctx } from "#api/context.ts";

/**
 * A user who clicks through choices may request the next preview before the last one has answered. More than that is
 * not a user's clicks.
 */
const waitingMax = 2;

type PreviewQueue = { last: Promise<unknown>; waiting: number };

const turnsByApi = new WeakMap<Catalogue, Map<string, PreviewQueue>>();

/**
 * Runs one user's previews one after the other, before they take a connection, as each makes a change and rolls it
 * back. Everything else runs at once. Refuses with `preview_busy` if two are already waiting. A lock keeps several
 * processes apart (api/impact.ts).
 */
export async function inPreviewTurn<Answer>(
  { catalogue, actor }: Ctx,
  operation: Operation,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (actor === null || !isPreview(operation)) return work();
  const turns = turnsByApi.get(catalogue) ?? new Map<string, PreviewQueue>();
  turnsByApi.set(catalogue, turns);
  const own = turns.get(actor.userId) ?? { last: Promise.resolve(), waiting: 0 };
  if (own.waiting > waitingMax) throw impactRefusals.preview_busy({ retryAfterSeconds: 1 });
  turns.set(actor.userId, own);
  own.waiting++;
  const turn = own.last.then(work);
  own.last = turn.catch(() => {});
  try {
    return await turn;
  } finally {
    own.waiting--;
    if (own.waiting === 0) turns.delete(actor.userId);
  }
}
