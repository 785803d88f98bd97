import { expect, test } from "vitest";
import { addMinutes, parseTime } from "#web/dates/parseTime.ts";

test.each([
  ["9", "09:00"],
  ["21", "21:00"],
  ["930", "09:30"],
  ["0930", "09:30"],
  ["9:30", "09:30"],
  ["9.30", "09:30"],
  ["9 30", "09:30"],
  ["9:30 pm", "21:30"],
  ["9pm", "21:00"],
  ["12am", "00:00"],
  ["12 pm", "12:00"],
  ["٩:٣٠ م", "21:30"],
  ["٩ صباحًا", "09:00"],
  ["00:00", "00:00"],
  ["24:00", null],
  ["9:60", null],
  ["13 pm", null],
  ["9:3", null],
  ["noonish", null],
  ["", null],
])("reads %s", (text, time) => {
  expect(parseTime(text)).toBe(time);
});

test("a quarter of an hour later and earlier goes past midnight", () => {
  expect([addMinutes("23:50", 15), addMinutes("00:05", -15), addMinutes("09:30", 15)]).toEqual([
    "00:05",
    "23:50",
    "09:45",
  ]);
});
