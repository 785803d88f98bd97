import {
  box,
  circle,
  type Colour,
  draw,
  type Layer,
  type Shape,
  stretched,
  stroke,
  together,
  within,
  without,
} from "#api/drawing.ts";

type Logo = { readonly ground: Colour; readonly layers: readonly Layer[]; readonly en: string; readonly ar: string };
const white = "#ffffff";
const petals = (count: number, { radius, reach }: { radius: number; reach: number }) =>
  together(
    ...Array.from({ length: count }, (_, at) => {
      const angle = (at * 2 * Math.PI) / count;
      return circle(50 + Math.sin(angle) * reach, 50 - Math.cos(angle) * reach, radius);
    }),
  );
const diamond =
  (centreX: number, centreY: number, reach: number): Shape =>
  (x, y) =>
    (Math.abs(x - centreX) + Math.abs(y - centreY) - reach) * Math.SQRT1_2;
/** Ever smaller circles, one over the other. */
const drop = together(...Array.from({ length: 20 }, (_, at) => circle(50, 60 - at * 2.1, 24 * (1 - at / 20) ** 0.9)));
const leaf = (x: number, y: number, degrees: number) => stretched(circle(x, y, 6), [x, y], { by: 2.6, degrees });

/** The signs of sample brands, by name: made up, and nobody's. */
export const sampleLogos: Readonly<Record<string, Logo>> = {
  "Bustan Nour Demo Foods": {
    ground: "#7a4a21",
    en: "A white palm on brown",
    ar: "نخلة بيضاء على بني",
    layers: [
      { shape: stroke([50, 40], [50, 84], 4), colour: white },
      { shape: together(leaf(36, 28, 35), leaf(64, 28, 145), leaf(31, 44, -15), leaf(69, 44, 15)), colour: white },
      { shape: circle(50, 36, 6), colour: "#e8c98f" },
    ],
  },
  "Seri Rembulan Contoh": {
    ground: "#b23a26",
    en: "A white full moon over a wave, on red",
    ar: "بدر أبيض فوق موجة على أحمر",
    layers: [
      { shape: circle(50, 42, 22), colour: white },
      { shape: together(stroke([18, 76], [50, 70], 3), stroke([50, 70], [82, 76], 3)), colour: "#f2b8a2" },
    ],
  },
  "Gül Pınarı Örnek Şekerleme": {
    ground: "#f7d3df",
    en: "A rose of six petals",
    ar: "وردة بست بتلات",
    layers: [
      { shape: petals(6, { radius: 15, reach: 20 }), colour: "#c9557f" },
      { shape: circle(50, 50, 13), colour: "#7f2a4c" },
      { shape: circle(50, 50, 6), colour: "#f3b9cd" },
    ],
  },
  "Chaand Raat Namoona Masalay": {
    ground: "#2d2457",
    en: "A yellow crescent and a star in the night",
    ar: "هلال أصفر ونجمة في الليل",
    layers: [
      { shape: without(circle(46, 52, 28), circle(57, 46, 24)), colour: "#f6cf82" },
      { shape: diamond(71, 33, 8), colour: white },
    ],
  },
  "Kampung Teladan Roti": {
    ground: "#8a5a24",
    en: "A house with a white roof, on brown",
    ar: "بيت بسقف أبيض على بني",
    layers: [
      { shape: together(stroke([20, 50], [50, 24], 4), stroke([80, 50], [50, 24], 4)), colour: white },
      { shape: box(50, 64, { width: 40, height: 30, round: 3 }), colour: "#ecd0a5" },
      { shape: box(50, 70, { width: 11, height: 18, round: 5 }), colour: "#8a5a24" },
    ],
  },
  "Crescent Vale Demo Butchers Co": {
    ground: "#74211d",
    en: "A white crescent over two hills, on dark red",
    ar: "هلال أبيض فوق تلّين على أحمر داكن",
    layers: [
      { shape: without(circle(50, 36, 19), circle(57, 31, 16)), colour: white },
      {
        shape: within(together(circle(30, 96, 32), circle(68, 100, 34)), box(50, 50, { width: 100, height: 100 })),
        colour: "#b5453f",
      },
    ],
  },
  "Zaytouna Wadi Demo Dairy": {
    ground: "#41602a",
    en: "An olive twig on green",
    ar: "غصن زيتون على أخضر",
    layers: [
      { shape: stroke([26, 80], [72, 24], 2), colour: "#cfe0b9" },
      { shape: together(leaf(34, 52, 80), leaf(52, 32, 80), leaf(54, 64, 10), leaf(72, 44, 10)), colour: "#cfe0b9" },
      { shape: together(circle(36, 74, 7), circle(64, 36, 6)), colour: white },
    ],
  },
  "Noor Botanica Sample": {
    ground: "#e6eef1",
    en: "A blue drop with a leaf",
    ar: "قطرة زرقاء فيها ورقة",
    layers: [
      { shape: drop, colour: "#4f8296" },
      { shape: leaf(50, 60, 125), colour: white },
    ],
  },
};

/** A sample brand's sign as a picture. */
export const drawLogo = ({ ground, layers }: Logo): Promise<Uint8Array<ArrayBuffer>> => draw(ground, layers);
