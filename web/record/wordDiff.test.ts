import { expect, test } from "vitest";
import { combineTexts, markChanges } from "#web/record/wordDiff.ts";

const changedIn = (original: string, text: string) =>
  markChanges(original, text).flatMap((stretch) => (stretch.isChanged ? [stretch.text] : []));

test("marks new words, and adjacent ones as one part", () => {
  const original = "Family dates and honey from the valley since 1987.";
  expect(changedIn(original, "Ripe dates and honey from Wadi Nour since 1987.")).toEqual(["Ripe", "Wadi Nour"]);
  expect(changedIn(original, "Family dates, honey and rose water from the valley since 1987.")).toContain("rose water");
});

test("treats a hyphenated compound as one word, and does not mark punctuation alone", () => {
  expect(changedIn("Family dates", "Family-grown dates")).toEqual(["Family-grown"]);
  expect(changedIn("Dates and honey.", "Dates, and honey!")).toEqual([]);
  expect(changedIn("one", "one - two")).toEqual(["two"]);
});

test("returns the whole text, marked or not", () => {
  const text = "  Eggs,  milk\nand honey ";
  expect(
    markChanges("milk", text)
      .map((stretch) => stretch.text)
      .join(""),
  ).toBe(text);
});

test("marks nothing in an equal text, and all of a new text", () => {
  expect(changedIn("one two", "one two")).toEqual([]);
  expect(changedIn("", "one two")).toEqual(["one two"]);
  expect(markChanges("one", "")).toEqual([]);
});

test("splits Arabic words", () => {
  expect(changedIn("تمور العائلة وعسلها من الوادي", "تمور العائلة وعسلها من وادي النور")).toEqual(["وادي النور"]);
});

test("very long texts are marked as a whole instead of compared", () => {
  const long = (word: string) => Array.from({ length: 2500 }, (_, index) => `${word}${index}`).join(" ");
  expect(markChanges(long("a"), long("b"))).toEqual([{ text: long("b"), isChanged: true }]);
});

test("combines edits in different places", () => {
  expect(
    combineTexts({
      original: "Family dates and honey from the valley since 1987.",
      mine: "Family dates and honey from the valley since 1986.",
      theirs: "Family dates, honey and rose water from the valley since 1987.",
    }),
  ).toBe("Family dates, honey and rose water from the valley since 1986.");
});

test("keeps mine if both changed the same words", () => {
  expect(combineTexts({ original: "dates", mine: "ripe dates", theirs: "dried dates" })).toBe("ripe dates");
  expect(combineTexts({ original: "", mine: "mine", theirs: "theirs" })).toBe("mine");
});

test("takes the only change there is", () => {
  expect(combineTexts({ original: "a b c", mine: "a b c", theirs: "a c" })).toBe("a c");
  expect(combineTexts({ original: "a b c", mine: "a x b c", theirs: "a b c" })).toBe("a x b c");
});
