import { expect, test } from "vitest";
import { linesMax, longFiles, longFunctions } from "#tools/lint/sizes.ts";
import { plantedTree } from "#tools/tree.ts";

const lines = (count: number) => "// a line\n".repeat(count);
/** A function of this many lines, including the first and the last. */
const functionOf = (count: number) => `export function f() {\n${lines(count - 2)}}\n`;

test("allows a file of 400 lines and refuses one of 401", () => {
  expect(longFiles(plantedTree({ "base/a.ts": lines(linesMax.file) }))).toEqual([]);
  expect(longFiles(plantedTree({ "web/a.css": lines(linesMax.file + 1) }))).toHaveLength(1);
});

test("allows a function of 70 lines and refuses one of 71", () => {
  expect(longFunctions(plantedTree({ "base/a.ts": functionOf(linesMax.function) }))).toEqual([]);
  expect(longFunctions(plantedTree({ "base/a.ts": functionOf(linesMax.function + 1) }))).toEqual([
    "base/a.ts:1: a function of 71 lines, 70 at most",
  ]);
});

test("also measures methods, arrow functions and components, but no tests", () => {
  const body = `{\n${lines(linesMax.function)}}`;
  expect(longFunctions(plantedTree({ "base/a.ts": `export const f = () => ${body};` }))).toHaveLength(1);
  expect(longFunctions(plantedTree({ "base/a.ts": `export const o = { f() ${body} };` }))).toHaveLength(1);
  expect(longFunctions(plantedTree({ "web/A.tsx": `export function A() ${body}` }))).toHaveLength(1);
  expect(longFunctions(plantedTree({ "tools/a.mjs": `export function a() ${body}` }))).toHaveLength(1);
  expect(longFunctions(plantedTree({ "base/a.test.ts": `test("a", () => ${body});` }))).toEqual([]);
});
