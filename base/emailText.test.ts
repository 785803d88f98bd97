import { expect, test } from "vitest";
import { arabicCount } from "#base/emailText.ts";

test("an Arabic noun takes the form of its number", () => {
  const counts = [1, 2, 3, 10, 11, 99, 100, 101, 102, 103, 111, 200].map((count) => arabicCount(count, "products"));
  expect(counts).toEqual([
    "منتج واحد",
    "منتجان",
    "3 منتجات",
    "10 منتجات",
    "11 منتجًا",
    "99 منتجًا",
    "100 منتج",
    "101 منتج",
    "102 منتج",
    "103 منتجات",
    "111 منتجًا",
    "200 منتج",
  ]);
});
