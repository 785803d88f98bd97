import { describe, expect, test } from "vitest";
import {
  countryName,
  formatDate,
  formatDateTime,
  formatHijriDate,
  formatLastDay,
  formatLongDate,
  formatMoney,
  formatMoneyParts,
  formatNumber,
  formatPercent,
  formatPlannedDay,
  formatRelative,
  formatTime,
  languageName,
} from "#web/formats.ts";

// Created from local parts, because users read dates in their own time zone.
const morning = new Date(2026, 10, 20, 9, 5);

describe("dates", () => {
  test("are formatted as day, month, year in English", () => {
    expect(formatDate("en", morning)).toBe("20 Nov 2026");
    // CLDR dropped the comma between two versions that browsers currently use.
    expect(formatLongDate("en", morning)).toMatch(/^Friday,? 20 November 2026$/);
    expect(formatTime("en", morning)).toBe("09:05");
    expect(formatDateTime("en", morning)).toBe("20 Nov 2026, 09:05");
  });
  test("show the last day of a period that ends at midnight, and the same day if it ends within a day", () => {
    const endsAt = (hour: number) => new Date(2026, 10, 20, hour).toISOString();
    expect([formatLastDay("en", endsAt(0)), formatLastDay("en", endsAt(9))]).toEqual(["19 Nov 2026", "20 Nov 2026"]);
  });
  test("are Gregorian with Latin digits in Arabic", () => {
    expect(formatDate("ar", morning)).toBe("20 نوفمبر 2026");
    expect(formatDateTime("ar", morning)).toBe("20 نوفمبر 2026، 09:05");
  });
  test("have a Hijri date beside them, by Umm al-Qura and without the era", () => {
    expect(formatHijriDate("en", morning)).toBe("10 Jumada II 1448");
    expect(formatHijriDate("ar", morning)).toBe("10 جمادى الآخرة 1448");
  });
  test.each([
    [-30_000, "now", "الآن"],
    [-60_000, "1 minute ago", "قبل دقيقة واحدة"],
    [-2 * 3_600_000, "2 hours ago", "قبل ساعتين"],
    [-86_400_000, "yesterday", "أمس"],
    [3 * 86_400_000, "in 3 days", "خلال 3 أيام"],
  ])("are formatted relative to now: %i ms is %s", (distanceMs, english, arabic) => {
    const at = morning.getTime() + distanceMs;
    expect([formatRelative("en", at, morning), formatRelative("ar", at, morning)]).toEqual([english, arabic]);
  });
});

describe("figures", () => {
  test("are grouped, with Latin digits in either language", () => {
    expect([formatNumber("en", 10_000), formatNumber("ar", 10_000)]).toEqual(["10,000", "10,000"]);
    expect([formatPercent("en", 0.963), formatPercent("ar", 0.963, 1)]).toEqual(["96%", "96.3%"]);
  });
});

describe("money", () => {
  const parts = (amountMinor: number | bigint, currency: string, decimals: number) =>
    formatMoneyParts("en", { amountMinor, currency, decimals });

  test("has as many decimals as its currency", () => {
    expect(parts(12_694_050, "MYR", 2)).toEqual({ currency: "MYR", figure: "126,940.50" });
    expect(parts(18_475_250, "JOD", 3)).toEqual({ currency: "JOD", figure: "18,475.250" });
    expect(parts(486, "JPY", 0)).toEqual({ currency: "JPY", figure: "486" });
  });
  test("keeps small and zero amounts whole", () => {
    expect(parts(5, "USD", 2).figure).toBe("0.05");
    expect(parts(0, "USD", 2).figure).toBe("0.00");
  });
  test("has a true minus sign in either language", () => {
    const debt = { amountMinor: -124_000, currency: "AED", decimals: 2 };
    expect(formatMoneyParts("en", debt).figure).toBe("−1,240.00");
    expect(formatMoneyParts("ar", debt).figure).toBe("−1,240.00");
  });
  test("is exact where a float is not", () =>
    expect(parts(900_719_925_474_099_312n, "IDR", 2).figure).toBe("9,007,199,254,740,993.12"));
  test("keeps code and figure together and in this order inside Arabic", () =>
    expect(formatMoney("ar", { amountMinor: 1850, currency: "GBP", decimals: 2 })).toBe("\u2066GBP\u00a018.50\u2069"));
});

describe("names", () => {
  test("of countries and languages are in the reader's language", () => {
    expect([countryName("en", "MY"), countryName("ar", "MY")]).toEqual(["Malaysia", "ماليزيا"]);
    expect([languageName("en", "tr"), languageName("ar", "tr")]).toEqual(["Turkish", "التركية"]);
  });
  test("fall back to the stored code", () => {
    expect(countryName("en", "QQ")).toBe("QQ");
    expect(countryName("en", "not a code")).toBe("not a code");
  });
});

test("a day that users plan by has its Hijri date beside it, unless their settings hide it", () => {
  expect(formatPlannedDay("en", "2026-11-20")).toBe("20 Nov 2026 · 10 Jumada II 1448");
  localStorage.setItem("mizan.settings", JSON.stringify({ mizan: { hijri: false } }));
  expect(formatPlannedDay("en", "2026-11-20")).toBe("20 Nov 2026");
  localStorage.removeItem("mizan.settings");
});
