import * as z from "zod/mini";
import { expect, test } from "vitest";
import * as fields from "#base/fields.ts";
import { checkKeyedRows } from "#api/import/keyedRows.ts";
import { arabicColumn, neededColumn, translationsColumn } from "#api/import/readColumns.ts";

const schema = z.strictObject({ code: z.string(), titleI18n: fields.translations({ max: 20 }) });
const check = (cells: Record<string, string>) =>
  checkKeyedRows(
    [{ rowNumber: 2, cells: { code: "A", ...cells }, faults: [] }],
    { claims: new Map(), released: new Set(), choices: {} },
    {
      columns: [
        neededColumn("code", "Code", "الرمز", "A"),
        translationsColumn("titleI18n", "Title by language", "العنوان بحسب اللغة", "{}"),
        arabicColumn("titleI18n", "Title in Arabic", "العنوان بالعربية", "عيّنة"),
      ],
      schema,
      empty: { code: "", titleI18n: {} },
      keyOf: ({ code = "" }) => code,
      keyField: "code",
      known: new Map(),
      mayUpdate: true,
    },
  )[0];

test.each(["{", "null", '["Makanan"]'])(
  "%s is reported as invalid JSON, even if Arabic has its own column",
  (titleI18n) => {
    for (const arabic of [{}, { titleAr: "عيّنة" }, { titleAr: "" }])
      expect(check({ titleI18n, ...arabic })).toMatchObject({
        outcome: "bad",
        problems: [{ field: "titleI18n", code: "not_json" }],
      });
  },
);

test("Arabic from its own column joins the other languages, and an empty cell removes it", () => {
  const titleI18n = '{"ms": "Contoh", "ar": "قديم"}';
  expect(check({ titleI18n, titleAr: "عيّنة" })).toMatchObject({
    values: { whole: { titleI18n: { ms: "Contoh", ar: "عيّنة" } } },
  });
  expect(check({ titleI18n, titleAr: "" })).toMatchObject({ values: { whole: { titleI18n: { ms: "Contoh" } } } });
});
