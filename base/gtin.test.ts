import { describe, expect, test } from "vitest";
import { checkDigit, hasCheckDigit, isGln } from "#base/checkDigit.ts";
import { expandUpcE, gtinKind, isDemonstrationGtin, printedGtin, readGtin } from "#base/gtin.ts";

describe("readGtin", () => {
  test.each([
    ["6291041500213", "06291041500213", 13],
    ["4006381333931", "04006381333931", 13],
    ["95210018", "00000095210018", 8],
    ["9521000000018", "09521000000018", 13],
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

  test.each(["4.68E+11", "7,6223E+12", "6.29104E12", "4e+11"])("reports lost digits for %s", (typed) => {
    expect(readGtin(typed)).toMatchObject({ gtin: null, problem: "gtin_scientific" });
  });

  test("reports every other problem, and the expected check digit", () => {
    expect(readGtin("9521000000019")).toEqual({ gtin: null, problem: "gtin_check_digit", params: { expected: 8 } });
    expect(readGtin("95210000OOO18")).toMatchObject({ problem: "gtin_characters" });
    expect(readGtin("")).toMatchObject({ problem: "gtin_characters" });
    expect(readGtin("952100000")).toEqual({ gtin: null, problem: "gtin_length", params: { digits: 9 } });
    expect(readGtin("009521000000018")).toMatchObject({ problem: "gtin_length", params: { digits: 15 } });
  });

  test("suggests the zeros that a spreadsheet may have dropped, only if the number is valid with them", () => {
    expect(readGtin("36000291452")).toMatchObject({ problem: "gtin_length", suggestion: "036000291452" });
    expect(readGtin("36000291453")).not.toHaveProperty("suggestion");
  });

  test.each([
    ["0190000000000", "0200000000000", "0299999999999", "0300000000000"],
    ["0399999999999", "0400000000000", "0499999999999", "0600000000000"],
    ["1990000000000", "2000000000000", "2999999999999", "3000000000000"],
  ])("refuses restricted numbers from the first to the last: %s | %s … %s | %s", (before, first, last, after) => {
    const right = (thirteen: string) => thirteen.slice(0, 12) + String(checkDigit(thirteen.slice(0, 12)));
    expect(readGtin(right(first))).toMatchObject({ problem: "gtin_restricted" });
    expect(readGtin(right(last))).toMatchObject({ problem: "gtin_restricted" });
    expect(readGtin(right(before)).problem).toBeNull();
    expect(readGtin(right(after)).problem).toBeNull();
  });

  test("refuses eight-digit numbers of shops, a pack of a restricted product, and only zeros", () => {
    expect(readGtin("20000004")).toMatchObject({ problem: "gtin_restricted" });
    expect(readGtin("00061049")).toMatchObject({ problem: "gtin_restricted" });
    expect(readGtin(`1200000000000${checkDigit("1200000000000")}`)).toMatchObject({ problem: "gtin_restricted" });
    expect(readGtin("00000000000000")).toMatchObject({ problem: "gtin_restricted" });
  });
});

describe("UPC-E", () => {
  test.each([
    ["04252614", "042100005264", "the sixth digit 0, 1 or 2"],
    ["01244308", "012000004438", "the sixth digit 0"],
    ["04963406", "049000006346", "the sixth digit 0"],
    ["07832309", "078000003239", "the sixth digit 0"],
    ["08787337", "087800000737", "the sixth digit 3"],
    ["01234543", "012340000053", "the sixth digit 4"],
  ])("expands %s to %s: %s", (short, long) => {
    expect(expandUpcE(short)).toBe(long);
    expect(readGtin(short)).toEqual({ gtin: long.padStart(14, "0"), kind: 12, problem: null });
    // Both spellings are the same product.
    expect(readGtin(long)).toEqual(readGtin(short));
  });

  test("whose sixth digit is 5 to 9 is also valid as a shop's own number: neither is accepted, and none is suggested", () => {
    expect(expandUpcE("04154891")).toBe("041548000091");
    for (const number of ["04154891", "00542562", "01234565"]) {
      expect(readGtin(number)).toEqual({ gtin: null, problem: "gtin_ambiguous", params: {} });
    }
    // Its twelve digits are unambiguous.
    expect(readGtin("041548000091")).toMatchObject({ gtin: "00041548000091", kind: 12 });
  });

  test("of number system 1 counts where GTIN-8 is not valid, and no other number is suggested for it", () => {
    expect(readGtin("13467812")).toEqual({ gtin: "00134100006782", kind: 12, problem: null });
    // Also valid as GTIN-8: GS1 prints UPC-E with number system 0 only.
    expect(readGtin("11165361")).toEqual({ gtin: "00000011165361", kind: 8, problem: null });
  });

  test("is accepted only with a correct check digit and if no other pattern would print it", () => {
    expect(expandUpcE("04252615")).toBeNull();
    expect(readGtin("04252615")).toMatchObject({ problem: "gtin_check_digit" });
    for (const [body, pattern] of [
      ["01223", "3"],
      ["12305", "4"],
      ["12340", "7"],
    ] as const) {
      for (let check = 0; check < 10; check++) expect(expandUpcE(`0${body}${pattern}${check}`)).toBeNull();
    }
    expect(expandUpcE("24252614")).toBeNull();
    expect(expandUpcE("4252614")).toBeNull();
  });

  test("of a shop or a coupon is refused like its twelve digits", () => {
    const short = `0001230${checkDigit("00000000123")}`;
    expect(expandUpcE(short)).toMatch(/^00000000123\d$/);
    expect(readGtin(short)).toMatchObject({ problem: "gtin_restricted" });
  });
});

describe("ranges of the GS1 General Specifications", () => {
  const right = (digits: string) => digits + String(checkDigit(digits));
  test.each([
    ["976000000000", "977000000000", "979999999999", null, "gtin_publication"],
    ["979999999999", "980000000000", "980999999999", "gtin_refund", undefined],
    ["969999999999", "981000000000", "984999999999", "gtin_coupon", undefined],
    ["969999999999", "990000000000", "999999999999", "gtin_coupon", undefined],
    ["049999999999", "050000000000", "059999999999", "gtin_coupon", undefined],
  ])("after %s: from %s to %s", (before, first, last, problem, warning) => {
    for (const number of [first, last]) {
      const reading = readGtin(right(number));
      expect(reading.problem).toBe(problem);
      expect(reading.problem === null ? reading.warning : undefined).toBe(warning);
    }
    expect(readGtin(right(before))).not.toMatchObject(problem === null ? { warning } : { problem });
  });

  test("GTIN-14 identifies packs with indicators 1 to 8, and items of varying weight with 9", () => {
    for (const indicator of ["1", "8"]) {
      expect(readGtin(right(`${indicator}952100000001`))).toMatchObject({
        problem: null,
        kind: 14,
        warning: "gtin_pack",
      });
    }
    expect(readGtin(right("9952100000001"))).toMatchObject({ gtin: null, problem: "gtin_variable_measure" });
    expect(readGtin(right("0952100000001"))).not.toHaveProperty("warning");
  });
});

test("reads numbers that a spreadsheet has changed", () => {
  for (const written of ["6291041500213.0", "6291041500213,00", "'6291041500213", "’6291041500213"]) {
    expect(readGtin(written)).toMatchObject({ gtin: "06291041500213", problem: null });
  }
  for (const wrong of ["6291041500213.5", "6291041500213.", "'"]) {
    expect(readGtin(wrong)).toMatchObject({ problem: "gtin_characters" });
  }
  expect(readGtin("6.291041500213E+12")).toMatchObject({ problem: "gtin_scientific" });
});

test("recognises numbers for demonstrations", () => {
  for (const gtin of ["09521000000018", "19521000000015", "00000095210018"])
    expect(isDemonstrationGtin(gtin)).toBe(true);
  for (const gtin of ["06291041500213", "00952000000003"]) expect(isDemonstrationGtin(gtin)).toBe(false);
});

test("validates a GLN, and the check digit of a serial shipping container code", () => {
  expect(isGln("9522000000015")).toBe(true);
  for (const wrong of ["9522000000016", "952200000015", "95220000000150", "952200000001X", ""]) {
    expect(isGln(wrong)).toBe(false);
  }
  expect(hasCheckDigit("106141412345678908")).toBe(true);
});
