import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { insertBrands } from "#features/catalogue/brands/api/store.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import type { BrandFigures } from "#features/catalogue/brands/contract/figures.ts";
import { brandFields } from "#features/catalogue/brands/fields.ts";
import { categoriesFeature } from "#features/catalogue/categories/api/routes.ts";
import { certificatesFeature } from "#features/halal/certificates/api/routes.ts";
import { insertProduct } from "#features/catalogue/products/api/store.ts";
import { productsFeature } from "#features/catalogue/products/api/routes.ts";
import type { ProductStatus } from "#features/catalogue/products/contract/statuses.ts";
import { productFields } from "#features/catalogue/products/fields.ts";
import { call, download, type Transport } from "#web/call.ts";

const [noor, hilal, bare, food, paper] = [newId(), newId(), newId(), newId(), newId()];
const brandIds = [noor, hilal, bare];
const ids = new Map<string, string>();

let app: TestApi;
let aisyah: Transport;
beforeAll(async () => {
  app = await testApi([brandsFeature, categoriesFeature, productsFeature, certificatesFeature]);
  ({ transport: aisyah } = await app.signIn("Aisyah", ["brands.read", "brands.export", "products.read"]));
  await insertBrands(
    app.api.systemContext(),
    [
      [noor, "Noor"],
      [hilal, "Hilal"],
      [bare, "Bare"],
    ].map(([id, name]) => ({ id: id!, values: { ...brandFields.empty, name: name! } })),
  );
  await app.db.execute(sql`
    insert into categories (id, slug, name, name_key, sort_key, position, depth, effective_halal_relevance, status, words,
                            created_at, updated_at)
    values (${food}, 'food', 'Food', 'food', 'food', 0, 1, 'required', 'active', 'food', now(), now()),
           (${paper}, 'paper', 'Paper', 'paper', 'paper', 1, 1, 'not_applicable', 'active', 'paper', now(), now())`);
  await make(noor, "Lamb", "published");
  await make(noor, "Mince", "published");
  await make(noor, "Broth", "published");
  await make(noor, "Sausage", "unpublished");
  await make(noor, "Wrapping paper", "published", paper);
  await make(noor, "Old", "archived");
  await make(hilal, "Sketch", "draft");
  // Lamb's ends within the quarter of a year in which it counts as expiring, Mince's has ended.
  await certify("LONG", "2028-01-31", ["Broth", "Sausage", "Old"]);
  await certify("SOON", "2026-12-31", ["Lamb"]);
  await certify("OVER", "2026-10-31", ["Mince"]);
});
afterAll(() => app.close());

async function make(brandId: string, name: string, status: ProductStatus, categoryId = food) {
  const id = newId();
  ids.set(name, id);
  const values = { ...productFields.empty, brandId, name, categoryId, noBarcodeReason: "Sold by weight" };
  await insertProduct(app.api.systemContext(), { id, values, status, statusReason: "As it is" });
}

const body = newId();
async function certify(number: string, expiresOn: string, names: readonly string[]) {
  const id = newId();
  const now = sql`${app.clock.now}::timestamptz`;
  await app.db.execute(sql`
    insert into certifying_bodies (id, acronym, name, sort_key, country, kind, status, words, created_at, updated_at)
    values (${body}, 'HMC', 'A body', 'a body', 'GB', 'ngo', 'active', 'hmc', ${now}, ${now}) on conflict do nothing`);
  await app.db.execute(sql`
    insert into certificates (id, body_id, certificate_no, certificate_no_key, kind, holder_type, holder_brand_id,
                              holder_name, issued_on, valid_from, expires_on, validity_basis, timezone, state,
                              state_changed_at, verified_at, verified_by, sort_key, words, created_at, updated_at)
    values (${id}, ${body}, ${number}, ${number}, 'product', 'brand', ${noor}, 'Noor', '2026-01-01', '2026-01-01',
            ${expiresOn}, 'dated', 'UTC', 'verified', ${now}, ${now}, ${newId()}, 'noor', 'noor', ${now}, ${now})`);
  for (const name of names) {
    await app.db.execute(sql`
      insert into certificate_products (id, certificate_id, product_id, name_on_certificate)
      values (${newId()}, ${id}, ${ids.get(name)}, ${name})`);
  }
}

const byName = (rows: BrandFigures[]) => rows.toSorted((one, other) => one.brandId.localeCompare(other.brandId));

test("returns how many products a brand has, and how many of those that need a certificate have one now", async () => {
  const { rows } = await call(aisyah, brands.figures, { brandIds });
  expect(byName(rows)).toEqual(
    byName([
      { brandId: noor, products: 5, certifiable: 3, certified: 2 },
      { brandId: hilal, products: 1, certifiable: 0, certified: 0 },
    ]),
  );
});

test("counts only products that the caller may see, and none without that permission", async () => {
  const own = await app.signIn("Karim", ["products.read@scope"], [{ kind: "brand", target: hilal }]);
  expect(await call(own.transport, brands.figures, { brandIds })).toEqual({
    rows: [{ brandId: hilal, products: 1, certifiable: 0, certified: 0 }],
  });
  const reader = await app.signIn("Hamid", ["brands.read"]);
  await expect(call(reader.transport, brands.figures, { brandIds })).rejects.toMatchObject({
    code: "permission_denied",
  });
});

test("filters brands by the categories of their products, those that the caller may see", async () => {
  const dairy = newId();
  await app.db.execute(sql`
    insert into categories (id, parent_id, slug, name, name_key, sort_key, position, depth, effective_halal_relevance, status,
                            words, created_at, updated_at)
    values (${dairy}, ${food}, 'dairy', 'Dairy', 'dairy', 'dairy', 0, 2, 'required', 'active', 'dairy', now(), now())`);
  await app.db.execute(sql`
    insert into category_closure values (${food}, ${food}, 0), (${paper}, ${paper}, 0), (${dairy}, ${dairy}, 0), (${food}, ${dairy}, 1)`);
  await make(bare, "Kefir", "draft", dairy);
  const names = async (category: string[], transport = aisyah) => {
    const page = await call(transport, brands.list, { sort: "name", limit: 25, count: "exact", category });
    expect(page.total).toEqual({ count: page.rows.length, isCapped: false });
    return page.rows.map(({ name }) => name);
  };
  expect(await names([food])).toEqual(["Bare", "Hilal", "Noor"]);
  expect(await names([dairy])).toEqual(["Bare"]);
  expect(await names([paper, dairy])).toEqual(["Bare", "Noor"]);
  expect(await names([newId()])).toEqual([]);
  const { byStatus } = await call(aisyah, brands.countByStatus, { category: [dairy] });
  expect(byStatus.draft).toEqual({ count: 1, isCapped: false });
  const file = await download(aisyah, brands.exportCsv, {
    sort: "name",
    limit: 25,
    count: "none",
    category: [food],
    search: "noor",
    columns: ["name"],
  });
  expect((await file.text()).trim().split("\r\n").slice(1)).toEqual(["Noor"]);

  // A bulk action on the filter changes exactly the rows that the list shows.
  const { transport: editor } = await app.signIn("Editor", ["brands.read", "brands.update", "products.read"]);
  const preview = await call(editor, brands.previewStatusChange, {
    selection: { filter: { category: [food] } },
    to: "submitted",
  });
  expect(preview.matched).toBe(3);

  const scoped = await app.signIn("Umar", ["brands.read", "products.read@scope"], [{ kind: "brand", target: hilal }]);
  expect(await names([food], scoped.transport)).toEqual(["Hilal"]);
  const blind = await app.signIn("Hafsa", ["brands.read"]);
  expect(await names([food], blind.transport)).toEqual([]);
});

test("a file has the same figures, and empty cells for users who may not see products", async () => {
  const requested = {
    sort: "name",
    limit: 25,
    count: "none",
    columns: ["name", "products", "certified"],
  } as const;
  const linesOf = async (transport: Transport) =>
    (await (await download(transport, brands.exportCsv, { ...requested, columns: [...requested.columns] })).text())
      .trim()
      .split("\r\n")
      .slice(1);
  expect(await linesOf(aisyah)).toEqual(["Bare,1,", "Hilal,1,", "Noor,5,67"]);
  const exporter = await app.signIn("Maryam", ["brands.read", "brands.export"]);
  expect(await linesOf(exporter.transport)).toEqual(["Bare,,", "Hilal,,", "Noor,,"]);
});
