import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { inSubtrees } from "#features/catalogue/categories/api/service/subtrees.ts";
import { productsTable as table } from "#features/catalogue/products/api/tables.ts";

/** A product is in the scope of its brand, of its category's subtree and of its brand's country. */
export const productRows = {
  resource: "products",
  table,
  id: table.id,
  own: table.createdBy,
  by: {
    brand: table.brandId,
    category: (targets: readonly string[]) => inSubtrees(table.categoryId, targets),
    country: (targets: readonly string[]) => sql`${table.brandId} in (
      select id from brands where country = any(${`{${targets.join(",")}}`}::text[]))`,
  },
  label: { title: table.name, code: table.code, search: table.searchKey },
} satisfies ScopePolicy;

/** The products that the caller may see in the operation that runs. */
export const productScope = (ctx: Ctx): SQL | undefined => scopeCondition(ctx, productRows);
