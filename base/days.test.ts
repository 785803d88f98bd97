import { describe, expect, it } from "vitest";
import {
  addDays,
  addMonths,
  dayIn,
  dayOf,
  dayOfHijri,
  daysBetween,
  everyDay,
  hijriOf,
  instantAt,
  isTimeZone,
  minuteIn,
  weekdayOf,
} from "#base/days.ts";

describe("a day and its zone", () => {
  it("is another day in Auckland than in Los Angeles at the same instant", () => {
    expect(dayIn("2026-11-20T11:30:00.000Z", "Pacific/Auckland")).toBe("2026-11-21");
    expect(dayIn("2026-11-20T07:30:00.000Z", "America/Los_Angeles")).toBe("2026-11-19");
  });

  it("turns at midnight there, to the millisecond", () => {
    expect(dayIn("2026-11-20T20:59:59.999Z", "Asia/Riyadh")).toBe("2026-11-20");
    expect(dayIn("2026-11-20T21:00:00.000Z", "Asia/Riyadh")).toBe("2026-11-21");
    expect(minuteIn("2026-11-20T21:00:00.000Z", "Asia/Riyadh")).toBe(0);
    expect(minuteIn("2026-11-20T20:59:59.999Z", "Asia/Riyadh")).toBe(23 * 60 + 59);
  });

  it.each(["Asia/Riyadh", "Asia/Kathmandu", "America/New_York", "UTC"])(
    "finds the instant of ten o'clock in %s",
    (timeZone) => {
      const at = instantAt({ day: "2026-11-20", minute: 600, timeZone });
      expect([dayIn(at, timeZone), minuteIn(at, timeZone)]).toEqual(["2026-11-20", 600]);
    },
  );

  it("skips the hour that summer time leaves out", () => {
    const at = instantAt({ day: "2026-03-29", minute: 2 * 60 + 30, timeZone: "Europe/Berlin" });
    expect([dayIn(at, "Europe/Berlin"), minuteIn(at, "Europe/Berlin")]).toEqual(["2026-03-29", 3 * 60 + 30]);
  });

  it("knows which names are time zones", () => {
    expect(["Asia/Riyadh", "UTC", "Moon/Crater", ""].map(isTimeZone)).toEqual([true, true, false, false]);
  });
});

describe("counting days", () => {
  it("crosses months, leap days and years", () => {
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(addDays("2027-01-01", -1)).toBe("2026-12-31");
    expect(daysBetween("2026-11-20", "2027-11-20")).toBe(365);
    expect(daysBetween("2026-11-20", "2026-11-18")).toBe(-2);
  });
  it("has every day of a chart is there, also those without a value", () => {
    expect(everyDay(["2026-03-02", "2026-02-27"])).toEqual(["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02"]);
    expect([everyDay([]), everyDay(["2026-02-27"])]).toEqual([[], ["2026-02-27"]]);
  });

  it("stays within a shorter month", () => {
    expect(addMonths("2027-01-31", 1)).toBe("2027-02-28");
    expect(addMonths("2026-11-20", 2)).toBe("2027-01-20");
    expect(addMonths("2026-03-31", -1)).toBe("2026-02-28");
  });

  it("counts weekdays from Sunday", () => {
    expect(["2026-11-15", "2026-11-20", "2026-11-21"].map(weekdayOf)).toEqual([0, 5, 6]);
  });

  it("refuses days that a month does not have", () => {
    expect([dayOf(2026, 2, 29), dayOf(2028, 2, 29), dayOf(2026, 13, 1), dayOf(2026, 4, 31)]).toEqual([
      null,
      "2028-02-29",
      null,
      null,
    ]);
  });
});

describe("Umm al-Qura", () => {
  it.each([
    ["2024-03-11", { year: 1445, month: 9, day: 1 }],
    ["2025-03-01", { year: 1446, month: 9, day: 1 }],
    ["2026-02-18", { year: 1447, month: 9, day: 1 }],
    ["2025-06-26", { year: 1447, month: 1, day: 1 }],
  ])("puts %s where Saudi Arabia's printed calendar puts it", (day, hijri) => {
    expect(hijriOf(day)).toEqual(hijri);
    expect(dayOfHijri(hijri)).toBe(day);
  });

  it("converts every day of two hundred years there and back", () => {
    for (let day = "1940-01-01"; day < "2077-01-01"; day = addDays(day, 13)) expect(dayOfHijri(hijriOf(day))).toBe(day);
  });

  it("has no 30th in a month of 29 days", () => {
    expect(dayOfHijri({ year: 1446, month: 9, day: 30 })).toBeNull();
    expect(dayOfHijri({ year: 1445, month: 9, day: 30 })).toBe("2024-04-09");
  });
});
