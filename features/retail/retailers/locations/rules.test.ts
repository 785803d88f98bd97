import { expect, test } from "vitest";
import { distanceKm, parseCoordinates } from "#features/retail/retailers/locations/rules.ts";
import { outlineIn, scaleOf, worldOf } from "#features/retail/retailers/locations/rules/worldOutline.ts";

const deira = { latitude: 25.2697, longitude: 55.3095 };

test.each([
  ["25.2697, 55.3095", deira],
  ["25.2697 55.3095", deira],
  ["25.2697,55.3095", deira],
  ["25,2697 55,3095", deira],
  ["٢٥٫٢٦٩٧، ٥٥٫٣٠٩٥", deira],
  ["-33.8688, 151.2093", { latitude: -33.8688, longitude: 151.2093 }],
  ["25°16′11″N 55°18′34″E", { latitude: 25.269722, longitude: 55.309444 }],
  ["25°16'11\"N, 55°18'34\"E", { latitude: 25.269722, longitude: 55.309444 }],
  ["E 55 18 34 N 25 16 11", { latitude: 25.269722, longitude: 55.309444 }],
  ["25+16+11, 55+18+34", { latitude: 25.269722, longitude: 55.309444 }],
  ["33°52.5′S 18°30′W", { latitude: -33.875, longitude: -18.5 }],
  ["geo:25.2697,55.3095", deira],
  ["https://www.google.com/maps/place/X/@25.1,55.1,15z/data=!3m1!3d25.2697!4d55.3095", deira],
  ["https://www.google.com/maps/@25.2697,55.3095,15z", deira],
  ["https://maps.google.com/?q=25.2697,55.3095", deira],
  ["https://maps.apple.com/?ll=25.2697%2C55.3095", deira],
  ["https://www.openstreetmap.org/?mlat=25.2697&mlon=55.3095#map=12/25.1/55.1", deira],
  ["https://www.openstreetmap.org/#map=15/25.2697/55.3095", deira],
  ["https://maps.app.goo.gl/abc", null],
  ["95.1, 55.3", null],
  ["25°61′N 55°E", null],
  ["25 N 26 N", null],
  ["25.2697", null],
  ["Deira, Dubai", null],
  ["", null],
])("reads %s", (text, point) => {
  expect(parseCoordinates(text)).toEqual(point);
});

test("measures from Dubai to Kuala Lumpur, and across the date line", () => {
  expect(Math.round(distanceKm(deira, { latitude: 3.139, longitude: 101.6869 }))).toBe(5530);
  expect(Math.round(distanceKm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }))).toBe(111);
});

/** Two countries beside each other, one degree each, that share the meridian 1; the second is Türkiye. */
const atlas = {
  transform: { scale: [1, 1], translate: [0, 0] },
  arcs: [
    [
      [1, 0],
      [0, 1],
    ],
    [
      [1, 1],
      [-1, 0],
      [0, -1],
      [1, 0],
    ],
    [
      [1, 1],
      [1, 0],
      [0, -1],
      [-1, 0],
    ],
  ],
  objects: {
    countries: {
      geometries: [
        { type: "Polygon", arcs: [[0, 1]], properties: { name: "Malaysia" } },
        { type: "MultiPolygon", arcs: [[[~0, ~2]]], properties: { name: "Turkey" } },
      ],
    },
  },
} as const;

test("draws land, the borders that two countries share, and knows the extent of each", () => {
  const world = worldOf(atlas);
  expect(world.borders.map(({ points }) => points)).toEqual([
    [
      [1, 0],
      [1, 1],
    ],
  ]);
  expect(world.boundsByCountry.get("MY")).toEqual({ west: 0, east: 1, south: 0, north: 1 });
  expect(world.boundsByCountry.get("TR")).toEqual({ west: 1, east: 2, south: 0, north: 1 });
  const all = outlineIn(world, { west: 0, east: 2, south: 0, north: 1 });
  expect([all.land.match(/M/g)?.length, all.borders]).toEqual([2, "M1.000 0.000L1.000 -1.000"]);
  expect(outlineIn(world, { west: 1.5, east: 3, south: 0, north: 1 }).land.match(/M/g)).toHaveLength(1);
});

test("the scale is a round distance of at most a quarter of the map", () => {
  expect(scaleOf({ latitude: 0, width: 8 })).toEqual({ km: 200, part: 200 / (8 * 111.32) });
  expect(scaleOf({ latitude: 60, width: 8 }).km).toBe(100);
  expect(scaleOf({ latitude: 25, width: 0.02 }).km).toBe(0.5);
});
