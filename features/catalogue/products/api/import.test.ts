import { decidingPermissions } from "#base/decisions.ts";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { insertBrands } from "#features/catalogue/brands/api/store.ts";
import { brandFields } from "#features/catalogue/brands/fields.ts";
import { categoriesFeature } from "#features/catalogue/categories/api/routes.ts";
import { categories } from "#features/catalogue/categories/contract.ts";
import { importsFeature } from "#features/platform/imports/api/routes.ts";
import { type Import, imports } from "#features/platform/imports/contract.ts";
import { productsImporter } from "#features/catalogue/products/api/import.ts";
import { productsFeature } from "#features/catalogue/products/api/routes.ts";
import { readAllergens, readQuantity } from "#features/catalogue/products/api/service/importCells.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { call, type Transport } from "#web/call.ts";
import { productDecisions } from "#features/catalogue/products/contract/statuses.ts";

describe("cells", () => {
  test.each([
    ["500 g", { netContent: 500, netUnit: "GRM", packOf: 1 }],
    ["1,5 L", { netContent: 1.5, netUnit: "LTR", packOf: 1 }],
    ["33cl", { netContent: 330, netUnit: "MLT", packOf: 1 }],
    ["6 x 33 cl", { netContent: 330, netUnit: "MLT", packOf: 6 }],
    ["٥٠٠ غ", { netContent: 500, netUnit: "GRM", packOf: 1 }],
    ["250 g e", { netContent: 250, netUnit: "GRM", packOf: 1 }],
    ["12 pièces", { netContent: 12, netUnit: "H87", packOf: 1 }],
    ["12 oz", null],
    ["2 x", null],
    ["0 g", null],
    ["ca. 500 g - 600 g", null],
  ])("read the quantity %s", (text, expected) => expect(readQuantity(text)).toEqual(expected));

  test("read allergens in several languages and as tags, in the order of the law, and return unknown ones", () => {
    expect(readAllergens("en:sesame-seeds, Lait,  Gluten")).toEqual({
      known: ["gluten", "milk", "sesame"],
      unknown: null,
    });
    expect(readAllergens("حليب|مكسرات")).toEqual({ known: ["milk", "nuts"], unknown: null });
    expect(readAllergens("Milch, Orangenöl")).toEqual({ known: ["milk"], unknown: "Orangenöl" });
  });
});

const noor = newId();
const fruit = newId();
const dates = newId();

let app: TestApi;
let huda: Transport;
beforeAll(async () => {
  app = await testApi([brandsFeature, categoriesFeature, productsFeature, importsFeature([productsImporter])]);
  const grants = ["products.import", "products.read", "products.create", "products.update", "products.export"];
  ({ transport: huda } = await app.signIn("Huda", [
    ...grants,
    ...decidingPermissions(productDecisions),
    "brands.create",
    "categories.create",
  ]));
  await insertBrands(app.api.systemContext(), [
    { id: noor, values: { ...brandFields.empty, name: "Noor", alternativeNames: ["Nour"], nameI18n: { ar: "نور" } } },
    { id: newId(), values: { ...brandFields.empty, name: "Hilal", alternativeNames: ["Crescent"] } },
    { id: newId(), values: { ...brandFields.empty, name: "Hilal Two", alternativeNames: ["CRESCENT"] } },
  ]);
  await call(huda, categories.create, { id: fruit, parentId: null, name: "Fruit" });
  await call(huda, categories.create, { id: dates, parentId: fruit, name: "Dates", nameI18n: { ar: "تمور" } });
});
afterAll(() => app.close());

test("an Open Food Facts file becomes drafts, and errors are reported at their cells", async () => {
  const checked = await check(
    [
      "code,product_name,brands,categories,quantity,labels,ingredients_text,allergens,countries",
      '6291041500213,Medjool &quot;Gold&quot;,"Nour, Ferrero","Fruit, Dates",500 g,"en:halal,Organic",Dates,"en:nuts,en:dust",France',
      "7.62E+12,Powers of ten,Noor,,,,,,",
      "06291041500213,Same number,نور,,,,,,",
      "2000000000015,Of one shop,NOOR,,,,,,",
      "9521000000019,Wrong digit,Noor,,,,,,",
      "9521000000018,No such brand,Nestlé,,,,,,",
      "9521000000025,Two brands,crescent,,,,,,",
      "9521000000032,,Noor,,,,,,",
      "36000291452,Zeros lost,Noor,,,,,,",
      ",Without a number,Noor,Vegetables,a pinch,,,,",
    ].join("\n"),
  );
  expect(checked.columns.map(({ field }) => field)).toEqual([
    "gtin",
    "name",
    "brand",
    "category",
    "quantity",
    "offLabels",
    "ingredients",
    "allergens",
    null,
  ]);
  expect(await problemsOf(checked)).toEqual([
    [3, "gtin_scientific", null],
    [4, "same_as_row", null],
    [5, "gtin_restricted", null],
    [6, "gtin_check_digit", null],
    [7, "brand_unknown", null],
    [8, "brand_ambiguous", null],
    [9, "required", null],
    [10, "gtin_length", "036000291452"],
  ]);
  expect(checked.report).toMatchObject({ newCount: 2, badCount: 8 });
  expect(checked.report!.notes.map(({ field, count }) => [field, count])).toEqual(
    expect.arrayContaining([
      ["brand", 1],
      ["allergens", 1],
      ["category", 1],
      ["quantity", 1],
    ]),
  );
  await write(checked);
  const { rows } = await call(huda, products.list, { sort: "name", limit: 25, count: "none", search: "medjool gold" });
  expect(rows).toMatchObject([
    {
      name: 'Medjool "Gold"',
      gtin: "06291041500213",
      brand: { id: noor },
      category: { id: dates },
      netContent: 500,
      netUnit: "GRM",
      status: "draft",
    },
  ]);
  expect(await call(huda, products.get, { id: rows[0]!.id })).toMatchObject({
    allergens: ["nuts"],
    offLabels: ["en:halal", "Organic"],
    halalClaim: "none",
    ingredients: "Dates",
  });
});

test("unknown brands are created once for all their rows, if the user chooses so and has the permission", async () => {
  const text = `product_name,brands\n${[1, 2, 3].map((number) => `Thing ${number},New Brand`).join("\n")}\nOther,"Newer, New Brand"`;
  const checked = await check(text, { missingBrands: "create" });
  expect(checked.report).toMatchObject({ newCount: 4, badCount: 0 });
  await write(checked);
  const made = await rowsOf(
    app.db,
    sql`select brands.name, brands.status, count(*)::int as products
          from brands join products on products.brand_id = brands.id
         where brands.name like 'New%' group by brands.id`,
  );
  expect(made).toEqual([{ name: "New Brand", status: "draft", products: 4 }]);

  const { transport: other } = await app.signIn("Omar", ["products.import", "products.read", "products.create"]);
  const refused = await check("product_name,brands\nThing,Newest", { missingBrands: "create" }, other);
  expect(refused.report).toMatchObject({ newCount: 0, badCount: 1 });
});

test("one brand may be chosen for all rows without a brand; other choices are refused", async () => {
  const checked = await check("product_name\nLoose dates", { brand: "br-00001" });
  expect(checked.report).toMatchObject({ newCount: 1 });
  const unnamed = await check("product_name\nOf nobody");
  expect(await problemsOf(unnamed)).toEqual([[2, "brand_missing", null]]);
  await expect(check("product_name\nX", { missingBrands: "perhaps" })).rejects.toMatchObject({ status: 422 });
});

test("an export imports unchanged, and a number can move to another product within one file", async () => {
  const make = (name: string, gtin: string) =>
    call(huda, products.create, {
      id: newId(),
      brandId: noor,
      name,
      gtin,
      categoryId: dates,
      allergens: ["milk", "nuts"],
      offLabels: ["en:halal, certified"],
      netContent: 0.5,
      netUnit: "KGM",
      cashbackBps: 275,
      containsMeat: false,
    });
  const one = await make("Round one", "9521000000094");
  const two = await make("Round two", "9521000000100");
  const exported = await download("round");
  const again = await check(exported);
  expect(again.report).toMatchObject({ newCount: 0, updateCount: 0, unchangedCount: 2, badCount: 0 });
  // The first product gives up its number for another; the second, further down, takes it over.
  const passedOn = exported.replace("9521000000094", "9521000000155").replace("9521000000100", "9521000000094");
  await write(await check(passedOn));
  expect(await call(huda, products.get, { id: one.id })).toMatchObject({ gtin: "09521000000155", version: 2 });
  expect(await call(huda, products.get, { id: two.id })).toMatchObject({ gtin: "09521000000094" });

  // Certificates may name the old number, and some retailers require more of meat, so both changes emit an event.
  const [header, ...lines] = (await download("round")).trimEnd().split("\r\n");
  const meat = lines.find((line) => line.includes(two.code))!.replace(",no,", ",yes,");
  await write(await check(`${header}\r\n${meat}\r\n`));
  expect(await call(huda, products.get, { id: two.id })).toMatchObject({ containsMeat: true });
  const reported = await rowsOf(
    app.db,
    sql`select resource_id from outbox_events
         where type = 'product.moved' and resource_id in (${one.id}, ${two.id})
         order by resource_id`,
  );
  expect(reported).toEqual([one, two, two].map(({ id }) => ({ resource_id: id })));
});

// ------------------------------------------------------------------------------------------------ fixtures

async function check(text: string, choices: Record<string, string> = {}, transport = huda): Promise<Import> {
  const file = { resource: "products", fileName: "products.csv", encoding: "utf-8", language: "en" } as const;
  const { id, columns } = await call(transport, imports.upload, { ...file, importId: newId(), text });
  const mapping = columns.map(({ field }) => field);
  await call(transport, imports.check, { importId: id, mapping, choices, language: "en" });
  await app.runJobs();
  return call(transport, imports.read, { importId: id, language: "en" });
}

async function write({ id }: Import) {
  await call(huda, imports.commit, { importId: id, mode: "good_rows", language: "en" });
  await app.runJobs();
  expect(await call(huda, imports.read, { importId: id, language: "en" })).toMatchObject({ state: "imported" });
}

async function problemsOf({ id }: Import) {
  const found = await call(huda, imports.problems, { importId: id, skip: 0, limit: 100, language: "en" });
  return found.map(({ rowNumber, code, suggestion }) => [rowNumber, code, suggestion]);
}

async function download(search: string): Promise<string> {
  const response = await huda(new Request(`https://mizan.test/api/v1/products/export.csv?search=${search}`));
  return response.text();
}
