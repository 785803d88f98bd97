import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { nameKey } from "#base/searchKey.ts";
import { decidingPermissions } from "#base/decisions.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { brandsImporter } from "#features/catalogue/brands/api/import.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brandOperations, brands } from "#features/catalogue/brands/contract.ts";
import { brandFields } from "#features/catalogue/brands/fields.ts";
import { importsFeature } from "#features/platform/imports/api/routes.ts";
import { formatOf, readCsv } from "#features/platform/imports/api/service/readCsv.ts";
import { type Import, type ImportProblem, imports } from "#features/platform/imports/contract.ts";
import { call, download, type Transport } from "#web/call.ts";
import { brandDecisions } from "#features/catalogue/brands/contract/statuses.ts";

// ------------------------------------------------------------------------------------------------ changing records

test("changes the brands that a code column names, and only those that differ", async () => {
  const { huda, api } = await open();
  await create(huda, "Noor");
  await create(huda, "Salam");
  await create(huda, "Zahra");
  const text =
    "code,name,country\nBR-00001,Noor,AE\nBR-00002,Salam,\nBR-00003,,SA\nBR-417,X,\nBR-00417,Y,\n,Rawda,\nBR-00001,Twice,\n";
  const checked = await check(api, huda, await upload(huda, text));
  expect(checked.report).toMatchObject({ newCount: 1, updateCount: 1, unchangedCount: 1, badCount: 4 });
  expect(
    (await problemsOf(huda, checked)).map(({ rowNumber, code, suggestion }) => [rowNumber, code, suggestion]),
  ).toEqual([
    [4, "required", null],
    [5, "brand_code", "BR-00417"],
    [6, "no_such_brand", null],
    [8, "same_as_row", null],
  ]);
  await write(api, huda, checked);
  expect(await brandRows(api)).toEqual([
    { code: "BR-00001", name: "Noor", country: "AE", status: "draft", version: 2 },
    { code: "BR-00002", name: "Salam", country: null, status: "draft", version: 1 },
    { code: "BR-00003", name: "Zahra", country: null, status: "draft", version: 1 },
    { code: "BR-00004", name: "Rawda", country: null, status: "draft", version: 1 },
  ]);
  expect(await auditEvents(api, "update")).toEqual([
    { actor_name: "Huda", address: "192.0.2.1", reason: "brands.csv:2", fields: ["country"] },
  ]);
});

test("keeps fields without a column, and clears those with an empty cell", async () => {
  const { huda, api } = await open();
  const first = "name,country,website,name_ar,name_en\nNoor,AE,https://noor.example,نور,Noor\n";
  await write(api, huda, await check(api, huda, await upload(huda, first)));
  await write(api, huda, await check(api, huda, await upload(huda, "code,website,name_ar\nBR-00001,,النور\n")));
  const [noor] = await call(huda, brands.list, { count: "none", limit: 25, sort: "name" }).then(({ rows }) => rows);
  expect(await call(huda, brands.get, { id: noor!.id })).toMatchObject({
    name: "Noor",
    country: "AE",
    website: null,
    nameI18n: { ar: "النور", en: "Noor" },
    version: 2,
  });
});

test("lets brands swap names within one file", async () => {
  const { huda, api } = await open();
  await create(huda, "Alpha");
  await create(huda, "Beta");
  const text = "code,name\nBR-00002,Gamma\nBR-00001,Beta\n,Alpha\n";
  const checked = await check(api, huda, await upload(huda, text));
  expect(checked.report).toMatchObject({ newCount: 1, updateCount: 2, badCount: 0 });
  await write(api, huda, checked);
  expect((await brandRows(api)).map(({ code, name }) => `${code} ${name}`)).toEqual([
    "BR-00001 Beta",
    "BR-00002 Gamma",
    "BR-00003 Alpha",
  ]);
});

test("changes no record for a user who may only create", async () => {
  const { huda, api } = await open();
  await create(huda, "Noor");
  const { transport: adder } = await api.signIn("Adder", ["brands.import"]);
  const checked = await check(api, adder, await upload(adder, "code,name,country\nBR-00001,Noor,AE\n,Salam,\n"));
  expect(checked.report).toMatchObject({ newCount: 1, badCount: 1 });
  expect(await problemsOf(adder, checked)).toMatchObject([{ rowNumber: 2, code: "update_not_permitted" }]);
});

test("uses given slugs, generates missing ones, and refuses those of other brands", async () => {
  const { huda, api } = await open();
  await create(huda, "Noor");
  const text =
    "code,name,slug,instagram,tiktok\n,Nuur,,https://instagram.com/nuur,\n,Salam,nuur,,\n,Zahra,noor,,\n,Rawda,Rawda Dates,,\n" +
    ",Hilal,,@hilal,\n,Marwa,,,https://notiktok.com/@marwa\nBR-00001,Noor,,,https://www.tiktok.com/@noor\n";
  const checked = await check(api, huda, await upload(huda, text));
  expect(
    (await problemsOf(huda, checked)).map(({ rowNumber, column, code, suggestion }) => [
      rowNumber,
      column,
      code,
      suggestion,
    ]),
  ).toEqual([
    [4, 2, "slug_taken", null],
    [5, 2, "slug", "rawda-dates"],
    [6, 3, "https_url", "https://www.instagram.com/hilal"],
    [7, 4, "social_host", null],
  ]);
  await write(api, huda, checked);
  expect(await rowsOf(api.db, sql`select name, slug, social from brands order by name`)).toEqual([
    { name: "Noor", slug: "noor", social: { tiktok: "https://www.tiktok.com/@noor" } },
    // The brand with the slug in the file has it, and not the one with a generated slug.
    { name: "Nuur", slug: expect.stringMatching(/^nuur-\d+$/), social: { instagram: "https://instagram.com/nuur" } },
    { name: "Salam", slug: "nuur", social: {} },
  ]);
});

test("records that a wrong file added can be found, and deleted while nothing refers to them", async () => {
  const { huda, api } = await open();
  await create(huda, "Noor");
  const files = ["code,name\nBR-00001,Nour\n,Salam\n,Zahra\n,Rawda\n", "name\nMarwa\n"];
  const [wrong, right] = [await upload(huda, files[0]!), await upload(huda, files[1]!)];
  for (const file of [wrong, right]) await write(api, huda, await check(api, huda, file));
  const names = async (importId: string) => {
    const page = await call(huda, brands.list, { count: "exact", limit: 25, sort: "name", importId });
    return page.rows.map(({ name }) => name);
  };
  expect(await names(wrong.id)).toEqual(["Rawda", "Salam", "Zahra"]);
  expect(await names(right.id)).toEqual(["Marwa"]);
  expect(await names(newId())).toEqual([]);

  const { transport: cleaner } = await api.signIn("Cleaner", ["brands.read", "brands.update", "brands.delete"]);
  const [salam] = (await call(huda, brands.list, { count: "none", limit: 25, sort: "name", search: "salam" })).rows;
  await call(cleaner, brands.update, { id: salam!.id, version: 1, country: "AE", contactEmail: "a@noor.example" });
  await call(cleaner, brands.changeStatus, { id: salam!.id, version: 2, to: "submitted" });
  const [zahra] = (await call(huda, brands.list, { count: "none", limit: 25, sort: "name", search: "zahra" })).rows;
  await api.db.execute(sql`
    insert into products (id, brand_id, name, sort_key, words, status, created_at, updated_at)
    values (${newId()}, ${zahra!.id}, 'Dates', 'dates', 'dates', 'draft', now(), now())`);
  const selection = { filter: { importId: wrong.id } };
  const { fingerprint, ...preview } = await call(cleaner, brands.previewRemoval, { selection });
  expect(preview).toMatchObject({ matched: 3, changing: 1, examples: [{ label: "BR-00004 Rawda" }] });
  expect(preview.leftOut.map(({ code, examples }) => [code, examples[0]!.label]).toSorted()).toEqual([
    ["brand_in_use", "BR-00003 Zahra"],
    ["only_drafts_can_be_deleted", "BR-00002 Salam"],
  ]);
  const apply = (who: Transport, mark: string) =>
    call(who, brands.applyRemoval, { selection, fingerprint: mark }).catch(({ code }: { code: string }) => code);
  expect(await apply(huda, fingerprint)).toBe("permission_denied");
  expect(await apply(cleaner, "of another preview")).toBe("preview_stale");
  expect(await apply(cleaner, fingerprint)).toEqual({ changed: 1, leftOut: 2 });
  expect((await brandRows(api)).map(({ name }) => name)).toEqual(["Nour", "Salam", "Zahra", "Marwa"]);
  const trace = await rowsOf(
    api.db,
    sql`select actor_name, changes -> 'name' ->> 'before' as name from audit_log where action = 'delete'`,
  );
  expect(trace).toEqual([{ actor_name: "Cleaner", name: "Rawda" }]);
});

test("imports its own export without any change", async () => {
  const { huda, api } = await open();
  const text =
    "name,slug,social,country,match_names,names_json,website,founded,story,contact_phone,defaultCurrency,monthlyBudgetMinor\n" +
    `'=SUM(A1),sum,"{""x"":""https://x.com/sum""}",AE,"[""A|B"",""+Nur""]","{""ar"":""نور"",""zh-Hant"":""光""}",https://noor.example/?a=1&b=2,1974,"Two\nlines, ""quoted""",+971501234567,AED,500000\n` +
    "'-196,,,,,,,,,,,\n'@home,,,TR,,,,,,,,\n'+Coffee,,,,,,,,,,,\nçay & ŞEKER,,,TR,,,,,,,,\n";
  await write(api, huda, await check(api, huda, await upload(huda, text)));
  expect((await brandRows(api)).map(({ name }) => name)).toEqual([
    "=SUM(A1)",
    "-196",
    "@home",
    "+Coffee",
    "çay & ŞEKER",
  ]);

  const [first] = await rowsOf(api.db, sql`select alternative_names as names from brands order by number`);
  expect(first).toEqual({ names: ["A|B", "+Nur"] });

  const exported = await download(huda, brands.exportCsv, { count: "none", limit: 25, sort: "code" });
  const file = await upload(huda, await exported.text());
  expect(file.columns.filter(({ field }) => field === null).map(({ header }) => header)).toEqual([
    "status",
    "statusReason",
    "products",
    "certified",
    "createdAt",
    "updatedAt",
  ]);
  expect(file.columns).toHaveLength(brandOperations.description.exportColumns.length);
  const checked = await check(api, huda, file);
  expect(checked.report).toMatchObject({ newCount: 0, updateCount: 0, unchangedCount: 5, badCount: 0 });
  const nothing = call(huda, imports.commit, { importId: file.id, mode: "good_rows", language: "en" });
  await expect(nothing).rejects.toMatchObject({ code: "nothing_to_import" });
});

test("has a template that can be imported as it is", async () => {
  const { huda, api } = await open();
  const template = await download(huda, brands.importTemplate, {});
  const checked = await check(api, huda, await upload(huda, await template.text()));
  expect(checked.columns.filter(({ field }) => field === null)).toEqual([]);
  expect(await problemsOf(huda, checked)).toEqual([]);
  expect(checked.report).toMatchObject({ newCount: 1 });
});

// ------------------------------------------------------------------------------------------------ real data

const realFile = process.env.MIZAN_DATA === undefined ? null : join(process.env.MIZAN_DATA, "brands_nsi.csv");

test.skipIf(realFile === null || !existsSync(realFile))(
  "imports the brands of the name-suggestion-index and refuses duplicates (needs MIZAN_DATA)",
  async () => {
    const { huda, api } = await open();
    const text = readFileSync(realFile!, "utf8");
    const uploaded = await upload(huda, text);
    expect(Object.fromEntries(uploaded.columns.map(({ header, field }) => [header, field]))).toEqual({
      id: null,
      category: null,
      display_name: "name",
      name: null,
      brand: null,
      name_ar: "nameI18n.ar",
      name_en: "nameI18n.en",
      names_json: "nameI18n",
      wikidata: "wikidataId",
      locations: "locations",
      cuisine: null,
      diet_halal: null,
      match_names: "alternativeNames",
    });
    const checked = await check(api, huda, uploaded);
    const wanted = expectedOfRealFile(text);
    expect(checked.report).toMatchObject({ newCount: wanted.newRows, updateCount: 0, badCount: wanted.problems.size });
    const found = new Map<number, string[]>();
    for (let skip = 0; skip < checked.report!.problemCount; skip += 100) {
      for (const { rowNumber, column, sentence } of await problemsOf(huda, checked, { skip, limit: 100 })) {
        const reported = `${checked.columns[column!]!.header}: ${sentence.replaceAll(",", "")}`;
        found.set(rowNumber, [...(found.get(rowNumber) ?? []), reported]);
      }
    }
    expect(found).toEqual(wanted.problems);
    expect(checked.report?.notes).toMatchObject([{ field: "locations", count: wanted.rowsWithoutOneCountry }]);
    const imported = await write(api, huda, checked);
    expect(imported.report).toMatchObject({ newCount: wanted.newRows });
    expect(await countBrands(api)).toBe(wanted.newRows);
  },
);

/** Computed without the importer: the first row with a name and a Wikidata id keeps them. */
function expectedOfRealFile(text: string) {
  const [header, ...rows] = [...readCsv(text, formatOf(text).delimiter)].map(({ cells }) => cells);
  const cell = (row: readonly string[], name: string) => row[header!.indexOf(name)]!;
  const rowsByName = new Map<string, number>();
  const rowsByWikidata = new Map<string, number>();
  const problems = new Map<number, string[]>();
  let rowsWithoutOneCountry = 0;
  for (const [index, row] of rows.entries()) {
    const name = nameKey(cell(row, "display_name"));
    const wikidata = cell(row, "wikidata");
    const reported = [
      ...(rowsByName.has(name) ? [`display_name: Same as row ${rowsByName.get(name)}`] : []),
      ...(rowsByWikidata.has(wikidata) ? [`wikidata: Same as row ${rowsByWikidata.get(wikidata)}`] : []),
    ];
    if (reported.length > 0) {
      problems.set(index + 2, reported);
      continue;
    }
    rowsByName.set(name, index + 2);
    if (wikidata !== "") rowsByWikidata.set(wikidata, index + 2);
    if (!/^([a-z]{2})?$/.test(cell(row, "locations"))) rowsWithoutOneCountry += 1;
  }
  return { newRows: rows.length - problems.size, problems, rowsWithoutOneCountry };
}

// ------------------------------------------------------------------------------------------------ helpers

async function open() {
  const api = await testApi([brandsFeature, importsFeature([brandsImporter])]);
  onTestFinished(api.close);
  const actions = ["import", "read", "create", "update", "export"].map((action) => `brands.${action}`);
  const permissions = [...actions, ...decidingPermissions(brandDecisions)];
  const { transport } = await api.signIn("Huda", permissions);
  return { api, huda: transport };
}

const upload = (transport: Transport, text: string): Promise<Import> =>
  call(transport, imports.upload, { ...file, importId: newId(), text });
const file = { resource: "brands", fileName: "brands.csv", encoding: "utf-8", language: "en" } as const;

async function check(api: TestApi, transport: Transport, { id, columns }: Import): Promise<Import> {
  await call(transport, imports.check, { importId: id, mapping: columns.map(({ field }) => field), language: "en" });
  await api.runJobs();
  return call(transport, imports.read, { importId: id, language: "en" });
}

async function write(api: TestApi, transport: Transport, { id }: Import) {
  await call(transport, imports.commit, { importId: id, mode: "good_rows", language: "en" });
  await api.runJobs();
  return call(transport, imports.read, { importId: id, language: "en" });
}

const problemsOf = (
  transport: Transport,
  { id }: Import,
  requested: { columns?: string[]; skip?: number; limit?: number; language?: "en" | "ar" } = {},
): Promise<ImportProblem[]> =>
  call(transport, imports.problems, { importId: id, skip: 0, limit: 25, language: "en", ...requested });

async function create(transport: Transport, name: string) {
  return call(transport, brands.create, { id: newId(), ...brandFields.empty, name });
}

type BrandFacts = { code: string; name: string; country: string | null; status: string; version: number };

async function brandRows({ db }: TestApi) {
  return rowsOf<BrandFacts>(db, sql`select code, name, country, status, version from brands order by number`);
}

async function countBrands({ db }: TestApi) {
  const [counted] = await rowsOf<{ count: number }>(db, sql`select count(*)::int as count from brands`);
  return counted!.count;
}

async function auditEvents({ db }: TestApi, action: string) {
  return rowsOf(
    db,
    sql`
      select actor_name, address, reason, array(select jsonb_object_keys(changes) order by 1) as fields
        from audit_log
       where resource = 'brands' and action = ${action}
       order by id`,
  );
}
