import { expect, test } from "vitest";
import { rowsIn } from "#web/list/exportFile.ts";

const csv = (...lines: string[]) => lines.map((line) => `${line}\r\n`).join("");

test("rows are counted without the header, whatever line breaks and quotes their cells contain", () => {
  expect(rowsIn(csv("name"))).toBe(0);
  expect(rowsIn(csv("name,note", 'Noor,"two\r\nlines"', 'Hilal,"a ""quoted"" word"'))).toBe(2);
});
