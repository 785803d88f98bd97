import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Input } from "#base/contract.ts";
import { dayMs } from "#base/time.ts";
import { decidingPermissions } from "#base/decisions.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { insertBrands } from "#features/catalogue/brands/api/store.ts";
import { brandFields } from "#features/catalogue/brands/fields.ts";
import { categoriesFeature } from "#features/catalogue/categories/api/routes.ts";
import { categories } from "#features/catalogue/categories/contract.ts";
import { categoryDecisions } from "#features/catalogue/categories/contract/decisions.ts";
import { productsFeature } from "#features/catalogue/products/api/routes.ts";
import { insertProduct } from "#features/catalogue/products/api/store.ts";
import { products } from "#features/catalogue/products/contract.ts";
import type { ProductStatus } from "#features/catalogue/products/contract/statuses.ts";
import { productFields, type ProductInput } from "#features/catalogue/products/fields.ts";
import { call, download, type Transport } from "#web/call.ts";
import { productDecisions } from "#features/catalogue/products/contract/statuses.ts";

const [noor, hilal, food, meat, books, body] = [newId(), newId(), newId(), newId(), newId(), newId()];
const ids = new Map<string, string>();

let app: TestApi;
let aisyah: Transport;
beforeAll(async () => {
  app = await testApi([brandsFeature, categoriesFeature, productsFeature]);
  const grants = [
    "products.read",
    "products.update",
    "products.export",
    "categories.create",
    ...decidingPermissions(productDecisions, categoryDecisions),
  ];
  ({ transport: aisyah } = await app.signIn("Aisyah", grants));
  const complete = { ...brandFields.empty, country: "AE", contactEmail: "a@noor.example", defaultCurrency: "AED" };
  await insertBrands(app.api.systemContext(), [
    { id: noor, values: { ...complete, name: "Noor" }, status: "active" },
    { id: hilal, values: { ...complete, name: "Hilal" }, status: "submitted" },
  ]);
  await call(aisyah, categories.create, { id: food, parentId: null, name: "Food" });
  await call(aisyah, categories.create, { id: meat, parentId: food, name: "Meat" });
  await call(aisyah, categories.create, { id: books, parentId: null, name: "Books", halalRelevance: "not_applicable" });
  await make("Medjool", { categoryId: food, gtin: "09521000000018", nameI18n: { ar: "تمر مجهول" } }, "published");
  await make("Lamb", { categoryId: meat, gtin: "09521000000070", sku: "L-7" }, "published");
  await make("Mince", { categoryId: meat, gtin: "00036000291452" }, "unpublished");
  await make("Cookbook", { categoryId: books, noBarcodeReason: "Printed by us", brandId: hilal }, "in_review");
  await make("Sketch", {});
  await make("Old", { gtin: "09521000000056" }, "archived");
  await certify("HMC-1", "2027-01-31", ["Lamb", "Mince"]);
  await certify("HMC-2", "2028-01-31", ["Lamb"]);
});
afterAll(() => app.close());

async function make(name: string, fields: Partial<ProductInput>, status: ProductStatus = "draft") {
  const id = newId();
  ids.set(name, id);
  const values = { ...productFields.empty, brandId: noor, name, ...fields };
  await insertProduct(app.api.systemContext(), { id, values, status });
}

/** A certificate that somebody verified, with the products in its scope. */
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

const list = (input: Partial<Input<typeof products.list>> = {}) =>
  call(aisyah, products.list, { sort: "name", limit: 25, count: "capped", ...input });
const names = async (input: Partial<Input<typeof products.list>>) => (await list(input)).rows.map(({ name }) => name);

test("the list shows whose a product is, where it belongs and what proves it at this moment", async () => {
  const { rows, total } = await list({ search: "lamb" });
  expect(total).toEqual({ count: 1, isCapped: false });
  expect(rows).toMatchObject([
    {
      name: "Lamb",
      brand: { id: noor, name: "Noor", status: "active" },
      category: { id: meat, name: "Meat", halalRelevance: "required" },
      halal: { state: "certified", endsAt: "2028-02-01T00:00:00.000Z" },
      retailersCount: 0,
      image: null,
    },
  ]);
  expect(rows[0]).not.toHaveProperty("searchKey");
});

test.each([
  ["medjool", ["Medjool"]],
  ["مجهول", ["Medjool"]],
  ["9521000000018", ["Medjool"]],
  ["9-521000 000018", ["Medjool"]],
  ["٩٥٢١٠٠٠٠٠٠٠١٨", ["Medjool"]],
  ["036000291452", ["Mince"]],
  ["0 36000 29145 2", ["Mince"]],
  ["l-7", ["Lamb"]],
  ["PRD-000002", ["Lamb"]],
  ["000002", ["Lamb"]],
])("is found by %s", async (search, expected) => expect(await names({ search })).toEqual(expected));

test.each([
  [{ brand: [hilal] }, ["Cookbook"]],
  [{ category: [food] }, ["Lamb", "Medjool", "Mince"]],
  [{ category: [meat] }, ["Lamb", "Mince"]],
  [{ category: [meat, books] }, ["Cookbook", "Lamb", "Mince"]],
  [{ hasCategory: false }, ["Sketch"]],
  [{ hasGtin: false }, ["Cookbook", "Sketch"]],
  [{ hasImage: true }, []],
  [{ status: ["archived"] as ["archived"] }, ["Old"]],
  [{ body: [body] }, ["Lamb", "Mince"]],
  [{ halal: ["certified" as const] }, ["Lamb"]],
  [{ halal: ["expiring" as const] }, ["Mince"]],
  [{ halal: ["uncertified" as const] }, ["Medjool", "Sketch"]],
  [{ halal: ["not_required" as const] }, ["Cookbook"]],
  [{ halal: ["not_required" as const, "certified" as const] }, ["Cookbook", "Lamb"]],
])("narrows by %j", async (filter, expected) => expect(await names(filter)).toEqual(expected));

// HMC-1 and HMC-2 name Lamb, whose proof is the later one; HMC-1 alone names Mince. It is 20 November 2026.
test.each([
  [{ expiringWithin: ["60" as const] }, []],
  [{ expiringWithin: ["60" as const, "90" as const] }, ["Mince"]],
  [{ expiresFrom: "2027-01-31" }, ["Lamb", "Mince"]],
  [{ expiresFrom: "2027-02-01" }, ["Lamb"]],
  [{ expiresTo: "2027-01-31" }, ["Mince"]],
  [{ expiresTo: "2027-01-30" }, []],
  [{ expiresFrom: "2028-01-31", expiresTo: "2028-01-31" }, ["Lamb"]],
])("narrows by the last day of the certificate that decides: %j", async (filter, expected) =>
  expect(await names(filter)).toEqual(expected),
);

test("sorts by the end of what proves them, page by page, only together with a filter by it", async () => {
  const some = { sort: "halalEndsAt", expiresFrom: "2026-11-20" } as const;
  expect(await names(some)).toEqual(["Mince", "Lamb"]);
  expect(await names({ ...some, direction: "desc" })).toEqual(["Lamb", "Mince"]);
  const csv = await download(aisyah, products.exportCsv, { ...some, limit: 25, count: "none", columns: ["name"] });
  expect((await csv.text()).trim().split(/\r?\n/).slice(1)).toEqual(["Mince", "Lamb"]);
  await expect(names({ sort: "halalEndsAt" })).rejects.toMatchObject({
    errors: [{ path: "sort", code: "expiry_of_all" }],
  });
});

test("the filter by expiry shows nothing outside of the caller's scope", async () => {
  const { transport } = await app.signIn("Bilal", ["products.read@scope"], [{ kind: "brand", target: hilal }]);
  const { rows } = await call(transport, products.list, {
    sort: "halalEndsAt",
    limit: 25,
    count: "capped",
    expiresFrom: "2026-11-20",
  });
  expect(rows).toEqual([]);
});

test("counts by status under the other filters", async () => {
  const { byStatus } = await call(aisyah, products.countByStatus, { category: [food] });
  expect(Object.values(byStatus).map(({ count }) => count)).toEqual([0, 0, 2, 1, 0]);
});

test("warns of a product with this barcode, and of one of the brand with nearly this name", async () => {
  const same = await call(aisyah, products.findSimilar, { gtin: "9521000000018" });
  expect(same.rows).toMatchObject([{ name: "Medjool", isSameGtin: true, brandName: "Noor" }]);
  const alike = await call(aisyah, products.findSimilar, { name: "Medjoul", brandId: noor });
  expect(alike.rows).toMatchObject([{ name: "Medjool", isSameGtin: false }]);
  expect((await call(aisyah, products.findSimilar, { name: "Medjoul", brandId: hilal })).rows).toEqual([]);
});

describe("many at once", () => {
  test("are published as previewed: what has no picture, or a brand that is not active, stays and says why", async () => {
    const wanted = { selection: { filter: { status: ["in_review", "unpublished", "draft"] as ProductStatus[] } } };
    const preview = await call(aisyah, products.previewStatusChange, { ...wanted, to: "published" });
    expect(preview).toMatchObject({ matched: 3, changing: 0 });
    expect(preview.leftOut.map(({ code }) => code).sort()).toEqual(
      ["image_missing", "image_missing", "invalid_product_step"].filter(
        (code, index, codes) => codes.indexOf(code) === index,
      ),
    );
  });

  test("are unpublished with a reason, which assignments learn of", async () => {
    const wanted = { selection: { ids: [ids.get("Medjool")!] }, to: "unpublished", reason: "New label" } as const;
    const { fingerprint } = await call(aisyah, products.previewStatusChange, {
      ...wanted,
      selection: { ids: [...wanted.selection.ids] },
    });
    const applied = { ...wanted, selection: { ids: [...wanted.selection.ids] }, fingerprint };
    expect(await call(aisyah, products.applyStatusChange, applied)).toEqual({ changed: 1, leftOut: 0 });
    await expect(call(aisyah, products.applyStatusChange, applied)).rejects.toMatchObject({ code: "preview_stale" });
    const reported = await app.db.execute(
      sql`select type, payload from outbox_events where resource_id = ${ids.get("Medjool")}`,
    );
    expect((reported as { rows: unknown[] }).rows).toMatchObject([
      { type: "product.unpublished", payload: { reason: "New label" } },
    ]);
    const unsaid = call(aisyah, products.previewStatusChange, { selection: { ids: [newId()] }, to: "unpublished" });
    await expect(unsaid).rejects.toMatchObject({ errors: [expect.objectContaining({ path: "reason" })] });
  });

  test("are moved to a category, those there already left as they are", async () => {
    const wanted = { selection: { filter: { category: [food] } }, categoryId: meat };
    const preview = await call(aisyah, products.previewMove, wanted);
    expect(preview).toMatchObject({ changing: 1, leftOut: [{ code: "already_there", count: 2 }] });
    await call(aisyah, products.applyMove, { ...wanted, fingerprint: preview.fingerprint });
    expect(await names({ category: [meat] })).toEqual(["Lamb", "Medjool", "Mince"]);
    const nowhere = call(aisyah, products.previewMove, { ...wanted, categoryId: newId() });
    await expect(nowhere).rejects.toMatchObject({ code: "category_unavailable" });
  });

  test("are deleted while they are drafts that nothing refers to, with their pictures, each in the audit log", async () => {
    const [picture] = [newId(), await make("Wrong", { gtin: "09521000000131" }), await make("Linked", {})];
    const wrong = ids.get("Wrong")!;
    await app.db.execute(sql`
      insert into files (id, key, purpose, resource, resource_id, name, sha256, byte_count, media_type, kind, kept_type,
                         width, height, stored_at, created_at)
      values (${picture}, ${picture}, 'productImage', 'products', ${wrong}, 'a.png', ${"0".repeat(64)}, 1, 'image/png',
              'image', 'image/webp', 1, 1, now(), now())`);
    await app.db.execute(sql`
      insert into product_images (product_id, file_id, position, alt, alt_i18n) values (${wrong}, ${picture}, 0, 'A box', '{}')`);
    await certify("HMC-3", "2028-01-31", ["Linked"]);
    const selection = { ids: ["Wrong", "Linked", "Cookbook"].map((name) => ids.get(name)!) };
    const { transport: cleaner } = await app.signIn("Cleaner", ["products.read", "products.delete"]);
    const { fingerprint, ...preview } = await call(cleaner, products.previewRemoval, { selection });
    expect(preview).toMatchObject({ matched: 3, changing: 1 });
    expect(preview.leftOut.map(({ code, examples }) => [code, examples[0]!.id]).toSorted()).toEqual([
      ["only_draft_products_can_be_deleted", ids.get("Cookbook")],
      ["product_in_use", ids.get("Linked")],
    ]);
    const apply = (who: Transport, mark: string) =>
      call(who, products.applyRemoval, { selection, fingerprint: mark }).catch(({ code }: { code: string }) => code);
    expect(await apply(aisyah, fingerprint)).toBe("permission_denied");
    expect(await apply(cleaner, "of another preview")).toBe("preview_stale");
    expect(await apply(cleaner, fingerprint)).toEqual({ changed: 1, leftOut: 2 });
    expect(await names({ ids: selection.ids })).toEqual(["Cookbook", "Linked"]);
    const trace = await rowsOf(
      app.db,
      sql`select actor_name, resource_id as id, changes -> 'images' ->> 'before' like '%A box%' as "hasImages"
            from audit_log where action = 'delete'`,
    );
    expect(trace).toEqual([{ actor_name: "Cleaner", id: wrong, hasImages: true }]);
    const [file] = await rowsOf(app.db, sql`select resource_id, loose_since is not null as "isLoose" from files`);
    expect(file).toEqual({ resource_id: null, isLoose: true });
  });
});

test("the state follows the clock, and its evidence says why: the last proof that held answers", async () => {
  const lamb = ids.get("Mince")!;
  app.clock.advance(72 * dayMs);
  expect(app.clock.now).toBe("2027-01-31T09:00:00.000Z");
  expect(await call(aisyah, products.halal, { id: lamb })).toMatchObject({
    state: "expiring",
    relevance: "required",
    certificates: [
      { certificateNo: "HMC-1", bodyAcronym: "HMC", standing: "stands", isDeciding: true, heldUntil: null },
    ],
  });
  app.clock.advance(dayMs);
  expect(await call(aisyah, products.halal, { id: lamb })).toMatchObject({
    state: "expired",
    certificates: [{ standing: "expired", isDeciding: true, heldUntil: "2027-02-01T00:00:00.000Z" }],
  });
  expect(await names({ halal: ["expired"] })).toEqual(["Mince"]);
});
