import { type SQL, sql } from "drizzle-orm";
import type { SideEffect } from "#base/eventTypes.ts";
import { requirementLost } from "#base/impact.ts";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { productRows } from "#features/catalogue/products/api/service/scopePolicy.ts";
import { products } from "#features/catalogue/products/contract.ts";

/** The requirements of a category's products before a change of the tree, which is already written. */
export type CategoryBefore = { readonly id: string; readonly relevance: string; readonly meat: boolean | null };

/** A product whose category or meat declaration changed. */
export type ProductChange = {
  readonly id: string;
  readonly from: string | null;
  readonly to: string | null;
  /** Its own meat declaration. Absent if unchanged. */
  readonly meat?: { readonly before: boolean | null; readonly after: boolean | null };
};

type RequirementChange = {
  readonly products?: readonly ProductChange[];
  readonly categories?: readonly CategoryBefore[];
};

const namedMax = 10;

/**
 * One consequence with the products that lose requirements, by name if the caller may see them, or none. `offers`
 * counts their active assignments. Call it after the change is written.
 */
export async function requirementLosses(ctx: Ctx, changed: RequirementChange): Promise<readonly SideEffect[]> {
  const lost = await productsThatLose(ctx, changed);
  if (lost.length === 0) return [];
  const ids = sql`${`{${lost.map(({ id }) => id).join(",")}}`}::uuid[]`;
  const scope = scopeCondition(ctx, productRows, products.list.permission);
  const offers = await rowsOf<{ count: number }>(
    ctx,
    sql`select count(*)::int as count from assignments
         where product_id = any(${ids}) and status = 'active' and ended_at is null`,
  );
  const named = await rowsOf<NamedProduct>(
    ctx,
    sql`select id, code, name, name_i18n as "nameI18n" from products
         where id = any(${ids}) ${scope ? sql`and ${scope}` : sql``}
         order by sort_key, id
         limit ${namedMax}`,
  );
  const facts = {
    noLongerRequired: lost.filter(({ isFreed }) => isFreed).length,
    noLongerMeat: lost.filter(({ isNoMeat }) => isNoMeat).length,
    offers: offers[0]!.count,
  };
  return [
    {
      resource: "products",
      verb: requirementLost,
      count: lost.length,
      facts: Object.fromEntries(Object.entries(facts).filter(([, count]) => count > 0)),
      reaches: named.map((product) => ({ resource: "products", ...product, count: 1 })),
    },
  ];
}

type NamedProduct = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly nameI18n: Record<string, string>;
};

type Loss = { readonly id: string; readonly isFreed: boolean; readonly isNoMeat: boolean };

// From the least to the most strict.
const levels = sql`array['not_applicable', 'recommended', 'required']`;

/**
 * Products that lose requirements: their halal relevance is lower than before, or they no longer count as meat. Drafts,
 * which are still being written, and archived products don't count.
 */
export function productsThatLose(
  ctx: Ctx,
  { products: moved = [], categories = [] }: RequirementChange,
): Promise<readonly Loss[]> {
  if (moved.length + categories.length === 0) return Promise.resolve([]);
  return rowsOf<Loss>(
    ctx,
    sql`
    with was as (
      select * from jsonb_to_recordset(${JSON.stringify(categories)}::jsonb) as given (id uuid, relevance text, meat boolean)
    ), moved as (
      select id, "from", "to", meat
        from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as given (id uuid, "from" uuid, "to" uuid, meat jsonb)
    ), concerned as (
      select * from moved
       union all
      select id, category_id, category_id, null from products
       where category_id in (select id from was) and id not in (select id from moved)
    ), compared as (
      select product.id,
             array_position(${levels}, coalesce(was.relevance, earlier.effective_halal_relevance, 'required'))
               > array_position(${levels}, coalesce(later.effective_halal_relevance, 'required')) as is_freed,
             coalesce(case when concerned.meat is null then product.contains_meat
                           else (concerned.meat ->> 'before')::boolean end,
                      case when was.id is null then earlier.effective_contains_meat else was.meat end) is true
               and coalesce(case when concerned.meat is null then product.contains_meat
                                 else (concerned.meat ->> 'after')::boolean end,
                            later.effective_contains_meat) is not true as is_no_meat
        from concerned
        join products as product on product.id = concerned.id
        left join categories as earlier on earlier.id = concerned."from"
        left join was on was.id = concerned."from"
        left join categories as later on later.id = concerned."to"
       where product.status not in ('draft', 'archived')
    )
    select id, is_freed as "isFreed", is_no_meat as "isNoMeat" from compared where is_freed or is_no_meat`,
  );
}

const rowsOf = async <Row>(ctx: Ctx, query: SQL): Promise<Row[]> =>
  ((await ctx.db.execute(query)) as { rows: Row[] }).rows;
