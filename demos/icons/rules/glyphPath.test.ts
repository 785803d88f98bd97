import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { allIcons } from "#demos/icons/rules.ts";
import { type FontTables, glyphOf } from "#demos/icons/rules/glyphPath.ts";
import { tablesIn } from "#demos/icons/rules/woff.ts";

const file = readFileSync("demos/icons/web/icons.woff");
const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
const font = Object.fromEntries(
  tablesIn(view).map(({ tag, bytes, isCompressed }) => {
    const table = isCompressed ? inflateSync(bytes) : bytes;
    return [tag, new DataView(table.buffer, table.byteOffset, table.byteLength)];
  }),
) as unknown as FontTables;
const codeOf = (name: string) => allIcons.find((icon) => icon.name === name)!.code;

test("draws a plus as one outline of straight lines, in the middle of its square", () => {
  const { path, size } = glyphOf(font, codeOf("add"))!;
  expect(path.match(/M/g)).toHaveLength(1);
  expect(path).toMatch(/^M(?:[\d.]+ [\d.]+L)+[\d.]+ [\d.]+Z$/);
  const numbers = [...path.matchAll(/[\d.]+/g)].map(Number);
  expect(Math.min(...numbers) + Math.max(...numbers)).toBeCloseTo(size, 0);
});

test("has an outline inside its square for nearly every icon of the catalogue", () => {
  const outside = allIcons.filter(({ code }) => {
    const glyph = glyphOf(font, code);
    if (glyph === null || glyph.path === "") return true;
    const numbers = [...glyph.path.matchAll(/-?[\d.]+/g)].map(Number);
    return numbers.some((number) => number < -glyph.size * 0.2 || number > glyph.size * 1.2);
  });
  expect(outside.map(({ name }) => name)).toEqual([]);
  expect(glyphOf(font, 0x20_00)).toBeNull();
});
