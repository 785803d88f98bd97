import { expect, test } from "vitest";
import { periodOf } from "#web/list/periods.ts";

const startOf = (id: Parameters<typeof periodOf>[0], today = "2026-11-20") => periodOf(id, today).from;

test("the last days include today", () => {
  expect(startOf("today")).toBe("2026-11-20");
  expect(startOf("last7")).toBe("2026-11-14");
  expect(startOf("last30", "2026-03-01")).toBe("2026-01-31");
});

test("months and years begin on their first day", () => {
  expect(startOf("thisMonth")).toBe("2026-11-01");
  expect(startOf("thisYear")).toBe("2026-01-01");
});

test("Hijri months and years begin by Umm al-Qura", () => {
  // 1 Muharram 1448 and 1 Ramadan 1447
  expect(startOf("thisHijriYear")).toBe("2026-06-16");
  expect(startOf("thisHijriMonth", "2026-02-20")).toBe("2026-02-18");
});

test("a current period has no end", () => {
  expect(periodOf("thisYear", "2026-11-20").to).toBeNull();
});
