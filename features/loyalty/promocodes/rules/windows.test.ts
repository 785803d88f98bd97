import { describe, expect, it, test } from "vitest";
import { termsOf } from "#api/testing/promocodeFactory.ts";
import { dice } from "#base/testing/dice.ts";
import { addMs, dayMs, hourMs, minuteMs } from "#base/time.ts";
import type { Period, Window } from "#features/loyalty/promocodes/rules/terms.ts";
import {
  hijriPeriods,
  isInHours,
  isOpen,
  marketDay,
  nextOpening,
  periodKey,
  positionIn,
} from "#features/loyalty/promocodes/rules/windows.ts";

const windowOf = (parts: Partial<Window>): Window => termsOf({ window: parts }).window;
const ramadan = { from: { month: 9, day: 1 }, to: { month: 9, day: 30 }, years: null };

test("a window includes its start and excludes its end", () => {
  const window = windowOf({ startsAt: "2027-02-01T00:00:00.000Z", endsAt: "2027-03-01T00:00:00.000Z" });
  const at = (instant: string) => positionIn(window, instant);
  expect(at("2027-01-31T23:59:59.999Z")).toBe("before");
  expect(at("2027-02-01T00:00:00.000Z")).toBe("inside");
  expect(at("2027-02-28T23:59:59.999Z")).toBe("inside");
  expect(at("2027-03-01T00:00:00.000Z")).toBe("after");
});

describe("hours", () => {
  // 12 February 2027 is a Friday.
  const evening = windowOf({ weekdays: [5], hours: [{ from: "22:00", to: "02:00" }], timeZone: "Asia/Riyadh" });

  test.each([
    ["2027-02-12T18:59:59.999Z", false],
    ["2027-02-12T19:00:00.000Z", true],
    ["2027-02-12T21:30:00.000Z", true],
    ["2027-02-12T22:59:59.999Z", true],
    ["2027-02-12T23:00:00.000Z", false],
    ["2027-02-11T22:30:00.000Z", false],
    ["2027-02-13T19:30:00.000Z", false],
  ])("across midnight belong to the weekday on which they start: %s", (at, open) =>
    expect(isInHours(evening, at)).toBe(open),
  );

  it("are those of the named zone, and the whole day without hours", () => {
    const friday = windowOf({ weekdays: [5], timeZone: "Pacific/Auckland" });
    // In Auckland, Friday begins at 11:00 UTC on Thursday.
    expect(isInHours(friday, "2027-02-11T10:59:59.999Z")).toBe(false);
    expect(isInHours(friday, "2027-02-11T11:00:00.000Z")).toBe(true);
    expect(isInHours(friday, "2027-02-12T11:00:00.000Z")).toBe(false);
  });

  it("follow the clock where it changes: an hour shown twice counts twice, a skipped one not at all", () => {
    const night = windowOf({ hours: [{ from: "01:15", to: "01:45" }], timeZone: "Europe/London" });
    const minutes = (day: string) =>
      Array.from({ length: 24 * 60 }, (_, minute) => addMs(`${day}T00:00:00.000Z`, minute * minuteMs)).filter((at) =>
        isInHours(night, at),
      ).length;
    expect([minutes("2026-10-24"), minutes("2026-10-25"), minutes("2027-03-28")]).toEqual([30, 60, 0]);
  });
});

describe("the next opening", () => {
  test.each<[string, Partial<Window>, string, string | null]>([
    ["now, when it is open", {}, "2027-02-10T17:00:00.000Z", "2027-02-10T17:00:00.000Z"],
    ["the start", {}, "2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
    ["none after the end", { endsAt: "2027-02-01T00:00:00.000Z" }, "2027-02-01T00:00:00.000Z", null],
    ["the next such weekday", { weekdays: [5] }, "2027-02-10T17:00:00.000Z", "2027-02-12T00:00:00.000Z"],
    [
      "the next hours",
      {
        hours: [
          { from: "09:00", to: "12:00" },
          { from: "20:00", to: "22:00" },
        ],
      },
      "2027-02-10T17:00:00.000Z",
      "2027-02-10T20:00:00.000Z",
    ],
    [
      "none when the window ends before the next hours",
      { hours: [{ from: "09:00", to: "12:00" }], endsAt: "2027-02-11T09:00:00.000Z" },
      "2027-02-10T17:00:00.000Z",
      null,
    ],
    [
      "a week later, when clocks skip those hours",
      { weekdays: [0], hours: [{ from: "01:15", to: "01:45" }] },
      "2027-03-27T12:00:00.000Z",
      "2027-04-04T00:15:00.000Z",
    ],
  ])("is %s", (_, parts, at, expected) => expect(nextOpening(windowOf(parts), [], at)).toBe(expected));

  it("is the earlier of an hour that clocks show twice, and then the later", () => {
    const startsAt = "2026-01-01T00:00:00.000Z";
    const night = windowOf({ startsAt, hours: [{ from: "01:15", to: "01:45" }], timeZone: "Europe/London" });
    expect(nextOpening(night, [], "2026-10-24T22:00:00.000Z")).toBe("2026-10-25T00:15:00.000Z");
    expect(nextOpening(night, [], "2026-10-25T00:50:00.000Z")).toBe("2026-10-25T01:15:00.000Z");
  });

  it("is the first minute at which the window is open, for random windows and instants", () => {
    const roll = dice(17);
    const zones = ["Europe/London", "America/New_York", "Asia/Riyadh", "Australia/Lord_Howe"];
    const time = () => `${String(roll(24)).padStart(2, "0")}:${roll(2) === 0 ? "00" : "30"}`;
    for (let turn = 0; turn < 60; turn++) {
      const window = windowOf({
        startsAt: "2026-01-01T00:00:00.000Z",
        timeZone: zones[turn % zones.length]!,
        weekdays: roll(2) === 0 ? null : [roll(7)],
        hours: [{ from: time(), to: time() }],
      });
      if (window.hours![0]!.from === window.hours![0]!.to) continue;
      // Around the days on which clocks change.
      const at = addMs("2026-10-20T00:00:00.000Z", roll(20) * dayMs + roll(24 * 4) * 15 * minuteMs);
      const found = nextOpening(window, [], at);
      let expected: string | null = null;
      for (let step = 0; step < 16 * 24 * 4 && expected === null; step++) {
        const candidate = addMs(at, step * 15 * minuteMs);
        if (isOpen(window, [], candidate)) expected = candidate;
      }
      expect(found).toBe(expected);
    }
  });
});

describe("a Hijri range", () => {
  const sighting = (month: number, gregorianStart: string, hijriYear = 1448) => ({ hijriYear, month, gregorianStart });
  const inMarket = (sightings: ReturnType<typeof sighting>[], range = ramadan, years = [1448]) =>
    hijriPeriods(range, { years, sightings, timeZone: "Asia/Kuala_Lumpur" });

  it("is computed until the market confirms its months", () => {
    expect(inMarket([])).toEqual([
      { startsAt: "2027-02-07T16:00:00.000Z", endsAt: "2027-03-08T16:00:00.000Z", isConfirmed: false },
    ]);
  });

  it("moves with the sightings, and is confirmed when the start of the next month is known as well", () => {
    const start = sighting(9, "2027-02-09");
    expect(inMarket([start])[0]).toMatchObject({ startsAt: "2027-02-08T16:00:00.000Z", isConfirmed: false });
    expect(inMarket([start, sighting(10, "2027-03-10")])).toEqual([
      { startsAt: "2027-02-08T16:00:00.000Z", endsAt: "2027-03-09T16:00:00.000Z", isConfirmed: true },
    ]);
    const untilThe10th = { ...ramadan, to: { month: 9, day: 10 } };
    expect(inMarket([start], untilThe10th)[0]?.isConfirmed).toBe(true);
  });

  it("may end in the next year", () => {
    const range = { from: { month: 12, day: 1 }, to: { month: 1, day: 10 }, years: null };
    const [period] = inMarket([], range);
    expect(Date.parse(period!.endsAt) - Date.parse(period!.startsAt)).toBeGreaterThanOrEqual(39 * dayMs);
    expect(Date.parse(period!.endsAt) - Date.parse(period!.startsAt)).toBeLessThanOrEqual(40 * dayMs);
  });

  it("is found twice in 2030", () => {
    const starts = inMarket([], ramadan, [1450, 1451, 1452]).map(({ startsAt }) => addMs(startsAt, 8 * hourMs));
    expect(starts).toEqual(["2029-01-16T00:00:00.000Z", "2030-01-05T00:00:00.000Z", "2030-12-26T00:00:00.000Z"]);
  });

  it("opens next at its first hours", () => {
    const window = windowOf({ hijri: ramadan, hours: [{ from: "18:00", to: "02:00" }], timeZone: "Asia/Kuala_Lumpur" });
    const periods = inMarket([], ramadan, [1448, 1449]);
    // The night of 7 February begins before Ramadan; its hours after midnight are part of it.
    expect(nextOpening(window, periods, "2027-02-01T00:00:00.000Z")).toBe("2027-02-07T16:00:00.000Z");
    expect(nextOpening(window, periods, "2027-03-08T16:00:00.000Z")).toBe("2028-01-27T16:00:00.000Z");
    expect(nextOpening(window, [], "2027-02-01T00:00:00.000Z")).toBeNull();
  });

  test.each([
    ["2027-02-08", [], 9, 1],
    ["2027-02-08", [sighting(8, "2027-01-10"), sighting(9, "2027-02-09")], 8, 30],
    ["2027-02-07", [sighting(9, "2027-02-07")], 9, 1],
    ["2027-02-28", [], 9, 21],
  ] as const)("has the market’s date of %s", (day, sightings, month, date) =>
    expect(marketDay(day, sightings)).toEqual({ year: 1448, month, day: date }),
  );
});

test.each<[Period, string, string]>([
  ["campaign", "2027-02-10T23:30:00.000Z", "campaign"],
  ["day", "2027-02-10T20:59:59.999Z", "2027-02-10"],
  ["day", "2027-02-10T21:00:00.000Z", "2027-02-11"],
  ["month", "2027-02-28T21:00:00.000Z", "2027-03"],
  ["week", "2027-01-03T20:59:59.999Z", "2026-W53"],
  ["week", "2027-01-03T21:00:00.000Z", "2027-W01"],
  ["week", "2024-12-30T12:00:00.000Z", "2025-W01"],
])("uses of a %s at %s count as %s", (period, at, key) => expect(periodKey(period, at, "Asia/Riyadh")).toBe(key));
