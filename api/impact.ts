import { sql } from "drizzle-orm";
import type { SideEffect } from "#base/eventTypes.ts";
import { type SideEffectSummary, type Impact, impactRefusals, losesRequirement } from "#base/impact.ts";
import { commonRefusals } from "#base/refusal.ts";
import { type Ctx, inTransaction } from "#api/context.ts";

/**
 * How long a preview waits for a locked row. Shorter than PostgreSQL's deadlock timeout: when a preview and a real
 * change wait for each other, the preview gives up.
 */
const lockWaitMs = 100;

/**
 * Makes a change and rolls it back to find its exact side effects. Returns what `work` returns. Each user runs one
 * preview at a time. Previews take none of the locks that real changes wait for (docs/decisions/0059), so the result
 * may be slightly out of date; the fingerprint detects that.
 *
 * Refuses with `preview_busy` while another preview of this user, or a change of the same rows, is running.
 */
export async function runAndRollBack<Outcome>(ctx: Ctx, work: (inner: Ctx) => Promise<Outcome>): Promise<Outcome> {
  const signal = new Error("done and undone");
  let outcome: { readonly is: Outcome } | null = null;
  await inTransaction(ctx, async (inner) => {
    await waitForPreviewTurn(inner);
    // Refused inside the transaction, as a lock timeout would make it run again.
    const is = await work({ ...inner, isPreview: true }).catch((error: unknown) => {
      throw isLockTimeout(error) ? impactRefusals.preview_busy({ retryAfterSeconds: 1 }) : error;
    });
    outcome = { is };
    throw signal;
  }).catch((error: unknown) => {
    if (error !== signal) throw error;
  });
  return outcome!.is;
}

/** One at a time across all processes. Within a process, api/previewQueue.ts queues them. */
async function waitForPreviewTurn({ db, actor }: Ctx): Promise<void> {
  const result = await db.execute(sql`
    select set_config('lock_timeout', ${`${lockWaitMs}ms`}, true),
           pg_try_advisory_xact_lock(hashtextextended(${`preview:${actor?.userId ?? ""}`}, 0)) as "isOurs"`);
  const [turn] = (result as { rows: { isOurs: boolean }[] }).rows;
  if (!turn!.isOurs) throw impactRefusals.preview_busy({ retryAfterSeconds: 1 });
}

/** Appendix A of the PostgreSQL manual: lock_not_available. Also looks inside Drizzle's wrapper. */
function isLockTimeout(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return code === "55P03" || isLockTimeout(cause);
}

/** What a change wrote, and its side effects in other areas. */
export type WriteResult<Row> = { readonly record: Row; readonly consequences: readonly SideEffect[] };

export const shownConsequences = (consequences: readonly SideEffect[]): SideEffectSummary[] =>
  consequences.map(({ facts, reaches = [], ...counted }) => ({
    ...counted,
    facts: { ...facts },
    reaches: [...reaches],
  }));

/** The part of the side effects that a fingerprint covers: how many, and where. Not their names. */
export const consequenceFacts = (consequences: readonly SideEffect[]): unknown =>
  consequences.map(({ resource, verb, count, facts, reaches = [] }) => [
    resource,
    verb,
    count,
    facts,
    reaches.map((reached) => [reached.id, reached.count]),
  ]);

/** `changed` is what else the preview covers, such as the records that change too. */
export const impactOf = async (
  ctx: Ctx,
  consequences: readonly SideEffect[],
  changed: unknown = null,
): Promise<Impact> => ({
  fingerprint: await fingerprintOf(ctx, [changed, consequenceFacts(consequences)]),
  consequences: shownConsequences(consequences),
});

/**
 * Call it after a change, with what its preview covered. Refuses with `preview_stale` when the side effects differ from
 * the preview. Without a fingerprint there was no preview, and nothing is checked.
 */
export async function requireFingerprint(
  ctx: Ctx,
  consequences: readonly SideEffect[],
  fingerprint: string | undefined,
  changed: unknown = null,
): Promise<void> {
  if (fingerprint === undefined) return;
  if (fingerprint !== (await impactOf(ctx, consequences, changed)).fingerprint) throw impactRefusals.preview_stale();
}

/**
 * Call it after a change. If products lose a requirement, refuses with `loss_needs_reason` without a reason, and with
 * `not_for_keys` for an API key: only a person can ask a second person for approval.
 */
export function requireGrounds(ctx: Ctx, consequences: readonly SideEffect[], reason: string | undefined): void {
  if (!losesRequirement(consequences)) return;
  if (ctx.actor?.kind === "apiKey") throw commonRefusals.not_for_keys();
  if (reason === undefined) throw impactRefusals.loss_needs_reason();
}

/** Whether a change takes a requirement from products. Makes the change and rolls it back. */
export const triesLoss = (ctx: Ctx, work: (inner: Ctx) => Promise<readonly SideEffect[]>): Promise<boolean> =>
  runAndRollBack(ctx, async (inner) => losesRequirement(await work(inner)));

/** Two previews with the same fingerprint cover the same facts. */
export async function fingerprintOf(ctx: Ctx, facts: unknown): Promise<string> {
  // The database computes the digest: browsers can only do so on secure pages.
  const result = await ctx.db.execute(
    sql`select encode(sha256(convert_to(${JSON.stringify(facts)}, 'UTF8')), 'hex') as digest`,
  );
  return (result as { rows: { digest: string }[] }).rows[0]!.digest;
}
