import { expect, test } from "vitest";
import { readOsmHours } from "#features/retail/retailers/hours/api/osmHours.ts";

const reported = (text: string) =>
  readOsmHours(text)
    ?.map(({ weekday, opens, closes, closesNextDay }) => `${weekday} ${opens}-${closes}${closesNextDay ? "+" : ""}`)
    .sort();

test("reads the common forms of OpenStreetMap", () => {
  expect(reported("24/7")).toHaveLength(7);
  expect(reported("24/7")).toContain("5 00:00-24:00");
  expect(reported("Mo-Fr 09:00-18:00; Sa 10:00-14:00")).toEqual([
    "1 09:00-18:00",
    "2 09:00-18:00",
    "3 09:00-18:00",
    "4 09:00-18:00",
    "5 09:00-18:00",
    "6 10:00-14:00",
  ]);
  expect(reported("Su-Th 12:00-00:00, Fr-Sa 12:00-01:00")).toEqual([
    "0 12:00-24:00",
    "1 12:00-24:00",
    "2 12:00-24:00",
    "3 12:00-24:00",
    "4 12:00-24:00",
    "5 12:00-01:00+",
    "6 12:00-01:00+",
  ]);
  expect(reported("Mo-Th, Su 11:00-23:00; Fr 11:00-14:30")).toHaveLength(6);
  expect(reported("Mo 11:00-13:30, 17:00-26:00")).toEqual(["1 11:00-13:30", "1 17:00-02:00+"]);
  expect(reported("8:30-22:00")).toContain("0 08:30-22:00");
  expect(reported("Mo–Su 09:00 – 17:00; Fr off; PH off")).toHaveLength(6);
  expect(reported("Sa-Mo 10:00-12:00")).toEqual(["0 10:00-12:00", "1 10:00-12:00", "6 10:00-12:00"]);
});

test("guesses at nothing else", () => {
  for (const text of [
    "بعد السادسة مساءا",
    "sunset-23:00",
    "12:00+",
    "seat 18:30 + 20:30",
    "closed",
    "4:00 Pm to 12:00 Pm",
  ])
    expect(readOsmHours(text), text).toBeNull();
  expect(readOsmHours("Mo 09:00-13:00, 12:00-15:00")).toBeNull();
  expect(readOsmHours("Mo 09:75-13:00")).toBeNull();
});
