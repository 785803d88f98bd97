import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { readArrays } from "#api/statements.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { brands } from "#features/catalogue/brands/contract.ts";

const literal = (ids: readonly string[]) => sql`${`{${ids.join(",")}}`}::uuid[]`;

/** Brands with a product in one of these categories or below it. */
export const isUnderCategories = (categories: readonly string[], ctx: Ctx): SQL =>
  hasProductIn(
    ctx,
    sql`array(select descendant_id from category_closure where ancestor_id = any(${literal(categories)}))`,
  );

/**
 * The same for the first rows only. The categories are looked up before, so that the planner knows how many products
 * they have. For a large category it walks the brands in order until a page is full; for a small one it starts with the
 * products. With a million brands and 300,000 products that takes 3 to 9 ms, and either way alone takes a second.
 */
export async function underCategories(ctx: Ctx, categories: readonly string[]): Promise<SQL> {
  const rows = await readArrays(
    ctx.db,
    sql`select distinct descendant_id from category_closure where ancestor_id = any(${literal(categories)})`,
    { hasStablePlan: true },
  );
  return hasProductIn(ctx, literal(rows.map(([id]) => id as string)));
}

/** Only products that the caller may see: their area has declared its scopes (`ScopePolicy`). */
function hasProductIn(ctx: Ctx, categories: SQL): SQL {
  const rows = ctx.catalogue.scopedRows.find(({ resource }) => resource === "products");
  if (rows === undefined) return sql`false`;
  const scope = scopeCondition(ctx, rows, brands.figures.permission) ?? sql`true`;
  return sql`exists (
    select from products
     where products.brand_id = ${brandsTable.id} and products.status <> 'archived'
       and products.category_id = any(${categories}) and ${scope})`;
}
