import { expect, test } from "vitest";
import * as z from "zod/mini";
import { writeGroup } from "#base/filterGroup.ts";
import { anyOf, conditionsMax, groupsMax, listInput } from "#base/list.ts";

const flags = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`is${n}`, z.optional(z.boolean())]));
const input = listInput(["name"], {
  status: anyOf(z.enum(["draft", "active"])),
  word: z.optional(z.string()),
  limitTo: z.optional(z.int()),
  createdFrom: z.optional(z.string()),
  createdTo: z.optional(z.string()),
  columns: anyOf(z.string()),
  ...flags,
});
const read = (...any: unknown[]) => z.safeParse(input, { any });
const groupsOf = (...any: unknown[]) => read(...any).data?.any;

test("a group reads the same from a URL as from JSON", () => {
  const group = { status: ["draft"], word: "a&b = 50% +ضياء", is0: false, limitTo: 12, createdFrom: "2026-01-01" };
  expect(groupsOf(writeGroup(group))).toEqual([group]);
  expect(groupsOf(group)).toEqual([group]);
  expect(groupsOf("status=draft&status=active", "is1=true")).toEqual([{ status: ["draft", "active"] }, { is1: true }]);
});

test.each([
  ["an unknown filter", "colour=red"],
  ["a filter of every object", "__proto__=1&constructor=2"],
  ["the columns of an export", "columns=name"],
  ["the order and the search", "sort=name&search=x"],
  ["a group in a group", "any=status%3Ddraft"],
  ["a value of another type", "is0=perhaps"],
  ["a value that is not offered", "status=deleted"],
  ["no condition", ""],
  ["a broken encoding", "word=%E0%A4%A&colour=%"],
])("a group refuses %s", (_, text) => expect(read(text).success).toBe(false));

test("a list takes five groups of eight conditions, and both ends of a period are one", () => {
  const conditions = (count: number) => Array.from({ length: count }, (_, n) => `is${n}=true`).join("&");
  expect(read(...Array.from({ length: groupsMax }, () => conditions(conditionsMax))).success).toBe(true);
  expect(read(...Array.from({ length: groupsMax + 1 }, () => "is0=true")).success).toBe(false);
  expect(read(conditions(conditionsMax + 1)).success).toBe(false);
  const period = "createdFrom=2026-01-01&createdTo=2026-02-01";
  expect(read(`${conditions(7)}&${period}`).success).toBe(true);
  expect(read(`${conditions(8)}&${period}`).success).toBe(false);
  expect(read().success).toBe(false);
});
