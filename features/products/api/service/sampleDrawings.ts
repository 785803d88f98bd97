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

type Tints = { readonly ground: Colour; readonly main: Colour; readonly dark: Colour; readonly light: Colour };

/** The colours of a brand's packs, by its name. */
const tintsByBrand: Readonly<Record<string, Tints>> = {
  "Bustan Nour Demo Foods": { ground: "#f4ead7", main: "#9a5b2b", dark: "#5f3416", light: "#e8c98f" },
  "Seri Rembulan Contoh": { ground: "#fbe6df", main: "#c4452f", dark: "#7d2116", light: "#f2b8a2" },
  "Gül Pınarı Örnek Şekerleme": { ground: "#fbe7ee", main: "#c9557f", dark: "#7f2a4c", light: "#f3b9cd" },
  "Chaand Raat Namoona Masalay": { ground: "#fdf0d3", main: "#d98a1f", dark: "#8a4b0c", light: "#f6cf82" },
  "Kampung Teladan Roti": { ground: "#f6ecdc", main: "#c78b4a", dark: "#7b4d1f", light: "#ecd0a5" },
  "Crescent Vale Demo Butchers Co": { ground: "#f7e5e3", main: "#b5453f", dark: "#74211d", light: "#efb9b0" },
  "Zaytouna Wadi Demo Dairy": { ground: "#e9f1e2", main: "#6f9150", dark: "#41602a", light: "#cfe0b9" },
  "Noor Botanica Sample": { ground: "#e6eef1", main: "#4f8296", dark: "#285362", light: "#b9d5df" },
};
const plain: Tints = { ground: "#eceff1", main: "#78909c", dark: "#455a64", light: "#cfd8dc" };
const white = "#ffffff";

const oval = (x: number, y: number, { radius, by, degrees }: { radius: number; by: number; degrees: number }): Shape =>
  stretched(circle(x, y, radius), [x, y], { by, degrees });
const label = ({ light, dark }: Tints, y: number, width: number): Layer[] => [
  { shape: box(50, y, { width, height: 18, round: 2 }), colour: light },
  { shape: circle(50, y, 5), colour: dark },
];

type Motif = { readonly layers: (tints: Tints) => readonly Layer[]; readonly en: string; readonly ar: string };

const motifs = {
  dates: {
    en: "Drawing of dates on a twig",
    ar: "رسم لتمر على غصن",
    layers: ({ main, dark, light }) => [
      { shape: stroke([50, 12], [50, 62], 1.8), colour: dark },
      { shape: stroke([50, 30], [30, 44], 1.4), colour: dark },
      { shape: stroke([50, 30], [70, 44], 1.4), colour: dark },
      { shape: oval(29, 56, { radius: 9, by: 1.7, degrees: 75 }), colour: main },
      { shape: oval(71, 56, { radius: 9, by: 1.7, degrees: 105 }), colour: main },
      { shape: oval(50, 72, { radius: 10, by: 1.7, degrees: 90 }), colour: dark },
      { shape: stroke([46, 64], [46, 74], 1.3), colour: light },
    ],
  },
  tub: {
    en: "Drawing of a tub with its lid",
    ar: "رسم لعبوة مستديرة بغطائها",
    layers: (tints) => [
      { shape: box(50, 60, { width: 56, height: 44, round: 9 }), colour: tints.main },
      { shape: box(50, 35, { width: 62, height: 12, round: 4 }), colour: tints.dark },
      ...label(tints, 60, 40),
    ],
  },
  bottle: {
    en: "Drawing of a bottle",
    ar: "رسم لزجاجة",
    layers: (tints) => [
      { shape: box(50, 21, { width: 24, height: 14, round: 4 }), colour: tints.dark },
      { shape: box(50, 57, { width: 46, height: 58, round: 16 }), colour: tints.main },
      ...label(tints, 60, 46),
    ],
  },
  pouch: {
    en: "Drawing of a pouch of spice",
    ar: "رسم لكيس بهارات",
    layers: (tints) => [
      { shape: box(50, 52, { width: 48, height: 66, round: 5 }), colour: tints.main },
      { shape: box(50, 23, { width: 52, height: 8, round: 2 }), colour: tints.dark },
      { shape: circle(50, 58, 15), colour: tints.light },
      { shape: oval(50, 58, { radius: 5, by: 2, degrees: 45 }), colour: tints.dark },
    ],
  },
  loaf: {
    en: "Drawing of a loaf",
    ar: "رسم لرغيف",
    layers: ({ main, dark, light }) => [
      {
        shape: together(
          circle(33, 44, 15),
          circle(50, 40, 16),
          circle(67, 44, 15),
          box(50, 59, { width: 62, height: 28, round: 6 }),
        ),
        colour: main,
      },
      { shape: stroke([34, 42], [39, 54], 2), colour: light },
      { shape: stroke([48, 38], [53, 50], 2), colour: light },
      { shape: stroke([62, 42], [67, 54], 2), colour: light },
      { shape: box(50, 72, { width: 62, height: 4, round: 2 }), colour: dark },
    ],
  },
  chop: {
    en: "Drawing of a cut of meat",
    ar: "رسم لقطعة لحم",
    layers: ({ main, light }) => [
      { shape: oval(52, 52, { radius: 24, by: 1.35, degrees: 20 }), colour: light },
      { shape: oval(54, 52, { radius: 19, by: 1.4, degrees: 20 }), colour: main },
      { shape: without(circle(38, 44, 8), circle(38, 44, 4)), colour: white },
      { shape: stroke([58, 44], [68, 50], 1.6), colour: light },
      { shape: stroke([56, 60], [66, 62], 1.6), colour: light },
    ],
  },
  drumstick: {
    en: "Drawing of a piece of poultry",
    ar: "رسم لقطعة دجاج",
    layers: ({ main, dark, light }) => [
      { shape: stroke([50, 54], [72, 76], 4.5), colour: white },
      { shape: together(circle(71, 80, 5), circle(77, 74, 5)), colour: white },
      { shape: oval(42, 44, { radius: 20, by: 1.3, degrees: 45 }), colour: main },
      { shape: stroke([30, 38], [40, 30], 2.2), colour: light },
      { shape: stroke([55, 57], [58, 60], 5), colour: dark },
    ],
  },
  sausages: {
    en: "Drawing of sausages",
    ar: "رسم لنقانق",
    layers: ({ main, dark, light }) =>
      [34, 50, 66].flatMap((y) => [
        { shape: stroke([27, y], [73, y - 6], 6.5), colour: main },
        { shape: stroke([32, y - 3], [58, y - 6], 1.2), colour: light },
        { shape: together(circle(20, y + 1, 1.6), circle(80, y - 7, 1.6)), colour: dark },
      ]),
  },
  cubes: {
    en: "Drawing of cubes of sweets",
    ar: "رسم لمكعبات حلوى",
    layers: ({ main, dark, light }) => [
      { shape: box(36, 60, { width: 26, height: 26, round: 5 }), colour: main },
      { shape: box(65, 60, { width: 26, height: 26, round: 5 }), colour: dark },
      { shape: box(50, 34, { width: 26, height: 26, round: 5 }), colour: light },
      { shape: together(circle(32, 56, 2), circle(41, 64, 2), circle(61, 65, 2), circle(69, 55, 2)), colour: white },
      { shape: together(circle(46, 30, 2), circle(55, 38, 2)), colour: white },
    ],
  },
  drops: {
    en: "Drawing of round gums",
    ar: "رسم لحلوى هلامية مستديرة",
    layers: ({ main, dark, light }) => [
      { shape: circle(36, 42, 14), colour: main },
      { shape: circle(64, 44, 14), colour: dark },
      { shape: circle(50, 66, 14), colour: light },
      { shape: together(circle(32, 37, 3), circle(60, 39, 3), circle(46, 61, 3)), colour: white },
    ],
  },
  cheese: {
    en: "Drawing of a cheese",
    ar: "رسم لجبن",
    layers: ({ main, dark, light }) => [
      { shape: within(circle(50, 74, 48), box(50, 50, { width: 64, height: 36, round: 3 })), colour: light },
      { shape: box(50, 64, { width: 64, height: 12, round: 3 }), colour: main },
      { shape: together(circle(38, 48, 4), circle(56, 52, 5), circle(68, 47, 3)), colour: dark },
    ],
  },
  tube: {
    en: "Drawing of a tube",
    ar: "رسم لأنبوب مستحضر",
    layers: (tints) => [
      { shape: box(50, 46, { width: 32, height: 54, round: 6 }), colour: tints.main },
      { shape: box(50, 18, { width: 36, height: 5, round: 1 }), colour: tints.dark },
      { shape: box(50, 78, { width: 16, height: 12, round: 3 }), colour: tints.dark },
      ...label(tints, 46, 32),
    ],
  },
  flask: {
    en: "Drawing of a small flask",
    ar: "رسم لقارورة صغيرة",
    layers: ({ main, dark, light }) => [
      { shape: circle(50, 60, 24), colour: light },
      { shape: within(circle(50, 60, 20), box(50, 72, { width: 60, height: 26 })), colour: main },
      { shape: box(50, 33, { width: 12, height: 12, round: 1 }), colour: light },
      { shape: together(box(50, 25, { width: 18, height: 6, round: 2 }), circle(50, 18, 5)), colour: dark },
    ],
  },
  bowl: {
    en: "Drawing of a bowl of food",
    ar: "رسم لوعاء طعام",
    layers: ({ main, dark, light }) => [
      { shape: together(circle(38, 46, 10), circle(52, 42, 12), circle(64, 47, 9)), colour: light },
      { shape: within(circle(50, 48, 32), box(50, 66, { width: 70, height: 36 })), colour: main },
      { shape: box(50, 50, { width: 68, height: 5, round: 2 }), colour: dark },
      { shape: box(50, 81, { width: 24, height: 4, round: 2 }), colour: dark },
    ],
  },
} satisfies Record<string, Motif>;

type MotifName = keyof typeof motifs;

const motifByCategory: Readonly<Record<string, MotifName>> = {
  Dates: "dates",
  "Dried fruit": "cubes",
  "Ghee and butter": "tub",
  "Labneh and yoghurt": "tub",
  Cheese: "cheese",
  Sauces: "bottle",
  Drinks: "bottle",
  "Ready meals": "bowl",
  Spices: "pouch",
  Gelatine: "pouch",
  Bakery: "loaf",
  "Fresh meat": "chop",
  Poultry: "drumstick",
  "Processed meat": "sausages",
  Confectionery: "cubes",
  "Turkish delight": "cubes",
  Gummies: "drops",
  "Skin care": "tube",
  Perfume: "flask",
};

export type Drawing = { readonly bytes: Uint8Array<ArrayBuffer>; readonly en: string; readonly ar: string };

/** What is in a pack of a brand, by its category, in the brand's colours. Each is drawn once. */
export function sampleDrawings(): (of: { brand: string; category: string | null }) => Promise<Drawing> {
  const drawn = new Map<string, Promise<Drawing>>();
  return ({ brand, category }) => {
    const name = motifByCategory[category ?? ""] ?? "tub";
    const key = `${brand} ${name}`;
    const known = drawn.get(key) ?? drawing(motifs[name], tintsByBrand[brand] ?? plain);
    drawn.set(key, known);
    return known;
  };
}

const drawing = async ({ layers, en, ar }: Motif, tints: Tints): Promise<Drawing> => ({
  bytes: await draw(tints.ground, layers(tints)),
  en,
  ar,
});
