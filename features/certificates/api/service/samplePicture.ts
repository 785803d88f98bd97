import { indexedPng } from "#api/png.ts";

/**
 * A picture of a paper as somebody might have taken one: a frame, an eight-pointed seal, and a few lines in capitals. Four
 * colours in a PNG of some kilobytes; no library that draws is needed for it.
 */
export async function samplePicture(lines: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = new Uint8Array(width * height);
  frame(pixels);
  seal(pixels, { x: width / 2, y: 150, radius: 62 });
  lines.forEach((text, at) => write(pixels, text, { y: 260 + at * 46, scale: at === 0 ? 4 : 3 }));
  return indexedPng({ width, height, palette: colours, pixels });
}

const [width, height] = [620, 877];
/** Paper, edge, seal, ink: red, green and blue of each. */
const colours = [0xfb, 0xf8, 0xef, 0x0f, 0x7a, 0x5c, 0xc9, 0xa2, 0x4a, 0x22, 0x2a, 0x2a];
const [edgeColour, sealColour, ink] = [1, 2, 3];

function frame(pixels: Uint8Array): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const depth = Math.min(x, y, width - 1 - x, height - 1 - y);
      if ((depth >= 24 && depth < 30) || (depth >= 36 && depth < 38)) pixels[y * width + x] = edgeColour;
    }
  }
}

/** Two squares, one of them turned by an eighth, around a ring. */
function seal(pixels: Uint8Array, { x: centreX, y: centreY, radius }: { x: number; y: number; radius: number }): void {
  for (let y = centreY - radius * 1.5; y < centreY + radius * 1.5; y++) {
    for (let x = centreX - radius * 1.5; x < centreX + radius * 1.5; x++) {
      const [dx, dy] = [Math.abs(x - centreX), Math.abs(y - centreY)];
      const isInStar = Math.max(dx, dy) < radius || dx + dy < radius * Math.SQRT2;
      const isInRing = Math.hypot(dx, dy) < radius * 0.7 && Math.hypot(dx, dy) > radius * 0.55;
      if (isInStar) pixels[Math.round(y) * width + Math.round(x)] = isInRing ? edgeColour : sealColour;
    }
  }
}

type Place = { readonly y: number; readonly scale: number };

/** In the middle, as far as the frame leaves room; signs that are not drawn leave a gap. */
function write(pixels: Uint8Array, text: string, { y: top, scale }: Place): void {
  const step = 6 * scale;
  const shown = [...text.toUpperCase()].slice(0, Math.floor((width - 100) / step));
  const start = Math.round((width - shown.length * step + scale) / 2);
  shown.forEach((sign, at) => {
    (glyphs[sign] ?? "").split(" ").forEach((row, down) => {
      const bits = Number.parseInt(row, 32);
      for (let across = 0; across < 5; across++) {
        if ((bits >> (4 - across)) % 2 === 0) continue;
        for (let dot = 0; dot < scale * scale; dot++) {
          const x = start + at * step + across * scale + (dot % scale);
          pixels[(top + down * scale + Math.floor(dot / scale)) * width + x] = ink;
        }
      }
    });
  });
}

/** Seven rows of five dots each, a digit of base 32 a row. */
const glyphs: Readonly<Record<string, string>> = {
  A: "e h h v h h h",
  B: "u h h u h h u",
  C: "e h g g g h e",
  D: "u h h h h h u",
  E: "v g g u g g v",
  F: "v g g u g g g",
  G: "e h g n h h e",
  H: "h h h v h h h",
  I: "e 4 4 4 4 4 e",
  J: "7 2 2 2 2 i c",
  K: "h i k o k i h",
  L: "g g g g g g v",
  M: "h r l l h h h",
  N: "h p l j h h h",
  O: "e h h h h h e",
  P: "u h h u g g g",
  Q: "e h h h l i d",
  R: "u h h u k i h",
  S: "f g g e 1 1 u",
  T: "v 4 4 4 4 4 4",
  U: "h h h h h h e",
  V: "h h h h h a 4",
  W: "h h h l l r h",
  X: "h h a 4 a h h",
  Y: "h h a 4 4 4 4",
  Z: "v 1 2 4 8 g v",
  "0": "e h j l p h e",
  "1": "4 c 4 4 4 4 e",
  "2": "e h 1 2 4 8 v",
  "3": "v 2 4 2 1 h e",
  "4": "2 6 a i v 2 2",
  "5": "v g u 1 1 h e",
  "6": "6 8 g u h h e",
  "7": "v 1 2 4 8 8 8",
  "8": "e h h e h h e",
  "9": "e h h f 1 2 c",
  "-": "0 0 0 v 0 0 0",
  ".": "0 0 0 0 0 c c",
  ":": "0 c c 0 c c 0",
};
