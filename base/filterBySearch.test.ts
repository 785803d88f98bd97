import { describe, expect, test } from "vitest";
import { filterBySearch } from "#base/filterBySearch.ts";

describe("searching a short list", () => {
  const countries = ["Oman", "Romania", "المملكة العربية السعودية", "الإمارات العربية المتحدة AE", "سمن وزبدة"];
  const found = (search: string) => filterBySearch(countries, search, (name) => name);

  test("shows first what begins with the text, then what contains it", () => {
    expect(found("oman")).toEqual(["Oman", "Romania"]);
    expect(found("")).toEqual(countries);
    expect(found("nothing")).toEqual([]);
  });

  test("shows first what begins with the text, then what has a word that does", () => {
    const names = ["Falkland Islands (Islas Malvinas)", "Guatemala", "Malawi", "Malaysia", "Mali"];
    const rank = (search: string) => filterBySearch(names, search, (name) => name);
    expect(rank("mal")).toEqual(["Malawi", "Malaysia", "Mali", names[0], "Guatemala"]);
    const arabic = ["جزر المالديف", "الصومال", "مالطا", "ماليزيا"];
    expect(filterBySearch(arabic, "مال", (name) => name)).toEqual([arabic[2], arabic[3], arabic[0], arabic[1]]);
  });

  test("ignores a missing article or an “and”", () => {
    expect(found("سعودية")).toEqual([countries[2]]);
    expect(found("امارات")).toEqual([countries[3]]);
    expect(found("زبدة")).toEqual([countries[4]]);
    expect(found("متحدة عربية")).toEqual([countries[3]]);
  });

  test("needs the start of a word for one or two letters", () => {
    expect(found("ae")).toEqual([countries[3]]);
    expect(found("om")).toEqual(["Oman"]);
  });
});
