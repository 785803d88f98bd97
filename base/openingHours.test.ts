import { expect, test } from "vitest";
import { addDays, dayOfHijri } from "#base/days.ts";
import { isInMonth, ramadan, type Sighting } from "#base/hijriMonths.ts";
import { type OpeningSpan, opennessAt, overlappingSpans, seasonOn, spansOn } from "#base/openingHours.ts";

const span = (weekday: number, opens: string, closes: string, more: Partial<OpeningSpan> = {}): OpeningSpan => ({
  weekday,
  opens,
  closes,
  closesNextDay: closes <= opens,
  season: "regular",
  validFrom: null,
  validTo: null,
  ...more,
});
const everyDay = (opens: string, closes: string, more: Partial<OpeningSpan> = {}) =>
  [0, 1, 2, 3, 4, 5, 6].map((weekday) => span(weekday, opens, closes, more));

const byUmmAlQura = (spans: readonly OpeningSpan[]) => ({ spans, sightings: [] });
const place = (spans: readonly OpeningSpan[], more = {}) => ({
  timeZone: "Asia/Dubai",
  closings: [],
  ...byUmmAlQura(spans),
  ...more,
});

test("Ramadan begins on the days of Umm al-Qura, twice in 2030", () => {
  // Domain 1.9.
  const begins = ["2027-02-08", "2028-01-28", "2029-01-16", "2030-01-05", "2030-12-26"];
  expect([1448, 1449, 1450, 1451, 1452].map((year) => dayOfHijri({ year, month: 9, day: 1 }))).toEqual(begins);
  for (const day of begins) {
    const isRamadan = (each: string) => isInMonth(each, ramadan, []);
    expect([addDays(day, -1), day, addDays(day, 28), addDays(day, 30)].map(isRamadan)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  }
});

test("spans of a week overlap across midnight and across the end of the week, but not if one only follows the other", () => {
  expect(overlappingSpans([span(1, "09:00", "13:00"), span(1, "13:00", "18:00")])).toEqual([]);
  expect(overlappingSpans([span(1, "09:00", "13:01"), span(1, "13:00", "18:00")])).toEqual([[0, 1]]);
  expect(overlappingSpans([span(1, "18:00", "02:00"), span(2, "01:59", "05:00")])).toEqual([[0, 1]]);
  expect(overlappingSpans([span(1, "18:00", "02:00"), span(2, "02:00", "05:00")])).toEqual([]);
  expect(overlappingSpans([span(6, "18:00", "03:00"), span(0, "02:00", "05:00")])).toEqual([[0, 1]]);
  expect(overlappingSpans([span(1, "09:00", "13:00"), span(1, "09:00", "13:00", { season: "ramadan" })])).toEqual([]);
  const july = { season: "custom", validFrom: "2026-07-01", validTo: "2026-07-31" } as const;
  const august = { season: "custom", validFrom: "2026-08-01", validTo: "2026-08-31" } as const;
  expect(overlappingSpans([span(1, "09:00", "13:00", july), span(1, "09:00", "13:00", august)])).toEqual([]);
  const both = { ...august, validFrom: "2026-07-31" };
  expect(overlappingSpans([span(1, "09:00", "13:00", july), span(1, "09:00", "13:00", both)])).toEqual([[0, 1]]);
});

test("custom dates override Ramadan, and Ramadan the regular hours", () => {
  const regular = everyDay("09:00", "22:00");
  const fasting = everyDay("17:00", "02:00", { season: "ramadan" });
  const eid = span(3, "10:00", "12:00", { season: "custom", validFrom: "2027-02-10", validTo: "2027-02-10" });
  expect(seasonOn("2027-02-08", byUmmAlQura(regular))).toBe("regular");
  expect(seasonOn("2027-02-08", byUmmAlQura([...regular, ...fasting]))).toBe("ramadan");
  expect(spansOn("2027-02-10", byUmmAlQura([...regular, ...fasting, eid]))).toEqual([eid]);
  expect(spansOn("2027-02-07", byUmmAlQura([...regular, ...fasting]))).toEqual([regular[0]]);
});

test("it is open from the opening minute to the closing minute, and a night continues after midnight", () => {
  const week = place(everyDay("18:00", "02:00"));
  // Dubai is four hours ahead.
  expect(opennessAt("2026-11-20T13:59:59.999Z", week)).toEqual({
    isOpen: false,
    changesAt: "2026-11-20T14:00:00.000Z",
  });
  expect(opennessAt("2026-11-20T14:00:00.000Z", week)).toEqual({ isOpen: true, changesAt: "2026-11-20T22:00:00.000Z" });
  expect(opennessAt("2026-11-20T21:59:59.999Z", week)?.isOpen).toBe(true);
  expect(opennessAt("2026-11-20T22:00:00.000Z", week)?.isOpen).toBe(false);
});

test("the first night of Ramadan ends by the hours of the day before", () => {
  const hours = [...everyDay("09:00", "22:00"), ...everyDay("20:00", "03:00", { season: "ramadan" })];
  expect(opennessAt("2027-02-07T17:59:00.000Z", place(hours))?.isOpen).toBe(true);
  expect(opennessAt("2027-02-08T05:00:00.000Z", place(hours))).toEqual({
    isOpen: false,
    changesAt: "2027-02-08T16:00:00.000Z",
  });
});

test("Ramadan hours follow the market's sighting: a day later they start and end a day later", () => {
  const hours = [...everyDay("09:00", "12:00"), ...everyDay("20:00", "22:00", { season: "ramadan" })];
  const isOpenAt = (at: string, sightings: readonly Sighting[]) => opennessAt(at, place(hours, { sightings }))?.isOpen;
  const startsLate = [{ hijriYear: 1448, month: 9, gregorianStart: "2027-02-09" }];
  // Ten in the morning in Dubai on 8 February, the first day by Umm al-Qura.
  expect(isOpenAt("2027-02-08T06:00:00.000Z", [])).toBe(false);
  expect(isOpenAt("2027-02-08T06:00:00.000Z", startsLate)).toBe(true);
  expect(isOpenAt("2027-02-09T06:00:00.000Z", startsLate)).toBe(false);
  const endsLate = [{ hijriYear: 1448, month: 10, gregorianStart: "2027-03-10" }];
  expect(isOpenAt("2027-03-09T06:00:00.000Z", [])).toBe(true);
  expect(isOpenAt("2027-03-09T06:00:00.000Z", endsLate)).toBe(false);
  // A sighting of another year or another month has no effect.
  expect(isOpenAt("2027-02-08T06:00:00.000Z", [{ ...startsLate[0]!, hijriYear: 1449 }])).toBe(false);
});

test("a weekly break and closed days cut the hours, and a location open all day has no change at midnight", () => {
  const jumuah = { kind: "weekly", weekday: 5, from: "12:30", to: "14:00" } as const;
  const eid = { kind: "dates", startsOn: "2026-11-21", endsOn: "2026-11-22" } as const;
  const always = place(everyDay("00:00", "24:00"), { closings: [jumuah, eid] });
  expect(opennessAt("2026-11-20T08:00:00.000Z", always)).toEqual({
    isOpen: true,
    changesAt: "2026-11-20T08:30:00.000Z",
  });
  expect(opennessAt("2026-11-20T08:30:00.000Z", always)).toEqual({
    isOpen: false,
    changesAt: "2026-11-20T10:00:00.000Z",
  });
  expect(opennessAt("2026-11-21T09:00:00.000Z", always)).toEqual({
    isOpen: false,
    changesAt: "2026-11-22T20:00:00.000Z",
  });
});

test("hours follow the local clock when it changes", () => {
  const london = { timeZone: "Europe/London", closings: [], ...byUmmAlQura(everyDay("09:00", "17:00")) };
  expect(opennessAt("2027-03-27T09:00:00.000Z", london)?.isOpen).toBe(true);
  expect(opennessAt("2027-03-28T08:00:00.000Z", london)?.isOpen).toBe(true);
  expect(opennessAt("2027-03-28T16:00:00.000Z", london)?.isOpen).toBe(false);
});

test("the status is unknown without hours or without a time zone", () => {
  expect(opennessAt("2026-11-20T09:00:00.000Z", place([]))).toBeNull();
  expect(opennessAt("2026-11-20T09:00:00.000Z", place(everyDay("09:00", "17:00"), { timeZone: null }))).toBeNull();
});
