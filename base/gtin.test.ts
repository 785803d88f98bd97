import { describe, expect, test } from "vitest";
import { checkDigit, gtinKind, hasCheckDigit, isDemonstrationGtin, isGln, printedGtin, readGtin } from "#base/gtin.ts";

describe("readGtin", () => {
  test.each([
    ["6291041500213", "06291041500213", 13],
    ["4006381333931", "04006381333931", 13],
    ["95210018", "00000095210018", 8],
    ["9521000000018", "09521000000018", 13],
    ["19521000000015", "19521000000015", 14],
    ["036000291452", "00036000291452", 12],
    ["0036000291452", "00036000291452", 12],
  ])("pads %s to %s, printed with %i digits", (typed, gtin, kind) => {
    expect(readGtin(typed)).toEqual({ gtin, kind, problem: null });
    expect(gtinKind(gtin)).toBe(kind);
    expect(printedGtin(gtin)).toBe(typed.slice(-kind));
  });

  test.each([
    ["spaces", " 6 291041 500213 "],
    ["dashes of every kind", "6-291041–500213"],
    ["Arabic-Indic digits", "٦٢٩١٠٤١٥٠٠٢١٣"],
    ["Persian digits", "۶۲۹۱۰۴۱۵۰۰۲۱۳"],
    ["full-width digits", "６２９１０４１５００２１３"],
    ["marks that cannot be seen", "\u200F6291041\u200B500213\u202C"],
  ])("reads a number written with %s", (_how, typed) => {
    expect(readGtin(typed)).toMatchObject({ gtin: "06291041500213", kind: 13 });
  });

  test.each(["4.68E+11", "7,6223E+12", "6.29104E12", "4e+11"])("says of %s that its digits are lost", (typed) => {
    expect(readGtin(typed)).toMatchObject({ gtin: null, problem: "gtin_scientific" });
  });

  test("says what else is wrong, and what the check digit would be", () => {
    expect(readGtin("9521000000019")).toEqual({ gtin: null, problem: "gtin_check_digit", params: { expected: 8 } });
    expect(readGtin("95210000OOO18")).toMatchObject({ problem: "gtin_characters" });
    expect(readGtin("")).toMatchObject({ problem: "gtin_characters" });
    expect(readGtin("952100000")).toEqual({ gtin: null, problem: "gtin_length", params: { digits: 9 } });
    expect(readGtin("009521000000018")).toMatchObject({ problem: "gtin_length", params: { digits: 15 } });
  });

  test("suggests the zeros that a spreadsheet may have dropped, and only where the number is right with them", () => {
    expect(readGtin("36000291452")).toMatchObject({ problem: "gtin_length", suggestion: "036000291452" });
    expect(readGtin("36000291453")).not.toHaveProperty("suggestion");
  });

  test.each([
    ["0190000000000", "0200000000000", "0299999999999", "0300000000000"],
    ["0399999999999", "0400000000000", "0499999999999", "0500000000000"],
    ["1990000000000", "2000000000000", "2999999999999", "3000000000000"],
  ])("refuses restricted numbers from the first to the last: %s | %s … %s | %s", (before, first, last, after) => {
    const right = (thirteen: string) => thirteen.slice(0, 12) + String(checkDigit(thirteen.slice(0, 12)));
    expect(readGtin(right(first))).toMatchObject({ problem: "gtin_restricted" });
    expect(readGtin(right(last))).toMatchObject({ problem: "gtin_restricted" });
    expect(readGtin(right(before)).problem).toBeNull();
    expect(readGtin(right(after)).problem).toBeNull();
  });

  test("refuses numbers of eight digits that shops give out, a case of a restricted product, and zeros alone", () => {
    expect(readGtin("20000004")).toMatchObject({ problem: "gtin_restricted" });
    expect(readGtin("01234565")).toMatchObject({ problem: "gtin_restricted" });
    expect(readGtin(`1200000000000${checkDigit("1200000000000")}`)).toMatchObject({ problem: "gtin_restricted" });
    expect(readGtin("00000000000000")).toMatchObject({ problem: "gtin_restricted" });
  });
});

test("tells numbers of demonstrations from those of shelves", () => {
  for (const gtin of ["09521000000018", "19521000000015", "00000095210018"])
    expect(isDemonstrationGtin(gtin)).toBe(true);
  for (const gtin of ["06291041500213", "00952000000003"]) expect(isDemonstrationGtin(gtin)).toBe(false);
});

test("knows a GLN, and the check digit of a serial shipping container code", () => {
  expect(isGln("9522000000015")).toBe(true);
  for (const wrong of ["9522000000016", "952200000015", "95220000000150", "952200000001X", ""]) {
    expect(isGln(wrong)).toBe(false);
  }
  expect(hasCheckDigit("106141412345678908")).toBe(true);
});
