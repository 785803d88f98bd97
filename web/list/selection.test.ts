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

test("selects and unselects a row", () => {
  const ticked = toggle(nothingSelected, "b", page);
  expect(idsOf(ticked)).toEqual(["b"]);
  expect(isNothing(toggle(ticked, "b", page))).toBe(true);
});

test("shift selects everything from the last selected row, in either direction", () => {
  expect(idsOf(toggleRange(toggle(nothingSelected, "b", page), "d", page))).toEqual(["b", "c", "d"]);
  expect(idsOf(toggleRange(toggle(nothingSelected, "d", page), "b", page))).toEqual(["b", "c", "d"]);
});

test("shift on a selected row unselects the range", () => {
  const all = togglePage(nothingSelected, page);
  const without = toggle(all, "b", page);
  expect(idsOf(toggleRange(without, "d", page))).toEqual(["a", "e"]);
});

test("shift without an anchor selects one row", () => {
  expect(idsOf(toggleRange(nothingSelected, "c", page))).toEqual(["c"]);
});

test("shift with the anchor on another page selects one row", () => {
  const elsewhere = toggle(nothingSelected, "x", ["x", "y"]);
  expect(idsOf(toggleRange(elsewhere, "c", page))).toEqual(["c", "x"]);
});

test("the checkbox of the page completes a partial selection, then clears it, and leaves other pages alone", () => {
  const half = toggle(toggle(nothingSelected, "x", ["x"]), "a", page);
  expect(pageState(half, page)).toBe("mixed");
  const full = togglePage(half, page);
  expect(pageState(full, page)).toBe("all");
  expect(idsOf(togglePage(full, page))).toEqual(["x"]);
});

test("an empty page is not selected", () => {
  expect(pageState(allMatching, [])).toBe("none");
});

test("unselecting one row of all matching rows keeps the others of the page", () => {
  expect(isSelected(allMatching, "anything")).toBe(true);
  expect(idsOf(toggle(allMatching, "c", page))).toEqual(["a", "b", "d", "e"]);
});

test("moving with shift and an arrow selects the rows it passes", () => {
  const walked = extend(extend(nothingSelected, ["b", "c"]), ["c", "d"]);
  expect(idsOf(walked)).toEqual(["b", "c", "d"]);
  expect(extend(allMatching, ["a"])).toBe(allMatching);
});
