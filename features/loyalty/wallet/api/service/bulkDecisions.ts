import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { Refusal } from "#base/refusal.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import type { Ctx } from "#api/context.ts";
import { actingFor, type JobActor, jobActorOf, RightsLostError } from "#api/jobActor.ts";
import { enqueueJob } from "#api/jobs.ts";
import { isAnyOf } from "#api/list.ts";
import { bucketOf } from "#features/loyalty/ledger/api/service/postings.ts";
import { cashbackList, decide } from "#features/loyalty/wallet/api/service/cashback.ts";
import { type CashbackRecord, cashbackTable as table } from "#features/loyalty/wallet/api/tables.ts";
import { type BulkDecision, cashback } from "#features/loyalty/wallet/contract/cashback.ts";
import { canAct, startsFrom } from "#features/loyalty/wallet/rules/cashback.ts";

type DecisionInput = Input<typeof cashback.previewDecision>;
type Row = Pick<CashbackRecord, "id" | "status" | "leftMinor" | "orderRef"> & { readonly version: number };

export const decisionKind = "cashback.decideMany";
/** Up to so many are decided before the call answers. */
const atOnceMax = 20;
/** Entries of one job. Others of its lane run in between. */
const jobMax = 500;

function actionOf(
  ctx: Ctx,
  { selection, action }: Pick<DecisionInput, "selection" | "action">,
  change: BulkAction<Row>["change"],
): BulkAction<Row> {
  return {
    list: cashbackList,
    selected: selectedCashback(ctx, selection),
    // An event is written by every change.
    columns: {
      id: table.id,
      version: table.events,
      status: table.status,
      leftMinor: table.leftMinor,
      orderRef: table.orderRef,
    },
    label: ({ orderRef }) => orderRef,
    judge: (row) => (canAct(action, row) ? null : "status_not_allowed"),
    intent: action,
    change,
  };
}

/** Ids name their buckets, with which the index begins. */
function selectedCashback(ctx: Ctx, selection: DecisionInput["selection"]): SQL | undefined {
  if (!("ids" in selection)) return selectedFrom(ctx, cashbackList, selection);
  const buckets = [...new Set(selection.ids.map(bucketOf))];
  return and(cashbackList.scope(ctx), inArray(table.bucket, buckets), isAnyOf(table.id, selection.ids));
}

/** Refuses with `too_many_rows`. */
export async function previewDecision(
  ctx: Ctx,
  input: DecisionInput,
): Promise<Output<typeof cashback.previewDecision>> {
  const action = actionOf(ctx, input, async () => {});
  const preview = await previewBulk(ctx, action);
  return { ...preview, amounts: await amountsOf(ctx, action.selected, input.action) };
}

/** What is left of those that would be decided, by currency. */
const amountsOf = (ctx: Ctx, selected: SQL | undefined, action: BulkDecision) =>
  ctx.db
    .select({
      currency: table.currency,
      count: sql<number>`count(*)::int`,
      amountMinor: sql<number>`sum(${table.leftMinor})::float8`,
    })
    .from(table)
    .where(and(selected, inArray(table.status, [...startsFrom[action]]), sql`${table.leftMinor} > 0`))
    .groupBy(table.currency)
    .orderBy(table.currency);

/**
 * Decides what was previewed: few at once, many as jobs. Each entry has a transaction of its own, because one that held
 * the accounts of many members would block tills. One that somebody else decided meanwhile, or of a frozen wallet, is left
 * out.
 *
 * Refuses with `preview_stale` and `too_many_rows`.
 */
export async function decideMany(
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof cashback.decideMany>,
): Promise<Output<typeof cashback.decideMany>> {
  const now: string[] = [];
  const queue: BulkAction<Row>["change"] = async (inner, rows) => {
    const ids = rows.map(({ id }) => id);
    if (ids.length <= atOnceMax) now.push(...ids);
    else await queueDecisions(inner, ids, input);
  };
  const { changed, leftOut } = await applyBulk(ctx, actionOf(ctx, input, queue), fingerprint);
  const missed = await decideEach(async () => ctx, now, input);
  return { changed: changed - missed, leftOut: leftOut + missed };
}

type Decision = Pick<DecisionInput, "action" | "reason">;

async function queueDecisions(ctx: Ctx, ids: readonly string[], { action, reason }: Decision): Promise<void> {
  for (let from = 0; from < ids.length; from += jobMax)
    await enqueueJob(ctx, decisionKind, {
      ids: ids.slice(from, from + jobMax),
      action,
      reason,
      actor: jobActorOf(ctx),
    });
}

/** The job. May run twice: what is decided already is left out. */
export async function runDecisions(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  const { ids, actor, ...decision } = payload as Decision & { ids: string[]; actor: JobActor };
  const act = actingFor(actor, cashback.decideMany);
  try {
    await decideEach(() => act(ctx), ids, decision);
  } catch (error) {
    if (!(error instanceof RightsLostError)) throw error;
    ctx.log.warn("decisions stopped", { kind: decisionKind, reason: error.message });
  }
}

/** Answers how many could not be decided. */
async function decideEach(
  ctxOf: () => Promise<Ctx>,
  ids: readonly string[],
  { action, reason }: Decision,
): Promise<number> {
  let missed = 0;
  for (const id of ids) {
    try {
      await decide(action)(await ctxOf(), { id, reason });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      missed++;
    }
  }
  return missed;
}
