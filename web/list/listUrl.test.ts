import { expect, test } from "vitest";
import {
  firstState,
  inputOf,
  isNarrowed,
  type ListGrammar,
  type ListState,
  narrowingOf,
  readListUrl,
  writeListUrl,
} from "#web/list/listUrl.ts";

const grammar: ListGrammar = {
  filters: [
    { kind: "choice", name: "status", codes: ["draft", "active", "archived"] },
    { kind: "choice", name: "country", codes: ["AE", "EG", "SA"] },
    { kind: "days", name: "created", from: "createdFrom", to: "createdTo" },
    { kind: "flag", name: "hasWebsite" },
  ],
  sorts: ["name", "createdAt"],
  initialOrder: { sort: "name", direction: "asc" },
};

const everything: ListState = {
  search: "dates & honey",
  filters: {
    status: ["active"],
    country: ["AE", "SA"],
    created: { from: "2026-01-01", to: null },
    hasWebsite: false,
  },
  any: [{ status: ["draft"], created: { from: null, to: "2026-06-30" } }, { hasWebsite: true }],
  order: { sort: "createdAt", direction: "desc" },
  limit: 50,
  place: { cursor: "WyJuYW1lIl0", from: 51 },
  view: "gulf",
};

const written = (state: ListState) => new URLSearchParams(writeListUrl(state, grammar));
const read = (query: string) => readListUrl(new URLSearchParams(query), grammar);

test("an unchanged list has an address without a query", () => {
  expect(writeListUrl(firstState(grammar), grammar)).toEqual({});
  expect(read("")).toEqual(firstState(grammar));
});

test("an address restores everything that is shown", () => {
  expect(readListUrl(written(everything), grammar)).toEqual(everything);
});

test("an address is short and readable", () => {
  expect(written({ ...everything, place: null }).toString()).toBe(
    "view=gulf&q=dates+%26+honey&status=active&country=AE.SA&created=2026-01-01..&hasWebsite=no" +
      "&any=status%3Adraft%2Ccreated%3A..2026-06-30%3BhasWebsite%3Ayes&sort=-createdAt&rows=50",
  );
});

test("a group of an old or made-up address is left out as a whole, as less of it would match more", () => {
  expect(read("any=status:draft,colour:red;status:active").any).toEqual([{ status: ["active"] }]);
  expect(read("any=;;status;status:;constructor:1;created:x..;hasWebsite:%").any).toEqual([]);
  expect(read(`any=${Array.from({ length: 9 }, () => "hasWebsite:yes").join(";")}`).any).toHaveLength(5);
});

test("groups ask for the same as filters do", () => {
  const any = [{ status: ["draft"], created: { from: null, to: "2026-06-30" } }];
  expect(narrowingOf({ ...firstState(grammar), any }, grammar)).toEqual({
    any: [{ status: ["draft"], createdTo: "2026-06-30" }],
  });
});

test("unknown values of an old or made-up address fall back to the defaults", () => {
  expect(read("status=closed&country=XX&created=yesterday..&hasWebsite=perhaps&sort=secret&rows=5000&from=26")).toEqual(
    firstState(grammar),
  );
  expect(read("at=abc&from=-3").place).toBeNull();
  expect(read("at=abc&from=1").place).toBeNull();
  expect(read("created=2026-02-30..").filters).toEqual({});
});

test("known codes are used and unknown ones dropped, in the list's own order", () => {
  expect(read("country=SA.XX.AE").filters).toEqual({ country: ["AE", "SA"] });
});

test("a reversed period is the same period", () => {
  expect(read("created=2026-06-30..2026-01-01").filters.created).toEqual({ from: "2026-01-01", to: "2026-06-30" });
});

test("the operation's input matches the address", () => {
  expect(inputOf(everything, grammar)).toEqual({
    any: [{ status: ["draft"], createdTo: "2026-06-30" }, { hasWebsite: true }],
    search: "dates & honey",
    status: ["active"],
    country: ["AE", "SA"],
    createdFrom: "2026-01-01",
    hasWebsite: false,
    sort: "createdAt",
    direction: "desc",
    limit: 50,
    cursor: "WyJuYW1lIl0",
  });
});

test("in Arabic the operation sorts by Arabic names, at the same address", () => {
  const inArabic: ListGrammar = { ...grammar, sortLanguage: "ar" };
  const byName: ListState = { ...everything, order: { sort: "name", direction: "desc" }, place: null };
  expect(inputOf(byName, inArabic)).toEqual({ ...inputOf(byName, grammar), sortLanguage: "ar" });
  expect(writeListUrl(byName, inArabic)).toEqual(writeListUrl(byName, grammar));
});

test("a page belongs to the order of its language: in another, the list begins at its first page", () => {
  const inArabic: ListGrammar = { ...grammar, sortLanguage: "ar" };
  const arabic = new URLSearchParams(writeListUrl(everything, inArabic));
  expect(readListUrl(arabic, inArabic)).toEqual(everything);
  expect(readListUrl(arabic, grammar)).toEqual({ ...everything, place: null });
  expect(readListUrl(written(everything), inArabic)).toEqual({ ...everything, place: null });
});

test("order, page and view do not change which records match", () => {
  const other: ListState = {
    ...everything,
    order: { sort: "name", direction: "asc" },
    limit: 25,
    place: null,
    view: null,
  };
  expect(narrowingOf(other, grammar)).toEqual(narrowingOf(everything, grammar));
});

test("blanks search for nothing", () => {
  const blank = { ...firstState(grammar), search: "  " };
  expect(narrowingOf(blank, grammar)).toEqual({});
  expect(isNarrowed(blank)).toBe(false);
  expect(isNarrowed(everything)).toBe(true);
});

test("a sort order that needs a filter is available only while that is set", () => {
  const near: ListGrammar = {
    ...grammar,
    filters: [...grammar.filters, { kind: "word", name: "near" }],
    sorts: [...grammar.sorts, "distance"],
    sortsUnder: { distance: ["near"] },
  };
  const state: ListState = {
    ...firstState(near),
    filters: { near: ["51.5,-0.1,5"] },
    order: { sort: "distance", direction: "asc" },
  };
  const { near: _, ...others } = writeListUrl(state, near);
  expect(readListUrl(new URLSearchParams({ near: "51.5,-0.1,5", ...others }), near)).toEqual(state);
  expect(inputOf(state, near)).toMatchObject({ near: "51.5,-0.1,5", sort: "distance", direction: "asc" });
  expect(readListUrl(new URLSearchParams(others), near)).toEqual(firstState(near));
  const left = { ...state, filters: {} };
  expect(inputOf(left, near)).toEqual({ sort: "name", direction: "asc", limit: 25 });
  expect(writeListUrl(left, near)).toEqual({});
});
