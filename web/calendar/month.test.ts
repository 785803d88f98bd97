import { afterEach, describe, expect, test, vi } from "vitest";
import { dayAfterKey, hijriMonthsOf } from "#web/calendar/month.ts";

const zoneBefore = Intl.DateTimeFormat().resolvedOptions().timeZone;

// The next file of this worker must get neither the zone nor formatters that were created in it.
afterEach(() => {
  process.env.TZ = zoneBefore;
  vi.resetModules();
});

/** The calendar in a browser in that time zone: formatters keep the zone in which they were created. */
async function calendarIn(timeZone: string) {
  process.env.TZ = timeZone;
  vi.resetModules();
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(timeZone);
  return import("#web/calendar/month.ts");
}

describe.each(["Pacific/Auckland", "Pacific/Kiritimati", "Africa/Cairo", "America/Los_Angeles", "UTC"])(
  "a reader in %s",
  (timeZone) => {
    // Clocks change within most of these months; in Cairo they change at midnight.
    test.each([
      ["2026-03-31", 31, "Ramadan 1447 – Shawwal 1447"],
      ["2026-04-01", 30, "Shawwal 1447 – Dhuʻl-Qiʻdah 1447"],
      ["2026-09-15", 30, "Rabiʻ I 1448 – Rabiʻ II 1448"],
      ["2026-11-01", 30, "Jumada I 1448 – Jumada II 1448"],
      ["2028-02-29", 29, "Ramadan 1449 – Shawwal 1449"],
    ])("sees each day of the month of %s exactly once, under its weekday", async (day, length, hijriMonths) => {
      const calendar = await calendarIn(timeZone);
      for (const [language, weekday] of [["en", 1] as const, ["ar", 0] as const]) {
        const weeks = calendar.weeksOf(language, day);
        const days = weeks.flat();
        expect([weeks.length, new Set(days).size]).toEqual([6, 42]);
        expect(days.filter((each) => calendar.isSameMonth(each, day))).toEqual(
          Array.from({ length }, (_, at) => `${day.slice(0, 8)}${String(at + 1).padStart(2, "0")}`),
        );
        expect(weeks.map(([first]) => new Date(`${first}T00:00:00Z`).getUTCDay())).toEqual(weeks.map(() => weekday));
      }
      expect(calendar.hijriMonthsOf("en", day)).toBe(hijriMonths);
    });
  },
);

test("names the Hijri month once if the whole month is within it", () => {
  expect(hijriMonthsOf("en", "2025-02-14")).toBe("Shaʻban 1446");
});

test("keys move by a day, a week and a month, and to both ends of the month", () => {
  const after = (key: string) => dayAfterKey(key, "2026-01-31", { isRightToLeft: false });
  expect(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].map(after)).toEqual([
    "2026-01-30",
    "2026-02-01",
    "2026-01-24",
    "2026-02-07",
  ]);
  expect(["PageUp", "PageDown", "Home", "End"].map(after)).toEqual([
    "2025-12-31",
    "2026-02-28",
    "2026-01-01",
    "2026-01-31",
  ]);
  expect(after("Enter")).toBeNull();
  const withShift = (key: string) => dayAfterKey(key, "2028-02-29", { isRightToLeft: false, isYear: true });
  expect(["PageUp", "PageDown"].map(withShift)).toEqual(["2027-02-28", "2029-02-28"]);
});

test("the left arrow moves to the day on the left, which is the next day in Arabic", () => {
  expect(dayAfterKey("ArrowLeft", "2026-01-31", { isRightToLeft: true })).toBe("2026-02-01");
  expect(dayAfterKey("ArrowRight", "2026-01-31", { isRightToLeft: true })).toBe("2026-01-30");
});
