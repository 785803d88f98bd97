import { and, eq, ne, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { searchKey } from "#base/searchKey.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { productScope } from "#features/catalogue/products/api/service/scopePolicy.ts";
import { productsTable as table } from "#features/catalogue/products/api/tables.ts";
import type { products } from "#features/catalogue/products/contract.ts";
import { productLimits } from "#features/catalogue/products/fields.ts";

/** Shorter names are similar to half of all names. */
const similarFrom = 3;
/** Of 1, as for brands: one vowel more or less in a word of seven letters is 0.55. */
const likenessMin = 0.5;
/** Only this many products of a brand are compared, so that it stays fast enough to run while the user types. */
const candidatesMax = 300;

/**
 * Existing products that may be the one that the user is about to create: with the same GTIN, or of the same brand with
 * a similar name.
 */
export function findSimilarProducts(
  ctx: Ctx,
  { name = "", brandId, gtin, exceptId }: Input<typeof products.findSimilar>,
): Promise<Output<typeof products.findSimilar>> {
  const key = searchKey(name);
  const others = and(
    ne(table.status, "archived"),
    productScope(ctx),
    exceptId === undefined ? undefined : ne(table.id, exceptId),
  );
  const isSameGtin = gtin === undefined ? sql`false` : eq(table.gtin, gtin);
  const isAlike =
    brandId === undefined || key.length < similarFrom
      ? sql`false`
      : and(eq(table.brandId, brandId), sql`${key} <% ${table.searchKey}`);
  const { id, code } = table;
  return inTransaction(ctx, async ({ db }) => {
    // The index is used only with a session threshold; this one lasts until the transaction ends.
    await db.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(likenessMin)}, true)`);
    const same = db.select({ id }).from(table).where(and(others, isSameGtin));
    const alike = db.select({ id }).from(table).where(and(others, isAlike)).limit(candidatesMax);
    const rows = await db
      .select({
        id,
        code,
        name: table.name,
        gtin: table.gtin,
        brandName: sql<string>`(select name from brands where brands.id = ${table.brandId})`,
        status: table.status,
        isSameGtin: sql<boolean>`coalesce(${isSameGtin}, false)`,
      })
      .from(table)
      .where(sql`${table.id} in (${same.unionAll(alike)})`)
      .orderBy(
        sql`coalesce(${isSameGtin}, false) desc`,
        sql`similarity(${table.sortKey}, ${key}) desc`,
        table.sortKey,
        table.id,
      )
      .limit(productLimits.similarMax);
    return { rows };
  });
}
