import { expect, test } from "vitest";
import { type CropBox, corners, fittingBox, moveBox, moveCorner, pixelsOf, wholePicture } from "#web/files/cropBox.ts";

const half: CropBox = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };

test("moves a box as far as the edges of the picture, and no further", () => {
  expect(moveBox(half, { dx: 0.125, dy: -0.125 })).toEqual({ ...half, x: 0.375, y: 0.125 });
  expect(moveBox(half, { dx: 0.25, dy: -0.25 })).toEqual({ ...half, x: 0.5, y: 0 });
  expect(moveBox(half, { dx: 2, dy: -2 })).toEqual({ ...half, x: 0.5, y: 0 });
});

test("moves a corner while the opposite one stays", () => {
  expect(moveCorner(half, "upperLeft", { dx: 0.125, dy: -0.125 })).toEqual({
    x: 0.375,
    y: 0.125,
    width: 0.375,
    height: 0.625,
  });
  expect(moveCorner(half, "lowerRight", { dx: 1, dy: 1 })).toEqual({ x: 0.25, y: 0.25, width: 0.75, height: 0.75 });
});

test("never flips a box or makes it vanish", () => {
  for (const corner of corners) {
    const sign = { x: corner.endsWith("Left") ? 1 : -1, y: corner.startsWith("upper") ? 1 : -1 };
    const small = moveCorner(half, corner, { dx: sign.x, dy: sign.y });
    expect(small.width).toBeCloseTo(0.05);
    expect(small.height).toBeCloseTo(0.05);
  }
});

test("keeps its aspect ratio, also at the edge", () => {
  const ratio = 0.5;
  const box = fittingBox(ratio);
  expect(box).toEqual({ x: 0.25, y: 0, width: 0.5, height: 1 });
  for (const corner of corners)
    for (const step of [
      { dx: 0.1, dy: 0 },
      { dx: 0, dy: 0.3 },
      { dx: -2, dy: 2 },
    ]) {
      const moved = moveCorner(box, corner, step, ratio);
      expect(moved.width / moved.height).toBeCloseTo(ratio);
      expect(moved.x).toBeGreaterThanOrEqual(0);
      expect(moved.y).toBeGreaterThanOrEqual(-1e-9);
      expect(moved.x + moved.width).toBeLessThanOrEqual(1 + 1e-9);
      expect(moved.y + moved.height).toBeLessThanOrEqual(1 + 1e-9);
    }
});

test("uses whole pixels within the picture", () => {
  expect(pixelsOf(wholePicture, { width: 333, height: 7 })).toEqual({ x: 0, y: 0, width: 333, height: 7 });
  expect(pixelsOf({ x: 0.999, y: 0, width: 0.001, height: 1 }, { width: 100, height: 10 })).toEqual({
    x: 99,
    y: 0,
    width: 1,
    height: 10,
  });
});
