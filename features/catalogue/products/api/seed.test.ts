import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { expect, onTestFinished, test } from "vitest";
import { isDemonstrationGtin } from "#base/gtin.ts";
import { newId, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { seedOnce } from "#api/seed.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { categoriesFeature } from "#features/catalogue/categories/api/routes.ts";
import { productsFeature } from "#features/catalogue/products/api/routes.ts";
import { sampleProducts } from "#features/catalogue/products/api/service/samples.ts";
import { productStatuses } from "#features/catalogue/products/contract/statuses.ts";
import { productFields } from "#features/catalogue/products/fields.ts";

test("the samples are valid as if typed in, have demonstration GTINs, and cover every status", () => {
  const gtins = sampleProducts.flatMap(({ values }) => values.gtin ?? []);
  expect(new Set(gtins).size).toBe(gtins.length);
  expect(gtins.every(isDemonstrationGtin)).toBe(true);
  expect(gtins.slice(0, 3)).toEqual(["09521000000018", "09521000000025", "09521000000032"]);
  for (const { values, category, status } of sampleProducts) {
    const typed = { ...values, brandId: newId(), categoryId: category === null ? null : newId() };
    expect(z.safeParse(productFields.schema, typed), values.name).toMatchObject({ success: true, data: typed });
    expect(productFields.errorsOf(typed, status), values.name).toEqual([]);
  }
  expect(new Set(sampleProducts.map(({ status }) => status))).toEqual(new Set(productStatuses));
});

test("a new database gets all of them, each with its brand, its category and a drawing", async () => {
  const app = await testApi([brandsFeature, categoriesFeature, productsFeature]);
  onTestFinished(app.close);
  expect(await seedOnce(app.api.systemContext(), [brandsFeature, categoriesFeature, productsFeature])).toBe(true);
  const [counted] = await rowsOf<{ products: number; brands: number; uncategorised: number }>(
    app.db,
    sql`select count(*)::int as products, count(distinct brand_id)::int as brands,
               (count(*) filter (where category_id is null))::int as uncategorised
          from products`,
  );
  expect(counted).toEqual({ products: sampleProducts.length, brands: 8, uncategorised: 1 });
  // Each has a drawing with alt texts in both languages; products of one kind and brand share theirs.
  const [drawn] = await rowsOf<{ pictures: number; worded: number; distinctBytes: number }>(
    app.db,
    sql`select count(*)::int as pictures, (count(*) filter (where alt is not null and alt_i18n ? 'ar'))::int as worded,
               (select sum(byte_count)::int from (select distinct sha256, byte_count from files) as each) as "distinctBytes"
          from product_images join files on files.id = file_id and stored_at is not null`,
  );
  expect(drawn).toMatchObject({ pictures: sampleProducts.length, worded: sampleProducts.length });
  expect(drawn!.distinctBytes).toBeLessThan(150 * 1024);
});
