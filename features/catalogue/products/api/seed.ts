import { sql } from "drizzle-orm";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import type { Pictures } from "#api/ports.ts";
import { sampleId } from "#api/seed.ts";
import { keepFile } from "#features/platform/files/api/service/uploads.ts";
import { productImages } from "#features/catalogue/products/api/service/images.ts";
import { sampleDrawings } from "#features/catalogue/products/api/service/sampleDrawings.ts";
import { sampleProducts } from "#features/catalogue/products/api/service/samples.ts";
import { insertProduct } from "#features/catalogue/products/api/store.ts";

/**
 * The sample products of domain 6, dated one after another up to today, each with a drawing. The same rows in every new
 * database.
 */
export async function seedProducts(ctx: Ctx): Promise<void> {
  const brands = await idsByName(ctx, "brands");
  const categories = await idsByName(ctx, "categories");
  const drawingOf = sampleDrawings(ctx);
  const pictures = madeOnce(ctx.pictures);
  for (const [place, { brand, category, values, ...life }] of sampleProducts.entries()) {
    const now = addMs(ctx.now, (place - sampleProducts.length) * 5 * dayMs);
    const id = sampleId(now, place + 5003);
    const brandId = brands.get(brand);
    // An installation with fewer features has fewer samples.
    if (brandId === undefined) continue;
    const categoryId = category === null ? null : (categories.get(category) ?? null);
    if (categoryId === null && category !== null) continue;
    const { bytes, en, ar } = await drawingOf({ brand, category });
    const fileId = sampleId(now, place + 600 + 5003);
    await keepFile({ ...ctx, now, pictures }, productImages, {
      id: fileId,
      name: `${values.gtin ?? "product"}.webp`,
      bytes,
    });
    const images = [{ fileId, alt: en, altI18n: { ar } }];
    await insertProduct({ ...ctx, now }, { id, values: { ...values, brandId, categoryId, images }, ...life });
  }
}

/** Converts each picture only once, however many products share it. */
function madeOnce(pictures: Pictures): Pictures {
  const known = new Map<Uint8Array, ReturnType<Pictures["remake"]>>();
  return {
    remake: (picture) => {
      const made = known.get(picture.bytes) ?? pictures.remake(picture);
      known.set(picture.bytes, made);
      return made;
    },
  };
}

async function idsByName(ctx: Ctx, table: "brands" | "categories"): Promise<ReadonlyMap<string, string>> {
  const result = await ctx.db.execute(sql`select id, name from ${sql.identifier(table)} where status <> 'archived'`);
  return new Map((result as { rows: { id: string; name: string }[] }).rows.map(({ id, name }) => [name, id]));
}
