import { or, sql, type SQL } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { assignmentRowsTable as rows } from "#features/retail/assignments/api/tables.ts";
import { inSubtrees } from "#features/catalogue/categories/api/service/subtrees.ts";
import { productRows } from "#features/catalogue/products/api/service/scopePolicy.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import { inChains, retailerRows } from "#features/retail/retailers/api/service/rows.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";

/** The resource of an assignment's audit entries. */
export const auditResource = "assignments";

/** The ids as one parameter, however many there are. */
export const uuids = (ids: readonly string[]): SQL => sql`${`{${ids.join(",")}}`}::uuid[]`;

export const assignmentRows: ScopePolicy = {
  resource: auditResource,
  table: rows,
  id: rows.id,
  own: rows.assignedBy,
  by: {
    retailer: (targets) => inChains(rows.retailerId, targets),
    brand: rows.brandId,
    category: (targets) => inSubtrees(rows.categoryId, targets),
    country: rows.country,
  },
};

/** The assignments in the caller's scope for the current operation. */
export const assignmentScope = (ctx: Ctx): SQL | undefined => scopeCondition(ctx, assignmentRows);

const retailerPolicy: ScopePolicy = {
  resource: auditResource,
  table: retailersTable,
  id: retailersTable.id,
  by: retailerRows.by,
};
// Not country scopes: users with one reach all products at the country's retailers, and none elsewhere.
const productPolicy: ScopePolicy = {
  resource: auditResource,
  table: productsTable,
  id: productsTable.id,
  by: { brand: productRows.by.brand, category: productRows.by.category },
};

/**
 * Retailers at which the caller's scope has every product: their own. Undefined means all; for scopes of brands or
 * categories, which have products at any retailer, see `goodsScope`. For the current operation by default.
 */
export const retailerScope = (ctx: Ctx, permission?: string): SQL | undefined =>
  scopeCondition(ctx, retailerPolicy, permission);

/** Products in the caller's scope at every retailer, for the current operation by default. */
export const productScope = (ctx: Ctx, permission?: string): SQL | undefined =>
  scopeCondition(ctx, productPolicy, permission);

/**
 * Retailers visible to the caller: those in scope, those that sell a product in scope, and all of them if the caller
 * may assign such products anywhere. Undefined means all. For the current operation by default.
 */
export function visibleRetailers(ctx: Ctx, permission?: string): SQL | undefined {
  const own = retailerScope(ctx, permission);
  if (own === undefined || !isScopedToProducts(ctx)) return own;
  if (bringing.some((each) => ctx.actor?.permissions.has(each))) return undefined;
  const sellsTheirs = sql`${retailersTable.id} in (
    select retailer_id from assignments
     where product_id in (select ${productsTable.id} from ${productsTable} where ${productScope(ctx, permission)}))`;
  return or(own, sellsTheirs);
}

/** Users with one of these permissions may choose among retailers for their products. */
const bringing = ["assignments.update", "assignments.import"];

/** Whether the user has products that they may assign to any retailer. */
export const isScopedToProducts = (ctx: Ctx): boolean =>
  ctx.actor === null || ctx.actor.scopes.some(({ kind }) => kind === "brand" || kind === "category");
