import { or, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Ctx } from "#api/context.ts";
import { rowScope } from "#api/rowScope.ts";
import type { ScopedRows } from "#api/scopedRows.ts";
import { assignmentRowsTable as rows, productsTable, retailersTable } from "#features/assignments/api/tables.ts";

/** The resource of an assignment's audit entries. */
export const auditResource = "assignments";

/** The ids as one parameter, however many there are. */
export const uuids = (ids: readonly string[]): SQL => sql`${`{${ids.join(",")}}`}::uuid[]`;

/** A retailer's scope reaches its branches, a category's what is below it. */
export const isOfRetailers = (column: PgColumn, targets: readonly string[]): SQL =>
  sql`${column} in (select descendant_id from retailer_closure where ancestor_id = any(${uuids(targets)}))`;
export const isOfCategories = (column: PgColumn, targets: readonly string[]): SQL =>
  sql`${column} in (select descendant_id from category_closure where ancestor_id = any(${uuids(targets)}))`;

export const assignmentRows: ScopedRows = {
  resource: auditResource,
  table: rows,
  id: rows.id,
  own: rows.assignedBy,
  by: {
    retailer: (targets) => isOfRetailers(rows.retailerId, targets),
    brand: rows.brandId,
    category: (targets) => isOfCategories(rows.categoryId, targets),
    country: rows.country,
  },
};

/** The assignments that this person may meet in the operation that runs. */
export const assignmentScope = (ctx: Ctx): SQL | undefined => rowScope(ctx, assignmentRows);

const shops: ScopedRows = {
  resource: auditResource,
  table: retailersTable,
  id: retailersTable.id,
  by: { retailer: (targets) => isOfRetailers(retailersTable.id, targets), country: retailersTable.country },
};
const goods: ScopedRows = {
  resource: auditResource,
  table: productsTable,
  id: productsTable.id,
  by: { brand: productsTable.brandId, category: (targets) => isOfCategories(productsTable.categoryId, targets) },
};

/**
 * Retailers at which the caller reaches every product: their own. Undefined where all are; somebody who is bound to brands
 * or categories reaches their products anywhere, see `goodsScope`. By the operation that runs, unless a permission is said.
 */
export const shopScope = (ctx: Ctx, permission?: string): SQL | undefined => rowScope(ctx, shops, permission);

/** Products in the caller's scope at every retailer, for the current operation by default. */
export const goodsScope = (ctx: Ctx, permission?: string): SQL | undefined => rowScope(ctx, goods, permission);

/**
 * Retailers visible to the caller: those in scope, those that sell a product in scope, and all of them if the caller
 * may assign such products anywhere. Undefined means all. For the current operation by default.
 */
export function knownShops(ctx: Ctx, permission?: string): SQL | undefined {
  const own = shopScope(ctx, permission);
  if (own === undefined || !hasGoods(ctx)) return own;
  if (bringing.some((each) => ctx.actor?.permissions.has(each))) return undefined;
  const sellsTheirs = sql`${retailersTable.id} in (
    select retailer_id from assignments
     where product_id in (select ${productsTable.id} from ${productsTable} where ${goodsScope(ctx, permission)}))`;
  return or(own, sellsTheirs);
}

/** Users with one of these permissions may choose among retailers for their products. */
const bringing = ["assignments.update", "assignments.import"];

/** Whether somebody has products that they may bring to any retailer. */
export const hasGoods = (ctx: Ctx): boolean =>
  ctx.actor === null || ctx.actor.scopes.some(({ kind }) => kind === "brand" || kind === "category");
