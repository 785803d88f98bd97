import { describe, expect, test } from "vitest";
import { canEndOn, endOf, keyPattern, keyStatus, lastDayAfter, lastDayOf } from "#features/access/api-keys/rules.ts";

const now = "2026-11-20T09:00:00.000Z";

describe("a key", () => {
  test.each([
    [null, "2026-11-20T09:00:00.001Z", "active"],
    [null, "2026-11-20T09:00:00.000Z", "expired"],
    ["2026-11-19T00:00:00.000Z", "2026-11-20T09:00:00.001Z", "revoked"],
    ["2026-11-19T00:00:00.000Z", "2026-11-20T09:00:00.000Z", "revoked"],
  ] as const)("revoked at %s that ends at %s is %s", (revokedAt, expiresAt, status) => {
    expect(keyStatus({ revokedAt, expiresAt }, now)).toBe(status);
  });

  test("works to the end of its last day", () => {
    expect(endOf("2026-11-20")).toBe("2026-11-21T00:00:00.000Z");
    expect(lastDayOf("2026-11-21T00:00:00.000Z")).toBe("2026-11-20");
    expect(lastDayAfter(now, 90)).toBe("2027-02-18");
  });

  test.each([
    ["2026-11-19", false],
    ["2026-11-20", true],
    ["2028-11-19", true],
    ["2028-11-20", false],
  ])("may end on %s: %s", (day, isAllowed) => {
    expect(canEndOn(day, now)).toBe(isAllowed);
  });

  test.each([
    [`mzk_0123456z_${"A".repeat(43)}`, true],
    [`mzk_0123456z_${"A".repeat(42)}`, false],
    [`mzk_0123456u_${"A".repeat(43)}`, false],
    // A session's token that happens to begin like one.
    [`mzk_${"A".repeat(39)}`, false],
  ])("is told from other tokens: %s", (token, isKey) => {
    expect(keyPattern.test(token)).toBe(isKey);
  });
});
