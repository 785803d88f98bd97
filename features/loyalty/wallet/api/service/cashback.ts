import { bucketOf } from "#features/loyalty/ledger/api/service/postings.ts";
import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import type { Page } from "#base/list.ts";
import { commonRefusals } from "#base/refusal.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { isAnyOf, type ListDefinition, readPage } from "#api/list.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { recordLive } from "#api/live/record.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { listTable, type TableFile } from "#api/tableFile.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import { memberNames, namesOf } from "#features/loyalty/wallet/api/service/names.ts";
import { decideCashback, refusing } from "#features/loyalty/wallet/api/service/statements.ts";
import {
  cashbackEventsTable as events,
  cashbackLinesTable as lines,
  type CashbackRecord,
  cashbackTable as table,
} from "#features/loyalty/wallet/api/tables.ts";
import {
  type Cashback,
  type cashback,
  type CashbackDetails,
  cashbackRefusals as refused,
} from "#features/loyalty/wallet/contract/cashback.ts";
import { actionsOf, type CashbackAction } from "#features/loyalty/wallet/rules/cashback.ts";
import { inChains } from "#features/retail/retailers/api/service/rows.ts";

/** Cashback belongs to the brand that pays it and the retailer where it was earned. */
export const cashbackRows = {
  resource: "cashback",
  table,
  id: table.id,
  by: { brand: table.brandId, retailer: (targets: readonly string[]) => inChains(table.retailerId, targets) },
} satisfies ScopePolicy;

const { bucket: _, ...columns } = {
  bucket: table.bucket,
  id: table.id,
  memberId: table.memberId,
  brandId: table.brandId,
  retailerId: table.retailerId,
  redemptionId: table.redemptionId,
  orderRef: table.orderRef,
  purchasedAt: table.purchasedAt,
  rateBps: table.rateBps,
  rateSource: table.rateSource,
  certificateId: table.certificateId,
  currency: table.currency,
  amountMinor: table.amountMinor,
  leftMinor: table.leftMinor,
  dueAt: table.dueAt,
  createdAt: table.createdAt,
  expiresAt: table.expiresAt,
  holdReason: table.holdReason,
  status: table.status,
};
type ListInput = Input<typeof cashback.list>;

export const cashbackList: ListDefinition<typeof columns, ListInput> = {
  table,
  id: table.id,
  columns,
  // Receipts are found in full.
  search: (typed) => (typed === "" ? undefined : eq(table.orderRef, typed)),
  sorts: { createdAt: [table.createdAt, table.id], dueAt: [table.dueAt, table.id] },
  filters: {
    status: (values) => isAnyOf(table.status, values),
    brandId: (id) => eq(table.brandId, id),
    retailerId: (id) => eq(table.retailerId, id),
    memberId: (id) => eq(table.memberId, id),
    currency: (currency) => eq(table.currency, currency),
    dueBefore: (at) => lte(table.dueAt, at),
  },
  scope: (ctx) => scopeCondition(ctx, cashbackRows),
};

export async function listCashback(ctx: Ctx, input: ListInput): Promise<Page<Cashback>> {
  const page = await readPage(ctx, cashbackList, input);
  return { ...page, rows: await named(ctx, page.rows) };
}

// biome-ignore format: a table
const exported = ["id", "member", "brand", "retailer", "orderRef", "purchasedAt", "rateSource", "rateBps", "currency", "amountMinor", "leftMinor", "dueAt", "expiresAt", "status"] as const;

export async function exportCashback(ctx: Ctx, input: ListInput): Promise<TableFile> {
  return listTable(ctx, cashbackList, input, {
    name: "cashback",
    header: exported,
    cellsOf: async (rows) => (await named(ctx, rows)).map((row) => exported.map((name) => row[name])),
  });
}

type CashbackRow = Omit<CashbackRecord, "bucket" | "events">;

async function named(ctx: Ctx, rows: readonly CashbackRow[]): Promise<Cashback[]> {
  const [members, brands, retailers] = await Promise.all([
    memberNames(
      ctx,
      rows.map(({ memberId }) => memberId),
    ),
    namesOf(
      ctx,
      "brands",
      rows.map(({ brandId }) => brandId),
    ),
    namesOf(
      ctx,
      "retailers",
      rows.map(({ retailerId }) => retailerId),
    ),
  ]);
  return rows.map((row) => ({
    ...row,
    member: members.get(row.memberId)!,
    brand: row.brandId && (brands.get(row.brandId) ?? null),
    retailer: retailers.get(row.retailerId) ?? row.retailerId.slice(-8),
    actions: actionsOf(row),
  }));
}

/** These entries, oldest first. The caller checked that they may be read. */
export async function readCashback(ctx: Ctx, ids: readonly string[]): Promise<Cashback[]> {
  const buckets = [...new Set(ids.map(bucketOf))];
  const rows = await ctx.db
    .select(columns)
    .from(table)
    .where(and(inArray(table.bucket, buckets), inArray(table.id, [...ids])))
    .orderBy(asc(table.createdAt), asc(table.id));
  return named(ctx, rows);
}

/** Refuses with `not_found`, also for one outside the caller's scope. */
async function requireCashback(ctx: Ctx, id: string): Promise<Cashback> {
  const rows = await ctx.db
    .select(columns)
    .from(table)
    .where(and(eq(table.bucket, bucketOf(id)), eq(table.id, id), scopeCondition(ctx, cashbackRows)));
  const [found] = await named(ctx, rows);
  if (!found) throw commonRefusals.not_found();
  return found;
}

export async function getCashback(ctx: Ctx, { id }: Input<typeof cashback.get>): Promise<CashbackDetails> {
  const entry = await requireCashback(ctx, id);
  const bucket = bucketOf(id);
  const history = await ctx.db
    .select()
    .from(events)
    .where(and(eq(events.bucket, bucket), eq(events.cashbackId, id)))
    .orderBy(asc(events.sequence));
  const bought = await ctx.db
    .select({ line: lines, product: sql<string | null>`${productsTable.name}` })
    .from(lines)
    .leftJoin(productsTable, eq(productsTable.id, lines.productId))
    .where(and(eq(lines.bucket, bucket), eq(lines.cashbackId, id)))
    .orderBy(asc(lines.number));
  const actors = await namesOf(
    ctx,
    "users",
    history.map(({ actorId }) => actorId),
  );
  return {
    cashback: entry,
    lines: bought.map(({ line, product }) => ({ ...line, product })),
    events: history.map((event) => ({ ...event, actor: event.actorId && (actors.get(event.actorId) ?? null) })),
  };
}

type DecisionInput = { readonly id: string; readonly reason: string; readonly amountMinor?: number | undefined };

/** Confirms, declines, holds, releases or reverses one entry. Refuses if its status does not allow it any more. */
export const decide =
  (action: CashbackAction) =>
  (ctx: Ctx, input: DecisionInput): Promise<Output<typeof cashback.confirm>> =>
    inTransaction(ctx, async (inner) => {
      const before = await requireCashback(inner, input.id);
      const code = await refusing(decideCashback(inner, action, input));
      if (code === "exceeds_cashback_left") throw refused.exceeds_cashback_left();
      if (code !== null) throw refused.invalid_cashback_transition({ from: before.status });
      await recordLive(inner, { resource: "cashback", ids: [input.id] });
      await recordLive(inner, { resource: "wallets", ids: [before.memberId] });
      return requireCashback(inner, input.id);
    });
