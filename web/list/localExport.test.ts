import { expect, test } from "vitest";
import { rowsIn, withLocalTimes, withTexts } from "#web/list/localExport.ts";

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

test("codes become words, and translations the name that the screen shows", () => {
  const file = csv(
    "name,status,nameI18n,country",
    'Noor,active,"{""ar"":""نور, حلال""}",AE',
    '"Hilal, ""Best""",draft,,SA',
    'Amal,unheard_of,"{""fr"":""Espoir""}",EG',
  );
  const texts = { status: { active: "نشطة", draft: "مسودة; جديدة" }, kind: { draft: "لا" } };
  expect(withTexts(file, { texts, translated: { column: "nameI18n", name: "name", language: "ar" } })).toBe(
    csv(
      "name,status,shownName,country",
      'Noor,نشطة,"نور, حلال",AE',
      '"Hilal, ""Best""","مسودة; جديدة","Hilal, ""Best""",SA',
      "Amal,unheard_of,Amal,EG",
    ),
  );
  expect(withTexts(file, { texts: {}, translated: null })).toBe(file);
});
