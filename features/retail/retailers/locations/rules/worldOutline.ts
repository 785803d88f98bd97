import { countryCodes } from "#base/countries.ts";
import { searchKey } from "#base/searchKey.ts";

/** Natural Earth at 1:50m, in the public domain, as `world-atlas` packs it: TopoJSON with quantised arcs. */
type Atlas = {
  readonly arcs: readonly (readonly (readonly [number, number])[])[];
  readonly transform: { readonly scale: readonly [number, number]; readonly translate: readonly [number, number] };
  readonly objects: { readonly countries: { readonly geometries: readonly Country[] } };
};
type Country = {
  readonly type?: string | null;
  readonly arcs?: unknown;
  readonly properties: { readonly name: string };
};

export type Bounds = { readonly west: number; readonly east: number; readonly south: number; readonly north: number };
/** Longitude and latitude. */
type Line = { readonly points: readonly (readonly [number, number])[]; readonly bounds: Bounds };
export type World = {
  readonly land: readonly Line[];
  readonly borders: readonly Line[];
  /** By ISO 3166-1 alpha-2. */
  readonly boundsByCountry: ReadonlyMap<string, Bounds>;
};

export function worldOf({ arcs, transform, objects }: Atlas): World {
  const [scaleX, scaleY] = transform.scale;
  const [left, bottom] = transform.translate;
  const lines = arcs.map((arc) => {
    let [x, y] = [0, 0];
    // Each point is stored as its distance from the one before it.
    return arc.map(([dx, dy]) => {
      x += dx;
      y += dy;
      return [x * scaleX + left, y * scaleY + bottom] as const;
    });
  });
  // A negative number is an arc the other way round.
  const pointsOf = (ring: readonly number[]) =>
    unbroken(ring.flatMap((at) => (at < 0 ? lines[~at]!.toReversed() : lines[at]!)));
  const uses = new Map<number, number>();
  const land: Line[] = [];
  const boundsByCountry = new Map<string, Bounds>();
  const codes = codesByName();
  for (const { type, arcs: nested, properties } of objects.countries.geometries) {
    const polygons = (type === "Polygon" ? [nested] : (nested ?? [])) as readonly (readonly number[])[][];
    const rings = polygons.flat();
    for (const at of rings.flat()) uses.set(at < 0 ? ~at : at, (uses.get(at < 0 ? ~at : at) ?? 0) + 1);
    const shapes = rings.map((ring) => lineOf(pointsOf(ring)));
    land.push(...shapes);
    const code = codes.get(searchKey(properties.name));
    if (code !== undefined && shapes.length > 0) boundsByCountry.set(code, joined(shapes.map(({ bounds }) => bounds)));
  }
  // What two countries share is a border; the rest is coast.
  const borders = [...uses].flatMap(([at, times]) => (times > 1 ? [lineOf(lines[at]!)] : []));
  return { land, borders, boundsByCountry };
}

/** What of the world is within bounds, as SVG paths in degrees, north up. Seen from afar it has fewer points. */
export function outlineIn({ land, borders }: World, seen: Bounds): { readonly land: string; readonly borders: string } {
  const detail = (seen.east - seen.west) / 4000;
  const path = (lines: readonly Line[], end: string) =>
    lines
      .filter(({ bounds }) => meet(bounds, seen) && size(bounds) > detail)
      .map(({ points }) => `M${thinned(points, detail).join("L")}${end}`)
      .join("");
  return { land: path(land, "Z"), borders: path(borders, "") };
}

/** A round distance, and the part of a map's width that it is long. */
export function scaleOf({ latitude, width }: { latitude: number; width: number }): { km: number; part: number } {
  const across = width * kmPerDegree * Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  const most = across / 4;
  const power = 10 ** Math.floor(Math.log10(most));
  const km = power * ([5, 2].find((times) => times * power <= most) ?? 1);
  return { km, part: km / across };
}

const kmPerDegree = 111.32;

// The atlas shortens some names, and others have changed.
const otherNames: Readonly<Record<string, string>> = {
  "bosnia and herz": "BA",
  congo: "CG",
  "dem rep congo": "CD",
  "dominican rep": "DO",
  "eq guinea": "GQ",
  "hong kong": "HK",
  macedonia: "MK",
  myanmar: "MM",
  palestine: "PS",
  "s sudan": "SS",
  turkey: "TR",
  "united states of america": "US",
};

function codesByName(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames("en", { type: "region" });
  return new Map([
    ...countryCodes.map((code) => [searchKey(names.of(code) ?? code), code] as const),
    ...Object.entries(otherNames),
  ]);
}

/** Land across the date line goes on beyond it, as the map does, and does not jump to the other end of the world. */
function unbroken(ring: readonly (readonly [number, number])[]) {
  let turns = 0;
  return ring.map(([x, y], at) => {
    const step = x - (ring[at - 1]?.[0] ?? x);
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    return [x + turns * 360, y] as const;
  });
}

function lineOf(points: Line["points"]): Line {
  const bounds = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  for (const [x, y] of points) {
    bounds.west = Math.min(bounds.west, x);
    bounds.east = Math.max(bounds.east, x);
    bounds.south = Math.min(bounds.south, y);
    bounds.north = Math.max(bounds.north, y);
  }
  return { points, bounds };
}

const joined = (all: readonly Bounds[]): Bounds => ({
  west: Math.min(...all.map(({ west }) => west)),
  east: Math.max(...all.map(({ east }) => east)),
  south: Math.min(...all.map(({ south }) => south)),
  north: Math.max(...all.map(({ north }) => north)),
});

const meet = (one: Bounds, other: Bounds) =>
  one.west <= other.east && one.east >= other.west && one.south <= other.north && one.north >= other.south;
const size = ({ west, east, south, north }: Bounds) => Math.max(east - west, north - south);

function thinned(points: Line["points"], detail: number): string[] {
  let [lastX, lastY] = [Infinity, Infinity];
  return points.flatMap(([x, y], at) => {
    if (at < points.length - 1 && Math.abs(x - lastX) < detail && Math.abs(y - lastY) < detail) return [];
    [lastX, lastY] = [x, y];
    return [`${x.toFixed(3)} ${(-y).toFixed(3)}`];
  });
}
