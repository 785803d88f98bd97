import { describe, expect, test } from "vitest";
import { lastDigestAt, pathOf, quietUntil, remindAt } from "#features/platform/notifications/rules.ts";
import { recordAt } from "#features/platform/notifications/rules/recordAt.ts";
import { type NotificationFacts, notificationText } from "#features/platform/notifications/rules/texts.ts";

const night = { quietFrom: 22 * 60, quietTo: 7 * 60 };

describe("quiet hours", () => {
  test("that pass midnight begin at their first minute and end at their last, in the zone of the user", () => {
    const riyadh = { ...night, timeZone: "Asia/Riyadh" };
    // 22:00 in Riyadh is 19:00 UTC.
    expect(quietUntil("2026-11-20T18:59:59.999Z", riyadh)).toBeNull();
    expect(quietUntil("2026-11-20T19:00:00.000Z", riyadh)).toBe("2026-11-21T04:00:00.000Z");
    expect(quietUntil("2026-11-21T03:59:59.999Z", riyadh)).toBe("2026-11-21T04:00:00.000Z");
    expect(quietUntil("2026-11-21T04:00:00.000Z", riyadh)).toBeNull();
  });

  test("within a day, and none", () => {
    const noon = { quietFrom: 12 * 60, quietTo: 13 * 60, timeZone: "UTC" };
    expect(quietUntil("2026-11-20T12:30:00.000Z", noon)).toBe("2026-11-20T13:00:00.000Z");
    expect(quietUntil("2026-11-20T11:59:00.000Z", noon)).toBeNull();
    expect(quietUntil("2026-11-20T12:30:00.000Z", { quietFrom: null, quietTo: null, timeZone: "UTC" })).toBeNull();
  });

  test("end by the clocks there when these change in the night", () => {
    // New York sets its clocks back on 1 November 2026: 07:00 is at 12:00 UTC instead of 11:00.
    const newYork = { ...night, timeZone: "America/New_York" };
    expect(quietUntil("2026-10-31T04:00:00.000Z", newYork)).toBe("2026-10-31T11:00:00.000Z");
    expect(quietUntil("2026-11-01T04:00:00.000Z", newYork)).toBe("2026-11-01T12:00:00.000Z");
  });
});

describe("the daily email", () => {
  test.each([
    // 08:00 in each zone, one moment before and at it.
    ["Asia/Riyadh", "2026-11-20T04:59:59.999Z", "2026-11-19T05:00:00.000Z"],
    ["Asia/Riyadh", "2026-11-20T05:00:00.000Z", "2026-11-20T05:00:00.000Z"],
    ["Pacific/Auckland", "2026-11-19T18:59:59.999Z", "2026-11-18T19:00:00.000Z"],
    ["Pacific/Auckland", "2026-11-19T19:00:00.000Z", "2026-11-19T19:00:00.000Z"],
    ["America/Los_Angeles", "2026-11-20T15:59:59.999Z", "2026-11-19T16:00:00.000Z"],
    ["America/Los_Angeles", "2026-11-20T16:00:00.000Z", "2026-11-20T16:00:00.000Z"],
    ["Asia/Kathmandu", "2026-11-20T02:15:00.000Z", "2026-11-20T02:15:00.000Z"],
  ])("is due at 08:00 in %s", (zone, now, expected) => {
    expect(lastDigestAt(now, zone)).toBe(expected);
  });

  test("comes at 08:00 on the days on which clocks change as well", () => {
    expect(lastDigestAt("2026-03-29T12:00:00.000Z", "Europe/Berlin")).toBe("2026-03-29T06:00:00.000Z");
    expect(lastDigestAt("2026-10-25T12:00:00.000Z", "Europe/Berlin")).toBe("2026-10-25T07:00:00.000Z");
  });
});

const id = "01938000-0000-7000-8000-000000000001";
const facts: NotificationFacts = {
  kind: "watchedRecord",
  resource: "brands",
  resourceId: id,
  title: "Noor Foods",
  actorName: "Aisyah",
  times: 1,
  payload: {},
};

test("leads to the record, to the list of several, or to the address that it names", () => {
  expect(pathOf(facts)).toBe(`/apps/brand/brands/${id}`);
  expect(pathOf({ ...facts, resourceId: null })).toBe("/apps/brand/brands");
  expect(pathOf({ ...facts, resource: "imports" })).toBeNull();
  expect(pathOf({ ...facts, payload: { path: "/apps/import/brands/1" } })).toBe("/apps/import/brands/1");
  expect(pathOf({ ...facts, payload: { path: "https://elsewhere.example" } })).toBe(`/apps/brand/brands/${id}`);
});

test("knows the record of a page, and no record of a list or a new record", () => {
  expect(recordAt(`/apps/brand/brands/${id}`)).toEqual({ resource: "brands", resourceId: id });
  expect(recordAt(`/apps/retailer/retailer-details/${id}`)).toEqual({ resource: "retailers", resourceId: id });
  expect(recordAt("/apps/brand/brands/new")).toBeNull();
  expect(recordAt("/apps/brand/brands")).toBeNull();
});

test("reminds in an hour, tomorrow or next week at 08:00 where the user is", () => {
  const now = "2026-11-20T21:30:00.000Z";
  expect(remindAt("hour", now, "Asia/Riyadh")).toBe("2026-11-20T22:30:00.000Z");
  // It is already the 21st there.
  expect(remindAt("tomorrow", now, "Asia/Riyadh")).toBe("2026-11-22T05:00:00.000Z");
  expect(remindAt("nextWeek", now, "Asia/Riyadh")).toBe("2026-11-28T05:00:00.000Z");
});

describe("texts", () => {
  test("name who did what, isolated in Arabic", () => {
    expect(notificationText(facts, "en")).toBe("Aisyah changed Noor Foods");
    expect(notificationText(facts, "ar")).toBe("أجرى \u2068Aisyah\u2069 تغييرًا على \u2068Noor Foods\u2069");
    expect(notificationText({ ...facts, actorName: null }, "en")).toBe("Noor Foods changed");
  });

  test("of several records say how many, in each form of Arabic", () => {
    const several = { ...facts, kind: "certificateAssigned", resource: "certificates", resourceId: null } as const;
    expect(notificationText({ ...several, times: 3 }, "en")).toBe("3 certificates were assigned to you");
    const numbers = [2, 3, 11, 100].map((times) => notificationText({ ...several, times }, "ar").split(": ")[1]);
    expect(numbers).toEqual(["شهادتان", "3 شهادات", "11 شهادة", "100 شهادة"]);
  });
});
