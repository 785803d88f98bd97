import { sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { standingsOf } from "#features/loyalty/promocodes/api/service/lostCertificates.ts";
import { campaignsTable, campaignVersionsTable } from "#features/loyalty/promocodes/api/tables.ts";

/** A live promocode that is limited to products, and whether none of them has a valid certificate any more. */
export type ProductState = {
  readonly campaignId: string;
  readonly version: number;
  readonly products: number;
  readonly isLost: boolean;
};

type Which = { readonly campaignIds: readonly string[] } | { readonly productIds: readonly string[] };

/** Of these promocodes, or of all that name one of these products in a condition. By id. */
export async function readProductStates(ctx: Ctx, which: Which): Promise<ProductState[]> {
  const given = "campaignIds" in which ? which.campaignIds : which.productIds;
  if (given.length === 0) return [];
  const ids = sql`${`{${given.join(",")}}`}::uuid[]`;
  const isMeant = "campaignIds" in which ? sql`limited.id = any(${ids})` : sql`limited.product_ids && ${ids}`;
  const found = await ctx.db.execute(sql`
    with limited as (
      select campaign.id, campaign.live_version as version,
             array(select jsonb_array_elements_text(condition -> 'ids'))::uuid[] as product_ids
        from ${campaignsTable} as campaign
        join ${campaignVersionsTable} as version
          on version.campaign_id = campaign.id and version.number = campaign.live_version
       cross join lateral jsonb_array_elements(version.terms -> 'conditions') as condition
       where campaign.status <> 'archived' and (campaign.ends_at is null or ${ctx.now}::timestamptz < campaign.ends_at)
         and condition ->> 'field' = 'products' and condition ->> 'operator' = 'in'
    ), meant as materialized (select * from limited where ${isMeant}),
    standings as materialized (
      ${standingsOf(ctx, sql`array(select distinct unnest(meant.product_ids) from meant)`)})
    select meant.id as "campaignId", meant.version, count(*)::int as products,
           bool_or(standing = 'lost') and not bool_or(standing = 'usable') as "isLost"
      from meant
      join standings on standings.product_id = any(meant.product_ids)
     group by meant.id, meant.version
     order by meant.id`);
  return (found as { rows: ProductState[] }).rows;
}
