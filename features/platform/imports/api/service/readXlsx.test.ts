import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { CsvValue } from "#api/csv.ts";
import { newId, testApi } from "#api/testing/testApi.ts";
import { columnName, xlsxChunks } from "#api/xlsx.ts";
import { crcOf } from "#api/zip.ts";
import { brandsImporter } from "#features/catalogue/brands/api/import.ts";
import { brandsFeature } from "#features/catalogue/brands/api/routes.ts";
import { importsFeature } from "#features/platform/imports/api/routes.ts";
import { readXlsx } from "#features/platform/imports/api/service/readXlsx.ts";
import { screenCell } from "#features/platform/imports/api/service/screenValues.ts";
import { imports } from "#features/platform/imports/contract.ts";
import { call } from "#web/call.ts";

describe("a workbook of ours", () => {
  test("is read back with every value, as a CSV file with the same rows would be", async () => {
    const texts = [
      "تمور نور",
      "=1+1",
      "'=1",
      "-7 days",
      "a\r\nb\n\tc",
      "_x0041_ and _x000D_",
      "\u0001 bell \uFFFF \uD800",
      'a <b> & "c"',
      " spaces ",
      "0952100000001",
      "2026-02-30",
      "🌙",
    ];
    const rows: CsvValue[][] = texts.map((text, place) => [text, place - 3, place % 2 === 0, null]);
    const read = await rowsOf(await written(["text", "number", "flag", "none"], [rows.slice(0, 5), [], rows.slice(5)]));
    expect(read[0]).toEqual({ rowNumber: 1, cells: ["text", "number", "flag", "none"] });
    const [, ...found] = read;
    expect(found.map(({ cells: [text] }) => unguarded(text!))).toEqual(texts);
    expect(found.map(({ cells: [, number, flag] }) => [number, flag])).toEqual(
      rows.map(([, number, flag]) => [String(number), String(flag)]),
    );
  });

  test("has days and moments as such, and no formula", async () => {
    const bytes = await written(
      ["day", "moment"],
      [
        [
          ["2026-11-20", "2026-11-20T13:05:00.000Z"],
          ["1900-01-01", "=A1"],
        ],
      ],
    );
    const sheet = new TextDecoder().decode(await inflated(bytes, "xl/worksheets/sheet1.xml"));
    expect(sheet).toContain('<c r="A2" s="2"><v>46346</v></c>');
    expect(sheet).not.toContain("<f>");
    expect(await rowsOf(bytes)).toMatchObject([
      {},
      { cells: ["2026-11-20", "2026-11-20 13:05"] },
      { cells: ["1900-01-01", "'=A1"] },
    ]);
  });

  test("keeps its header in view, reads from the right in Arabic, and goes on in a second sheet", async () => {
    const rows = Array.from({ length: 5 }, (_, place) => [place]);
    const bytes = await written(["رقم"], [rows], { isRightToLeft: true, rowsPerSheet: 4 });
    const [first, second] = await Promise.all(
      [1, 2].map(async (number) => new TextDecoder().decode(await inflated(bytes, `xl/worksheets/sheet${number}.xml`))),
    );
    expect(first).toContain('rightToLeft="1"');
    expect(first).toContain('<pane ySplit="1" topLeftCell="A2"');
    expect(first).toContain('<row r="4"><c r="A4"><v>2</v></c></row></sheetData>');
    expect(second).toContain("رقم");
    expect(second).toContain('<row r="3"><c r="A3"><v>4</v></c></row></sheetData>');
  });

  test("names columns as spreadsheets do", () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]);
  });
});

describe("a workbook of another program", () => {
  test("may have a hidden sheet first, shared and formatted texts, formulas, gaps, and days of several formats", async () => {
    const read = await rowsOf(zipOf(foreign));
    expect(read).toEqual([
      { rowNumber: 2, cells: ["Name", "From", "", "Price", "Code"] },
      { rowNumber: 4, cells: ["Noor & Sons", "2026-11-20", "", "12.5", "00417"], formulas: [3] },
      { rowNumber: 5, cells: ["Tokyo", "2026-11-20 18:00", "", "#N/A", "true"] },
    ]);
  });

  test("counts days from 1904 if it says so", async () => {
    const workbook = foreign["xl/workbook.xml"].replace("<x:sheets>", '<x:workbookPr date1904="1"/><x:sheets>');
    expect((await rowsOf(zipOf({ ...foreign, "xl/workbook.xml": workbook })))[1]!.cells[1]).toBe("2030-11-21");
  });
});

describe("a file is refused", () => {
  test.each([
    ["that is no archive", new TextEncoder().encode("name\nNoor\n"), "not_workbook"],
    ["that is another archive", zipOf({ "a.txt": "Noor" }), "not_workbook"],
    ["that is cut off", zipOf(foreign).slice(0, 600), "damaged_workbook"],
    ["whose sheet is missing", zipOf({ ...foreign, "xl/worksheets/sheet2.xml": undefined }), "damaged_workbook"],
    ["whose XML is broken", zipOf({ ...foreign, "xl/worksheets/sheet2.xml": "<worksheet><row" }), "damaged_workbook"],
    ["that defines entities", zipOf({ ...foreign, "xl/worksheets/sheet2.xml": entities }), "damaged_workbook"],
    ["with a cell beyond the last column", zipOf({ ...foreign, "xl/worksheets/sheet2.xml": wide }), "too_many_columns"],
    ["with a row beyond the last", zipOf({ ...foreign, "xl/worksheets/sheet2.xml": long }), "too_many_rows"],
  ])("%s", async (_name, bytes, code) => {
    await expect(rowsOf(bytes)).rejects.toMatchObject({ code, status: 422 });
  });

  test("whose bytes were changed, wherever that is", async () => {
    const bytes = zipOf(foreign);
    const [sheet] = placesOf(bytes, "xl/worksheets/sheet2.xml");
    for (const offset of [0, 10, 40]) {
      const changed = bytes.slice();
      changed[sheet! + 30 + "xl/worksheets/sheet2.xml".length + offset]! ^= 0x10;
      await expect(rowsOf(changed)).rejects.toMatchObject({ code: "damaged_workbook" });
    }
  });

  test("that expands to more than the limit, or to more than it says", async () => {
    const deflated = deflateRawSync(Buffer.alloc(50 * 1_048_576, " "), { level: 9 });
    const bombOf = (size: number) => zipOf({ ...foreign, "xl/sharedStrings.xml": { deflated, size, crc: 0 } });
    const honest = bombOf(400 * 1_048_576);
    expect(honest.length).toBeLessThan(100_000);
    await expect(rowsOf(honest)).rejects.toMatchObject({ code: "workbook_too_large", details: { megabytes: 400 } });
    await expect(rowsOf(bombOf(1000))).rejects.toMatchObject({ code: "damaged_workbook" });

    const app = await testApi([brandsFeature, importsFeature([brandsImporter])]);
    try {
      const { transport } = await app.signIn("Huda", ["brands.import", "brands.create", "brands.update"]);
      const importId = newId();
      const upload = { resource: "brands", language: "en", fileName: "bomb.xlsx", importId, bytes: honest } as const;
      const refused = { code: "workbook_too_large", status: 422 };
      await expect(call(transport, imports.uploadWorkbook, upload)).rejects.toMatchObject(refused);
      expect(await call(transport, imports.list, { resource: "brands", language: "en" })).toEqual([]);
    } finally {
      await app.close();
    }
  });
});

// ------------------------------------------------------------------------------------------------ helpers

const unguarded = (text: string) => (text.startsWith("'") ? screenCell(text).value : text);

async function written(
  header: string[],
  batches: CsvValue[][][],
  options: { isRightToLeft: boolean; rowsPerSheet?: number } = { isRightToLeft: false },
): Promise<Uint8Array<ArrayBuffer>> {
  const source = async function* () {
    yield* batches;
  };
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of xlsxChunks(header, source(), options)) parts.push(part as Uint8Array<ArrayBuffer>);
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

async function rowsOf(bytes: Uint8Array<ArrayBuffer>) {
  const rows = [];
  for await (const row of readXlsx(bytes)) rows.push(row);
  return rows;
}

async function inflated(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Uint8Array> {
  const { openArchive } = await import("#features/platform/imports/api/service/unzip.ts");
  let text = "";
  for await (const piece of openArchive(bytes).text(name)) text += piece;
  return new TextEncoder().encode(text);
}

type Content = string | undefined | { readonly deflated: Buffer; readonly size: number; readonly crc: number };

/** An archive as other programs write it: sizes first, and a comment at the end. */
function zipOf(files: Readonly<Record<string, Content>>): Uint8Array<ArrayBuffer> {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let start = 0;
  for (const [name, content] of Object.entries(files)) {
    if (content === undefined) continue;
    const text = Buffer.from(typeof content === "string" ? content : "");
    const { deflated, size, crc } =
      typeof content === "string"
        ? { deflated: deflateRawSync(text), size: text.length, crc: ~crcOf(text, 0xffffffff) >>> 0 }
        : content;
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc, 10);
    facts.writeUInt32LE(deflated.length, 14);
    facts.writeUInt32LE(size, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), facts, Buffer.from(name), deflated]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(start, 10);
    directory.push(
      Buffer.concat([Buffer.from("PK\u0001\u0002"), Buffer.from([20, 0]), facts, rest, Buffer.from(name)]),
    );
    locals.push(local);
    start += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(start, 12);
  end.writeUInt16LE(2, 16);
  const whole = Buffer.concat([...locals, listed, Buffer.from("PK\u0005\u0006"), end, Buffer.from("by")]);
  return new Uint8Array(whole);
}

/** Where the entries of this name begin. */
function placesOf(bytes: Uint8Array, name: string): number[] {
  const text = Buffer.from(bytes).toString("latin1");
  return [text.indexOf(name) - 30];
}

const links = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const foreign = {
  "_rels/.rels": `<Relationships><Relationship Id="a" Type="${links}/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<x:workbook xmlns:x="x" xmlns:r="${links}"><x:sheets><x:sheet name="Notes" sheetId="1" state="hidden" r:id="r1"/><x:sheet name="Brands" sheetId="7" r:id="r2"/></x:sheets></x:workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="${links}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${links}/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="r3" Type="${links}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="r4" Type="${links}/styles" Target="styles.xml"/></Relationships>`,
  "xl/sharedStrings.xml": `<sst><si><t>Name</t></si><si><r><t>Noor</t></r><r><rPr><b/></rPr><t xml:space="preserve"> &amp; Sons</t></r></si><si><t>Tokyo</t><rPh sb="0" eb="1"><t>TOKYO</t></rPh></si></sst>`,
  "xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="[$-409]d/m/yyyy\\ h:mm;@"/><numFmt numFmtId="171" formatCode="00000"/></numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`,
  "xl/worksheets/sheet1.xml": `<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>`,
  "xl/worksheets/sheet2.xml": `<worksheet><sheetData><row r="1"/><row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="inlineStr"><is><t>From</t></is></c><c r="D2" t="inlineStr"><is><t>Price</t></is></c><c t="str"><v>Code</v></c></row><row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4" s="1"><v>46346</v></c><c r="D4"><f>10+2.5</f><v>12.5</v></c><c r="E4" s="3"><v>417</v></c><c r="F4" s="1"/></row><row><c t="s"><v>2</v></c><c s="2"><v>46346.75</v></c><c r="D5" t="e"><v>#N/A</v></c><c r="E5" t="b"><v>1</v></c></row></sheetData></worksheet>`,
};
const entities = `<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa">]><worksheet><sheetData><row r="1"><c t="inlineStr"><is><t>&a;</t></is></c></row></sheetData></worksheet>`;
const wide = `<worksheet><sheetData><row r="1"><c r="GS1"><v>1</v></c></row></sheetData></worksheet>`;
const long = `<worksheet><sheetData><row r="1048577"><c r="A1048577"><v>1</v></c></row></sheetData></worksheet>`;
