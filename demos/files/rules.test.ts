import { expect, test } from "vitest";
import { expiryOf, extensionOf, nextName, previewOf, rowsOfCsv, sizeLabel, wireTypeOf } from "#demos/files/rules.ts";

test("FIL-2 has documents and spreadsheets, and an image is a document", () => {
  expect(["application/pdf", "image/png", "text/plain", "text/csv"].map(wireTypeOf)).toEqual([
    "document",
    "document",
    "document",
    "spreadsheet",
  ]);
  expect([extensionOf("شهادة.PDF"), extensionOf("README"), extensionOf("a.tar.gz")]).toEqual(["pdf", "", "gz"]);
});

test("writes a size as users read it", () => {
  expect([999, 1024, 1_048_575, 1_048_576, 18_874_368].map(sizeLabel)).toEqual([
    "999 B",
    "1 KB",
    "1024 KB",
    "1.0 MB",
    "18.0 MB",
  ]);
});

test("names a copy without taking another’s name", () => {
  expect(["Report.pdf", "Report (2).pdf", "Folder", "تقرير.csv"].map(nextName)).toEqual([
    "Report (2).pdf",
    "Report (3).pdf",
    "Folder (2)",
    "تقرير (2).csv",
  ]);
});

test("previews pictures, PDF, tables and text, and nothing else", () => {
  const types = ["image/webp", "application/pdf", "text/csv", "text/plain", "application/zip"];
  expect(types.map(previewOf)).toEqual(["picture", "pdf", "table", "text", null]);
});

test("warns of a document from 30 days before it expires, and says when it has", () => {
  const today = "2026-11-20";
  const days = ["2026-11-19", "2026-11-20", "2026-12-20", "2026-12-21"];
  expect(days.map((day) => expiryOf(day, today))).toEqual(["expired", "soon", "soon", null]);
  expect(expiryOf(null, today)).toBeNull();
});

test("reads the cells of a CSV file for its preview", () => {
  const text = 'name,note\n"Al Noor, Ltd","said ""yes"""\r\n،سطر;2\n';
  expect(rowsOfCsv(text, 10)).toEqual([
    ["name", "note"],
    ["Al Noor, Ltd", 'said "yes"'],
    ["،سطر", "2"],
  ]);
  expect(rowsOfCsv("a\nb\nc", 2)).toEqual([["a"], ["b"]]);
  expect(rowsOfCsv("", 2)).toEqual([[""]]);
});
