import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Input } from "#base/contract.ts";
import { decidingPermissions } from "#base/decisions.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { insertBrands } from "#features/catalogue/brands/api/store.ts";
import { brandFields } from "#features/catalogue/brands/fields.ts";
import { categoriesFeature } from "#features/catalogue/categories/api/routes.ts";
import { categories } from "#features/catalogue/categories/contract.ts";
import { productsFeature } from "#features/catalogue/products/api/routes.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { productDecisions } from "#features/catalogue/products/contract/statuses.ts";
import { call, type Transport } from "#web/call.ts";

const noor = newId();
const retired = newId();
const dates = newId();

let app: TestApi;
let aisyah: Transport;
beforeAll(async () => {
  app = await testApi([brandsFeature, categoriesFeature, productsFeature]);
  const actions = ["read", "create", "update", "delete"].map((action) => `products.${action}`);
  const all = [...actions, ...decidingPermissions(productDecisions), "categories.create"];
  ({ transport: aisyah } = await app.signIn("Aisyah", all));
  const complete = { ...brandFields.empty, country: "AE", contactEmail: "a@noor.example", defaultCurrency: "AED" };
  await insertBrands(app.api.systemContext(), [
    { id: noor, values: { ...complete, name: "Noor" }, status: "active" },
    { id: retired, values: { ...complete, name: "Retired" }, status: "archived" },
  ]);
  await call(aisyah, categories.create, { id: dates, parentId: null, name: "Dates" });
});
afterAll(() => app.close());

const create = (fields: Partial<Input<typeof products.create>> = {}, transport = aisyah) =>
  call(transport, products.create, { id: newId(), brandId: noor, name: "Medjool", ...fields });
const outboxOf = (id: string) =>
  rowsOf<{ type: string }>(
    app.db,
    sql`select type from outbox_events where resource_id = ${id} order by occurred_at, id`,
  );

describe("a new product", () => {
  test("is a draft with the given values, and its GTIN is padded", async () => {
    const product = await create({
      gtin: "9 521000-000018",
      nameI18n: { ar: "تمر مجهول" },
      categoryId: dates,
      netContent: 0.125,
      netUnit: "KGM",
      rrpMinor: 12_500,
      rrpCurrency: "JOD",
      cashbackBps: 275,
      allergens: ["milk", "nuts"],
      eNumbers: ["E471", "E150d"],
      containsMeat: false,
    });
    expect(product).toMatchObject({
      status: "draft",
      version: 1,
      gtin: "09521000000018",
      netContent: 0.125,
      brand: { id: noor, name: "Noor", cashbackBps: null },
      category: { id: dates, name: "Dates", halalRelevance: "required", containsMeat: null },
      cashbackBps: 275,
      halal: { state: "uncertified", certificateId: null, endsAt: null },
      retailersCount: 0,
      containsMeat: false,
      containsGelatine: null,
      images: [],
    });
    expect(product.code).toMatch(/^PRD-\d{6}$/);
    expect(await call(aisyah, products.get, { id: product.id })).toEqual(product);
  });

  test("is created once, however often it is sent", async () => {
    const sent = { id: newId(), brandId: noor, name: "Sent twice", gtin: "9521000000094" };
    const [one, two] = await Promise.all([create(sent), create(sent)]);
    expect(one).toEqual(two);
    await expect(create({ ...sent, name: "Another" })).rejects.toMatchObject({ code: "product_id_taken" });
  });

  test.each([
    [{ gtin: "9521000000019" }, "gtin", "gtin_check_digit"],
    [{ gtin: "2000000000015" }, "gtin", "gtin_restricted"],
    [{ gtin: "9.521E+12" }, "gtin", "gtin_scientific"],
    [{ gtin: "9521000000018", noBarcodeReason: "Loose" }, "noBarcodeReason", "reason_beside_gtin"],
    [{ netContent: 500 }, "netUnit", "unit_missing"],
    [{ netContent: 0.0005, netUnit: "KGM" as const }, "netContent", "three_decimals"],
    [{ rrpMinor: 100 }, "rrpCurrency", "price_without_currency"],
    [{ brandId: retired }, "brandId", "brand_unavailable"],
    [{ categoryId: newId() }, "categoryId", "category_unavailable"],
    [{ images: [{ fileId: newId(), alt: null, altI18n: {} }] }, "images", "file_unknown"],
  ])("with %j is reported at %s: %s", async (fields, path, code) => {
    await expect(create(fields)).rejects.toMatchObject({ errors: [expect.objectContaining({ path, code })] });
  });

  test("can't have the GTIN or SKU of another, and the refusal names that product", async () => {
    const other = await create({ gtin: "9521000000117", sku: "G-1" });
    await expect(create({ gtin: "٩٥٢١٠٠٠٠٠٠١١٧" })).rejects.toMatchObject({
      code: "duplicate_gtin",
      details: { other: { id: other.id, code: other.code, name: "Medjool" } },
    });
    await expect(create({ sku: "G-1" })).rejects.toMatchObject({ code: "duplicate_sku" });
  });
});

describe("a change", () => {
  test("creates one version and one entry; a change of category also publishes an event", async () => {
    const product = await create({ name: "Changed" });
    const changed = await call(aisyah, products.update, {
      id: product.id,
      version: 1,
      name: "Changed indeed",
      categoryId: dates,
    });
    expect(changed).toMatchObject({ version: 2, name: "Changed indeed", category: { id: dates } });
    expect(await outboxOf(product.id)).toEqual([{ type: "product.moved" }]);
    const { events } = await call(aisyah, products.activity, { id: product.id, limit: 10 });
    expect(events.map(({ action, changes }) => [action, Object.keys(changes)])).toEqual([
      ["update", ["name", "categoryId"]],
      ["create", expect.arrayContaining(["name", "brandId", "status"])],
    ]);
    const stale = call(aisyah, products.update, { id: product.id, version: 1, name: "Late" });
    await expect(stale).rejects.toMatchObject({ status: 412, details: { current: { version: 2 } } });
  });

  test("that changes nothing creates no version", async () => {
    const product = await create({ gtin: "9521000000124" });
    const same = await call(aisyah, products.update, { id: product.id, version: 1, gtin: "9521000000124" });
    expect(same).toMatchObject({ version: 1 });
  });
});

test("only a draft can be deleted", async () => {
  const draft = await create({ name: "Gone", gtin: "9521000000131" });
  await call(aisyah, products.remove, { id: draft.id, version: 1 });
  await expect(call(aisyah, products.get, { id: draft.id })).rejects.toMatchObject({ status: 404 });
  const waiting = await create({ name: "Stays", gtin: "9521000000131", categoryId: dates });
  await call(aisyah, products.changeStatus, { id: waiting.id, version: 1, to: "in_review" });
  const removal = call(aisyah, products.remove, { id: waiting.id, version: 2 });
  await expect(removal).rejects.toMatchObject({ code: "only_draft_products_can_be_deleted" });
});

describe("a user limited to the products of one brand", () => {
  test("sees and creates only these", async () => {
    const other = newId();
    await insertBrands(app.api.systemContext(), [{ id: other, values: { ...brandFields.empty, name: "Other" } }]);
    const theirs = await create({ brandId: other, name: "Theirs" });
    const grants = ["products.read@scope", "products.create@scope", "products.update@scope"];
    const { transport: huda } = await app.signIn("Huda", grants, [{ kind: "brand", target: noor }]);
    const { rows } = await call(huda, products.list, { sort: "name", limit: 100, count: "none" });
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ brand }) => brand.id))).toEqual(new Set([noor]));
    await expect(call(huda, products.get, { id: theirs.id })).rejects.toMatchObject({ status: 404 });
    await expect(create({ brandId: other }, huda)).rejects.toMatchObject({ code: "brand_unavailable" });
    const own = await create({ name: "Own" }, huda);
    const away = call(huda, products.update, { id: own.id, version: 1, brandId: other });
    await expect(away).rejects.toMatchObject({ code: "brand_unavailable" });
  });

  test("or of one category's subtree, or of one country's brands", async () => {
    const below = newId();
    await call(aisyah, categories.create, { id: below, parentId: dates, name: "Ajwa" });
    const deep = await create({ name: "Deep", categoryId: below });
    for (const scope of [
      { kind: "category", target: dates },
      { kind: "country", target: "AE" },
    ] as const) {
      const { transport } = await app.signIn(scope.kind, ["products.read@scope"], [scope]);
      expect(await call(transport, products.get, { id: deep.id })).toMatchObject({ name: "Deep" });
    }
    const { transport: elsewhere } = await app.signIn(
      "GB",
      ["products.read@scope"],
      [{ kind: "country", target: "GB" }],
    );
    await expect(call(elsewhere, products.get, { id: deep.id })).rejects.toMatchObject({ status: 404 });
  });
});
