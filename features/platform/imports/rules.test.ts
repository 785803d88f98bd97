import { expect, test } from "vitest";
import { headerKey, mappingFaults, suggestMapping } from "#features/platform/imports/rules.ts";

const columns = [
  { field: "code", aliases: ["brand_code"], role: "key" },
  { field: "name", aliases: ["display_name", "name", "brand"], role: "required" },
  { field: "nameI18n.ar", aliases: ["name_ar", "name:ar"], role: null },
] as const;
const suggest = (headers: readonly string[], remembered: Readonly<Record<string, string>> = {}) =>
  suggestMapping({ headers, columns, remembered: new Map(Object.entries(remembered)) });

test("headers are equal whatever their case, spaces, width and punctuation", () => {
  for (const header of ["Display Name", "display_name", "DISPLAY-NAME ", "ｄｉｓｐｌａｙ name"]) {
    expect(headerKey(header)).toBe("displayname");
  }
  expect(headerKey("الاسم التجاري")).toBe("الاسمالتجاري");
});

test("uses the likeliest of several aliases, and leaves the others out", () => {
  expect(suggest(["brand", "name", "Display Name"])).toEqual([null, null, "name"]);
  expect(suggest(["brand", "name"])).toEqual([null, "name"]);
  expect(suggest(["name", "Name"])).toEqual(["name", null]);
  expect(suggest(["", "name:ar", "nonsense"])).toEqual([null, "nameI18n.ar", null]);
});

test("the user's last choice comes before the suggestion from the header", () => {
  expect(suggest(["title", "name"], { title: "name" })).toEqual(["name", null]);
  expect(suggest(["display_name", "name"], { displayname: "" })).toEqual([null, "name"]);
});

test("forgets a field that no longer exists, and assigns no field to two columns", () => {
  expect(suggest(["title", "name"], { title: "colour" })).toEqual([null, "name"]);
  expect(suggest(["title", "label"], { title: "name", label: "name" })).toEqual(["name", null]);
});

test("returns what makes a mapping invalid", () => {
  expect(mappingFaults(["name", null], columns)).toEqual([]);
  expect(mappingFaults(["code", "nameI18n.ar"], columns)).toEqual([]);
  expect(mappingFaults([null, "nameI18n.ar"], columns)).toEqual([{ code: "field_not_mapped", field: "name" }]);
  expect(mappingFaults(["name", "name", "name"], columns)).toEqual([{ code: "field_mapped_twice", field: "name" }]);
  expect(mappingFaults(["name", "colour"], columns)).toEqual([{ code: "no_such_field", field: "colour" }]);
});
