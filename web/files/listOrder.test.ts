import { expect, test } from "vitest";
import { moved } from "#web/files/listOrder.ts";

test("moves one entry to a position, and no further than the ends", () => {
  expect(moved(["a", "b", "c"], { from: 0, to: 1 })).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b", "c"], { from: 2, to: 0 })).toEqual(["c", "a", "b"]);
  expect(moved(["a", "b", "c"], { from: 1, to: 9 })).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b", "c"], { from: 1, to: -1 })).toEqual(["b", "a", "c"]);
  expect(moved(["a"], { from: 3, to: 0 })).toEqual(["a"]);
});
