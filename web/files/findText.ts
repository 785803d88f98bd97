import { searchKey } from "#base/searchKey.ts";

/** A piece of a PDF page's text, as pdf.js returns it. */
export type TextRun = {
  readonly str: string;
  /** The line ends after it. */
  readonly hasEOL: boolean;
  /** Where it begins (the last two) and how it is turned and scaled. */
  readonly transform: readonly number[];
  readonly width: number;
  readonly height: number;
};
/** In the units of the page: left, bottom, right, top. */
export type Box = readonly [number, number, number, number];

/** Shorter texts, such as the code of a country, are found everywhere. */
const lengthMin = 3;
/** A text may be drawn in several pieces, such as a word in bold or an address on several lines. */
const runsMax = 12;

/**
 * Where a page has the first of these texts that it has at all: the whole pieces that contain it, one box per line.
 * Spelling counts as little as in a search, so that `CERT 12` finds `Cert-12`.
 */
export function placesOf(runs: readonly TextRun[], texts: readonly string[]): Box[] {
  const everything = keyOf(runs);
  const wanted = texts.map(searchKey).find((text) => text.length >= lengthMin && contains(everything, text));
  if (wanted === undefined) return [];
  const found = runs.flatMap((_, from) => {
    const count = runsNeeded(runs.slice(from, from + runsMax), wanted);
    return count === null ? [] : [{ from, count }];
  });
  const fewest = Math.min(...found.map(({ count }) => count));
  return found
    .filter(({ count }) => count === fewest)
    .flatMap(({ from, count }) => boxesOf(runs.slice(from, from + count)));
}

/** How many of these runs, from the first, contain the text; null if they don't. */
function runsNeeded(runs: readonly TextRun[], wanted: string): number | null {
  if (!contains(keyOf(runs), wanted)) return null;
  return runs.findIndex((_, at) => contains(keyOf(runs.slice(0, at + 1)), wanted)) + 1;
}

const keyOf = (runs: readonly TextRun[]) =>
  searchKey(runs.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join(""));

/** As whole words: 12 is not in 2012. */
const contains = (key: string, wanted: string) => ` ${key} `.includes(` ${wanted} `);

function boxesOf(runs: readonly TextRun[]): Box[] {
  const lines: Box[][] = [[]];
  for (const run of runs) {
    if (run.str.trim() !== "") lines.at(-1)!.push(boxOf(run));
    if (run.hasEOL) lines.push([]);
  }
  return lines
    .filter((boxes) => boxes.length > 0)
    .map((boxes) => [
      Math.min(...boxes.map(([left]) => left)),
      Math.min(...boxes.map(([, bottom]) => bottom)),
      Math.max(...boxes.map(([, , right]) => right)),
      Math.max(...boxes.map(([, , , top]) => top)),
    ]);
}

/** A run begins on its baseline: letters such as g reach below. */
const descent = 0.3;

function boxOf({ transform: [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0], width, height }: TextRun): Box {
  const [along, up] = [Math.hypot(a, b) || 1, Math.hypot(c, d) || 1];
  const rise = height || up;
  const corners = [0, width].flatMap((right) =>
    [-descent * rise, rise].map((top) => [
      x + (a / along) * right + (c / up) * top,
      y + (b / along) * right + (d / up) * top,
    ]),
  );
  const [xs, ys] = [corners.map((corner) => corner[0]!), corners.map((corner) => corner[1]!)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
