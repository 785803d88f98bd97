import { expect, test } from "vitest";
import type { FieldFormatters } from "#web/record/fieldFormatters.ts";
import { historyText, reportedChanges } from "#web/record/historyText.ts";
import { structureText } from "#web/record/structureText.ts";

const parts = { empty: "empty", comma: ", ", yes: "Yes", no: "No" };
const texts: FieldFormatters = { labelOf: (path) => path, textOf: (_, value) => structureText(value, parts) };
const brand = "0190a000-0000-7000-8000-000000000001";
const gone = "0190a000-0000-7000-8000-000000000002";
const names = { [brand]: "Bustan Nour" };
const textOf = (value: unknown) => historyText(texts, "field", value, { names, unseen: "a record" });

test("records are shown by name, and never by id", () => {
  expect(textOf(brand)).toBe("Bustan Nour");
  expect(textOf(gone)).toBe("a record");
  expect(textOf([brand, gone])).toBe("Bustan Nour, a record");
  expect(textOf({ target: brand, isOwn: true })).toBe("target: Bustan Nour, is own: Yes");
});

test("lists and objects are text and not JSON: a thing is shown by its name", () => {
  expect(
    textOf([
      { id: gone, name: "Site A" },
      { id: brand, name: "Site B" },
    ]),
  ).toBe("Site A, Site B");
  expect(textOf({ from: { day: 3, note: null }, isOpen: false })).toBe("from: day: 3, is open: No");
  expect(textOf([])).toBe("empty");
});

test("codes within a structure are words, and names are as they are", () => {
  expect(textOf({ status: "pending_approval", kind: "firstOrder", id: gone })).toBe(
    "status: pending approval, kind: first order",
  );
  expect(textOf(["brands.setRates", "iPhone", "a.example"])).toBe("brands set rates, iPhone, a.example");
});

test("checksums are left out", () => {
  const change = { before: null, after: "9f86d081" };
  const reported = reportedChanges({ verifiedSha256: change, state: change });
  expect(reported.map(({ path }) => path)).toEqual(["state"]);
});
