import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { Refusal } from "#base/refusal.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import type { Ctx } from "#api/context.ts";
import { actingFor, type JobActor, jobActorOf, RightsLostError } from "#api/jobActor.ts";
import { enqueueJob } from "#api/jobs.ts";
import { rollback } from "#features/loyalty/promocodes/api/service/rollbacks.ts";
import { type RedemptionRecord, redemptionsTable as table } from "#features/loyalty/promocodes/api/tables.ts";
import type { RedemptionStatus } from "#features/loyalty/promocodes/contract/calls.ts";
import { redemptions } from "#features/loyalty/promocodes/contract/redemptions.ts";
import { redemptionList } from "#features/loyalty/promocodes/redemptions/api/list.ts";

type RollbackInput = Input<typeof redemptions.previewRollback>;
type Row = Pick<RedemptionRecord, "id" | "status" | "orderRef"> & { readonly version: number };

export const rollbackKind = "redemptions.rollbackMany";
/** Up to so many are rolled back before the call answers. */
const atOnceMax = 20;
/** Redemptions of one job. Others of its lane run in between. */
const jobMax = 500;

const reversible: readonly RedemptionStatus[] = ["committed", "partially_rolled_back"];
const leftOutBy: Readonly<Partial<Record<RedemptionStatus, string>>> = {
  reserved: "not_committed",
  released: "reservation_ended",
  expired: "reservation_ended",
  rolled_back: "already_rolled_back",
};

function actionOf(ctx: Ctx, { selection }: RollbackInput, change: BulkAction<Row>["change"]): BulkAction<Row> {
  return {
    list: redemptionList,
    // Ids as a filter: that of the list names their buckets, which their index begins with.
    selected: selectedFrom(ctx, redemptionList, "ids" in selection ? { filter: { ids: selection.ids } } : selection),
    columns: { id: table.id, version: table.rollbacks, status: table.status, orderRef: table.orderRef },
    label: ({ orderRef }) => orderRef,
    judge: ({ status }) => leftOutBy[status] ?? null,
    intent: "rollback",
    change,
  };
}

/** Refuses with `too_many_rows`. */
export async function previewRollback(
  ctx: Ctx,
  input: RollbackInput,
): Promise<Output<typeof redemptions.previewRollback>> {
  const action = actionOf(ctx, input, async () => {});
  const [preview, amounts] = [await previewBulk(ctx, action), await amountsBack(ctx, action.selected)];
  return { ...preview, amounts };
}

/** What is left of those that would be rolled back, by currency. */
async function amountsBack(ctx: Ctx, selected: SQL | undefined) {
  const { currency, discountLeftMinor, cashbackLeftMinor } = table;
  return ctx.db
    .select({
      currency,
      count: sql<number>`count(*)::int`,
      discountMinor: sql<number>`sum(${discountLeftMinor})::float8`,
      cashbackMinor: sql<number>`sum(${cashbackLeftMinor})::float8`,
    })
    .from(table)
    .where(and(selected, inArray(table.status, [...reversible])))
    .groupBy(currency)
    .orderBy(currency);
}

/**
 * Rolls back what was previewed: few at once, many as jobs. Each redemption has a transaction of its own, because one that
 * held the counters of many would block tills. One that somebody else rolled back meanwhile is left out.
 *
 * Refuses with `preview_stale` and `too_many_rows`.
 */
export async function rollbackMany(
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof redemptions.rollbackMany>,
): Promise<Output<typeof redemptions.rollbackMany>> {
  const now: string[] = [];
  const queue: BulkAction<Row>["change"] = async (inner, rows) => {
    const ids = rows.map(({ id }) => id);
    if (ids.length <= atOnceMax) now.push(...ids);
    else await queueRollbacks(inner, ids, input.reason);
  };
  const { changed, leftOut } = await applyBulk(ctx, actionOf(ctx, input, queue), fingerprint);
  const missed = await rollbackEach(async () => ctx, now, input.reason);
  return { changed: changed - missed, leftOut: leftOut + missed };
}

async function queueRollbacks(ctx: Ctx, ids: readonly string[], reason: string): Promise<void> {
  for (let from = 0; from < ids.length; from += jobMax)
    await enqueueJob(ctx, rollbackKind, { ids: ids.slice(from, from + jobMax), reason, actor: jobActorOf(ctx) });
}

/** The job. May run twice: what is rolled back already is left out. */
export async function runRollbacks(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const { ids, reason, actor } = payload as { ids: string[]; reason: string; actor: JobActor };
  const act = actingFor(actor, redemptions.rollbackMany);
  try {
    await rollbackEach(() => act(ctx), ids, reason);
  } catch (error) {
    if (!(error instanceof RightsLostError)) throw error;
    ctx.log.warn("rollback stopped", { kind: rollbackKind, reason: error.message });
  }
}

/** Answers how many could not be rolled back. */
async function rollbackEach(ctxOf: () => Promise<Ctx>, ids: readonly string[], reason: string): Promise<number> {
  let missed = 0;
  for (const id of ids) {
    try {
      await rollback(await ctxOf(), { id, reason });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      missed++;
    }
  }
  return missed;
}
