import { sql } from "drizzle-orm";
import type { HalalState } from "#base/halal.ts";
import type { Instant } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { preparedStatement } from "#api/statements.ts";
import type { ProductRow } from "#features/catalogue/products/contract.ts";

/** What other areas know about a product: its brand and category, whether it is certified now, and where it is sold. */
export type Surroundings = Pick<ProductRow, "code" | "brand" | "category" | "halal" | "retailersCount" | "image"> & {
  /** For exports. */
  readonly brand: { readonly code: string };
};

// Runs for every page of the list: planned once per connection, as planning it costs more than running it.
const readAround = preparedStatement(sql`
  select product.id, product.code,
         brand.id, brand.code, brand.name, brand.name_i18n, brand.status, brand.country, brand.cashback_bps,
         category.id, category.name, category.name_i18n, category.effective_halal_relevance,
         category.effective_contains_meat,
         image.file_id, file.placeholder,
         halal.state, halal.certificate_id, halal.ends_at, last_valid_day(halal.ends_at, proof.timezone)::text,
         (select count(distinct retailer_id)::int
            from assignments
           where assignments.product_id = product.id and assignments.status <> 'ended')
    from products as product
    join brands as brand on brand.id = product.brand_id
    left join categories as category on category.id = product.category_id
    left join product_images as image on image.product_id = product.id and image.position = 0
    left join files as file on file.id = image.file_id
    join product_halal_of(${sql.placeholder("ids")}::uuid[], ${sql.placeholder("at")}::timestamptz) as halal
      on halal.product_id = product.id
    left join certificates as proof on proof.id = halal.certificate_id
   where product.id = any(${sql.placeholder("ids")}::uuid[])`);

/**
 * By product, in one statement for a whole page. Readers of a product may read all of these.
 * The halal state is the current one; it isn't stored.
 */
export async function readSurroundings(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Surroundings>> {
  if (ids.length === 0) return new Map();
  const found = await readAround(ctx.db, { ids: `{${ids.join(",")}}`, at: ctx.now });
  return new Map(found.map((values) => [values[0] as string, surroundingsOf(values.slice(1))]));
}

type Texts = Record<string, string>;

function surroundingsOf(values: readonly unknown[]): Surroundings {
  const [code, brandId, brandCode, brandName, brandI18n, brandStatus, country, cashbackBps, ...others] = values as [
    ...[string, string, string, string, Texts, string, string | null, number | null],
    ...unknown[],
  ];
  const [categoryId, categoryName, categoryI18n, relevance, containsMeat, ...more] = others as [
    ...[string | null, string, Texts, string, boolean | null],
    ...unknown[],
  ];
  const [fileId, placeholder, state, certificateId, endsAt, lastDay, retailersCount] = more as [
    ...[string | null, string | null, HalalState, string | null, string | Date | null, string | null, number],
  ];
  return {
    code,
    brand: {
      id: brandId,
      code: brandCode,
      name: brandName,
      nameI18n: brandI18n,
      status: brandStatus,
      country,
      cashbackBps,
    },
    category:
      categoryId === null
        ? null
        : { id: categoryId, name: categoryName, nameI18n: categoryI18n, halalRelevance: relevance, containsMeat },
    image: fileId === null ? null : { fileId, placeholder },
    halal: { state, certificateId, endsAt: instantOf(endsAt), lastDay },
    retailersCount,
  };
}

const instantOf = (value: string | Date | null): Instant | null =>
  value === null ? null : new Date(value).toISOString();
