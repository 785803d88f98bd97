import { describe, expect, test } from "vitest";
import { filterBySearch } from "#base/filterBySearch.ts";

describe("what is found of a short list", () => {
  const countries = ["Oman", "Romania", "المملكة العربية السعودية", "الإمارات العربية المتحدة AE", "سمن وزبدة"];
  const found = (search: string) => filterBySearch(countries, search, (name) => name);

  test("begins as it is typed, and then holds it", () => {
    expect(found("oman")).toEqual(["Oman", "Romania"]);
    expect(found("")).toEqual(countries);
    expect(found("nothing")).toEqual([]);
  });

  test("needs no article to be typed, nor an and", () => {
    expect(found("سعودية")).toEqual([countries[2]]);
    expect(found("امارات")).toEqual([countries[3]]);
    expect(found("زبدة")).toEqual([countries[4]]);
    expect(found("متحدة عربية")).toEqual([countries[3]]);
  });

  test("begins with what is one letter or two", () => {
    expect(found("ae")).toEqual([countries[3]]);
    expect(found("om")).toEqual(["Oman"]);
  });
});
