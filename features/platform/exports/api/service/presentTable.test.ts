import { expect, test } from "vitest";
import type { ExportPresentation } from "#base/exports.ts";
import type { CsvValue } from "#api/csv.ts";
import { wholeTable } from "#api/tableFile.ts";
import { presentTable } from "#features/platform/exports/api/service/presentTable.ts";

const plain: ExportPresentation = { format: "csv", language: "en", timeZone: "UTC", texts: {}, translated: null };

async function presentedRows(header: string[], rows: CsvValue[][], presentation: Partial<ExportPresentation>) {
  const source = async function* () {
    yield rows;
  };
  const file = presentTable(wholeTable("a", header, source), { ...plain, ...presentation });
  const found: (readonly CsvValue[])[] = [file.header];
  for await (const batch of file.read()) found.push(...batch.rows);
  return found;
}

test("instants become the reader's local time; days and texts stay", async () => {
  const header = ["createdAt", "day", "text", "updatedAt", "count"];
  const row = ["2026-11-20T21:30:00.000Z", "2026-11-20", "at 2026-11-20T21:30:00Z.", "2026-06-01T00:00:00Z", 7];
  const inDubai = await presentedRows(header, [row], { timeZone: "Asia/Dubai" });
  expect(inDubai[1]).toEqual(["2026-11-21 01:30", "2026-11-20", "at 2026-11-20T21:30:00Z.", "2026-06-01 04:00", 7]);
  expect((await presentedRows(header, [row], { timeZone: "America/Los_Angeles" }))[1]![0]).toBe("2026-11-20 13:30");
  expect((await presentedRows(header, [row], { timeZone: "Mars/Olympus" }))[1]![0]).toBe("2026-11-20 21:30");
});

test("codes become words, and translations the name that the screen shows", async () => {
  const rows = [
    ["Noor", "active", '{"ar":"نور, حلال"}', "AE"],
    ["Hilal", "draft", null, "SA"],
    ["Amal", "unheard_of", '{"fr":"Espoir"}', "EG"],
  ];
  const header = ["name", "status", "nameI18n", "country"];
  const texts = { status: { active: "نشطة", draft: "مسودة" }, kind: { draft: "لا" } };
  const translated = { column: "nameI18n", name: "name", language: "ar" };
  expect(await presentedRows(header, rows, { texts, translated })).toEqual([
    ["name", "status", "shownName", "country"],
    ["Noor", "نشطة", "نور, حلال", "AE"],
    ["Hilal", "مسودة", "Hilal", "SA"],
    ["Amal", "unheard_of", "Amal", "EG"],
  ]);
  expect(await presentedRows(header, rows, {})).toEqual([header, ...rows]);
});
