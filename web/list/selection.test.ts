import { expect, test } from "vitest";
import {
  allMatching,
  extend,
  isNothing,
  isSelected,
  nothingSelected,
  pageState,
  type Selection,
  toggle,
  togglePage,
  toggleRange,
} from "#web/list/selection.ts";

const page = ["a", "b", "c", "d", "e"];
const idsOf = (selection: Selection) => (selection.kind === "some" ? [...selection.ids].sort() : "matching");

test("a row is ticked and unticked", () => {
  const ticked = toggle(nothingSelected, "b", page);
  expect(idsOf(ticked)).toEqual(["b"]);
  expect(isNothing(toggle(ticked, "b", page))).toBe(true);
});

test("shift ticks everything from the row ticked last, in either direction", () => {
  expect(idsOf(toggleRange(toggle(nothingSelected, "b", page), "d", page))).toEqual(["b", "c", "d"]);
  expect(idsOf(toggleRange(toggle(nothingSelected, "d", page), "b", page))).toEqual(["b", "c", "d"]);
});

test("shift on a ticked row unticks the range", () => {
  const all = togglePage(nothingSelected, page);
  const without = toggle(all, "b", page);
  expect(idsOf(toggleRange(without, "d", page))).toEqual(["a", "e"]);
});

test("shift without a row to start from ticks one row", () => {
  expect(idsOf(toggleRange(nothingSelected, "c", page))).toEqual(["c"]);
});

test("shift from a row of another page ticks one row", () => {
  const elsewhere = toggle(nothingSelected, "x", ["x", "y"]);
  expect(idsOf(toggleRange(elsewhere, "c", page))).toEqual(["c", "x"]);
});

test("the box of the page completes a half ticked page, then empties it and leaves other pages alone", () => {
  const half = toggle(toggle(nothingSelected, "x", ["x"]), "a", page);
  expect(pageState(half, page)).toBe("mixed");
  const full = togglePage(half, page);
  expect(pageState(full, page)).toBe("all");
  expect(idsOf(togglePage(full, page))).toEqual(["x"]);
});

test("an empty page is not ticked", () => {
  expect(pageState(allMatching, [])).toBe("none");
});

test("unticking a row out of all that match keeps the others of the page", () => {
  expect(isSelected(allMatching, "anything")).toBe(true);
  expect(idsOf(toggle(allMatching, "c", page))).toEqual(["a", "b", "d", "e"]);
});

test("walking with shift ticks what is walked over", () => {
  const walked = extend(extend(nothingSelected, ["b", "c"]), ["c", "d"]);
  expect(idsOf(walked)).toEqual(["b", "c", "d"]);
  expect(extend(allMatching, ["a"])).toBe(allMatching);
});
