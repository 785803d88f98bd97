import * as z from "zod/mini";
import { describe, expect, test } from "vitest";
import { countryCodes } from "#base/countries.ts";
import * as fields from "#base/fields.ts";
import { minorDigitsByCurrency } from "#base/money.ts";
import { phone } from "#base/phoneField.ts";

const accepts = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;
const read = (schema: z.core.$ZodType, value: unknown) => z.parse(schema, value);

describe("text", () => {
  const name = fields.text({ min: 2, max: 4 });

  test("is stored composed and without spaces around it", () => {
    expect(read(name, "  Cafe\u0301 ")).toBe("Caf\u00E9");
  });

  test("is counted in characters after that, as in PostgreSQL, and not in surrogates", () => {
    // Adlam, the script of Fulani: every letter takes two units of JavaScript.
    expect(["𞤀", "𞤀𞤁", "𞤀𞤁𞤂𞤃", "𞤀𞤁𞤂𞤃𞤄"].map((text) => accepts(name, text))).toEqual([false, true, true, false]);
    expect([" a ", " ab ", "abcd", "abcde"].map((text) => accepts(name, text))).toEqual([false, true, true, false]);
  });

  test.each(["a\0b", "a\nb", "a\tb", "a\u007Fb", "a\u0085b", "a\u2028b", "a\uD800b"])(
    "is refused on one line: %j",
    (text) => {
      expect(accepts(fields.text({ max: 10 }), text)).toBe(false);
    },
  );

  test("may contain line breaks and tabs if it is multiline, but nothing that can't be stored", () => {
    const story = fields.text({ max: 20, multiline: true });
    expect(read(story, "one\r\ntwo\tthree\n")).toBe("one\r\ntwo\tthree");
    for (const text of ["a\0b", "a\u001Bb", "a\uDC00b"]) expect(accepts(story, text)).toBe(false);
  });
});

test("an id is a UUID, whatever its case", () => {
  expect(read(fields.id(), "01A1F8AB-F9EF-7CC7-B55F-CFB66917A227")).toBe("01a1f8ab-f9ef-7cc7-b55f-cfb66917a227");
  for (const text of ["", "7", "01a1f8ab-f9ef-7cc7-b55f-cfb66917a22", "01a1f8abf9ef7cc7b55fcfb66917a227"]) {
    expect(accepts(fields.id(), text)).toBe(false);
  }
});

test("a country is an ISO code in ISO's spelling", () => {
  for (const code of countryCodes) expect(accepts(fields.countryCode(), code)).toBe(true);
  for (const code of ["UK", "EU", "ZZ", "SU", "ae", "ARE", ""]) expect(accepts(fields.countryCode(), code)).toBe(false);
  expect(new Set(countryCodes).size).toBe(250);
});

test("a currency is one in use", () => {
  for (const code of minorDigitsByCurrency.keys()) expect(accepts(fields.currencyCode(), code)).toBe(true);
  for (const code of ["DEM", "XXX", "aed", "AE", ""]) expect(accepts(fields.currencyCode(), code)).toBe(false);
  const digits = ["USD", "PKR", "IDR", "HUF", "JPY", "KWD", "JOD", "CLF"].map((code) =>
    minorDigitsByCurrency.get(code),
  );
  expect(digits).toEqual([2, 2, 2, 2, 0, 3, 3, 4]);
});

test("an amount is whole, not negative, and exact as a number", () => {
  const amounts = [-1, 0, 0.5, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1, "1", Number.NaN];
  expect(amounts.map((amount) => accepts(fields.amountMinor(), amount))).toEqual([
    false,
    true,
    false,
    true,
    false,
    false,
    false,
  ]);
});

test("a telephone number is E.164 with 7 to 15 digits", () => {
  const numbers = ["+123456", "+1234567", "+123456789012345", "+1234567890123456", "+0123456789", "00971501234567"];
  expect(numbers.map((number) => accepts(phone(), number))).toEqual([false, true, true, false, false, false]);
});

test("a telephone number may be typed in any common format, and is stored as it is dialled", () => {
  const written = ["+44 20 7946 0111", "+44 (0)20 7946-0111", "+44.20.7946.0111", "\u200e+٤٤٢٠٧٩٤٦٠١١١ "];
  for (const number of written) expect(read(phone(), number)).toBe("+442079460111");
  for (const number of ["020 7946 0111", "+44 20 CALL", "+4420794601 11 12 13 14", "+"])
    expect(accepts(phone(), number)).toBe(false);
});

test.each([
  ["https://noor.example", true],
  ["HTTPS://NOOR.EXAMPLE/a?b#c", true],
  ["https://بستان.example/تمر", true],
  ["http://noor.example", false],
  ["https://noor", false],
  ["https://user@noor.example", false],
  ["https://noor.example/a b", false],
  ["https://noor.example/\u0000", false],
  ["javascript:alert(1)//https://noor.example", false],
  ["//noor.example", false],
  [`https://noor.example/${"a".repeat(500)}`, false],
])("a web address: %s is one: %s", (address, isOne) => {
  expect(accepts(fields.httpsUrl(), address)).toBe(isOne);
});

test.each([
  ["aisyah@mizan.test", true],
  ["o'brien+halal@mizan.co.uk", true],
  ["نور@مثال.إختبار", true],
  ["aisyah@mizan", false],
  ["aisyah mizan.test", false],
  ["a@b@mizan.test", false],
  [`${"a".repeat(250)}@mizan.test`, false],
])("an e-mail address: %s is one: %s", (address, isOne) => {
  expect(accepts(fields.email(), address)).toBe(isOne);
});

test("translations are texts by language tag, up to a limit", () => {
  const names = fields.translations({ max: 5 });
  expect(read(names, { ar: " نور ", "zh-Hant": "光" })).toEqual({ ar: "نور", "zh-Hant": "光" });
  for (const value of [{ Arabic: "نور" }, { AR: "نور" }, { ar: "" }, { ar: "123456" }, { ar: null }, []]) {
    expect(accepts(names, value)).toBe(false);
  }
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, place) => [`aa-${String(place).padStart(3, "0")}`, "x"]));
  expect(accepts(names, many(fields.translationsMax))).toBe(true);
  expect(accepts(names, many(fields.translationsMax + 1))).toBe(false);
});
