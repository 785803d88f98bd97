import { sql } from "drizzle-orm";
import type { Consequence } from "#base/eventTypes.ts";
import { type ConsequenceShown, type Impact, impactRefusals, losesRequirement } from "#base/impact.ts";
import { commonRefusals } from "#base/refusal.ts";
import { type Ctx, inTransaction } from "#api/context.ts";

/** Does a change and undoes it, so that what it would bring about is no guess. Answers what `work` answers. */
export async function undone<Outcome>(ctx: Ctx, work: (inner: Ctx) => Promise<Outcome>): Promise<Outcome> {
  const signal = new Error("done and undone");
  let outcome: { readonly is: Outcome } | null = null;
  await inTransaction(ctx, async (inner) => {
    outcome = { is: await work(inner) };
    throw signal;
  }).catch((error: unknown) => {
    if (error !== signal) throw error;
  });
  return outcome!.is;
}

/** What a change wrote, and what followed from it elsewhere. */
export type Written<Row> = { readonly record: Row; readonly consequences: readonly Consequence[] };

export const shownConsequences = (consequences: readonly Consequence[]): ConsequenceShown[] =>
  consequences.map(({ facts, reaches = [], ...counted }) => ({
    ...counted,
    facts: { ...facts },
    reaches: [...reaches],
  }));

/** What a preview rests on of what follows: how much, and where. Not what it is called there. */
export const consequenceFacts = (consequences: readonly Consequence[]): unknown =>
  consequences.map(({ resource, verb, count, facts, reaches = [] }) => [
    resource,
    verb,
    count,
    facts,
    reaches.map((reached) => [reached.id, reached.count]),
  ]);

/** `changed` is what else the preview is of, such as which records go along. */
export const impactOf = async (
  ctx: Ctx,
  consequences: readonly Consequence[],
  changed: unknown = null,
): Promise<Impact> => ({
  fingerprint: await fingerprintOf(ctx, [changed, consequenceFacts(consequences)]),
  consequences: shownConsequences(consequences),
});

/**
 * Call it once a change is made, with what its preview was of. Refuses with `preview_stale` when something else follows than
 * was shown; without a fingerprint nothing was.
 */
export async function requireFingerprint(
  ctx: Ctx,
  consequences: readonly Consequence[],
  fingerprint: string | undefined,
  changed: unknown = null,
): Promise<void> {
  if (fingerprint === undefined) return;
  if (fingerprint !== (await impactOf(ctx, consequences, changed)).fingerprint) throw impactRefusals.preview_stale();
}

/**
 * Call it once a change is made. Refuses with `loss_needs_reason` what takes a requirement from products without a reason, and
 * with `not_for_keys` what does so by an API key: a second person is asked by a person.
 */
export function requireGrounds(ctx: Ctx, consequences: readonly Consequence[], reason: string | undefined): void {
  if (!losesRequirement(consequences)) return;
  if (ctx.actor?.kind === "apiKey") throw commonRefusals.not_for_keys();
  if (reason === undefined) throw impactRefusals.loss_needs_reason();
}

/** Whether a change takes a requirement from products: tried and undone. */
export const triesLoss = (ctx: Ctx, work: (inner: Ctx) => Promise<readonly Consequence[]>): Promise<boolean> =>
  undone(ctx, async (inner) => losesRequirement(await work(inner)));

/** Two previews with the same fingerprint rest on the same facts. */
export async function fingerprintOf(ctx: Ctx, facts: unknown): Promise<string> {
  // The database digests: a browser can on secure pages only.
  const result = await ctx.db.execute(
    sql`select encode(sha256(convert_to(${JSON.stringify(facts)}, 'UTF8')), 'hex') as digest`,
  );
  return (result as { rows: { digest: string }[] }).rows[0]!.digest;
}
