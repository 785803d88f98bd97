import { bucketOf } from "#features/loyalty/ledger/api/service/postings.ts";
import { and, desc, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import type { Page } from "#base/list.ts";
import { commonRefusals } from "#base/refusal.ts";
import { addMs, dayMs } from "#base/time.ts";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { isAnyOf, type ListDefinition, readPage } from "#api/list.ts";
import { notify } from "#api/notifications.ts";
import { usersAllowed } from "#features/access/approvals/api/service/deciders.ts";
import { reconcile } from "#features/loyalty/wallet/api/service/batches.ts";
import { memberNames } from "#features/loyalty/wallet/api/service/names.ts";
import { sha256Of } from "#api/sha256.ts";
import { RefusedByDatabase, movePayout } from "#features/loyalty/wallet/api/service/statements.ts";
import {
  batchesTable,
  type ItemRecord,
  itemsTable as items,
  resultsTable as results,
} from "#features/loyalty/wallet/api/tables.ts";
import { payoutRefusals as refused, payouts } from "#features/loyalty/wallet/contract/payouts.ts";
import {
  isForward,
  itemStatusOf,
  type PaypalStatus,
  type ResultProblem,
  unclaimedDays,
} from "#features/loyalty/wallet/rules/payouts.ts";

/** One row of PayPal's report. */
export interface ReportRow {
  readonly customerRef: string | null;
  readonly paypalStatus: PaypalStatus;
  readonly transactionId: string | null;
  readonly currency: string | null;
  readonly amountMinor: number | null;
  readonly feeMinor: number | null;
}

/** What the same row of any file is known by. */
export const resultIdOf = ({ customerRef, paypalStatus, transactionId, currency, amountMinor, feeMinor }: ReportRow) =>
  sha256Of(
    new TextEncoder().encode(
      JSON.stringify([customerRef, paypalStatus, transactionId, currency, amountMinor, feeMinor]),
    ),
  );

const columns = {
  id: items.id,
  batchId: items.batchId,
  sequence: items.sequence,
  memberId: items.memberId,
  currency: items.currency,
  amountMinor: items.amountMinor,
  recipient: items.recipientMasked,
  customerRef: items.customerRef,
  status: items.status,
  paypalStatus: items.paypalStatus,
  paypalId: items.paypalId,
  feeMinor: items.feeMinor,
  sentAt: items.sentAt,
  resolvedAt: items.resolvedAt,
};

export async function findItems(ctx: Ctx, refs: readonly string[]): Promise<Map<string, ItemRecord>> {
  if (refs.length === 0) return new Map();
  const found = await ctx.db
    .select()
    .from(items)
    .where(isAnyOf(items.customerRef, [...new Set(refs)]));
  return new Map(found.map((item) => [item.customerRef, item]));
}

/** What a row would do to its payment. Null: it changes nothing any more. */
export function outcomeOf(row: ReportRow, item: ItemRecord | undefined): ResultProblem | "applies" | "known" {
  if (item === undefined) return "unknown";
  const isOther =
    (row.amountMinor !== null && row.amountMinor !== item.amountMinor) ||
    (row.currency ?? item.currency) !== item.currency;
  if (isOther) return "differing";
  if (item.paypalStatus === row.paypalStatus && itemStatusOf(row.paypalStatus) !== null) return "known";
  return isForward(item.status, row.paypalStatus) ? "applies" : "backward";
}

/** Stores rows of a report and applies them, in the order of the file. Answers the batches that they are about. */
export async function applyResults(ctx: Ctx, rows: readonly ReportRow[], fileName: string): Promise<void> {
  const batchIds = new Set<string>();
  for (const row of rows) {
    const known = await findItems(ctx, row.customerRef === null ? [] : [row.customerRef]);
    const item = row.customerRef === null ? undefined : known.get(row.customerRef);
    const problem = await applyRow(ctx, row, item);
    if (item) batchIds.add(item.batchId);
    const itsItem = { batchId: item?.batchId ?? null, itemId: item?.id ?? null, problem };
    await ctx.db
      .insert(results)
      .values({
        ...row,
        ...itsItem,
        id: await resultIdOf(row),
        fileName,
        at: ctx.now,
        actorId: ctx.actor?.userId ?? null,
      })
      .onConflictDoUpdate({
        target: results.id,
        set: { problem },
        // One that a person matched by hand stays so when the report is imported again.
        setWhere: sql`excluded.item_id is not null or ${results.itemId} is null`,
      });
  }
  for (const id of batchIds) await reconcile(ctx, id);
}

async function applyRow(ctx: Ctx, row: ReportRow, item: ItemRecord | undefined): Promise<ResultProblem | null> {
  const outcome = outcomeOf(row, item);
  if (outcome === "known") return null;
  if (outcome !== "applies" || item === undefined) return outcome === "applies" ? "unknown" : outcome;
  const to = itemStatusOf(row.paypalStatus);
  if (to === null || to === item.status) {
    await ctx.db
      .update(items)
      .set({ paypalStatus: row.paypalStatus, paypalId: row.transactionId ?? item.paypalId })
      .where(and(eq(items.bucket, item.bucket), eq(items.id, item.id)));
    return null;
  }
  try {
    const move = { to, paypalStatus: row.paypalStatus, paypalId: row.transactionId, feeMinor: row.feeMinor };
    const isDone = await inTransaction(ctx, async (inner) => {
      const isMoved = await movePayout(inner, item.id, move);
      if (isMoved && (to === "failed" || to === "returned")) await notifyOfFailure(inner, item.batchId);
      return isMoved;
    });
    return isDone ? null : "backward";
  } catch (error) {
    if (error instanceof RefusedByDatabase && error.code === "account_frozen") return "frozen";
    throw error;
  }
}

/** Notifies those who send payouts. Further payments of the payout are in the same notification. */
async function notifyOfFailure(ctx: Ctx, batchId: string): Promise<void> {
  const users = await usersAllowed(ctx, payouts.submit.permission);
  const about = { resource: "payouts", resourceId: batchId, permission: payouts.submit.permission };
  await notify(
    ctx,
    users.map(({ id: userId }) => ({ kind: "payoutFailed" as const, userId, ...about })),
  );
}

type ItemsInput = Input<typeof payouts.items>;
const itemList: ListDefinition<typeof columns, ItemsInput> = {
  table: items,
  id: items.id,
  columns,
  search: (typed) => (typed === "" ? undefined : eq(items.customerRef, typed.toUpperCase())),
  sorts: { sequence: [items.sequence, items.id] },
  filters: {
    id: (id) => eq(items.batchId, id),
    status: (values) => isAnyOf(items.status, values),
    result: (values) => or(...values.map((value) => resultCondition[value])),
  },
  scope: () => undefined,
};
const rowsWith = (condition: ReturnType<typeof sql>) =>
  sql`exists (select from ${results} as its where its.item_id = ${items.id} and ${condition})`;
const resultCondition = {
  matched: rowsWith(sql`its.problem is null`),
  differing: rowsWith(sql`its.problem is not null`),
  missing: sql`${items.status} = 'sent' and not ${rowsWith(sql`true`)}`,
};

export async function listItems(ctx: Ctx, input: ItemsInput) {
  await requireBatch(ctx, input.id);
  const page = await readPage(ctx, itemList, input);
  const names = await memberNames(
    ctx,
    page.rows.map(({ memberId }) => memberId),
  );
  const warned = addMs(ctx.now, -unclaimedDays.warned * dayMs);
  return {
    ...page,
    rows: page.rows.map(({ sentAt, ...row }) => ({
      ...row,
      member: names.get(row.memberId)!,
      isReturnedSoon: row.status === "sent" && row.paypalStatus === "UNCLAIMED" && sentAt !== null && sentAt <= warned,
    })),
  };
}

async function requireBatch(ctx: Ctx, id: string): Promise<void> {
  const [found] = await ctx.db.select({ id: batchesTable.id }).from(batchesTable).where(eq(batchesTable.id, id));
  if (!found) throw commonRefusals.not_found();
}

const resultColumns = {
  id: results.id,
  customerRef: results.customerRef,
  paypalStatus: results.paypalStatus,
  transactionId: results.transactionId,
  currency: results.currency,
  amountMinor: results.amountMinor,
  feeMinor: results.feeMinor,
  batchId: results.batchId,
  itemId: results.itemId,
  problem: results.problem,
  at: results.at,
};
type ResultsInput = Input<typeof payouts.results>;
const resultList: ListDefinition<typeof resultColumns, ResultsInput> = {
  table: results,
  id: results.id,
  columns: resultColumns,
  search: (typed) => (typed === "" ? undefined : eq(results.customerRef, typed.toUpperCase())),
  sorts: { at: [results.at, results.id] },
  filters: {
    // Those that no payment matches belong to any batch.
    id: (id) => or(eq(results.batchId, id), isNull(results.batchId)),
    problem: (values) => isAnyOf(results.problem, values),
  },
  scope: () => undefined,
};

export async function listResults(ctx: Ctx, input: ResultsInput): Promise<Page<(typeof results)["$inferSelect"]>> {
  await requireBatch(ctx, input.id);
  return (await readPage(ctx, resultList, input)) as never;
}

/** Applies a row without a known payment to one that a person chose. */
export const matchResult = (ctx: Ctx, { id, itemId, reason }: Input<typeof payouts.match>) =>
  inTransaction(ctx, async (inner) => {
    const [row] = await inner.db.select().from(results).where(eq(results.id, id)).for("update");
    const [item] = await inner.db
      .select()
      .from(items)
      .where(and(eq(items.bucket, bucketOf(itemId)), eq(items.id, itemId)));
    if (!row || !item) throw commonRefusals.not_found();
    const report = { ...row, paypalStatus: row.paypalStatus as PaypalStatus };
    if (row.problem !== "unknown" || outcomeOf(report, item) !== "applies") throw refused.result_not_matchable();
    const problem = await applyRow(inner, report, item);
    if (problem !== null) throw refused.result_not_matchable();
    await inner.db.update(results).set({ batchId: item.batchId, itemId, problem: null }).where(eq(results.id, id));
    await reconcile(inner, item.batchId);
    const changes = { customerRef: { before: row.customerRef, after: item.customerRef } };
    await recordAudit(inner, [{ action: "match", resource: "payouts", resourceId: item.batchId, changes, reason }]);
    const [matched] = await inner.db.select(resultColumns).from(results).where(eq(results.id, id));
    return matched!;
  });

/** PayPal returns what nobody claimed for 30 days; then we do too, if no report said so. Answers how many. */
export async function returnUnclaimed(ctx: Ctx, most: number): Promise<number> {
  const due = await ctx.db
    .select({ id: items.id, batchId: items.batchId })
    .from(items)
    .where(
      and(
        eq(items.status, "sent"),
        inArray(items.paypalStatus, ["UNCLAIMED"]),
        sql`${items.sentAt} <= ${addMs(ctx.now, -unclaimedDays.returned * dayMs)}::timestamptz`,
      ),
    )
    .orderBy(desc(items.sentAt))
    .limit(most);
  for (const { id, batchId } of due) {
    try {
      await inTransaction(ctx, async (inner) => {
        await movePayout(inner, id, { to: "returned", paypalStatus: "RETURNED" });
        await reconcile(inner, batchId);
      });
    } catch (error) {
      if (!(error instanceof RefusedByDatabase)) throw error;
    }
  }
  return due.length;
}
