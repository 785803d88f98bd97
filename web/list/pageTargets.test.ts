import { expect, test } from "vitest";
import { firstState, type ListState } from "#web/list/listUrl.ts";
import { wayBack, wayOn } from "#web/list/pageTargets.ts";

const first = firstState({ filters: [], sorts: ["name"], initialOrder: { sort: "name", direction: "asc" } });
const at = (from: number): ListState => ({ ...first, place: { cursor: "here", from } });
const page = (count: number, ends: { next?: string; previous?: string } = {}) => ({
  rows: Array.from({ length: count }, () => ({})),
  next: ends.next ?? null,
  previous: ends.previous ?? null,
  total: null,
});

test("numbers the rows of the next page after the last of this one", () => {
  expect(wayOn(first, page(25, { next: "n" }))).toEqual({ place: { cursor: "n", from: 26 } });
  expect(wayOn(at(51), page(25, { next: "n" }))).toEqual({ place: { cursor: "n", from: 76 } });
  expect(wayOn(at(51), page(7, { previous: "p" }))).toBeNull();
});

test("goes back by cursor, and to the first page without one", () => {
  expect(wayBack(at(51), page(25, { previous: "p" }))).toEqual({ place: { cursor: "p", from: 26 } });
  expect(wayBack(at(26), page(25, { previous: "p" }))).toEqual({ place: null });
  expect(wayBack(first, page(25))).toBeNull();
});

test("finds the first page from a position with a wrong number", () => {
  expect(wayBack(at(3), page(25))).toEqual({ place: null });
  expect(wayBack(at(500), page(25))).toBeNull();
});
