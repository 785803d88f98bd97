import { decidingPermissions } from "#base/decisions.ts";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { market } from "#api/testing/catalogueFactory.ts";
import { newId, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { assignmentsImporter } from "#features/retail/assignments/api/import.ts";
import { assignmentsFeature } from "#features/retail/assignments/api/routes.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import { importsFeature } from "#features/platform/imports/api/routes.ts";
import { imports } from "#features/platform/imports/contract.ts";
import { call, download } from "#web/call.ts";
import { assignmentDecisions } from "#features/retail/assignments/contract/changes.ts";

const app = await testApi([assignmentsFeature, importsFeature([assignmentsImporter])]);
afterAll(app.close);
const made = market(app.db);
const rights = [
  "assignments.read",
  "assignments.update",
  "assignments.import",
  "assignments.export",
  ...decidingPermissions(assignmentDecisions),
];
const { transport } = await app.signIn("Huda", rights);

/** Imports a file like a user: upload, check the errors, write the valid rows. */
async function take(text: string) {
  const file = { resource: "assignments", fileName: "shelf.csv", encoding: "utf-8", language: "en" } as const;
  const { id, columns } = await call(transport, imports.upload, { ...file, importId: newId(), text });
  await call(transport, imports.check, { importId: id, mapping: columns.map(({ field }) => field), language: "en" });
  await app.runJobs();
  const { report } = await call(transport, imports.read, { importId: id, language: "en" });
  const problems = await call(transport, imports.problems, { importId: id, skip: 0, limit: 25, language: "en" });
  if (report!.newCount + report!.updateCount > 0) {
    await call(transport, imports.commit, { importId: id, mode: "good_rows", language: "en" });
    await app.runJobs();
  }
  return { report, problems: problems.map(({ rowNumber, code }) => [rowNumber, code]) };
}

test("a file by retailer code and GTIN assigns, changes differences, and gives a reason for each bad row; importing its own export changes nothing", async () => {
  const [brand, category, body] = [await made.brand(), await made.category(), await made.body()];
  const retailer = await made.retailer({ retailer_type_id: await made.type({ max_cashback_bps: 500 }) });
  const product = (values: object = {}) => made.product({ brand_id: brand, category_id: category, ...values });
  const [dates, ghee, bare] = [await product(), await product(), await product()];
  const certificate = await made.certificate({ body_id: body });
  for (const id of [dates, ghee]) await made.line(certificate, id);
  const [{ code }] = (await rowsOf<{ code: string }>(
    app.db,
    sql`select code from retailers where id = ${retailer}::uuid`,
  )) as [{ code: string }];
  const gtins = new Map(
    (await rowsOf<{ id: string; gtin: string }>(app.db, sql`select id, gtin from products`)).map((row) => [
      row.id,
      row.gtin,
    ]),
  );
  const header = "retailer_code,gtin,price_minor,cashback,cashback_bps,stock\n";
  const first = await take(
    `${header}${code},${gtins.get(dates)},890,bps,450,in stock\n${code},${gtins.get(ghee)},,,,\nRET-999999,${gtins.get(ghee)},,,,\n` +
      `${code},4006381333931,,,,\n${code},${gtins.get(bare)},,,,\n${code},${gtins.get(ghee)},,bps,501,\n${code},${gtins.get(dates)},1,,,\n`,
  );
  expect(first.report).toMatchObject({ newCount: 2, badCount: 5 });
  expect(first.problems).toEqual([
    [4, "no_such_retailer"],
    [5, "no_such_product"],
    [6, "halal_missing"],
    [7, "rate_too_high"],
    [7, "same_as_row"],
    [8, "same_as_row"],
  ]);
  const list = await call(transport, assignments.list, {
    retailerId: retailer,
    sort: "createdAt",
    limit: 25,
    count: "none",
  });
  const own = list.rows.find(({ product: { id } }) => id === dates)!;
  // An amount without a currency is in the retailer's currency.
  expect(own).toMatchObject({
    priceMinor: 890,
    currency: "GBP",
    cashbackBps: 450,
    stockStatus: "in_stock",
    status: "active",
  });
  const exported = await download(transport, assignments.exportCsv, {
    retailerId: retailer,
    sort: "product",
    limit: 25,
    count: "none",
  });
  expect((await take((await exported.text()).replace("\uFEFF", ""))).report).toMatchObject({
    unchangedCount: 2,
    badCount: 0,
  });
  // A location counts as well: the same product at one location is a separate assignment.
  await made.location({ retailer_id: retailer, name: "Deira" });
  const placed = `retailer_code,gtin,location\n${code},${gtins.get(dates)},deira\n${code},${gtins.get(ghee)},Nowhere\n`;
  expect(await take(placed)).toMatchObject({ report: { newCount: 1 }, problems: [[3, "no_such_location"]] });
  const again = await download(transport, assignments.exportCsv, {
    retailerId: retailer,
    sort: "product",
    limit: 25,
    count: "none",
  });
  const text = (await again.text()).replace("\uFEFF", "");
  expect(text).toContain(`${code},Deira,`);
  expect((await take(text)).report).toMatchObject({ unchangedCount: 3, badCount: 0 });
  const second = await take(`retailer_code,gtin,price_minor\n${code},${gtins.get(dates)},795\n`);
  expect(second.report).toMatchObject({ updateCount: 1, badCount: 0 });
  expect(await call(transport, assignments.get, { id: own.id })).toMatchObject({
    priceMinor: 795,
    cashbackBps: 450,
    version: own.version + 1,
  });
});
