import { expect, test } from "vitest";
import { columnWidths, contentWidths, widened } from "#web/list/columnWidths.ts";
import { nameWidth, textWidth } from "#web/list/widthLimits.ts";

const column = (longest: number, { header = 40, usual = longest } = {}) => ({ header, usual, longest });
const name = (longest: number, usual = longest) => ({ content: column(longest, { usual }), limits: nameWidth });
const text = (longest: number, usual = longest) => ({ content: column(longest, { usual }), limits: textWidth });
const badge = (longest: number) => ({ content: column(longest) });

const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);

test("a header is content too, and one very long cell is not usual", () => {
  const cells = [...Array.from({ length: 24 }, (_, index) => 100 + index), 900];
  expect(contentWidths(80, cells)).toEqual({ header: 80, usual: 123, longest: 900 });
  expect(contentWidths(80, [20, 30])).toEqual({ header: 80, usual: 30, longest: 80 });
  expect(contentWidths(80, [])).toEqual({ header: 80, usual: 0, longest: 80 });
});

test("columns take what their content needs, and the name the rest", () => {
  expect(columnWidths([name(240), text(150), badge(110)], 900)).toEqual([640, 150, 110]);
});

test("the rest goes to the column that grows most, also if it is not the first", () => {
  const acronym = { content: column(70), limits: textWidth };
  expect(columnWidths([acronym, name(300), badge(90)], 800)).toEqual([70, 640, 90]);
});

test("spare room goes to cut cells before it goes to the name, past their maximum if need be", () => {
  // The name wants 300 and is 500 at its longest; the text 280 (its maximum) and 400.
  const [first, second] = columnWidths([name(500, 300), text(400, 400)], 1000);
  expect([first, second]).toEqual([600, 400]);
});

test("room that is not enough for all is shared by growth, so that no column has room while another is cut", () => {
  // 580 are wanted, and 80 more are there: the name takes three parts, the text one.
  expect(columnWidths([name(600, 300), text(600, 280)], 660)).toEqual([360, 300]);
});

test("a shortage takes from the other growing columns first, then from the name, and never from badges", () => {
  expect(columnWidths([name(300), text(200), text(200), badge(120)], 700)).toEqual([300, 140, 140, 120]);
  expect(columnWidths([name(300), text(200), text(200), badge(120)], 572)).toEqual([260, 96, 96, 120]);
});

test("below the minimums the table is wider than its region", () => {
  const widths = columnWidths([name(300), text(200), badge(120)], 300);
  expect(widths).toEqual([200, 96, 120]);
  expect(sum(widths)).toBeGreaterThan(300);
});

test("a header is never cut", () => {
  const long = { content: column(180, { header: 180, usual: 50 }), limits: textWidth };
  expect(columnWidths([name(400), long], 300)).toEqual([200, 180]);
});

test("the widths are whole pixels that fill the region", () => {
  const widths = columnWidths([name(611.5, 301.3), text(433.7, 120.9), text(377.1, 99.2), badge(88)], 900.6);
  expect(widths.every(Number.isInteger)).toBe(true);
  expect(sum(widths)).toBe(900);
});

test("a later page widens badges, and nothing else", () => {
  expect(widened(column(80), column(120))).toEqual(column(120));
  expect(widened(column(120), column(80))).toEqual(column(120));
  expect(widened(column(200), column(400), textWidth)).toEqual(column(200));
});

test("a width that the user has set stays, and the others share what is left", () => {
  expect(columnWidths([name(240), { ...text(150), chosen: 60 }, badge(110)], 900)).toEqual([730, 60, 110]);
  expect(columnWidths([{ ...name(240), chosen: 300 }, text(500, 150)], 700)).toEqual([300, 400]);
});
