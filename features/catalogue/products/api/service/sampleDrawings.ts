import type { Ctx } from "#api/context.ts";
import { sampleLogos } from "#features/catalogue/brands/api/service/sampleLogos.ts";

/** What a picture shows, in both languages. */
const motifs = {
  dates: { en: "Drawing of dates on a twig", ar: "رسم لتمر على غصن" },
  tub: { en: "Drawing of a tub with its lid", ar: "رسم لعبوة مستديرة بغطائها" },
  bottle: { en: "Drawing of a bottle", ar: "رسم لزجاجة" },
  pouch: { en: "Drawing of a pouch of spice", ar: "رسم لكيس بهارات" },
  loaf: { en: "Drawing of a loaf", ar: "رسم لرغيف" },
  chop: { en: "Drawing of a cut of meat", ar: "رسم لقطعة لحم" },
  drumstick: { en: "Drawing of a piece of poultry", ar: "رسم لقطعة دجاج" },
  sausages: { en: "Drawing of sausages", ar: "رسم لنقانق" },
  cubes: { en: "Drawing of cubes of sweets", ar: "رسم لمكعبات حلوى" },
  drops: { en: "Drawing of round gums", ar: "رسم لحلوى هلامية مستديرة" },
  cheese: { en: "Drawing of a cheese", ar: "رسم لجبن" },
  tube: { en: "Drawing of a tube", ar: "رسم لأنبوب مستحضر" },
  flask: { en: "Drawing of a small flask", ar: "رسم لقارورة صغيرة" },
  bowl: { en: "Drawing of a bowl of food", ar: "رسم لوعاء طعام" },
} as const;

const motifByCategory: Readonly<Record<string, keyof typeof motifs>> = {
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

/**
 * What is in a pack of a brand, by its category, in the brand's colours. Each is read once; its file is named after the
 * brand's logo and the motif (docs/decisions/0063).
 */
export function sampleDrawings({
  readSample,
}: Ctx): (of: { brand: string; category: string | null }) => Promise<Drawing> {
  const read = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  return async ({ brand, category }) => {
    const motif = motifByCategory[category ?? ""] ?? "tub";
    const path = `features/catalogue/products/api/samples/${sampleLogos[brand]?.file}-${motif}.webp`;
    const bytes = read.get(path) ?? readSample(path);
    read.set(path, bytes);
    return { ...motifs[motif], bytes: await bytes };
  };
}
