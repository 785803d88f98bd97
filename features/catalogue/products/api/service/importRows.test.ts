import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
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
import { products } from "#features/catalogue/products/contract.ts";
import { call, type Transport } from "#web/call.ts";

// A barcode number is a key: a file can be imported again, and its dry run shows what changes.

const text = [
  "code,product_name,brands,categories,quantity,sku",
  '9521000000018,Medjool,"Noor, Fresh",Dates,500 g,',
  "9521000000025,Ajwa,Fresh,,1 kg,F-1",
  ",Loose dates,Fresh,,,F-2",
  ",Without any number,Noor,,,",
].join("\n");

test("importing a file again changes nothing, and its report says so", async () => {
  const { app, huda } = await open();
  await commit(app, huda, await check(app, huda, text));
  const again = await check(app, huda, text);
  expect(again.report).toMatchObject({ newCount: 0, updateCount: 0, unchangedCount: 4, badCount: 0 });
  expect(await rowsOf(app.db, sql`select sum(version)::int as versions, count(*)::int from products`)).toEqual([
    { versions: 4, count: 4 },
  ]);
});

test("a changed row changes only fields with a column in the file, and is shown before it is written", async () => {
  const { app, huda, noor } = await open();
  await commit(app, huda, await check(app, huda, text));
  const dates = await product(app, huda, "medjool");
  await call(huda, products.update, { id: dates.id, version: 1, description: "Soft", cashbackBps: 250 });
  const changed = await check(
    app,
    huda,
    "barcode_id,product_name,quantity,category\n9521000000018,Medjool Gold,a handful,Unknown category\n9521000000094,Figs,1 kg,\n",
    { missingBrands: "refuse", brand: "Noor" },
  );
  expect(changed.columns.map(({ field }) => field)).toEqual(["gtin", "name", "quantity", "category"]);
  expect(changed.report).toMatchObject({ newCount: 1, updateCount: 1, badCount: 0 });
  const requested = { importId: changed.id, skip: 0, limit: 25, language: "en" } as const;
  expect(await call(huda, imports.changes, requested)).toEqual({
    count: 1,
    rows: [{ number: 1, rowNumber: 2, record: dates.code, field: "Name", before: "Medjool", after: "Medjool Gold" }],
  });
  await commit(app, huda, changed);
  // Unreadable cells and fields without a column keep their values.
  expect(await call(huda, products.get, { id: dates.id })).toMatchObject({
    name: "Medjool Gold",
    description: "Soft",
    cashbackBps: 250,
    netContent: 500,
    category: { name: "Dates" },
    brand: { id: noor },
    version: 3,
  });
});

test("a row moves a product to another brand by its product code, not by its barcode number, and shows the move", async () => {
  const { app, huda, fresh } = await open();
  await commit(app, huda, await check(app, huda, text));
  const slip = await check(app, huda, "code,product_name,brands\n9521000000018,Medjool,Fresh Two\n");
  expect(await problemsOf(huda, slip)).toEqual([[2, "other_brand"]]);
  const { code } = await product(app, huda, "medjool");
  const moved = await check(app, huda, `product code,gtin,brand\n${code},9521000000018,Fresh\n`);
  const requested = { importId: moved.id, skip: 0, limit: 25, language: "ar" } as const;
  expect((await call(huda, imports.changes, requested)).rows).toMatchObject([
    { field: "العلامة التجارية", before: "Noor", after: "Fresh" },
  ]);
  await commit(app, huda, moved);
  expect(await product(app, huda, "medjool")).toMatchObject({ brand: { id: fresh } });
});

test("rights and scopes apply: no update without the permission, and no details of a product out of scope", async () => {
  const { app, huda, noor } = await open();
  await commit(app, huda, await check(app, huda, text));
  const reader = await app.signIn("Omar", ["products.import", "products.read", "products.create"]);
  const changed = "code,product_name\n9521000000018,Other name\n9521000000025,Ajwa\n";
  const refused = await check(app, reader.transport, changed);
  expect(refused.report).toMatchObject({ updateCount: 0, unchangedCount: 1 });
  expect(await problemsOf(reader.transport, refused)).toEqual([[2, "update_not_permitted"]]);

  const scoped = await app.signIn(
    "Sami",
    ["products.import@scope", "products.read@scope", "products.create@scope"],
    [{ kind: "brand", target: noor }],
  );
  const hidden = await check(app, scoped.transport, "code,product_name,brands\n9521000000025,Mine,Noor\n");
  const requested = { importId: hidden.id, skip: 0, limit: 25, language: "en" } as const;
  const [problem] = await call(scoped.transport, imports.problems, requested);
  expect(problem).toMatchObject({ code: "taken_unseen" });
  expect(problem!.sentence).not.toMatch(/PRD-/);
});

test("of two rows with one number the second is refused, also if the first is in another batch", async () => {
  const { app, huda } = await open();
  const filler = Array.from({ length: 1100 }, (_, index) => `,Filler ${index},Noor`);
  const file = ["code,product_name,brands", "9521000000018,One,Noor", ...filler, "9521000000018,Two,Noor"].join("\n");
  const checked = await check(app, huda, file);
  expect(await problemsOf(huda, checked)).toEqual([[1103, "same_as_row"]]);
  expect(await commit(app, huda, checked)).toMatchObject({
    state: "imported",
    report: { newCount: 1101, badCount: 1 },
  });
});

// ------------------------------------------------------------------------------------------------ helpers

async function open() {
  const app = await testApi([brandsFeature, categoriesFeature, productsFeature, importsFeature([productsImporter])]);
  onTestFinished(app.close);
  const grants = [
    "products.import",
    "products.read",
    "products.create",
    "products.update",
    "products.setRates",
    "categories.create",
  ];
  const { transport: huda } = await app.signIn("Huda", [...grants, "brands.create"]);
  const [noor, fresh] = [newId(), newId()];
  await insertBrands(app.api.systemContext(), [
    { id: noor, values: { ...brandFields.empty, name: "Noor" } },
    { id: fresh, values: { ...brandFields.empty, name: "Fresh" } },
    { id: newId(), values: { ...brandFields.empty, name: "Fresh Two" } },
  ]);
  await call(huda, categories.create, { id: newId(), parentId: null, name: "Dates" });
  return { app, huda, noor, fresh };
}

async function check(
  app: TestApi,
  transport: Transport,
  file: string,
  choices: Record<string, string> = {},
): Promise<Import> {
  const upload = { resource: "products", fileName: "products.csv", encoding: "utf-8", language: "en" } as const;
  const { id, columns } = await call(transport, imports.upload, { ...upload, importId: newId(), text: file });
  const mapping = columns.map(({ field }) => field);
  await call(transport, imports.check, { importId: id, mapping, choices, language: "en" });
  await app.runJobs();
  return call(transport, imports.read, { importId: id, language: "en" });
}

async function commit(app: TestApi, transport: Transport, { id }: Import): Promise<Import> {
  await call(transport, imports.commit, { importId: id, mode: "good_rows", language: "en" });
  await app.runJobs();
  const written = await call(transport, imports.read, { importId: id, language: "en" });
  expect(written.state).toBe("imported");
  return written;
}

async function problemsOf(transport: Transport, { id }: Import) {
  const found = await call(transport, imports.problems, { importId: id, skip: 0, limit: 100, language: "en" });
  return found.map(({ rowNumber, code }) => [rowNumber, code]);
}

async function product(_app: TestApi, transport: Transport, search: string) {
  const { rows } = await call(transport, products.list, { sort: "name", limit: 25, count: "none", search });
  return rows[0]!;
}
