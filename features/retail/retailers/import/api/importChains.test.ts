import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { importsFeature } from "#features/platform/imports/api/routes.ts";
import { type Import, imports } from "#features/platform/imports/contract.ts";
import { retailersImporter } from "#features/retail/retailers/api/import.ts";
import { retailersFeature } from "#features/retail/retailers/api/routes.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { retailerHours } from "#features/retail/retailers/hours/contract.ts";
import { retailerLocations } from "#features/retail/retailers/locations/contract.ts";
import { retailerTypesFeature } from "#features/retail/retailer-types/api/routes.ts";
import { seedRetailerTypes } from "#features/retail/retailer-types/api/seed.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let huda: Transport;
beforeAll(async () => {
  app = await testApi([retailerTypesFeature, retailersFeature, importsFeature([retailersImporter])]);
  await seedRetailerTypes(app.api.systemContext());
  const rights = ["import", "read", "create", "update"].map((action) => `retailers.${action}`);
  huda = (await app.signIn("Huda", rights)).transport;
});
afterAll(() => app.close());

const header = "kind,name,name_ar,brand,street,city,country,phone,website,opening_hours,lat,lon";
const shops = [
  header,
  "fast_food,Kebab House,بيت الكباب,Kebab House,High Street,Edinburgh,GB,+441316650001,https://kebab.example/1,Mo-Fr 09:00-18:00,55.95,-3.19",
  "fast_food,Kebab House Zürich HB,,kebab  HOUSE,,Zürich,CH,,,,47.3779,8.5403",
  "fast_food,,,Kebab House,Leith Walk,Edinburgh,GB,,,,55.96,-3.17",
  "fast_food,Kebab House,,Kebab House,High Street,Edinburgh,GB,,,,55.9501,-3.1901",
  "fast_food,Kebab House,,Kebab House,,,XX,,,,95,8",
  "fast_food,Kebab House,,,,Leith,,,,,55.975,-3.17",
  "restaurant,Kanaan,,,,Haifa,,,,,32.8191,34.9983",
].join("\n");

test("rows of one chain become locations of one retailer if the user chooses so", async () => {
  const checked = await check(shops);
  expect(await problemsOf(checked)).toEqual([
    [5, "same_as_row"],
    [6, "country_code"],
    [6, "too_big"],
  ]);
  expect(checked.report).toMatchObject({ newCount: 5, badCount: 2 });
  expect(await write(checked)).toMatchObject({ state: "imported", report: { newCount: 5, badCount: 2 } });
  const chain = await found("kebab");
  expect(chain).toMatchObject({ tradingName: "Kebab House", locationsCount: 4, country: "GB", status: "draft" });
  // The website of one location is not the chain's.
  expect((await call(huda, retailers.get, { id: chain.id })).website).toBeNull();
  const { rows } = await call(huda, retailerLocations.list, { id: chain.id });
  const listed = rows.map(({ name, country, isPrimary }) => [name, country, isPrimary] as const);
  expect(listed.toSorted(([one], [other]) => (one < other ? -1 : 1))).toEqual([
    ["Kebab House Zürich HB", "CH", false],
    ["Kebab House, High Street", "GB", true],
    // Its row has no chain name, but its own name is that of a chain in the file.
    ["Kebab House, Leith", null, false],
    ["Kebab House, Leith Walk", "GB", false],
  ]);
  const { byLocation } = await call(huda, retailerHours.read, { id: chain.id });
  expect(byLocation[rows.find(({ isPrimary }) => isPrimary)!.id]).toHaveLength(5);
  expect((await found("kanaan")).locationsCount).toBe(1);
});

test("importing a file again adds nothing, and a new row of an existing chain is shown and added to it", async () => {
  const known = await found("kebab");
  const more = `${shops}\nfast_food,Kebab House Basel,,Kebab House,,Basel,CH,,,,47.55,7.59`;
  const checked = await check(more);
  expect(checked.report).toMatchObject({ updateCount: 1, unchangedCount: 4 });
  const requested = { importId: checked.id, skip: 0, limit: 25, language: "en" } as const;
  expect((await call(huda, imports.changes, requested)).rows).toMatchObject([
    { record: known.code, before: "", after: "Kebab House Basel" },
  ]);
  await write(checked);
  const after = await found("kebab");
  expect(after).toMatchObject({ id: known.id, locationsCount: 5, version: known.version + 1 });
  const entries = await rowsOf<{ action: string; reason: string }>(
    app.db,
    sql`select action, reason from audit_log where resource_id = ${known.id} and action = 'add_location' order by id`,
  );
  expect(entries.at(-1)).toEqual({ action: "add_location", reason: "shops.csv:9" });
});

test("a row with a code adds a location to that retailer, if the user may update retailers", async () => {
  const { code, id, locationsCount } = await found("kanaan");
  const file = `code,name,lat,lon\n${code},Kanaan Akko,32.92,35.07\n`;
  const reader = (await app.signIn("Omar", ["retailers.import", "retailers.read", "retailers.create"])).transport;
  expect(await problemsOf(await check(file, "locations", reader), reader)).toEqual([[2, "update_not_permitted"]]);
  await write(await check(file));
  expect(await call(huda, retailers.get, { id })).toMatchObject({ locationsCount: locationsCount + 1 });
});

test("a chain name that several retailers have is refused: the row needs a code", async () => {
  const twice = `${header}\ncafe,Twin Cafe,,,,,GB,,,,1,1\ncafe,Twin Cafe,,,,,GB,,,,2,2\n`;
  await write(await check(twice, "separate"));
  const checked = await check(`${header}\ncafe,Twin Cafe,,Twin Cafe,,,GB,,,,3,3\n`);
  expect(await problemsOf(checked)).toEqual([[2, "several_chains"]]);
});

test("each row is a separate retailer unless the user chooses otherwise, and the choice applies to all batches", async () => {
  const lines = Array.from({ length: 1500 }, (_, index) => `cafe,,,Long Chain,Street ${index},,GB,,,,${index / 100},3`);
  const file = `${header}\n${lines.join("\n")}\n`;
  expect((await check(file, "separate")).report).toMatchObject({ newCount: 0, badCount: 1500 });
  const checked = await check(file);
  expect(checked.report).toMatchObject({ newCount: 1500, badCount: 0 });
  expect(await write(checked)).toMatchObject({ state: "imported", report: { newCount: 1500 } });
  expect(await found("long chain")).toMatchObject({ locationsCount: 1500 });
  expect((await check(file)).report).toMatchObject({ newCount: 0, unchangedCount: 1500 });
});

// ------------------------------------------------------------------------------------------------ helpers

async function check(text: string, chains = "locations", transport = huda): Promise<Import> {
  const file = { resource: "retailers", fileName: "shops.csv", encoding: "utf-8", language: "en" } as const;
  const { id, columns } = await call(transport, imports.upload, { ...file, importId: newId(), text });
  const mapping = columns.map(({ field }) => field);
  await call(transport, imports.check, { importId: id, mapping, choices: { chains }, language: "en" });
  await app.runJobs();
  return call(transport, imports.read, { importId: id, language: "en" });
}

async function write({ id }: Import): Promise<Import> {
  await call(huda, imports.commit, { importId: id, mode: "good_rows", language: "en" });
  await app.runJobs();
  return call(huda, imports.read, { importId: id, language: "en" });
}

async function problemsOf({ id }: Import, transport = huda) {
  const all = await call(transport, imports.problems, { importId: id, skip: 0, limit: 100, language: "en" });
  return all.map(({ rowNumber, code }) => [rowNumber, code]);
}

async function found(search: string) {
  const { rows } = await call(huda, retailers.list, { search, sort: "code", limit: 25, count: "none" });
  return rows[0]!;
}
