import { and, asc, eq, ne, notInArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { retailerRows, retailerScope } from "#features/retail/retailers/api/service/rows.ts";
import { closureTable, type RetailerRecord, retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import { assignmentsTable } from "#features/retail/assignments/api/tables.ts";
import { type Retailer, retailers } from "#features/retail/retailers/contract.ts";
import type { Branches } from "#features/retail/retailers/record/lifecycle.ts";
import type { Candidate } from "#features/retail/retailers/record/rules.ts";
import { retailerTypesById } from "#features/retail/retailer-types/api/store.ts";
import type { RetailerTypeInput } from "#features/retail/retailer-types/fields.ts";

type RelatedRecords = Pick<Retailer, "type" | "chain" | "branchesCount" | "productsCount" | "stoppedCount"> & {
  readonly branches: Branches;
};

/** What the API returns of a retailer besides its own row. */
export async function readRelated(
  ctx: Ctx,
  { id, retailerTypeId }: Pick<RetailerRecord, "id" | "retailerTypeId">,
): Promise<RelatedRecords> {
  const type = (await retailerTypesById(ctx, [retailerTypeId])).get(retailerTypeId)!;
  const { branchesCount, ...branches } = await countBranches(ctx, id);
  const counts = (await countProducts(ctx, [id])).get(id) ?? noProducts;
  return {
    type: {
      id: type.id,
      code: type.code,
      name: type.name,
      nameI18n: type.nameI18n,
      ...demandsOf(type),
    },
    chain: await readChain(ctx, id),
    branchesCount,
    branches,
    ...counts,
  };
}

/** What a type demands of its retailers before a transition. */
export const demandsOf = ({
  channel,
  kycLevel,
}: Pick<RetailerTypeInput, "channel" | "kycLevel">): Candidate["type"] => ({
  isOnline: channel === "online",
  kycLevel,
});

/** Only branches that the caller may see can go along with it; open ones block it for every user. */
async function countBranches(ctx: Ctx, id: string): Promise<Branches & { readonly branchesCount: number }> {
  const countOf = (...conditions: (SQL | undefined)[]) =>
    sql<number>`(count(*) filter (where ${and(...conditions)}))::int`;
  const isMet = retailerScope(ctx) ?? sql`true`;
  const [counts] = await ctx.db
    .select({
      branchesCount: sql<number>`count(*)::int`,
      open: countOf(notInArray(table.status, ["closed", "rejected"])),
      active: countOf(eq(table.status, "active"), isMet),
      suspended: countOf(eq(table.status, "suspended"), isMet),
      broughtDown: countOf(eq(table.suspendedWithId, id), isMet),
    })
    .from(closureTable)
    .innerJoin(table, eq(table.id, closureTable.descendantId))
    .where(and(eq(closureTable.ancestorId, id), ne(closureTable.distance, 0)));
  return counts!;
}

/** The chains above a retailer, the nearest first, as far as the caller may read them. */
const readChain = (ctx: Ctx, id: string): Promise<Retailer["chain"]> =>
  ctx.db
    .select({ id: table.id, code: table.code, name: table.tradingName })
    .from(closureTable)
    .innerJoin(table, eq(table.id, closureTable.ancestorId))
    .where(
      and(
        eq(closureTable.descendantId, id),
        ne(closureTable.distance, 0),
        scopeCondition(ctx, retailerRows, retailers.get.permission),
      ),
    )
    .orderBy(asc(closureTable.distance));

type ProductCounts = Pick<Retailer, "productsCount" | "stoppedCount">;
export const noProducts: ProductCounts = { productsCount: 0, stoppedCount: 0 };

/** When one of its assignments last changed, of each of these retailers that has or had any. */
export async function assignmentsChangedAt(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { retailerId, updatedAt } = assignmentsTable;
  const rows = await ctx.db
    .select({ retailerId, changedAt: sql<string>`max(${updatedAt})`.mapWith(updatedAt) })
    .from(assignmentsTable)
    .where(isAnyOf(retailerId, ids))
    .groupBy(retailerId);
  return new Map(rows.map((row) => [row.retailerId, row.changedAt]));
}

/** How many products each of these retailers has now, and how many of them are paused. */
export async function countProducts(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, ProductCounts>> {
  if (ids.length === 0) return new Map();
  const { retailerId, productId, status } = assignmentsTable;
  const rows = await ctx.db
    .select({
      retailerId,
      productsCount: sql<number>`count(distinct ${productId})::int`,
      stoppedCount: sql<number>`(count(distinct ${productId}) filter (where ${eq(status, "paused")}))::int`,
    })
    .from(assignmentsTable)
    .where(and(isAnyOf(retailerId, ids), ne(status, "ended")))
    .groupBy(retailerId);
  return new Map(rows.map(({ retailerId: id, ...counts }) => [id, counts]));
}
