import type { Operation } from "#base/contract.ts";
import { impactRefusals } from "#base/impact.ts";
import { isPreview } from "#api/pace.ts";
import type { Catalogue, Ctx } from "#api/context.ts";

/** Whoever looks at one choice after another asks for the next before the last has answered. More than that is no person. */
const waitingMax = 2;

type Turns = { last: Promise<unknown>; waiting: number };

const turnsByApi = new WeakMap<Catalogue, Map<string, Turns>>();

/**
 * Runs the previews of one person one after the other, before they take a connection: each makes a change and undoes it.
 * Everything else runs at once. Refuses with `preview_busy` where two wait already. Several processes keep apart by a lock
 * (api/impact.ts).
 */
export async function inPreviewTurn<Answer>(
  { catalogue, actor }: Ctx,
  operation: Operation,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (actor === null || !isPreview(operation)) return work();
  const turns = turnsByApi.get(catalogue) ?? new Map<string, Turns>();
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
