import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { preparedStatement, rowFrom, selectionOf } from "#api/statements.ts";
import { redemptionScope } from "#features/loyalty/promocodes/api/service/scopes.ts";
import { bucketOf } from "#features/loyalty/promocodes/api/service/statements.ts";
import {
  type RedemptionRecord,
  redemptionLinesTable as linesTable,
  redemptionsTable as table,
} from "#features/loyalty/promocodes/api/tables.ts";
import type { Redeemed, redemptionCalls } from "#features/loyalty/promocodes/contract/calls.ts";

/** These redemptions as the API answers them, oldest first. */
export async function readRedeemed(ctx: Ctx, ids: readonly string[]): Promise<Redeemed[]> {
  const rows = await readByIds(ctx.db, { ids: [...ids], buckets: [...new Set(ids.map(bucketOf))] });
  return rows.map((values) => redeemedOf(rowFrom(names, columns, values) as RedemptionRecord));
}

const [names, columns] = [Object.keys(getTableColumns(table)), Object.values(getTableColumns(table))];
// Prepared, as every redemption ends with it; in subselects, so that one plan is good for any number of ids.
const readByIds = preparedStatement(sql`
  ${selectionOf(columns, table)}
   where ${table.bucket} = any(array(select unnest(${sql.placeholder("buckets")}::smallint[])))
     and ${table.id} = any(array(select unnest(${sql.placeholder("ids")}::uuid[])))
   order by ${table.createdAt}, ${table.id}`);

/** Refuses with `not_found`, also for a redemption outside the caller's scope. */
export async function requireRedemption(ctx: Ctx, id: string): Promise<RedemptionRecord> {
  const [row] = await select(ctx, and(eq(table.bucket, bucketOf(id)), eq(table.id, id), redemptionScope(ctx)));
  if (!row) throw commonRefusals.not_found();
  return row;
}

export const getRedemption = async (ctx: Ctx, { id }: Input<typeof redemptionCalls.get>): Promise<Redeemed> =>
  redeemedOf(await requireRedemption(ctx, id));

/** The redemptions of a receipt, of which the caller sees those in their scope. */
export async function findRedemptions(
  ctx: Ctx,
  { retailerId, orderRef }: Input<typeof redemptionCalls.find>,
): Promise<Output<typeof redemptionCalls.find>> {
  const isWanted = and(eq(table.retailerId, retailerId), eq(table.orderRef, orderRef), redemptionScope(ctx));
  return { rows: (await select(ctx, isWanted)).map(redeemedOf) };
}

/** Its lines as they were redeemed, in order; none before a reservation is committed. */
export const readLines = (ctx: Ctx, id: string): Promise<(typeof linesTable.$inferSelect)[]> =>
  ctx.db
    .select()
    .from(linesTable)
    .where(and(eq(linesTable.bucket, bucketOf(id)), eq(linesTable.redemptionId, id)))
    .orderBy(asc(linesTable.number));

const select = (ctx: Ctx, condition: SQL | undefined) =>
  ctx.db.select().from(table).where(condition).orderBy(asc(table.createdAt), asc(table.id)).limit(100);

export const redeemedOf = (row: RedemptionRecord): Redeemed => ({
  id: row.id,
  campaignId: row.campaignId,
  code: row.codeKey,
  status: row.status,
  orderRef: row.orderRef,
  currency: row.currency,
  discountMinor: row.discountMinor,
  cashbackMinor: row.cashbackMinor,
  discountLeftMinor: row.discountLeftMinor,
  cashbackLeftMinor: row.cashbackLeftMinor,
  reservedUntil: row.reservedUntil,
  createdAt: row.createdAt,
});
