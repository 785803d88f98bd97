import { expect, test } from "vitest";
import { headerKey, mappingFaults, suggestMapping } from "#features/platform/imports/rules.ts";

const columns = [
  { field: "code", aliases: ["brand_code"], role: "key" },
  { field: "name", aliases: ["display_name", "name", "brand"], role: "required" },
  { field: "nameI18n.ar", aliases: ["name_ar", "name:ar"], role: null },
] as const;
const suggest = (headers: readonly string[], remembered: Readonly<Record<string, string>> = {}) =>
  suggestMapping({ headers, columns, remembered: new Map(Object.entries(remembered)) });

test("headers mean the same whatever their case, spaces, width and punctuation", () => {
  for (const header of ["Display Name", "display_name", "DISPLAY-NAME ", "ｄｉｓｐｌａｙ name"]) {
    expect(headerKey(header)).toBe("displayname");
  }
  expect(headerKey("الاسم التجاري")).toBe("الاسمالتجاري");
});

test("takes the likeliest alias of several, and leaves the others out", () => {
  expect(suggest(["brand", "name", "Display Name"])).toEqual([null, null, "name"]);
  expect(suggest(["brand", "name"])).toEqual([null, "name"]);
  expect(suggest(["name", "Name"])).toEqual(["name", null]);
  expect(suggest(["", "name:ar", "nonsense"])).toEqual([null, "nameI18n.ar", null]);
});

test("what a person chose last time comes before what the headers say", () => {
  expect(suggest(["title", "name"], { title: "name" })).toEqual(["name", null]);
  expect(suggest(["display_name", "name"], { displayname: "" })).toEqual([null, "name"]);
});

test("forgets a field that is no more, and gives no field to two columns", () => {
  expect(suggest(["title", "name"], { title: "colour" })).toEqual([null, "name"]);
  expect(suggest(["title", "label"], { title: "name", label: "name" })).toEqual(["name", null]);
});

test("says what keeps a mapping from being tried", () => {
  expect(mappingFaults(["name", null], columns)).toEqual([]);
  expect(mappingFaults(["code", "nameI18n.ar"], columns)).toEqual([]);
  expect(mappingFaults([null, "nameI18n.ar"], columns)).toEqual([{ code: "field_not_mapped", field: "name" }]);
  expect(mappingFaults(["name", "name", "name"], columns)).toEqual([{ code: "field_mapped_twice", field: "name" }]);
  expect(mappingFaults(["name", "colour"], columns)).toEqual([{ code: "no_such_field", field: "colour" }]);
});
