import { sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import type { HalalState } from "#base/halal.ts";
import type { ProductRow } from "#features/products/contract/product.ts";

/** What others know of a product: whose it is, where it belongs, whether it is certified now, and where it is sold. */
export type Surroundings = Pick<ProductRow, "brand" | "category" | "halal" | "retailersCount" | "image">;

type Found = {
  readonly id: string;
  readonly brand: Surroundings["brand"];
  readonly category: Surroundings["category"];
  readonly image: Surroundings["image"];
  readonly halal_state: HalalState;
  readonly certificate_id: string | null;
  readonly halal_ends_at: string | Date | null;
  readonly retailers_count: number;
};

/**
 * By product, in one statement for all of a page. They go with the product: whoever may read it may read these of it.
 * The halal state is the one of this moment; nothing of it is stored.
 */
export async function readSurroundings(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Surroundings>> {
  if (ids.length === 0) return new Map();
  const asked = sql`${`{${ids.join(",")}}`}::uuid[]`;
  const result = await ctx.db.execute(sql`
    select product.id,
           jsonb_build_object('id', brand.id, 'name', brand.name, 'nameI18n', brand.name_i18n,
                              'status', brand.status, 'country', brand.country) as brand,
           case when category.id is not null then
             jsonb_build_object('id', category.id, 'name', category.name, 'nameI18n', category.name_i18n,
                                'halalRelevance', category.effective_halal_relevance) end as category,
           case when image.file_id is not null then
             jsonb_build_object('fileId', image.file_id, 'placeholder', file.placeholder) end as image,
           halal.state as halal_state, halal.certificate_id, halal.ends_at as halal_ends_at,
           (select count(distinct retailer_id)::int
              from assignments
             where assignments.product_id = product.id and assignments.status <> 'ended') as retailers_count
      from products as product
      join brands as brand on brand.id = product.brand_id
      left join categories as category on category.id = product.category_id
      left join product_images as image on image.product_id = product.id and image.position = 0
      left join files as file on file.id = image.file_id
      join product_halal_of(${asked}, ${ctx.now}::timestamptz) as halal on halal.product_id = product.id
     where product.id = any(${asked})`);
  const { rows } = result as unknown as { rows: Found[] };
  return new Map(rows.map((found) => [found.id, surroundingsOf(found)]));
}

const surroundingsOf = (found: Found): Surroundings => ({
  brand: found.brand,
  category: found.category,
  image: found.image,
  halal: {
    state: found.halal_state,
    certificateId: found.certificate_id,
    endsAt: found.halal_ends_at === null ? null : new Date(found.halal_ends_at).toISOString(),
  },
  retailersCount: found.retailers_count,
});
