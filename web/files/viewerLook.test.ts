import { expect, test } from "vitest";
import { afterKey, atPage, firstLook, turned, zoomed, zooms } from "#web/files/viewerLook.ts";

const key = (name: string, held: { ctrlKey?: boolean } = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

test("zooms step by step, and stays at the ends", () => {
  const largest = zooms.reduce((look) => zoomed(look, 1), firstLook);
  expect(largest.zoom).toBe(4);
  expect(zoomed(largest, 1)).toBe(largest);
  expect(zoomed({ ...firstLook, zoom: 0.5 }, -1).zoom).toBe(0.5);
  expect(zoomed({ ...firstLook, zoom: 1.1 }, -1).zoom).toBe(1);
});

test("stays between the first and the last page", () => {
  expect(atPage(firstLook, 9, 3).page).toBe(3);
  expect(atPage(firstLook, -1, 3).page).toBe(1);
  expect(atPage(firstLook, 2, 0).page).toBe(1);
});

test("handles its own keys and leaves the others to the browser", () => {
  expect(afterKey(firstLook, key("+"), 3)).toMatchObject({ zoom: 1.25 });
  expect(afterKey(firstLook, key("PageDown"), 3)).toMatchObject({ page: 2 });
  expect(afterKey(firstLook, key("End"), 3)).toMatchObject({ page: 3 });
  expect(afterKey(firstLook, key("r"), 3)).toMatchObject({ quarters: 1 });
  expect(afterKey(firstLook, key("ArrowDown"), 3)).toBeNull();
  expect(afterKey(firstLook, key("r", { ctrlKey: true }), 3)).toBeNull();
  expect(turned(turned(turned(turned(firstLook)))).quarters).toBe(0);
});
