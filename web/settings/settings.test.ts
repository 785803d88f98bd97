import { afterEach, describe, expect, test } from "vitest";
import { formatDate, formatTime } from "#web/formats.ts";
import { localDay } from "#web/localDay.ts";
import { applySettings } from "#web/settings/applySettings.ts";
import { defaultSettings, differencesOf, readSettings, settingsOf } from "#web/settings/settings.ts";
import { readDateSettings } from "#web/settings/useSettings.ts";

afterEach(() => localStorage.clear());

describe("stored settings", () => {
  test.each([
    ["nothing", null],
    ["text", "dark"],
    ["values of no meaning", { language: "xx", scheme: 7, timeZone: "Moon/Base", weekStart: 9, hijri: "no" }],
  ])("of %s are the defaults", (_, stored) => expect(settingsOf(stored)).toEqual(defaultSettings));

  test("contain only what differs from the defaults", () => {
    const chosen = { ...defaultSettings, scheme: "dark", weekStart: 0, hijri: false } as const;
    expect(differencesOf(chosen)).toEqual({ scheme: "dark", weekStart: 0, hijri: false });
    expect(settingsOf(differencesOf(chosen))).toEqual(chosen);
  });
});

describe("applied settings", () => {
  test("decide the time zone of dates, times and today", async () => {
    const at = Date.parse("2026-11-20T23:30:00Z");
    await applySettings({ ...defaultSettings, timeZone: "Asia/Riyadh" });
    expect([formatDate("en", at), formatTime("en", at), localDay(at)]).toEqual(["21 Nov 2026", "02:30", "2026-11-21"]);
    await applySettings({ ...defaultSettings, timeZone: "America/Los_Angeles" });
    expect([formatDate("en", at), formatTime("en", at), localDay(at)]).toEqual(["20 Nov 2026", "15:30", "2026-11-20"]);
  });

  test("leave a day without a time as it is", async () => {
    await applySettings({ ...defaultSettings, timeZone: "Pacific/Auckland" });
    expect(formatDate("en", "2026-11-20")).toBe("20 Nov 2026");
  });

  test("decide the first day of the week, else the language does", async () => {
    expect([readDateSettings("en").weekStart, readDateSettings("ar").weekStart]).toEqual([1, 0]);
    await applySettings({ ...defaultSettings, weekStart: 6 });
    expect([readDateSettings("en").weekStart, readDateSettings("ar").weekStart]).toEqual([6, 6]);
  });

  test("leave colours that were switched for this browser alone", async () => {
    await applySettings({ ...defaultSettings, scheme: "dark" });
    localStorage.setItem("mizan.colorScheme", "light");
    await applySettings({ ...defaultSettings, scheme: "dark" });
    expect(localStorage.getItem("mizan.colorScheme")).toBe("light");
    await applySettings(defaultSettings);
    expect([localStorage.getItem("mizan.colorScheme"), readSettings()]).toEqual(["auto", defaultSettings]);
  });
});
