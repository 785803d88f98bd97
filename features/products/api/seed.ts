import { sql } from "drizzle-orm";
import { uuidv7 } from "#base/ids.ts";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { insertProduct } from "#features/products/api/service/changes.ts";
import { sampleProducts } from "#features/products/api/service/samples.ts";

/**
 * The sample products of domain 6, made one after another up to today. The same rows in every new database. Without
 * pictures, which the browser's database cannot hold while it is built.
 */
export async function seedProducts(ctx: Ctx): Promise<void> {
  const brands = await idsByName(ctx, "brands");
  const categories = await idsByName(ctx, "categories");
  for (const [place, { brand, category, values, ...life }] of sampleProducts.entries()) {
    const now = addMs(ctx.now, (place - sampleProducts.length) * 5 * dayMs);
    const id = uuidv7(Date.parse(now), bytesOf(place));
    const brandId = brands.get(brand);
    // A house with fewer features has fewer samples.
    if (brandId === undefined) continue;
    const categoryId = category === null ? null : (categories.get(category) ?? null);
    if (categoryId === null && category !== null) continue;
    await insertProduct({ ...ctx, now }, { id, values: { ...values, brandId, categoryId }, ...life });
  }
}

async function idsByName(ctx: Ctx, table: "brands" | "categories"): Promise<ReadonlyMap<string, string>> {
  const result = await ctx.db.execute(sql`select id, name from ${sql.identifier(table)} where status <> 'archived'`);
  return new Map((result as { rows: { id: string; name: string }[] }).rows.map(({ id, name }) => [name, id]));
}

/** Spread over all 16 bytes, so that the ids look like what they are; but always the same. */
function bytesOf(place: number): Uint8Array {
  let state = place + 5003;
  return Uint8Array.from({ length: 16 }, () => (state = (state * 48_271) % 0x7fffffff) >>> 8);
}
