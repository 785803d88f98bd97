import { describe, expect, test } from "vitest";
import type { HalalRelevance } from "#features/catalogue/categories/contract.ts";
import {
  asksMore,
  holdsOtherwise,
  movedRows,
  namesOfPath,
  narrowed,
  placeAfter,
  placeOfDrop,
  problemOfMove,
  slugOf,
} from "#features/catalogue/categories/rules.ts";

const ownOr = (own: HalalRelevance | null): HalalRelevance => own ?? "required";
const row = (id: string, parentId: string | null, depth: number, halalRelevance: "not_applicable" | null = null) => ({
  id,
  parentId,
  depth,
  name: id,
  nameI18n: id === "Labneh" ? { ar: "لبنة" } : {},
  slug: id.toLowerCase(),
  gs1Brick: null,
  halalRelevance,
  effectiveHalalRelevance: ownOr(halalRelevance),
  containsMeat: id === "Meat" ? true : null,
  effectiveContainsMeat: id === "Meat" ? true : null,
});
const rows = [
  row("Food", null, 1),
  row("Dairy", "Food", 2),
  row("Labneh", "Dairy", 3),
  row("Ghee", "Dairy", 3),
  row("Meat", "Food", 2),
  row("Paper", null, 1, "not_applicable"),
];
const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id);

describe("a step with the keyboard", () => {
  test.each([
    ["Meat", "up", { parentId: "Food", beforeId: "Dairy" }],
    ["Labneh", "down", { parentId: "Dairy", beforeId: null }],
    ["Meat", "in", { parentId: "Dairy", beforeId: null }],
    ["Labneh", "out", { parentId: "Food", beforeId: "Meat" }],
    ["Dairy", "up", null],
    ["Ghee", "down", null],
    ["Dairy", "in", null],
    ["Food", "out", null],
  ] as const)("takes %s %s", (id, step, place) => expect(placeAfter(rows, id, step)).toEqual(place));
});

describe("a drop", () => {
  const drop = (id: string, overId: string, zone: "before" | "into" | "after", isOpen = true) =>
    placeOfDrop(rows, id, { overId, zone, isOpen });
  test("on an edge means beside, in the middle into, and below an open category its first child", () => {
    expect(drop("Paper", "Dairy", "before")).toEqual({ parentId: "Food", beforeId: "Dairy" });
    expect(drop("Paper", "Dairy", "into")).toEqual({ parentId: "Dairy", beforeId: null });
    expect(drop("Paper", "Dairy", "after")).toEqual({ parentId: "Dairy", beforeId: "Labneh" });
    expect(drop("Paper", "Dairy", "after", false)).toEqual({ parentId: "Food", beforeId: "Meat" });
  });
  test("onto the current place, or onto an invalid one, is ignored", () => {
    expect(drop("Dairy", "Meat", "before")).toBeNull();
    expect(drop("Ghee", "Labneh", "after")).toBeNull();
    expect(drop("Food", "Labneh", "into")).toBeNull();
    expect(drop("Food", "Food", "into")).toBeNull();
  });
  test("shows the category at its new place with inherited values, and its subtree with it", () => {
    const after = movedRows(rows, "Dairy", { parentId: "Paper", beforeId: null });
    expect(ids(after)).toEqual(["Food", "Meat", "Paper", "Dairy", "Labneh", "Ghee"]);
    expect(after.slice(3).map(({ depth, effectiveHalalRelevance }) => [depth, effectiveHalalRelevance])).toEqual([
      [2, "not_applicable"],
      [3, "not_applicable"],
      [3, "not_applicable"],
    ]);
    expect(ids(movedRows(rows, "Meat", { parentId: "Dairy", beforeId: "Ghee" }))).toEqual([
      "Food",
      "Dairy",
      "Labneh",
      "Meat",
      "Ghee",
      "Paper",
    ]);
  });
});

test("a move can't create a cycle or a sixth level", () => {
  expect(problemOfMove(rows, "Food", { parentId: "Ghee" })).toBe("category_cycle");
  expect(problemOfMove(rows, "Food", { parentId: "Paper" })).toBeNull();
  const deeper = [...rows.slice(0, 3), row("4", "Labneh", 4), row("5", "4", 5), ...rows.slice(3)];
  expect(problemOfMove(deeper, "Food", { parentId: "Paper" })).toBe("category_too_deep");
  expect(problemOfMove(deeper, "Paper", { parentId: "4" })).toBeNull();
  expect(problemOfMove(deeper, "Paper", { parentId: "5" })).toBe("category_too_deep");
});

test("a move elsewhere changes the effective values of categories that have none of their own", () => {
  const [, dairy, , , meat, paper] = rows;
  expect(holdsOtherwise(rows, dairy!, "Paper")).toBe(true);
  expect(holdsOtherwise(rows, dairy!, "Meat")).toBe(true);
  expect(holdsOtherwise(rows, dairy!, null)).toBe(false);
  expect(holdsOtherwise(rows, meat!, "Dairy")).toBe(false);
  expect(holdsOtherwise(rows, paper!, "Food")).toBe(false);
  const moved = movedRows(rows, "Dairy", { parentId: "Meat", beforeId: null });
  expect(moved.filter((each) => each.effectiveContainsMeat).map(({ id }) => id)).toEqual([
    "Meat",
    "Dairy",
    "Labneh",
    "Ghee",
  ]);
});

test("a change asks for more if products newly need a certificate or newly count as meat", () => {
  expect(asksMore({ newlyRequired: 0, newlyMeat: 0 })).toBe(false);
  expect(asksMore({ newlyRequired: 1, newlyMeat: 0 })).toBe(true);
  expect(asksMore({ newlyRequired: 0, newlyMeat: 1 })).toBe(true);
});

test("a search keeps the ancestors of what it finds, in any script", () => {
  const found = narrowed(rows, { search: "لبنه", relevances: [] });
  expect(found.map(({ row: { id }, isMatch }) => [id, isMatch])).toEqual([
    ["Food", false],
    ["Dairy", false],
    ["Labneh", true],
  ]);
  expect(ids(narrowed(rows, { search: "", relevances: ["not_applicable"] }).map((each) => each.row))).toEqual([
    "Paper",
  ]);
});

test("a search finds words behind Arabic prefixes, and matches two letters only at the start of a word", () => {
  const names = ["سمن وزبدة", "اللحوم", "Sandwiches"].map((name, place) => ({ ...row(name, null, 1), id: `${place}` }));
  const found = (search: string) => ids(narrowed(names, { search, relevances: [] }).map((each) => each.row));
  expect(["زبدة", "لحوم", "wich", "ich sand", "wi", "sa"].map(found)).toEqual([["0"], ["1"], ["2"], ["2"], [], ["2"]]);
});

test("a path is read in the ways that users write it, and a slug is derived from a name", () => {
  expect(namesOfPath(" Food / Dairy>Cheese ")).toEqual(["Food", "Dairy", "Cheese"]);
  expect(namesOfPath("Tea/Coffee")).toEqual(["Tea/Coffee"]);
  expect(slugOf("Fish & Seafood (fresh)")).toBe("fish-seafood-fresh");
  expect(slugOf("Gemüse")).toBe("gemuse");
  expect(slugOf("ألبان")).toBe("");
});
