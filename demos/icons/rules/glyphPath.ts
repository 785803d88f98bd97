// Reads the outline of a glyph from a TrueType font, so that an icon can be copied as SVG without a second catalogue of
// pictures. Only what an icon font has: simple and composed outlines of quadratic curves.

/** The tables of a font that an outline is read from, by their names in the file. */
export type FontTables = Readonly<Record<"cmap" | "glyf" | "head" | "loca", DataView>>;

/** The outline of a character as the `d` of an SVG path, and the side of its square. */
export type Glyph = { readonly path: string; readonly size: number };

/** The outline of an icon: its square is on the baseline. Null if the font has none. */
export function glyphOf(font: FontTables, codePoint: number): Glyph | null {
  const index = glyphIndexOf(font.cmap, codePoint);
  if (index === 0) return null;
  const size = font.head.getUint16(18);
  const path = contoursOf(font, index)
    .map((contour) => pathOf(contour.map(({ x, y, isOn }) => ({ x, y: size - y, isOn }))))
    .join("");
  return { path, size };
}

type Point = { readonly x: number; readonly y: number; readonly isOn: boolean };

/** Format 12 covers every character, format 4 those of the first plane. */
function glyphIndexOf(cmap: DataView, codePoint: number): number {
  const tables = Array.from({ length: cmap.getUint16(2) }, (_, index) => cmap.getUint32(8 + index * 8));
  for (const at of tables) {
    const format = cmap.getUint16(at);
    const index = format === 12 ? inGroups(cmap, at, codePoint) : format === 4 ? inSegments(cmap, at, codePoint) : 0;
    if (index !== 0) return index;
  }
  return 0;
}

function inGroups(cmap: DataView, at: number, codePoint: number): number {
  for (let group = 0; group < cmap.getUint32(at + 12); group++) {
    const start = at + 16 + group * 12;
    const first = cmap.getUint32(start);
    if (codePoint >= first && codePoint <= cmap.getUint32(start + 4))
      return cmap.getUint32(start + 8) + codePoint - first;
  }
  return 0;
}

function inSegments(cmap: DataView, at: number, codePoint: number): number {
  const bytes = cmap.getUint16(at + 6);
  for (let segment = 0; segment < bytes; segment += 2) {
    if (codePoint > cmap.getUint16(at + 14 + segment)) continue;
    const start = at + 16 + bytes + segment;
    const first = cmap.getUint16(start);
    if (codePoint < first) return 0;
    const delta = cmap.getUint16(start + bytes);
    const offsetAt = start + bytes * 2;
    const offset = cmap.getUint16(offsetAt);
    if (offset === 0) return (codePoint + delta) & 0xffff;
    const index = cmap.getUint16(offsetAt + offset + (codePoint - first) * 2);
    return index === 0 ? 0 : (index + delta) & 0xffff;
  }
  return 0;
}

function contoursOf(font: FontTables, index: number): readonly (readonly Point[])[] {
  const isLong = font.head.getInt16(50) === 1;
  const placeOf = (each: number) => (isLong ? font.loca.getUint32(each * 4) : font.loca.getUint16(each * 2) * 2);
  const at = placeOf(index);
  if (placeOf(index + 1) === at) return [];
  const count = font.glyf.getInt16(at);
  return count < 0 ? composedContours(font, at + 10) : simpleContours(font.glyf, at + 10, count);
}

const flags = { isOn: 1, xIsByte: 2, yIsByte: 4, repeats: 8, xIsSame: 16, yIsSame: 32 };

function simpleContours(glyf: DataView, at: number, count: number): readonly (readonly Point[])[] {
  const ends = Array.from({ length: count }, (_, index) => glyf.getUint16(at + index * 2));
  const points = (ends.at(-1) ?? -1) + 1;
  let place = at + count * 2;
  place += 2 + glyf.getUint16(place);
  const marks: number[] = [];
  while (marks.length < points) {
    const mark = glyf.getUint8(place++);
    const times = mark & flags.repeats ? glyf.getUint8(place++) + 1 : 1;
    for (let time = 0; time < times; time++) marks.push(mark);
  }
  const read = (isByte: number, isSame: number) => {
    let value = 0;
    return marks.map((mark) => {
      if (mark & isByte) value += mark & isSame ? glyf.getUint8(place++) : -glyf.getUint8(place++);
      else if (!(mark & isSame)) {
        value += glyf.getInt16(place);
        place += 2;
      }
      return value;
    });
  };
  const xs = read(flags.xIsByte, flags.xIsSame);
  const ys = read(flags.yIsByte, flags.yIsSame);
  const all = marks.map((mark, index) => ({ x: xs[index]!, y: ys[index]!, isOn: (mark & flags.isOn) !== 0 }));
  return ends.map((end, index) => all.slice(index === 0 ? 0 : ends[index - 1]! + 1, end + 1));
}

const partFlags = { areWords: 1, areOffsets: 2, hasScale: 8, hasMore: 32, hasTwoScales: 64, hasMatrix: 128 };

function composedContours(font: FontTables, at: number): readonly (readonly Point[])[] {
  const { glyf } = font;
  const contours: (readonly Point[])[] = [];
  let place = at;
  for (;;) {
    const mark = glyf.getUint16(place);
    const index = glyf.getUint16(place + 2);
    const areWords = (mark & partFlags.areWords) !== 0;
    const offset = { x: 0, y: 0 };
    if (mark & partFlags.areOffsets) {
      offset.x = areWords ? glyf.getInt16(place + 4) : glyf.getInt8(place + 4);
      offset.y = areWords ? glyf.getInt16(place + 6) : glyf.getInt8(place + 5);
    }
    place += areWords ? 8 : 6;
    const fraction = (from: number) => glyf.getInt16(from) / 16384;
    const scale = { x: 1, y: 1 };
    if (mark & partFlags.hasScale) {
      scale.x = scale.y = fraction(place);
      place += 2;
    } else if (mark & partFlags.hasTwoScales) {
      scale.x = fraction(place);
      scale.y = fraction(place + 2);
      place += 4;
    } else if (mark & partFlags.hasMatrix) place += 8;
    for (const contour of contoursOf(font, index))
      contours.push(contour.map(({ x, y, isOn }) => ({ x: x * scale.x + offset.x, y: y * scale.y + offset.y, isOn })));
    if (!(mark & partFlags.hasMore)) return contours;
  }
}

/** Between two control points there is a point on the curve, halfway. */
function pathOf(points: readonly Point[]): string {
  if (points.length === 0) return "";
  const halfway = (one: Point, other: Point): Point => ({
    x: (one.x + other.x) / 2,
    y: (one.y + other.y) / 2,
    isOn: true,
  });
  const whole = points.flatMap((point, index) => {
    const next = points[(index + 1) % points.length]!;
    return point.isOn || next.isOn ? [point] : [point, halfway(point, next)];
  });
  const first = whole.findIndex(({ isOn }) => isOn);
  const ordered = [...whole.slice(first), ...whole.slice(0, first), whole[first]!];
  const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`;
  let path = `M${at(ordered[0]!)}`;
  for (let index = 1; index < ordered.length; index++) {
    const point = ordered[index]!;
    if (point.isOn) path += `L${at(point)}`;
    else path += `Q${at(point)} ${at(ordered[++index]!)}`;
  }
  return `${path}Z`;
}

const round = (value: number) => Math.round(value * 100) / 100;
