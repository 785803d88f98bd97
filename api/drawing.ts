import { indexedPng } from "#api/png.ts";

// Pictures of sample records: flat shapes by their distances, so that nothing is copied from anybody and no library draws.

/** How far a point lies outside a shape, in units of which a picture has a hundred across; inside it is negative. */
export type Shape = (x: number, y: number) => number;
export type Layer = { readonly shape: Shape; readonly colour: Colour };
/** `#0f7a5c`. */
export type Colour = `#${string}`;

export const circle =
  (centreX: number, centreY: number, radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - centreX, y - centreY) - radius;

type Extent = { readonly width: number; readonly height: number; readonly round?: number };

/** A rectangle around a point, its corners rounded. */
export const box =
  (centreX: number, centreY: number, { width, height, round = 0 }: Extent): Shape =>
  (x, y) => {
    const [east, south] = [Math.abs(x - centreX) - width / 2 + round, Math.abs(y - centreY) - height / 2 + round];
    return Math.min(Math.max(east, south), 0) + Math.hypot(Math.max(east, 0), Math.max(south, 0)) - round;
  };

type Point = readonly [x: number, y: number];

/** What a round brush leaves between two points. */
export const stroke =
  ([fromX, fromY]: Point, [toX, toY]: Point, radius: number): Shape =>
  (x, y) => {
    const [alongX, alongY] = [toX - fromX, toY - fromY];
    const share = ((x - fromX) * alongX + (y - fromY) * alongY) / (alongX * alongX + alongY * alongY || 1);
    const part = Math.min(1, Math.max(0, share));
    return Math.hypot(x - fromX - alongX * part, y - fromY - alongY * part) - radius;
  };

/** Made longer one way: a shape around a point, `by` times as wide and turned. */
export const stretched =
  (shape: Shape, [centreX, centreY]: Point, { by, degrees = 0 }: { by: number; degrees?: number }): Shape =>
  (x, y) => {
    const angle = (degrees * Math.PI) / 180;
    const [dx, dy] = [x - centreX, y - centreY];
    const [along, across] = [dx * Math.cos(angle) + dy * Math.sin(angle), dy * Math.cos(angle) - dx * Math.sin(angle)];
    return shape(centreX + along / by, centreY + across);
  };

export const together =
  (...shapes: readonly Shape[]): Shape =>
  (x, y) =>
    Math.min(...shapes.map((shape) => shape(x, y)));

/** A shape without what another covers. */
export const without =
  (shape: Shape, other: Shape): Shape =>
  (x, y) =>
    Math.max(shape(x, y), -other(x, y));

/** Only what both cover. */
export const within =
  (shape: Shape, other: Shape): Shape =>
  (x, y) =>
    Math.max(shape(x, y), other(x, y));

const edgePx = 240;
/** Shades of an edge: each picture has so few colours that a palette holds them. */
const shades = 6;

/** A square PNG of some layers, the first at the bottom. */
export async function draw(background: Colour, layers: readonly Layer[]): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = new Uint32Array(edgePx * edgePx).fill(numberOf(background));
  for (const layer of layers) for (let row = 0; row < edgePx; row++) lay(pixels, layer, row);
  return indexedPng({ width: edgePx, height: edgePx, ...indexed(pixels) });
}

function indexed(colours: Uint32Array) {
  const places = new Map<number, number>();
  const pixels = new Uint8Array(colours.length);
  let [last, place] = [-1, 0];
  for (let at = 0; at < colours.length; at++) {
    const colour = colours[at]!;
    // Most are as the one before.
    if (colour !== last) {
      place = places.get(colour) ?? places.size;
      places.set(colour, place);
      last = colour;
    }
    pixels[at] = place;
  }
  return { palette: [...places.keys()].flatMap(channelsOf), pixels };
}

const unit = 100 / edgePx;

/** Lays a shape over one row. As far as its edge is away, pixel after pixel is as the last one was, in it or beside it. */
function lay(pixels: Uint32Array, { shape, colour }: Layer, row: number): void {
  const over = numberOf(colour);
  for (let column = 0; column < edgePx; ) {
    const distance = shape((column + 0.5) * unit, (row + 0.5) * unit) / unit;
    const cover = Math.round(Math.min(1, Math.max(0, 0.5 - distance)) * shades) / shades;
    const end = Math.min(edgePx, column + Math.max(1, Math.floor(Math.abs(distance))));
    const from = row * edgePx;
    if (cover === 1) pixels.fill(over, from + column, from + end);
    else if (cover > 0) pixels[from + column] = mixed(pixels[from + column]!, over, cover);
    column = end;
  }
}

const numberOf = (colour: Colour) => Number.parseInt(colour.slice(1), 16);
const channelsOf = (colour: number) => [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255];

function mixed(under: number, over: number, cover: number): number {
  const [below, above] = [channelsOf(under), channelsOf(over)];
  const [red = 0, green = 0, blue = 0] = below.map((channel, at) =>
    Math.round(channel + (above[at]! - channel) * cover),
  );
  return (red << 16) | (green << 8) | blue;
}
