import { expect, test } from "vitest";
import { placesOf, type TextRun } from "#web/files/findText.ts";

/** Runs of 10 units for a letter, 12 high, each on a line of its own unless it ends with a space. */
const page = (...texts: readonly string[]): TextRun[] => {
  let [x, y] = [0, 100];
  return texts.map((str) => {
    const run = {
      str,
      hasEOL: !str.endsWith(" "),
      transform: [12, 0, 0, 12, x, y],
      width: str.length * 10,
      height: 12,
    };
    [x, y] = run.hasEOL ? [0, y - 20] : [x + run.width, y];
    return run;
  });
};

test("finds a text whatever its case and punctuation, as whole words", () => {
  const runs = page("Certificate no.: DEMO-HFCE/25", "Valid until 6 March 2027", "Sheet 12");
  expect(placesOf(runs, ["demo hfce 25"])).toEqual([[0, 96.4, 290, 112]]);
  expect(placesOf(runs, ["6 MARCH 2027"])).toEqual([[0, 76.4, 240, 92]]);
  expect(placesOf(runs, ["HFCE 2"])).toEqual([]);
});

test("takes the first of several spellings that the page has", () => {
  const runs = page("2027-03-06", "6 March 2027");
  expect(placesOf(runs, ["6 Mar 2027", "6 March 2027", "2027-03-06"])).toEqual([[0, 76.4, 120, 92]]);
});

test("a text in pieces has a box on each line", () => {
  const runs = page("Holder: ", "Bustan Nour ", "Demo", "Foods LLC");
  expect(placesOf(runs, ["Bustan Nour Demo Foods"])).toEqual([
    [80, 96.4, 240, 112],
    [0, 76.4, 90, 92],
  ]);
});

test("marks every place with the text, and none for what is too short or absent", () => {
  const runs = page("No. 4711", "AE", "Copy of no. 4711");
  expect(placesOf(runs, ["4711"])).toHaveLength(2);
  expect(placesOf(runs, ["AE", "", "4712"])).toEqual([]);
});

test("the box of text that is turned by a right angle stands upright", () => {
  const run: TextRun = { str: "4711", hasEOL: true, transform: [0, 12, -12, 0, 50, 10], width: 40, height: 12 };
  expect(placesOf([run], ["4711"])).toEqual([[38, 10, 53.6, 50]]);
});
