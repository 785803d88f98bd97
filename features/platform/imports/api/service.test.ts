import { decidingPermissions } from "#base/decisions.ts";
import { sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { brandsImporter } from "#features/catalogue/brands/api/import.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { brandFields } from "#features/catalogue/brands/fields.ts";
import { importsFeature } from "#features/platform/imports/api/routes.ts";
import { readCsv } from "#features/platform/imports/api/service/readCsv.ts";
import { type Import, type ImportMode, type ImportProblem, imports } from "#features/platform/imports/contract.ts";
import { call, download, type Transport } from "#web/call.ts";
import { brandDecisions } from "#features/catalogue/brands/contract/statuses.ts";

// ------------------------------------------------------------------------------------------------ one file

test("imports a file: mapped by its headers, checked, written as drafts of the importing user", async () => {
  const { huda, api } = await open();
  const uploaded = await upload(huda, "Name;Country;Nr\nNoor Dates;ae;1\nمخبز الشام;SY;2\n");
  expect(uploaded).toMatchObject({ state: "uploaded", delimiter: ";", rowsCount: 2, report: null });
  expect(uploaded.columns).toEqual([
    { header: "Name", samples: ["Noor Dates", "مخبز الشام"], field: "name" },
    { header: "Country", samples: ["ae", "SY"], field: "country" },
    { header: "Nr", samples: ["1", "2"], field: null },
  ]);

  const checked = await check(api, huda, uploaded);
  expect(checked).toMatchObject({ state: "checked", processed: 2 });
  expect(checked.report).toMatchObject({ newCount: 2, updateCount: 0, unchangedCount: 0, badCount: 0 });
  expect(await brandRows(api)).toEqual([]);

  const imported = await write(api, huda, checked);
  expect(imported).toMatchObject({ state: "imported", mode: "good_rows", report: { newCount: 2, badCount: 0 } });
  expect(await brandRows(api)).toEqual([
    { code: "BR-00001", name: "Noor Dates", country: "AE", status: "draft", version: 1 },
    { code: "BR-00002", name: "مخبز الشام", country: "SY", status: "draft", version: 1 },
  ]);
  expect(await auditEvents(api, "import")).toEqual([
    { actor_name: "Huda", address: "192.0.2.1", reason: "brands.csv:2", fields: ["country", "name", "status"] },
    { actor_name: "Huda", address: "192.0.2.1", reason: "brands.csv:3", fields: ["country", "name", "status"] },
  ]);
});

test("reports each bad row with row, column, value, problem and suggestion, in two languages", async () => {
  const { huda, api } = await open();
  const checked = await check(api, huda, await upload(huda, "brand_name,country\nNoor,UK\n,AE\nnoor ,AE\nNOOR,AE\n"));
  expect(checked.report).toMatchObject({ newCount: 1, badCount: 3, problemCount: 3 });
  expect(checked.report?.problemColumns).toEqual([
    { column: 0, count: 2 },
    { column: 1, count: 1 },
  ]);
  expect(await problemsOf(huda, checked)).toEqual([
    problem({
      number: 1,
      rowNumber: 2,
      column: 1,
      value: "UK",
      code: "country_code",
      suggestion: "GB",
      fixableCount: 1,
    }),
    problem({ number: 2, rowNumber: 3, column: 0, value: "", code: "required" }),
    // The first valid row takes the name: row 2, which has it too, is rejected.
    problem({ number: 3, rowNumber: 5, column: 0, value: "NOOR", code: "same_as_row" }),
  ]);
  const [english] = await problemsOf(huda, checked, { columns: ["0"], skip: 1 });
  expect(english).toMatchObject({ sentence: "Same as row 4", advice: "one row for each" });
  const [arabic] = await problemsOf(huda, checked, { columns: ["1"], language: "ar" });
  expect(arabic).toMatchObject({ sentence: "ليس رمز دولة وفق ISO", advice: "حرفان، مثل AE", suggestion: "GB" });
});

test("exports the bad rows with their reasons, and imports them again once fixed", async () => {
  const { huda, api } = await open();
  const checked = await check(api, huda, await upload(huda, 'name,note,country\nNoor,"a, b",UK\nSalam,,AE\n'));
  await write(api, huda, checked);
  const file = await download(huda, imports.badRows, { importId: checked.id, language: "en" });
  expect(file.name).toBe("brands-bad-rows.csv");
  const text = await file.text();
  expect([...readCsv(text, ",")].map(({ cells }) => cells)).toEqual([
    ["name", "note", "country", "import_problems"],
    ["Noor", "a, b", "UK", "country: Not an ISO country code → GB"],
  ]);

  const again = await check(api, huda, await upload(huda, text.replace("UK", "GB")));
  expect(again.columns.map(({ field }) => field)).toEqual(["name", null, "country", null]);
  await write(api, huda, again);
  expect((await brandRows(api)).map(({ name }) => name)).toEqual(["Salam", "Noor"]);
});

test("replaces the reasons in a file of bad rows that is still bad, instead of adding a column", async () => {
  const { huda, api } = await open();
  const checked = await check(api, huda, await upload(huda, "name,import_problems\n,an old reason\nNoor,\n=1+1,\n"));
  const text = await (await download(huda, imports.badRows, { importId: checked.id, language: "en" })).text();
  // The second row is empty except for the old reason: it is still a row.
  expect(text.split("\r\n")).toEqual([
    "name,import_problems",
    ",name: This cell is empty → such as Noor Dates",
    '"\'=1+1","name: A formula, not a value → the value that it evaluates to"',
    "",
  ]);
});

// ------------------------------------------------------------------------------------------------ ten thousand

test("finds exactly the 37 bad rows of 10,000, and writes the other 9,963", async () => {
  const { huda, api } = await open();
  await create(huda, "Taken Already");
  const { text, expected } = tenThousandBrands();
  const checked = await check(api, huda, await upload(huda, text));
  expect(checked).toMatchObject({ rowsCount: 10_000, state: "checked" });
  expect(checked.report).toMatchObject({ newCount: 9963, updateCount: 0, badCount: 37, problemCount: 37 });

  const found = [...(await problemsOf(huda, checked)), ...(await problemsOf(huda, checked, { skip: 25 }))];
  const headers = checked.columns.map(({ header }) => header);
  expect(
    found.map(({ rowNumber, column, code, suggestion }) => ({
      rowNumber,
      header: column === null ? null : headers[column],
      code,
      suggestion,
    })),
  ).toEqual(expected);
  expect(new Set(expected.map(({ code }) => code)).size).toBeGreaterThanOrEqual(8);

  const refused = call(huda, imports.commit, { importId: checked.id, mode: "all_or_nothing", language: "en" });
  await expect(refused).rejects.toMatchObject({ code: "rows_have_problems", status: 409, details: { count: 37 } });
  await api.runJobs();
  expect(await countBrands(api)).toBe(1);

  const imported = await write(api, huda, checked);
  expect(imported).toMatchObject({ state: "imported", processed: 10_000, report: { newCount: 9963, badCount: 37 } });
  expect(await countBrands(api)).toBe(9964);
  expect(await auditEvents(api, "import")).toHaveLength(9963);
});

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

async function write(api: TestApi, transport: Transport, { id }: Import, mode: ImportMode = "good_rows") {
  await call(transport, imports.commit, { importId: id, mode, language: "en" });
  await api.runJobs();
  return call(transport, imports.read, { importId: id, language: "en" });
}

const problemsOf = (
  transport: Transport,
  { id }: Import,
  requested: { columns?: string[]; skip?: number; limit?: number; language?: "en" | "ar" } = {},
): Promise<ImportProblem[]> =>
  call(transport, imports.problems, { importId: id, skip: 0, limit: 25, language: "en", ...requested });

const problem = (facts: Partial<ImportProblem>) => ({
  sentence: expect.any(String),
  advice: expect.any(String),
  suggestion: null,
  fixableCount: 0,
  ...facts,
});

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

type ExpectedReport = { rowNumber: number; header: string | null; code: string; suggestion: string | null };

/** 10,000 brands, 37 of them with an error, of every kind that users make, each in one cell. */
function tenThousandBrands(): { text: string; expected: ExpectedReport[] } {
  const headers =
    "code name country website founded wikidata email phone currency muslim_owned gs1_prefix pendingDays".split(" ");
  headers.push("names_json", "match_names", "monthlyBudgetMinor");
  const long = "x".repeat(121);
  const many = Array.from({ length: 51 }, (_, index) => `Spelling ${index}`).join("|");
  const wrong: [header: string, value: string, code: string, suggestion?: string][] = [
    ["name", "", "required"],
    ["name", long, "too_long"],
    ["name", '"Two\nlines"', "control_characters", "Two lines"],
    ["name", "\u202Egnorw", "direction_marks", "gnorw"],
    ["name", "Caf\uFFFD", "lost_characters"],
    ["name", "=1+1", "formula"],
    ["name", '"=""Noor"""', "formula", "Noor"],
    ["name", "brand  NUMBER 17", "same_as_row"],
    ["name", "taken already", "name_taken"],
    ["country", "UK", "country_code", "GB"],
    ["country", "Atlantis", "country_code"],
    ["country", "United Arab Emirates", "country_code", "AE"],
    ["country", "الأردن", "country_code", "JO"],
    ["website", "http://noor.example", "https_url", "https://noor.example"],
    ["website", "noor.example/shop", "https_url", "https://noor.example/shop"],
    ["website", "javascript:alert(1)", "https_url"],
    ["founded", '"1,998"', "not_a_number", "1998"],
    ["founded", "nineteen", "not_a_number"],
    ["founded", "999", "too_small"],
    ["founded", "2201", "too_big"],
    ["wikidata", "q139", "wikidata_id", "Q139"],
    ["wikidata", "https://www.wikidata.org/wiki/Q42", "wikidata_id", "Q42"],
    ["wikidata", "139", "wikidata_id"],
    ["email", "noor at example", "email"],
    ["phone", "00971 50 123 4567", "phone", "+971501234567"],
    ["phone", "12", "phone"],
    ["currency", "Dirham", "currency_code"],
    ["muslim_owned", "نعم", "not_one_of", "yes"],
    ["muslim_owned", "perhaps", "not_one_of"],
    ["gs1_prefix", "12AB", "gs1_company_prefix"],
    ["pendingDays", "121", "too_big"],
    ["names_json", "{ar: نور}", "not_json"],
    ["match_names", many, "too_many"],
    ["monthlyBudgetMinor", "5000", "amount_without_currency"],
    ["code", "BR-99999", "no_such_brand"],
    ["code", "BR-417", "brand_code", "BR-00417"],
    // One cell more than the header: a comma that should have been quoted.
    ["", "", "extra_cells"],
  ];
  const cellsOf = (row: number): Record<string, string> => ({ name: `Brand number ${row}`, country: "AE" });
  const expected: ExpectedReport[] = [];
  const lines = Array.from({ length: 10_000 }, (_, index) => {
    const rowNumber = index + 2;
    const cells = cellsOf(rowNumber);
    // Every 270th row, so that every chunk has some.
    const fault = rowNumber % 270 === 0 ? wrong[rowNumber / 270 - 1] : undefined;
    if (fault) {
      const [header, value, code, suggestion = null] = fault;
      cells[header] = value;
      expected.push({ rowNumber, header: header || null, code, suggestion });
    }
    const line = headers.map((header) => cells[header] ?? "").join(",");
    return fault?.[2] === "extra_cells" ? `${line},one,too many` : line;
  });
  expect(expected).toHaveLength(37);
  return { text: [headers.join(","), ...lines].join("\n"), expected };
}
