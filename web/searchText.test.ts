import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "#web/searchText.ts";

test("keeps numbers and JSON literals as text", () =>
  expect(parseSearch("?q=12&flag=true&id=007&empty=")).toEqual({ q: "12", flag: "true", id: "007", empty: "" }));

test("a repeated name is a list", () => expect(parseSearch("?c=MY&c=EG")).toEqual({ c: ["MY", "EG"] }));

test("leaves out undefined values, and an empty query is the empty string", () => {
  expect(stringifySearch({ q: "a b", page: undefined, c: ["MY", "EG"] })).toBe("?q=a+b&c=MY&c=EG");
  expect(stringifySearch({ q: undefined })).toBe("");
});

test("reads back what it wrote, in any script", () => {
  const search = { q: "مُحَمَّد & Şükrü=100%", c: ["+", "#"] };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
});
