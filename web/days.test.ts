import { afterEach, describe, expect, test, vi } from "vitest";

// A day is the same for every reader; only an instant can fall on different days.

const zones = [
  "Pacific/Pago_Pago",
  "America/Los_Angeles",
  "America/Sao_Paulo",
  "UTC",
  "Asia/Riyadh",
  "Pacific/Auckland",
  "Pacific/Kiritimati",
];
const zoneBefore = Intl.DateTimeFormat().resolvedOptions().timeZone;

// The next file of this worker must get neither the zone nor formatters that were created in it.
afterEach(() => {
  process.env.TZ = zoneBefore;
  vi.resetModules();
});

/** The formatters of a browser in that time zone. They cache the zone in which they were created. */
async function formatsIn(timeZone: string) {
  process.env.TZ = timeZone;
  vi.resetModules();
  return import("#web/formats.ts");
}

describe.each(zones)("a reader in %s", (timeZone) => {
  // The days on which clocks change in Europe and in America, a leap day, and the first and last days of a year.
  test.each(["2026-12-15", "2026-03-29", "2026-11-01", "2028-02-29", "2026-01-01", "2026-12-31"])(
    "sees %s as the same day in every formatter",
    async (day) => {
      const formats = await formatsIn(timeZone);
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(timeZone);
      const shown = (f: typeof formats) => [
        f.formatDate("en", day),
        f.formatDate("ar", day),
        f.formatDayMonth("en", day),
        f.formatMonth("en", day),
        f.formatWeekday("en", day),
        f.formatLongDate("en", day),
        f.formatHijriDate("en", day),
        f.formatHijriMonth("en", day),
      ];
      const reported = shown(formats);
      const [year, month, date] = day.split("-").map(Number);
      expect(reported[0]).toMatch(new RegExp(`^${date} \\w+ ${year}$`));
      expect(reported[4]).toBe(["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][new Date(day).getUTCDay()]);
      expect(new Date(`${reported[0]} UTC`).getUTCMonth() + 1).toBe(month);
      expect(reported).toEqual(shown(await formatsIn("UTC")));
    },
  );
});

test("an instant is shown in the reader's time zone, on its day there", async () => {
  const at = "2026-12-15T21:30:00.000Z";
  expect((await formatsIn("Pacific/Pago_Pago")).formatDate("en", at)).toBe("15 Dec 2026");
  expect((await formatsIn("Asia/Riyadh")).formatDate("en", at)).toBe("16 Dec 2026");
});

test("today is the day on the reader's clock, and not the day in UTC", async () => {
  const at = Date.parse("2026-12-15T23:30:00.000Z");
  process.env.TZ = "America/Los_Angeles";
  const { localDay } = await import("#web/localDay.ts");
  expect(localDay(at)).toBe("2026-12-15");
  process.env.TZ = "Pacific/Kiritimati";
  expect(localDay(at)).toBe("2026-12-16");
});
