import { expect, test } from "vitest";
import { rowsIn, withLocalTimes } from "#web/list/localExport.ts";

const csv = (...lines: string[]) => lines.map((line) => `${line}\r\n`).join("");

test("instants become the reader's local time, also at both ends of a line; days and texts stay", () => {
  const file = csv(
    "createdAt,day,text,updatedAt",
    "2026-11-20T21:30:00.000Z,2026-11-20,at 2026-11-20T21:30:00Z.,2026-06-01T00:00:00Z",
  );
  expect(withLocalTimes(file, "Asia/Dubai")).toBe(
    csv("createdAt,day,text,updatedAt", "2026-11-21 01:30,2026-11-20,at 2026-11-20T21:30:00Z.,2026-06-01 04:00"),
  );
  expect(withLocalTimes(file, "America/Los_Angeles")).toContain("2026-11-20 13:30,2026-11-20,");
});

test("rows are counted without the header, whatever line breaks and quotes their cells contain", () => {
  expect(rowsIn(csv("name"))).toBe(0);
  expect(rowsIn(csv("name,note", 'Noor,"two\r\nlines"', 'Hilal,"a ""quoted"" word"'))).toBe(2);
});
