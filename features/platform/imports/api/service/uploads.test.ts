import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { rateLimits } from "#base/rateLimits.ts";
import { newId, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { brandsImporter } from "#features/catalogue/brands/api/import.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { importsFeature } from "#features/platform/imports/api/routes.ts";
import { type Import, importLimits, imports } from "#features/platform/imports/contract.ts";
import { call, requestFor, type Transport } from "#web/call.ts";

const api = await testApi([brandsFeature, importsFeature([brandsImporter])]);
afterAll(api.close);

// ------------------------------------------------------------------------------------------------ invalid files

const hostile: readonly [name: string, text: string, code: string, details: object][] = [
  ["nothing", "", "empty_file", {}],
  ["blank lines", "\n \n\r\n", "empty_file", {}],
  ["a header and no rows", "name,country\n\n", "no_rows", {}],
  ["a workbook", "PK\u0003\u0004 and more", "not_csv", {}],
  ["a PDF", "%PDF-1.7", "not_csv", {}],
  ["a null character", "name\nNoor\na\0b\n", "null_character", { row: 3 }],
  ["text read as the wrong UTF-16", "n\0a\0m\0e\0", "null_character", { row: 1 }],
  [
    "1,000 columns",
    Array.from({ length: 1000 }, (_, index) => `c${index}`).join(","),
    "too_many_columns",
    { maximum: 200 },
  ],
  ["1,000 cells in a row", `name\n${",".repeat(999)}\n`, "too_many_columns", { maximum: 200 }],
  [
    "two columns of one name",
    "name,country,name\na,b,c\n",
    "duplicate_header",
    { header: "name", first: 1, second: 3 },
  ],
  ["a header as long as a book", `name,${"x".repeat(201)}\na,b\n`, "header_too_long", { column: 2, maximum: 200 }],
  ["one line of 20 MB", "x".repeat(importLimits.bytesMax), "header_too_long", { column: 1 }],
  ["a quote that is never closed", 'name\nNoor\n"Salam\nZahra\n', "unclosed_quote", { row: 3 }],
  ["20 MB behind an open quote", `name\n"${'x""'.repeat(6_000_000)}`, "unclosed_quote", { row: 2 }],
  ["text after a closing quote", 'name\n"Noor" Dates\n', "stray_quote", { row: 2 }],
  ["nothing but quotes", `"x"y`.repeat(5_000_000), "stray_quote", { row: 1 }],
  ["20 million line ends", "\n".repeat(20_000_000), "empty_file", {}],
  ["10 million rows", `name\n${"x\n".repeat(10_000_000)}`, "too_many_rows", { maximum: 250_000 }],
];

test.each(hostile)("refuses %s", async (_name, text, code, details) => {
  const { huda } = await open();
  await expect(upload(huda, text)).rejects.toMatchObject({ code, status: 422, details });
  expect(await call(huda, imports.list, { resource: "brands", language: "en" })).toEqual([]);
});

test("refuses more than 20 MB before it has read them", async () => {
  const { huda } = await open();
  const tooBig = upload(huda, "x".repeat(importLimits.bytesMax + 1));
  await expect(tooBig).rejects.toMatchObject({ code: "body_too_large", status: 413 });
});

test("refuses cells that would harm a reader, and suggests corrections", async () => {
  const { huda } = await open();
  const rows = [
    '=HYPERLINK("http://evil")',
    '"=""0417"""',
    "safe\u202Egnorw",
    "Caf\uFFFD",
    "bell\u0007",
    `"${"y".repeat(30_000)}"`,
    "'=a text that somebody meant",
    "Noor\u200F",
  ];
  const uploaded = await upload(huda, `name\n${rows.join("\n")}\n`);
  const checked = await check(huda, uploaded);
  const problems = await call(huda, imports.problems, { importId: checked.id, skip: 0, limit: 25, language: "en" });
  expect(problems.map(({ rowNumber, code, suggestion }) => [rowNumber, code, suggestion])).toEqual([
    [2, "formula", null],
    [3, "formula", "0417"],
    [4, "direction_marks", "safegnorw"],
    [5, "lost_characters", null],
    [6, "control_characters", "bell"],
    [7, "too_long", null],
  ]);
});

test("does not accept or store half a character", async () => {
  const { huda } = await open();
  // A request is UTF-8, which can't encode one: it arrives as the replacement character.
  const uploaded = await upload(huda, `name\n${"😀".repeat(100)}\n\uD83D\n`);
  expect(uploaded.columns[0]?.samples).toEqual(["😀".repeat(80), "\uFFFD"]);
});

test.each([
  ["commas", "name,country\nNoor,AE\n", ","],
  ["semicolons", "name;country;a,b\nNoor;AE;1,5\n", ";"],
  ["tabs", "name\tcountry\r\nNoor\tAE\r\n", "\t"],
  ["semicolons between quotes", '"name";"country"\n"Noor";"AE"\n', ";"],
  ["one column", "name\nNoor\n", ","],
  ["the line ends of an old Mac", "name,country\rNoor,AE\r", ","],
  ["a byte order mark", "\uFEFFname,country\nNoor,AE\n", ","],
])("reads %s", async (_name, text, delimiter) => {
  const { huda } = await open();
  const { columns, ...facts } = await upload(huda, text);
  expect(facts).toMatchObject({ delimiter, rowsCount: 1 });
  expect(columns[0]).toEqual({ header: "name", samples: ["Noor"], field: "name" });
});

test("numbers rows like a spreadsheet: with blank lines and line breaks within a cell", async () => {
  const { huda } = await open();
  const checked = await check(huda, await upload(huda, 'name,story\n\nNoor,"a\nb"\n,\n,c\n'));
  expect(checked.rowsCount).toBe(2);
  const problems = await call(huda, imports.problems, { importId: checked.id, skip: 0, limit: 25, language: "en" });
  expect(problems).toMatchObject([{ rowNumber: 5, code: "required" }]);
});

// ------------------------------------------------------------------------------------------------ repetition and
// ownership

test.each([
  ["pipes", "name|country\nNoor, Dates|AE\n", "|"],
  ["semicolons that a first line declares", "sep=;\r\nname;country\r\nNoor, Dates;AE\r\n", ";"],
  ["a declared pipe in quotes", '"sep=|"\nname|country\nNoor, Dates|AE\n', "|"],
  ["a declared tab", "sep=\t\nname\tcountry\nNoor, Dates\tAE\n", "\t"],
  ["lines that end with CR", 'name,country\r"Noor, Dates",AE\r"Salam\nFoods",AE\r', ","],
])("reads %s", async (_how, text, delimiter) => {
  const { huda } = await open();
  const uploaded = await upload(huda, text);
  expect(uploaded.delimiter).toBe(delimiter);
  expect(uploaded.columns.map(({ header, samples }) => [header, samples[0]])).toEqual([
    ["name", "Noor, Dates"],
    ["country", "AE"],
  ]);
});

test("decodes a file by the charset of its Content-Type, and refuses an unknown charset", async () => {
  const { huda } = await open();
  const bytes = new Uint8Array([
    ...new TextEncoder().encode("name,country\n"),
    0xe4,
    0xe6,
    0xd1,
    0x2c,
    0x41,
    0x45,
    0x0a,
  ]);
  const send = async (charset: string) => {
    const request = requestFor(imports.upload, { ...file, importId: newId(), text: "" });
    return huda(
      new Request(request.url, {
        method: "POST",
        body: bytes,
        headers: { "content-type": `text/csv; charset=${charset}` },
      }),
    );
  };
  const read = (await (await send("windows-1256")).json()) as Import;
  expect(read.columns[0]!.samples).toEqual(["نور"]);
  expect((await send("klingon-7")).status).toBe(415);
});

test("decodes HTML entities once, in JSON after parsing, and then finds harmful characters", async () => {
  const { huda } = await open();
  const text = [
    "name,names_json,story",
    'Caf&eacute; &amp;amp; Cr&#xE8;me,"{""ar"": ""&quot;نور&quot;""}",20&deg;C &lt;b&gt;',
    "Bad &#x202E;gnorw,,",
    "Lost &#0;,,",
    "",
  ].join("\n");
  const checked = await check(huda, await upload(huda, text));
  const problems = await call(huda, imports.problems, { importId: checked.id, skip: 0, limit: 25, language: "en" });
  expect(problems.map(({ rowNumber, code }) => [rowNumber, code])).toEqual([
    [3, "direction_marks"],
    [4, "lost_characters"],
  ]);
  await call(huda, imports.commit, { importId: checked.id, mode: "good_rows", language: "en" });
  await api.runJobs();
  const { rows } = await call(huda, brands.list, { search: "crème", sort: "name", limit: 25, count: "none" });
  expect(await call(huda, brands.get, { id: rows[0]!.id })).toMatchObject({
    name: "Café &amp; Crème",
    nameI18n: { ar: '"نور"' },
    story: "20°C <b>",
  });
});

test("applies suggestions to all rows with one problem, checks them again, and leaves the file unchanged", async () => {
  const { huda } = await open();
  const lines = Array.from(
    { length: 1200 },
    (_, index) => `Fixed ${index},${index % 3 === 0 ? "UK" : "FX"},http://a${index}.example`,
  );
  const checked = await check(huda, await upload(huda, `name,country,website\n${lines.join("\n")}\nLast,Atlantis,\n`));
  expect(checked.report).toMatchObject({ badCount: 1201, newCount: 0 });
  const requested = { importId: checked.id, skip: 0, limit: 2, language: "en" } as const;
  const [country, website] = await call(huda, imports.problems, requested);
  expect([country, website]).toMatchObject([
    { column: 1, suggestion: "GB", fixableCount: 1200 },
    { column: 2, fixableCount: 1200 },
  ]);
  const one = { importId: checked.id, language: "en" } as const;
  const fix = async (column: number, code: string) => {
    const started = await call(huda, imports.fix, { ...one, column, code });
    expect(started.state).toBe("checking");
    await api.runJobs();
    return call(huda, imports.read, one);
  };
  expect((await fix(1, "country_code")).report).toMatchObject({ badCount: 1201, problemCount: 1201 });
  expect((await fix(2, "https_url")).report).toMatchObject({ newCount: 1200, badCount: 1 });
  const nothing = call(huda, imports.fix, { ...one, column: 1, code: "country_code" });
  await expect(nothing).rejects.toMatchObject({ code: "nothing_to_fix" });
  expect(await call(huda, imports.read, one)).toMatchObject({ state: "checked", report: { newCount: 1200 } });
  await call(huda, imports.commit, { ...one, mode: "good_rows" });
  await api.runJobs();
  await expect(call(huda, imports.fix, { ...one, column: 1, code: "country_code" })).rejects.toMatchObject({
    code: "not_checked",
  });
  const { rows } = await call(huda, brands.list, { search: "fixed 3", sort: "name", limit: 25, count: "none" });
  expect(await call(huda, brands.get, { id: rows[0]!.id })).toMatchObject({ country: "GB" });
  const [chunk] = await rowsOf<{ rows: string }>(
    api.db,
    sql`select rows from import_chunks where import_id = ${checked.id} and number = 0`,
  );
  expect(chunk!.rows).toContain('"UK"');
});

test("stores one import for one id, however often the file is sent", async () => {
  const { huda } = await open();
  const importId = newId();
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => upload(huda, "name\nNoor\n", importId)));
  expect(others).toEqual([first, first]);
  expect(await upload(huda, "name\nNoor\n", importId)).toEqual(first);
  await expect(upload(huda, "name\nSalam\n", importId)).rejects.toMatchObject({ code: "import_exists", status: 409 });
  expect(await call(huda, imports.list, { resource: "brands", language: "en" })).toEqual([first]);
});

test("shows an import only to its owner", async () => {
  const { huda } = await open();
  const { id } = await upload(huda, "name\nNoor\n");
  const { transport: other } = await api.signIn("Other", ["brands.import", "brands.create"]);
  const one = { importId: id, language: "en" } as const;
  const tries = [
    () => call(other, imports.read, one),
    () => call(other, imports.check, { ...one, mapping: ["name"] }),
    () => call(other, imports.problems, { ...one, skip: 0, limit: 25 }),
    () => call(other, imports.badRows, one),
    () => call(other, imports.commit, { ...one, mode: "good_rows" }),
    () => call(other, imports.stop, one),
  ];
  for (const attempt of tries) await expect(attempt()).rejects.toMatchObject({ code: "not_found", status: 404 });
  await expect(upload(other, "name\nNoor\n", id)).rejects.toMatchObject({ code: "import_exists" });
  expect(await call(other, imports.list, { resource: "brands", language: "en" })).toEqual([]);
});

test("requires the permission of the area, also for an import that was started with it", async () => {
  const { huda } = await open();
  const { transport } = await api.signIn("Reader", ["brands.read", "brands.create"]);
  const denied = { code: "permission_denied", status: 403, details: { permission: "brands.import" } };
  await expect(upload(transport, "name\nNoor\n")).rejects.toMatchObject(denied);
  await expect(call(transport, imports.list, { resource: "brands", language: "en" })).rejects.toMatchObject(denied);
  await expect(call(transport, imports.describe, { resource: "brands", language: "en" })).rejects.toMatchObject(denied);
  const unknown = call(huda, imports.describe, { resource: "wallets", language: "en" });
  await expect(unknown).rejects.toMatchObject({ code: "not_found", status: 404 });
  await expect(upload(api.anonymous, "name\nNoor\n")).rejects.toMatchObject({ code: "token_missing", status: 401 });
});

test("accepts no more than twenty files a minute from one user, and returns when to retry", async () => {
  const { huda } = await open();
  for (let sent = 0; sent < rateLimits.import.max; sent++) {
    await upload(huda, `name\nNoor ${sent}\n`);
    api.clock.advance(1000);
  }
  const response = await huda(requestFor(imports.upload, { ...file, importId: newId(), text: "name\nOne more\n" }));
  expect(response.status).toBe(429);
  expect(await response.json()).toMatchObject({ code: "imports_too_fast", details: { maximum: 20 } });
  expect(response.headers.get("retry-after")).toBe("40");
  api.clock.advance(40_000);
  await upload(huda, "name\nOne more\n");
});

// ------------------------------------------------------------------------------------------------ mapping

test("remembers a user's deviations from the suggested mapping, for the next file of that area", async () => {
  const { huda } = await open();
  const first = await upload(huda, "title,name,country\nNoor,N-1,AE\n");
  expect(first.columns.map(({ field }) => field)).toEqual([null, "name", "country"]);
  await call(huda, imports.check, { importId: first.id, mapping: ["name", null, "country"], language: "en" });
  const second = await upload(huda, "title,name,country\nSalam,N-2,SA\n");
  expect(second.columns.map(({ field }) => field)).toEqual(["name", null, "country"]);

  // Changed back to the suggestion, it is forgotten.
  await call(huda, imports.check, { importId: second.id, mapping: [null, "name", "country"], language: "en" });
  const third = await upload(huda, "title,name,country\nZahra,N-3,SA\n");
  expect(third.columns.map(({ field }) => field)).toEqual([null, "name", "country"]);
  await api.runJobs();
});

test.each([
  ["a field that is none", ["name", "colour"], "no_such_field", "colour"],
  ["a field twice", ["name", "name"], "field_mapped_twice", "name"],
  ["no name and no code", [null, "country"], "field_not_mapped", "name"],
])("does not start a dry run with %s", async (_name, mapping, code, field) => {
  const { huda } = await open();
  const { id } = await upload(huda, "name,country\nNoor,AE\n");
  const tried = call(huda, imports.check, { importId: id, mapping, language: "en" });
  await expect(tried).rejects.toMatchObject({ status: 422, errors: [{ path: "mapping", code, params: { field } }] });
});

test("refuses a mapping of another length, and a write without a dry run", async () => {
  const { huda } = await open();
  const { id } = await upload(huda, "name,country\nNoor,AE\n");
  const short = call(huda, imports.check, { importId: id, mapping: ["name"], language: "en" });
  await expect(short).rejects.toMatchObject({ status: 422, errors: [{ code: "wrong_length" }] });
  const early = call(huda, imports.commit, { importId: id, mode: "good_rows", language: "en" });
  await expect(early).rejects.toMatchObject({ code: "not_checked", status: 409 });
});

test("describes the fields, in the reader's language", async () => {
  const { huda } = await open();
  const english = await call(huda, imports.describe, { resource: "brands", language: "en" });
  const arabic = await call(huda, imports.describe, { resource: "brands", language: "ar" });
  expect(english).toMatchObject({ title: "Brands", listPath: "/apps/brand/brands" });
  expect(english.fields[0]).toEqual({ field: "code", title: "Code", example: "BR-00417", role: "key" });
  expect(english.fields[1]).toMatchObject({ field: "name", title: "Name", role: "required" });
  expect(arabic.fields.map(({ field }) => field)).toEqual(english.fields.map(({ field }) => field));
  expect(arabic.fields.every(({ title }) => /[\u0600-\u06FF]/.test(title))).toBe(true);
});

// ------------------------------------------------------------------------------------------------ helpers

/** Imports, their rate limit and remembered mappings belong to a user, so each test has its own user. */
async function open() {
  const { transport } = await api.signIn("Huda", ["brands.import", "brands.read", "brands.create", "brands.update"]);
  return { huda: transport };
}

const file = { resource: "brands", fileName: "brands.csv", encoding: "utf-8", language: "en" } as const;

const upload = (transport: Transport, text: string, importId = newId()): Promise<Import> =>
  call(transport, imports.upload, { ...file, importId, text }, { timeoutMs: 0 });

async function check(transport: Transport, { id, columns }: Import): Promise<Import> {
  await call(transport, imports.check, { importId: id, mapping: columns.map(({ field }) => field), language: "en" });
  await api.runJobs();
  return call(transport, imports.read, { importId: id, language: "en" });
}
