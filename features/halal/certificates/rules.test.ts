import { describe, expect, test } from "vitest";
import { readLines } from "#features/halal/certificates/scope/contract/lineTexts.ts";
import type { StoredState } from "#features/halal/certificates/contract/vocabulary.ts";
import {
  effectiveState,
  isOddNumber,
  isOtherName,
  numberKey,
  renewalWindowOf,
} from "#features/halal/certificates/rules.ts";
import { certificateFields, withOneHolder } from "#features/halal/certificates/record/fields.ts";

const standing = (more: object = {}) => ({
  state: "verified" as StoredState,
  startsAt: "2026-01-01T00:00:00.000Z",
  endsAt: "2026-12-31T00:00:00.000Z",
  supersededFrom: null,
  timezone: "UTC",
  ...more,
});

describe("the effective state of a certificate", () => {
  test.each([
    ["2025-12-31T23:59:59.999Z", "upcoming"],
    ["2026-01-01T00:00:00.000Z", "valid"],
    // Ninety days before its last day, which is 30 December.
    ["2026-09-30T23:59:59.999Z", "valid"],
    ["2026-10-01T00:00:00.000Z", "expiring"],
    ["2026-12-30T23:59:59.999Z", "expiring"],
    ["2026-12-31T00:00:00.000Z", "expired"],
  ])("at %s it is %s", (now, expected) => {
    expect(effectiveState(standing(), now, null)).toBe(expected);
  });

  test("uses the notice period of its body, and never expires without an end", () => {
    expect(effectiveState(standing(), "2026-07-15T00:00:00.000Z", 180)).toBe("expiring");
    expect(effectiveState(standing({ endsAt: null }), "2099-01-01T00:00:00.000Z", 180)).toBe("valid");
  });

  test("is a reviewer's decision at any time, and superseded once a newer revision has taken over", () => {
    for (const state of ["draft", "suspended", "withdrawn"] as const)
      expect(effectiveState(standing({ state }), "2030-01-01T00:00:00.000Z", null)).toBe(state);
    const handed = standing({ supersededFrom: "2026-06-01T00:00:00.000Z", endsAt: "2026-06-01T00:00:00.000Z" });
    expect(effectiveState(handed, "2026-06-01T00:00:00.000Z", null)).toBe("superseded");
    expect(effectiveState(handed, "2026-05-31T23:59:59.999Z", null)).toBe("expiring");
  });
});

test("the last day to apply for renewal is counted back from the last valid day", () => {
  const jakim = { renewalFromDays: 180, renewalToDays: 90 };
  expect(renewalWindowOf("2027-03-06", jakim)).toEqual({ opensOn: "2026-09-07", closesOn: "2026-12-06" });
  expect(renewalWindowOf("2027-03-06", { renewalFromDays: null, renewalToDays: 90 })).toBeNull();
});

test("numbers and names are compared regardless of their spelling", () => {
  expect(numberKey("demo wha/25-0417")).toBe(numberKey("DEMO-WHA-25-0417"));
  expect(isOddNumber("X1", "ID\\d{10,}")).toBe(true);
  expect(isOddNumber("id1234567890", "ID\\d{10,}")).toBe(false);
  expect(isOddNumber("X1", "broken(")).toBe(false);
  expect(isOtherName("بُستان النّور", ["Bustan Nour", "بستان النور"])).toBe(false);
  expect(isOtherName("Bustan Nour LLC", ["Bustan Nour", null])).toBe(true);
  expect(isOtherName("Anybody", [])).toBe(false);
});

test("contradicting fields are reported at the field that is wrong", () => {
  const codes = (fields: object) =>
    certificateFields
      .errorsOf({ ...certificateFields.empty, holderBrandId: "b", ...fields }, null)
      .map(({ path, code }) => `${path} ${code}`);
  expect(codes({})).toEqual([]);
  expect(codes({ issuedOn: "2026-02-02", validFrom: "2026-02-01" })).toEqual(["validFrom before_issue"]);
  expect(codes({ validFrom: "2026-02-02", expiresOn: "2026-02-01" })).toEqual(["expiresOn before_start"]);
  expect(codes({ validityBasis: "open_ended", expiresOn: "2026-02-01" })).toEqual(["expiresOn end_of_open_ended"]);
  expect(codes({ holderType: "retailer" })).toEqual(["holderRetailerId holder_missing"]);
  expect(withOneHolder({ holderType: "external", holderBrandId: "b", holderRetailerId: "r" })).toEqual({
    holderType: "external",
    holderBrandId: null,
    holderRetailerId: null,
  });
});

test.each([
  ["1. Medjool Dates 1 kg 9521000000018", "Medjool Dates 1 kg", "09521000000018"],
  ["9521000000025\tGhee 500 g", "Ghee 500 g", "09521000000025"],
  ["• دبس التمر (9521000000162)", "دبس التمر", "09521000000162"],
  ["٣) لبنة", "لبنة", null],
  ["٩٥٢١٠٠٠٠٠٠١٦٢ دبس التمر", "دبس التمر", "09521000000162"],
  ["بریانی مصالحہ (۹۵۲۱۰۰۰۰۰۰۰۵۶)", "بریانی مصالحہ", "09521000000056"],
  ["7UP 330 ml", "7UP 330 ml", null],
  ["Date Syrup, GTIN: 9521000000162", "Date Syrup", "09521000000162"],
])("the line %j is parsed", (text, name, gtin) => {
  expect(readLines(text)).toEqual({ lines: [{ name, brand: null, gtin }], faults: [] });
});

test("a wrong GTIN is reported, and its line is kept without it", () => {
  const { lines, faults } = readLines("Ghee 9521000000026\n\n  \nDates");
  expect(lines).toEqual([
    { name: "Ghee", brand: null, gtin: null },
    { name: "Dates", brand: null, gtin: null },
  ]);
  expect(faults).toEqual([{ text: "Ghee 9521000000026", code: "gtin_check_digit" }]);
});
