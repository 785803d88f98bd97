import { asc, eq, inArray, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import type { Page } from "#base/list.ts";
import { commonRefusals } from "#base/refusal.ts";
import { recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { isAnyOf, type ListDefinition, readPage } from "#api/list.ts";
import { writeFiles } from "#features/loyalty/wallet/api/service/payoutFiles.ts";
import { nextPayees } from "#features/loyalty/wallet/api/service/payees.ts";
import { namesOf } from "#features/loyalty/wallet/api/service/names.ts";
import { idInBucketOf, refusing, movePayout, takePayout } from "#features/loyalty/wallet/api/service/statements.ts";
import {
  type BatchRecord,
  batchesTable as table,
  itemsTable,
  payoutFilesTable,
} from "#features/loyalty/wallet/api/tables.ts";
import {
  type PayoutBatch,
  payoutRefusals as refused,
  type payouts,
} from "#features/loyalty/wallet/contract/payouts.ts";
import { walletRefusals } from "#features/loyalty/wallet/contract/wallets.ts";
import { exponentOf } from "#features/loyalty/wallet/api/service/wallets.ts";
import { customerRefOf, isPayable } from "#features/loyalty/wallet/rules/paypal.ts";
import {
  type BatchAction,
  batchActionsOf,
  canStep,
  type BatchStatus,
  itemStatuses,
} from "#features/loyalty/wallet/rules/payouts.ts";

const columns = {
  id: table.id,
  number: table.number,
  currency: table.currency,
  source: table.source,
  status: table.status,
  items: table.items,
  totalMinor: table.totalMinor,
  createdAt: table.createdAt,
  createdBy: table.createdBy,
  lockedAt: table.lockedAt,
  lockedBy: table.lockedBy,
  approvedAt: table.approvedAt,
  approvedBy: table.approvedBy,
  exportedAt: table.exportedAt,
  submittedAt: table.submittedAt,
  closedAt: table.closedAt,
};
type ListInput = Input<typeof payouts.list>;
const list: ListDefinition<typeof columns, ListInput> = {
  table,
  id: table.id,
  columns,
  search: (typed) => {
    const number = /^(?:PB-\d{4}-)?(\d{1,9})$/i.exec(typed)?.[1];
    return typed === "" ? undefined : number === undefined ? sql`false` : eq(table.number, Number(number));
  },
  sorts: { createdAt: [table.createdAt, table.id] },
  filters: {
    status: (values) => isAnyOf(table.status, values),
    currency: (currency) => eq(table.currency, currency),
  },
  scope: () => undefined,
};

export async function listBatches(ctx: Ctx, input: ListInput): Promise<Page<PayoutBatch>> {
  const page = await readPage(ctx, list, input);
  return { ...page, rows: await answers(ctx, page.rows) };
}

export async function getBatch(ctx: Ctx, { id }: Input<typeof payouts.get>): Promise<PayoutBatch> {
  const [batch] = await answers(ctx, await ctx.db.select(columns).from(table).where(eq(table.id, id)));
  if (!batch) throw commonRefusals.not_found();
  return batch;
}

/** PayPal usually takes 2 % of a payment. */
const feeBps = 200;

async function answers(ctx: Ctx, rows: readonly BatchRecord[]): Promise<PayoutBatch[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const files = await ctx.db
    .select({
      batchId: payoutFilesTable.batchId,
      part: payoutFilesTable.part,
      rows: payoutFilesTable.rows,
      totalMinor: payoutFilesTable.totalMinor,
      sha256: payoutFilesTable.sha256,
    })
    .from(payoutFilesTable)
    .where(inArray(payoutFilesTable.batchId, ids))
    .orderBy(asc(payoutFilesTable.part));
  const counts = await ctx.db
    .select({
      batchId: itemsTable.batchId,
      status: itemsTable.status,
      count: sql<number>`count(*)::int`,
      feeMinor: sql<number>`sum(${itemsTable.feeMinor})::float8`,
    })
    .from(itemsTable)
    .where(inArray(itemsTable.batchId, ids))
    .groupBy(itemsTable.batchId, itemsTable.status);
  const users = await namesOf(
    ctx,
    "users",
    rows.flatMap(({ createdBy, approvedBy }) => [createdBy, approvedBy]),
  );
  return rows.map(({ lockedBy: _, ...row }) => {
    const own = counts.filter(({ batchId }) => batchId === row.id);
    const countOf = (status: string) => own.find((each) => each.status === status)?.count ?? 0;
    return {
      ...row,
      code: `PB-${row.createdAt.slice(0, 4)}-${String(row.number).padStart(4, "0")}`,
      exponent: exponentOf(row.currency),
      feeEstimateMinor: Math.round((row.totalMinor * feeBps) / 10_000),
      feeMinor: own.reduce((total, { feeMinor }) => total + feeMinor, 0),
      createdBy: row.createdBy && (users.get(row.createdBy) ?? null),
      approvedBy: row.approvedBy && (users.get(row.approvedBy) ?? null),
      files: files
        .filter(({ batchId }) => batchId === row.id)
        .map(({ part, rows: count, totalMinor, sha256 }) => ({ part, rows: count, totalMinor, sha256 })),
      byStatus: Object.fromEntries(itemStatuses.map((status) => [status, countOf(status)])) as PayoutBatch["byStatus"],
      actions: batchActionsOf(row.status),
    };
  });
}

export const createBatch = (ctx: Ctx, { id, currency, source }: Input<typeof payouts.create>): Promise<PayoutBatch> =>
  inTransaction(ctx, async (inner) => {
    if (!isPayable(currency)) throw walletRefusals.currency_not_supported({ currency });
    const createdBy = inner.actor?.userId ?? null;
    const made = await inner.db
      .insert(table)
      .values({ id, currency, source, status: "draft", createdAt: inner.now, createdBy })
      .onConflictDoNothing()
      .returning({ id: table.id });
    if (made.length === 0) {
      const [known] = await inner.db.select(columns).from(table).where(eq(table.id, id));
      const isSame = known?.currency === currency && known.source === source && known.createdBy === createdBy;
      if (!isSame) throw refused.payout_id_taken();
      return getBatch(inner, { id });
    }
    const changes = { currency: { before: null, after: currency }, source: { before: null, after: source } };
    await recordAudit(inner, [{ action: "create", resource: "payouts", resourceId: id, changes }]);
    return getBatch(inner, { id });
  });

/** Locks the row and checks that the step may start from its status. */
async function startStep(ctx: Ctx, id: string, action: BatchAction): Promise<BatchRecord> {
  const [batch] = await ctx.db.select(columns).from(table).where(eq(table.id, id)).for("update");
  if (!batch) throw commonRefusals.not_found();
  if (!canStep(action, batch.status)) throw refused.invalid_payout_transition({ from: batch.status });
  return batch;
}

async function finishStep(
  ctx: Ctx,
  { id, status }: BatchRecord,
  action: BatchAction,
  columnsAfter: Partial<BatchRecord> & { status: BatchStatus },
): Promise<PayoutBatch> {
  await ctx.db.update(table).set(columnsAfter).where(eq(table.id, id));
  const changes = { status: { before: status, after: columnsAfter.status } };
  await recordAudit(ctx, [{ action, resource: "payouts", resourceId: id, changes }]);
  return getBatch(ctx, { id });
}

/** Sets the payments aside in the order of buckets and members, and writes the files: what is approved is what is sent. */
export const lockBatch = (ctx: Ctx, { id }: Input<typeof payouts.lock>): Promise<PayoutBatch> =>
  inTransaction(ctx, async (inner) => {
    const batch = await startStep(inner, id, "lock");
    let sequence = 0;
    let totalMinor = 0;
    for (const payee of await nextPayees(inner, batch)) {
      const itemId = idInBucketOf(inner, payee.memberId);
      const item = {
        id: itemId,
        batch_id: id,
        sequence: sequence + 1,
        member_id: payee.memberId,
        currency: batch.currency,
        amount_minor: payee.amountMinor,
        recipient_sealed: payee.recipientSealed,
        recipient_masked: payee.recipientMasked,
        customer_ref: customerRefOf(itemId),
      };
      if (!(await refusing(takePayout(inner, item, payee.requestId)))) continue;
      sequence++;
      totalMinor += payee.amountMinor;
    }
    if (sequence === 0) throw refused.nothing_to_pay();
    await writeFiles(inner, batch);
    return finishStep(inner, batch, "lock", {
      status: "locked",
      items: sequence,
      totalMinor,
      lockedAt: inner.now,
      lockedBy: inner.actor?.userId ?? null,
    });
  });

export const approveBatch = (ctx: Ctx, { id }: Input<typeof payouts.approve>): Promise<PayoutBatch> =>
  inTransaction(ctx, async (inner) => {
    const batch = await startStep(inner, id, "approve");
    const { userId } = actorOf(inner);
    if (userId === batch.createdBy || userId === batch.lockedBy) throw refused.same_person();
    return finishStep(inner, batch, "approve", { status: "approved", approvedAt: inner.now, approvedBy: userId });
  });

export const exportBatch = (ctx: Ctx, { id }: Input<typeof payouts.export>): Promise<PayoutBatch> =>
  inTransaction(ctx, async (inner) => {
    const batch = await startStep(inner, id, "export");
    return finishStep(inner, batch, "export", { status: "exported", exportedAt: inner.now });
  });

const itemsOf = (ctx: Ctx, batchId: string) =>
  ctx.db
    .select({ id: itemsTable.id })
    .from(itemsTable)
    .where(eq(itemsTable.batchId, batchId))
    .orderBy(asc(itemsTable.bucket), asc(itemsTable.memberId));

export const submitBatch = (ctx: Ctx, { id }: Input<typeof payouts.submit>): Promise<PayoutBatch> =>
  inTransaction(ctx, async (inner) => {
    const batch = await startStep(inner, id, "submit");
    for (const item of await itemsOf(inner, id)) await refusing(movePayout(inner, item.id, { to: "sent" }));
    return finishStep(inner, batch, "submit", { status: "submitted", submittedAt: inner.now });
  });

/** Gives what was set aside back. Once the file was exported, only with the declaration that it was not uploaded. */
export const cancelBatch = (ctx: Ctx, { id, isFileUnused }: Input<typeof payouts.cancel>): Promise<PayoutBatch> =>
  inTransaction(ctx, async (inner) => {
    const batch = await startStep(inner, id, "cancel");
    if (batch.status === "exported" && !isFileUnused) throw refused.batch_exported();
    for (const item of await itemsOf(inner, id)) await refusing(movePayout(inner, item.id, { to: "cancelled" }));
    return finishStep(inner, batch, "cancel", { status: "cancelled", closedAt: inner.now });
  });

/** After results: reconciled once every payment has ended. */
export async function reconcile(ctx: Ctx, batchId: string): Promise<void> {
  await ctx.db.execute(sql`
    update ${table} as batch
       set status = case when its.open = 0 then 'reconciled' when its.ended > 0 then 'partially_reconciled' else batch.status end,
           closed_at = case when its.open = 0 then coalesce(batch.closed_at, ${ctx.now}::timestamptz) end
      from (select count(*) filter (where status = 'sent') as open, count(*) filter (where status <> 'sent') as ended
              from ${itemsTable} where batch_id = ${batchId}::uuid) as its
     where batch.id = ${batchId}::uuid and batch.status in ('submitted', 'partially_reconciled', 'reconciled')`);
}
