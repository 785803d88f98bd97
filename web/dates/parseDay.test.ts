import { describe, expect, test } from "vitest";
import { addDays, dayOfHijri, hijriOf, isDay } from "#base/days.ts";
import { parseDay } from "#web/dates/parseDay.ts";
import { formatDate, formatHijriDate, formatLongDate } from "#web/formats.ts";

const today = "2026-11-23";
const read = (text: string) => parseDay(text, today);

test.each([
  ["23 11 26", "2026-11-23"],
  ["23/11/2026", "2026-11-23"],
  ["23.11.2026", "2026-11-23"],
  ["23-11-26", "2026-11-23"],
  ["5/3/87", "1987-03-05"],
  ["231126", "2026-11-23"],
  ["23112026", "2026-11-23"],
  ["20101026", "2010-10-26"],
  ["20261123", "2026-11-23"],
  ["2026-11-23", "2026-11-23"],
  ["2026/1/5", "2026-01-05"],
  ["11/23/2026", "2026-11-23"],
  ["11/05/2026", "2026-05-11"],
  ["٢٣/١١/٢٠٢٦", "2026-11-23"],
  ["۲۳ ۱۱ ۲۶", "2026-11-23"],
  ["23 nov 2026", "2026-11-23"],
  ["Nov 23, 2026", "2026-11-23"],
  ["23rd of November 2026", "2026-11-23"],
  ["٢٣ نوفمبر ٢٠٢٦", "2026-11-23"],
  ["23 تشرين الثاني 2026", "2026-11-23"],
  ["today", "2026-11-23"],
  ["اليوم", "2026-11-23"],
  ["tomorrow", "2026-11-24"],
  ["غدًا", "2026-11-24"],
  ["yesterday", "2026-11-22"],
  ["أمس", "2026-11-22"],
  ["next friday", "2026-12-04"],
  ["in 2 weeks", "2026-12-07"],
  ["+30", "2026-12-23"],
  ["+٣٠", "2026-12-23"],
  ["-7", "2026-11-16"],
  ["+2w", "2026-12-07"],
  ["+3m", "2027-02-23"],
  ["+1y", "2027-11-23"],
  ["1 Ramadan 1448", "2027-02-08"],
  ["1/9/1448", "2027-02-08"],
  ["1448-09-01", "2027-02-08"],
  ["١ رمضان ١٤٤٨", "2027-02-08"],
  ["1 رمضان 1448 هـ", "2027-02-08"],
  ["30 Jumada II 1448", null],
  ["29 2 2027", null],
  ["31/04/2026", null],
  ["2026", null],
  ["23 11 202", null],
  ["soon", null],
  ["today or so", null],
  ["", null],
])("reads %s", (text, day) => {
  expect(read(text)).toBe(day);
});

test("a date without a year is this year’s, or the one that the bounds allow", () => {
  expect(read("5 3")).toBe("2026-03-05");
  expect(read("5 March")).toBe("2026-03-05");
  expect(read("1 Ramadan")).toBe("2027-02-08");
  expect(parseDay("5 3", today, { min: today })).toBe("2027-03-05");
  expect(parseDay("5 March", today, { min: today })).toBe("2027-03-05");
  expect(parseDay("24 Dec", today, { max: today })).toBe("2025-12-24");
});

test("reads back whatever the product shows, in both languages and calendars", () => {
  for (const language of ["en", "ar"] as const)
    for (let day = "2026-01-01"; day <= "2028-12-31"; day = addDays(day, 13)) {
      const shown = [formatDate(language, day), formatLongDate(language, day), formatHijriDate(language, day)];
      expect([shown, shown.map(read)]).toEqual([shown, [day, day, day]]);
    }
});

test("what could not be read is no day, nor is a day that its month does not have", () => {
  expect(["2026-11-23", "2026-02-30", "23 Nov", "", null].map(isDay)).toEqual([true, false, false, false, false]);
});

// The first days of the months 1446 to 1450 in the Umm al-Qura calendar.
const firstDays = {
  1446: "2024-07-07 2024-08-05 2024-09-04 2024-10-04 2024-11-03 2024-12-02 2025-01-01 2025-01-31 2025-03-01 2025-03-30 2025-04-29 2025-05-28",
  1447: "2025-06-26 2025-07-26 2025-08-24 2025-09-23 2025-10-23 2025-11-22 2025-12-21 2026-01-20 2026-02-18 2026-03-20 2026-04-18 2026-05-18",
  1448: "2026-06-16 2026-07-15 2026-08-14 2026-09-12 2026-10-12 2026-11-11 2026-12-10 2027-01-09 2027-02-08 2027-03-09 2027-04-08 2027-05-07",
  1449: "2027-06-06 2027-07-05 2027-08-03 2027-09-02 2027-10-01 2027-10-31 2027-11-29 2027-12-29 2028-01-28 2028-02-26 2028-03-27 2028-04-26",
  1450: "2028-05-25 2028-06-24 2028-07-23 2028-08-22 2028-09-20 2028-10-19 2028-11-18 2028-12-17 2029-01-16 2029-02-14 2029-03-16 2029-04-15",
};
const fixed = Object.entries(firstDays).flatMap(([year, days]) =>
  days.split(" ").map((day, at) => ({ day, year: Number(year), month: at + 1 })),
);

describe("sixty fixed days agree in both calendars", () => {
  test("there are sixty", () => expect(fixed).toHaveLength(60));

  test.each(fixed)("$day is the first of month $month, $year", ({ day, year, month }) => {
    expect(hijriOf(day)).toEqual({ year, month, day: 1 });
    expect(dayOfHijri({ year, month, day: 1 })).toBe(day);
    expect(read(`1/${month}/${year}`)).toBe(day);
    expect([read(formatHijriDate("en", day)), read(formatHijriDate("ar", day))]).toEqual([day, day]);
  });
});
