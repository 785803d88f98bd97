import { decidingPermissions } from "#base/decisions.ts";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { importsFeature } from "#features/platform/imports/api/routes.ts";
import { type Import, type ImportProblem, imports } from "#features/platform/imports/contract.ts";
import { retailersImporter } from "#features/retail/retailers/api/import.ts";
import { retailersFeature } from "#features/retail/retailers/api/routes.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { retailerDecisions } from "#features/retail/retailers/record/contract.ts";
import { retailerHours } from "#features/retail/retailers/hours/contract.ts";
import { retailerLocations } from "#features/retail/retailers/locations/contract.ts";
import { retailerTypesFeature } from "#features/retail/retailer-types/api/routes.ts";
import { retailerTypes } from "#features/retail/retailer-types/contract.ts";
import { seedRetailerTypes } from "#features/retail/retailer-types/api/seed.ts";
import { call, download, type Transport } from "#web/call.ts";

let app: TestApi;
let huda: Transport;
beforeAll(async () => {
  app = await testApi([retailerTypesFeature, retailersFeature, importsFeature([retailersImporter])]);
  await seedRetailerTypes(app.api.systemContext());
  const rights = ["import", "read", "create", "update", "export"].map((action) => `retailers.${action}`);
  huda = (await app.signIn("Huda", [...rights, ...decidingPermissions(retailerDecisions), "retailerTypes.read"]))
    .transport;
});
afterAll(() => app.close());

const file = { resource: "retailers", fileName: "shops.csv", encoding: "utf-8", language: "en" } as const;
const upload = (text: string): Promise<Import> => call(huda, imports.upload, { ...file, importId: newId(), text });
const read = (importId: string) => call(huda, imports.read, { importId, language: "en" });

async function check({ id, columns }: Import): Promise<Import> {
  await call(huda, imports.check, { importId: id, mapping: columns.map(({ field }) => field), language: "en" });
  await app.runJobs();
  return read(id);
}

async function write({ id }: Import): Promise<Import> {
  await call(huda, imports.commit, { importId: id, mode: "good_rows", language: "en" });
  await app.runJobs();
  return read(id);
}

const problemsOf = ({ id }: Import): Promise<ImportProblem[]> =>
  call(huda, imports.problems, { importId: id, skip: 0, limit: 100, language: "en" });
const notesOf = ({ report }: Import) => report!.notes.map(({ field, count }) => `${field} ${count}`).sort();
const found = async (search: string) =>
  (await call(huda, retailers.list, { search, sort: "code", limit: 25, count: "none" })).rows;

test("OpenStreetMap shops become drafts with location and hours; unreadable values are reported", async () => {
  const text = `kind,name,name_ar,names_json,housenumber,street,city,postcode,country,phone,website,opening_hours,lat,lon,instagram,contact:facebook
restaurant,Kanaan,كنعان,"{""en"": ""Kanaan""}",12,Sample Street,Haifa,,,+972 4 665 8555;+972 4 1,https://kanaan.example,"Su-Th 12:00-00:00, Fr-Sa 12:00-01:00",32.8191,34.9983,https://www.instagram.com/kanaan,@kanaan
fast_food,Kebab Box,,,,,Zürich,,CH,044 123 45 67,http://kebab.example,sunset-23:00,47.3769,8.5417,,
restaurant,,,,,,,,,,,,30.1,31.2,,
bar,The Glass,,,,,,,GB,,,,55.95,-3.19,,
cafe,Far Out,,,,,,,GB,,,,95.1,-3.19,,
restaurant,KANAAN,,,,,,,,,,,32.8192,34.9982,,
`;
  const checked = await check(await upload(text));
  expect(checked.report).toMatchObject({ newCount: 2, badCount: 4 });
  expect((await problemsOf(checked)).map(({ rowNumber, code }) => `${rowNumber} ${code}`)).toEqual([
    "4 required",
    "5 no_such_type",
    "6 too_big",
    "7 same_as_row",
  ]);
  expect(notesOf(checked)).toEqual(["openingHours 1", "phone 1", "phone 1", "social.facebook 1", "website 1"]);
  await write(checked);
  const [kanaan] = await found("kanaan");
  expect(kanaan).toMatchObject({
    tradingNameI18n: { ar: "كنعان", en: "Kanaan" },
    type: { code: "RESTAURANT" },
    city: "Haifa",
    country: null,
    status: "draft",
    locationsCount: 1,
  });
  expect((await call(huda, retailers.get, { id: kanaan!.id })).social).toEqual({
    instagram: "https://www.instagram.com/kanaan",
  });
  const { rows } = await call(huda, retailerLocations.list, { id: kanaan!.id });
  expect(rows).toMatchObject([
    { addressLine1: "12 Sample Street", phone: "+97246658555", latitude: 32.8191, isPrimary: true, openness: null },
  ]);
  const { byLocation } = await call(huda, retailerHours.read, { id: kanaan!.id });
  expect(byLocation[rows[0]!.id]).toHaveLength(7);
  const [kebab] = await found("kebab");
  // Switzerland has one time zone; for a country with several, the user must choose.
  expect(await call(huda, retailers.get, { id: kebab!.id })).toMatchObject({
    timezone: "Europe/Zurich",
    website: null,
  });
  const [audit] = await rowsOf<{ reason: string }>(
    app.db,
    sql`select reason from audit_log where action = 'import' and resource_id = ${kanaan!.id}`,
  );
  expect(audit).toEqual({ reason: "shops.csv:2" });
  // The same file again finds its shops at their locations.
  expect((await check(await upload(text))).report).toMatchObject({ newCount: 0, badCount: 6 });
});

test("social media links must be on the host of their network, and a logo has alt text", async () => {
  const instagram = "https://www.instagram.com/demo_souk";
  const { rows } = await call(huda, retailerTypes.list, { sort: "name", limit: 25, count: "none" });
  const create = (fields: object) =>
    call(huda, retailers.create, { id: newId(), tradingName: "Souk", retailerTypeId: rows[0]!.id, ...fields });
  const written = { social: { instagram }, logoAlt: "A date palm", logoAltI18n: { ar: "نخلة" } };
  expect(await create(written)).toMatchObject(written);
  await expect(create({ social: { x: "https://example.com/demo" } })).rejects.toMatchObject({
    errors: [{ path: "social.x", code: "social_host" }],
  });
});

test("imports its own export, updates retailers by code, and attaches branches to their chain", async () => {
  const first = "name,type,country,timezone,gln\nChain One,GROCERY,MY,Asia/Kuala_Lumpur,9522000000022\n";
  await write(await check(await upload(first)));
  const [chain] = await found("chain one");
  const branches = `name,type,parent,gln\nBranch Two,بقالة,${chain!.code},9522000000022\nBranch Three,grocery,${chain!.code},\n`;
  const checked = await check(await upload(branches));
  expect((await problemsOf(checked)).map(({ rowNumber, code }) => `${rowNumber} ${code}`)).toEqual(["2 number_taken"]);
  await write(checked);
  const [branch] = await found("branch three");
  expect(branch).toMatchObject({ parent: { id: chain!.id } });
  expect(await call(huda, retailers.get, { id: branch!.id })).toMatchObject({ depth: 2, chain: [{ id: chain!.id }] });

  const exported = await download(huda, retailers.exportCsv, { count: "none", limit: 25, sort: "code" });
  const text = await exported.text();
  expect((await check(await upload(text))).report).toMatchObject({ newCount: 0, updateCount: 0, badCount: 0 });
  const change = await check(await upload(`code,legal_name\n${branch!.code},Branch Three Sdn Bhd\n`));
  expect(change.report).toMatchObject({ updateCount: 1 });
  await write(change);
  expect(await call(huda, retailers.get, { id: branch!.id })).toMatchObject({
    legalName: "Branch Three Sdn Bhd",
    version: 2,
  });
});

test("offers a template that can be imported unchanged", async () => {
  const template = await download(huda, retailers.importTemplate, {});
  const checked = await check(await upload(await template.text()));
  expect(checked.columns.filter(({ field }) => field === null)).toEqual([]);
  expect(await problemsOf(checked)).toEqual([]);
  expect(checked.report).toMatchObject({ newCount: 1 });
});

const realFile = process.env.MIZAN_DATA === undefined ? null : join(process.env.MIZAN_DATA, "retailers_osm.csv");

test.skipIf(realFile === null || !existsSync(realFile))(
  "imports the restaurants of OpenStreetMap and reports each refused row (needs MIZAN_DATA)",
  { timeout: 180_000 },
  async () => {
    const checked = await check(await upload(readFileSync(realFile!, "utf8")));
    const report = checked.report!;
    // In this file, 1,644 rows have no name, and 125 name a shop within 100 metres of one with the same name.
    expect(report.newCount + report.badCount).toBe(11_025);
    const [refused] = await rowsOf(app.db, sql`select count(*)::int as count from retailers`);
    const imported = await write(checked);
    expect(imported.report).toMatchObject({ newCount: report.newCount });
    const [after] = await rowsOf(app.db, sql`select count(*)::int as count from retailers`);
    expect((after as { count: number }).count - (refused as { count: number }).count).toBe(report.newCount);
  },
);
