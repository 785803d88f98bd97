import { sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { readArrays } from "#api/statements.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { type BrandFigures, certifiedPart } from "#features/catalogue/brands/contract/figures.ts";

/** Product figures of each brand, for the brands of a page. */
export const readBrandFigures = async (
  ctx: Ctx,
  { brandIds }: Input<typeof brands.figures>,
): Promise<Output<typeof brands.figures>> => ({ rows: [...(await figuresByBrand(ctx, brandIds)).values()] });

/**
 * By brand, in one statement for all of them; a brand without visible products is left out.
 *
 * Products belong to another area, which depends on this one: its declared `ScopePolicy` decides which of them the
 * caller may see, and the promotion rule (features/retail/assignments) whether one is certified. The rule checks only
 * products with a certificate.
 */
export async function figuresByBrand(
  ctx: Ctx,
  brandIds: readonly string[],
): Promise<ReadonlyMap<string, BrandFigures>> {
  const rows = ctx.catalogue.scopedRows.find(({ resource }) => resource === "products");
  if (rows === undefined || brandIds.length === 0) return new Map();
  const scope = scopeCondition(ctx, rows, brands.figures.permission) ?? sql`true`;
  const found = await readArrays(
    ctx.db,
    sql`
    with shown as materialized (
           select products.id, products.brand_id,
                  products.status = 'published'
                  and category.effective_halal_relevance is distinct from 'not_applicable' as is_certifiable
             from products
             left join categories as category on category.id = products.category_id
            where products.brand_id = any(${`{${brandIds.join(",")}}`}::uuid[])
              and products.status <> 'archived' and ${scope}),
         named as materialized (
           select shown.id, shown.brand_id
             from shown
            where shown.is_certifiable
              and exists (select from certificate_products as line where line.product_id = shown.id)),
         proven as (
           select named.brand_id, count(*)::int as certified
             from named
             join product_halal_of(array(select id from named), ${ctx.now}::timestamptz) as halal
               on halal.product_id = named.id
            where halal.state in ('certified', 'expiring')
            group by named.brand_id)
    select shown.brand_id, count(*)::int, (count(*) filter (where shown.is_certifiable))::int,
           coalesce(min(proven.certified), 0)
      from shown
      left join proven on proven.brand_id = shown.brand_id
     group by shown.brand_id`,
    { hasStablePlan: false },
  );
  return new Map(
    found.map((values) => {
      const [brandId, products, certifiable, certified] = values as [string, number, number, number];
      return [brandId, { brandId, products, certifiable, certified }];
    }),
  );
}

const noProducts = { products: 0, certifiable: 0, certified: 0 };

/**
 * The columns `products` and `certified` of an export, the second in percent like in the list. Null, an empty cell: the
 * caller may not see it, or no published product needs a certificate.
 */
export async function exportedFigures(ctx: Ctx, ids: readonly string[]) {
  if (ctx.actor !== null && !ctx.actor.permissions.has(brands.figures.permission)) return () => ({});
  const figures = await figuresByBrand(ctx, ids);
  return (id: string) => {
    const found = figures.get(id) ?? noProducts;
    const part = certifiedPart(found);
    return { products: found.products, certified: part === null ? null : Math.round(part * 100) };
  };
}
