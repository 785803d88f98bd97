import { and, eq } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { redemptionsTable as table } from "#features/loyalty/promocodes/api/tables.ts";
import { redemptionRefusals as refused } from "#features/loyalty/promocodes/contract/calls.ts";
import { inChains, retailerScope } from "#features/retail/retailers/api/service/rows.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";

/** Redemptions belong to their retailer, and are limited with it. */
export const redemptionRows = {
  resource: "redemptions",
  table,
  id: table.id,
  by: { retailer: (targets: readonly string[]) => inChains(table.retailerId, targets) },
} satisfies ScopePolicy;

export const redemptionScope = (ctx: Ctx) => scopeCondition(ctx, redemptionRows);

/** Refuses with `unknown_retailer`, alike for a retailer that does not exist and for one outside the caller's scope. */
export async function requireRetailer(ctx: Ctx, retailerId: string): Promise<void> {
  const [found] = await ctx.db
    .select({ id: retailersTable.id })
    .from(retailersTable)
    .where(and(eq(retailersTable.id, retailerId), retailerScope(ctx)));
  if (!found) throw refused.unknown_retailer();
}
