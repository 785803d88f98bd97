import { expect, test } from "vitest";
import { mergeThreeWay, withValue } from "#web/record/threeWayMerge.ts";

const original = { name: "Bustan", story: "Dates.", country: "AE", nameI18n: { ar: "بستان" } };

test("merges different fields without a question", () => {
  const merge = mergeThreeWay({
    original,
    mine: { ...original, name: "Bustan Nour" },
    theirs: { ...original, country: "SA" },
  });
  expect(merge.conflicts).toEqual([]);
  expect(merge.merged).toEqual({ ...original, name: "Bustan Nour", country: "SA" });
  expect(merge.onlyMine).toEqual(["name"]);
  expect(merge.onlyTheirs).toEqual(["country"]);
});

test("the same field with different values is a conflict, and no value is lost", () => {
  const merge = mergeThreeWay({
    original,
    mine: { ...original, story: "Dates and honey." },
    theirs: { ...original, story: "Dates and rose water." },
  });
  expect(merge.conflicts).toEqual([
    { path: "story", original: "Dates.", mine: "Dates and honey.", theirs: "Dates and rose water." },
  ]);
  expect(merge.merged.story).toBe("Dates and honey.");
});

test("the same field with the same value is not a conflict", () => {
  const both = { ...original, story: "Dates and honey." };
  expect(mergeThreeWay({ original, mine: both, theirs: both })).toMatchObject({
    conflicts: [],
    onlyMine: [],
    onlyTheirs: [],
  });
});

test("translations of different languages do not conflict", () => {
  const merge = mergeThreeWay({
    original,
    mine: { ...original, nameI18n: { ar: "بستان", tr: "Bostan" } },
    theirs: { ...original, nameI18n: { ar: "بستان النور" } },
  });
  expect(merge.conflicts).toEqual([]);
  expect(merge.merged.nameI18n).toEqual({ ar: "بستان النور", tr: "Bostan" });
  expect(merge.onlyMine).toEqual(["nameI18n.tr"]);
  expect(merge.onlyTheirs).toEqual(["nameI18n.ar"]);
});

test("one clears a field that the other changes", () => {
  const merge = mergeThreeWay({
    original,
    mine: { ...original, story: null },
    theirs: { ...original, story: "Dates!" },
  });
  expect(merge.conflicts).toEqual([{ path: "story", original: "Dates.", mine: null, theirs: "Dates!" }]);
});

test("a removed translation stays removed if the other user did not touch it", () => {
  const merge = mergeThreeWay({
    original,
    mine: { ...original, nameI18n: {} },
    theirs: { ...original, name: "Other" },
  });
  expect(merge.merged).toEqual({ ...original, name: "Other", nameI18n: {} });
  expect(merge.onlyMine).toEqual(["nameI18n.ar"]);
});

test("a list counts as one value", () => {
  const merge = mergeThreeWay({ original: { tags: ["a"] }, mine: { tags: ["a", "b"] }, theirs: { tags: ["a", "c"] } });
  expect(merge.conflicts.map((conflict) => conflict.path)).toEqual(["tags"]);
});

test("sets the chosen value by its path", () => {
  expect(withValue({ name: "a", nameI18n: { ar: "b", tr: "c" } }, "nameI18n.ar", "d")).toEqual({
    name: "a",
    nameI18n: { ar: "d", tr: "c" },
  });
});
