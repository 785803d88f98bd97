import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { campaignsTable, redemptionsTable as table } from "#features/loyalty/promocodes/api/tables.ts";
import { redemptionRefusals as refused } from "#features/loyalty/promocodes/contract/calls.ts";
import { inChains, retailerScope } from "#features/retail/retailers/api/service/rows.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";

/** Redemptions belong to their retailer and to the brand of their promocode, and are limited with either. */
export const redemptionRows = {
  resource: "redemptions",
  table,
  id: table.id,
  by: {
    retailer: (targets: readonly string[]) => inChains(table.retailerId, targets),
    brand: (targets: readonly string[]) => sql`${table.campaignId} = any(array(
      select ${campaignsTable.id} from ${campaignsTable} where ${isAnyOf(campaignsTable.ownerBrandId, targets)}))`,
  },
} satisfies ScopePolicy;

export const redemptionScope = (ctx: Ctx) => scopeCondition(ctx, redemptionRows);

/** Whether this is the retailer and the caller may use it: alike false for one that does not exist. */
export const isReachable = (ctx: Ctx, retailerId: string): SQL | undefined =>
  and(eq(retailersTable.id, retailerId), retailerScope(ctx));

/** Refuses with `unknown_retailer`, alike for a retailer that does not exist and for one outside the caller's scope. */
export async function requireRetailer(ctx: Ctx, retailerId: string): Promise<void> {
  const [found] = await ctx.db
    .select({ id: retailersTable.id })
    .from(retailersTable)
    .where(isReachable(ctx, retailerId));
  if (!found) throw refused.unknown_retailer();
}
