import { latinDigits } from "#base/digits.ts";
import { minorDigitsByCurrency } from "#base/money.ts";
import { searchKey } from "#base/searchKey.ts";
import { type Allergen, allergens, type NetUnit } from "#features/catalogue/products/fields.ts";

// Parses what users and Open Food Facts write into the cells of a file. Null and `unknown` mean that the value can't be
// determined; nothing is guessed.

export type Quantity = { readonly netContent: number; readonly netUnit: NetUnit; readonly packOf: number };

const unitWords: readonly (readonly [unit: NetUnit, factor: number, words: string])[] = [
  ["GRM", 1, "g|gr|gram|grams|gramme|grammes|gramm|gm|gms|غ|غم|غرام|جم|جرام|гр|г"],
  ["KGM", 1, "kg|kgs|kilo|kilos|kilogram|kilograms|kilogramm|كغ|كجم|كيلو|кг"],
  ["GRM", 0.001, "mg"],
  ["MLT", 1, "ml|millilitre|millilitres|milliliter|مل|мл"],
  ["MLT", 10, "cl"],
  ["MLT", 100, "dl"],
  ["LTR", 1, "l|lt|ltr|litre|litres|liter|litro|litri|لتر|ل|л"],
  [
    "H87",
    1,
    "pcs|pc|piece|pieces|pièces|pièce|stück|stk|unit|units|unités|unidades|uds|stuk|stuks|pezzi|adet|biji|قطعة|قطع|حبة|حبات",
  ],
];
const unitsByWord = new Map(
  unitWords.flatMap(([unit, factor, words]) => words.split("|").map((word) => [word, { unit, factor }] as const)),
);

const amount = "(\\d+(?:[.,٫]\\d+)?)";
const quantityPattern = new RegExp(
  `^(?:(\\d{1,4})\\s*[x×*]\\s*)?${amount}\\s*(\\p{L}+)\\.?(?:\\s*[℮e])?(?:\\s*\\(.*\\))?$`,
  "iu",
);

/** `500 g`, `1,5 L`, `6 x 33 cl`, `٥٠٠ غ`: the content of one piece, and the number of pieces sold together. */
export function readQuantity(text: string): Quantity | null {
  const found = quantityPattern.exec(latinDigits(text).trim());
  const [, pack, figure = "", word = ""] = found ?? [];
  const meant = unitsByWord.get(word.toLowerCase());
  if (meant === undefined) return null;
  const netContent = Math.round(Number(figure.replace(/[,٫]/, ".")) * meant.factor * 1000) / 1000;
  return netContent > 0 ? { netContent, netUnit: meant.unit, packOf: Number(pack ?? 1) || 1 } : null;
}

/** A number with a decimal point or comma, in the digits of any script. */
export function readDecimal(text: string): number | null {
  const latin = latinDigits(text).replace(/[,٫]/, ".").trim();
  return /^\d{1,12}(\.\d+)?$/.test(latin) ? Number(latin) : null;
}

/** `12.50` in a currency with two decimals is 1250. Null if it is no valid amount. */
export function readAmount(text: string, currency: string): number | null {
  const decimals = minorDigitsByCurrency.get(currency) ?? 2;
  const [, whole, fraction = ""] = /^(\d{1,12})(?:\.(\d*))?$/.exec(latinDigits(text).replace(/[,٫]/, ".").trim()) ?? [];
  if (whole === undefined || fraction.length > decimals) return null;
  return Number(whole + fraction.padEnd(decimals, "0"));
}

/** Names of the allergens in the languages of imported files, and the tags of Open Food Facts. */
const allergenNames: readonly (readonly [Allergen, string])[] = [
  [
    "gluten",
    "gluten,glutén,glutine,glutenhaltiges getreide,wheat,blé,weizen,trigo,barley,orge,rye,oats,avoine,غلوتين,قمح",
  ],
  ["crustaceans", "crustaceans,crustacés,krebstiere,crustáceos,crostacei,schaaldieren,قشريات"],
  ["eggs", "eggs,egg,œufs,oeufs,oeuf,eier,huevos,huevo,uova,eieren,بيض"],
  ["fish", "fish,poisson,poissons,fisch,pescado,pesce,vis,سمك"],
  ["peanuts", "peanuts,peanut,arachides,arachide,erdnüsse,cacahuetes,cacahuete,arachidi,pinda,فول سوداني"],
  ["soybeans", "soybeans,soy,soya,soja,soia,صويا,فول الصويا"],
  ["milk", "milk,lait,milch,leche,latte,melk,lactose,süt,susu,حليب,لبن"],
  [
    "nuts",
    "nuts,tree nuts,fruits à coque,noix,schalenfrüchte,nüsse,frutos de cáscara,frutos secos,frutta a guscio,noten,almonds,amandes,hazelnuts,noisettes,مكسرات",
  ],
  ["celery", "celery,céleri,sellerie,apio,sedano,selderij,كرفس"],
  ["mustard", "mustard,moutarde,senf,mostaza,senape,mosterd,خردل"],
  ["sesame", "sesame,sesame seeds,graines de sésame,sésame,sesam,sesamsamen,sésamo,sesamo,semi di sesamo,سمسم"],
  [
    "sulphites",
    "sulphites,sulfites,sulphur dioxide and sulphites,anhydride sulfureux et sulfites,sulfite,schwefeldioxid und sulfite,solfiti,zwaveldioxide en sulfieten,كبريتيت",
  ],
  ["lupin", "lupin,lupine,lupinen,altramuces,lupini,ترمس"],
  ["molluscs", "molluscs,mollusques,weichtiere,moluscos,molluschi,weekdieren,رخويات"],
];
const allergensByName = new Map(
  allergenNames.flatMap(([allergen, names]) => names.split(",").map((name) => [searchKey(name), allergen] as const)),
);

/** `en:milk, Noisettes`: the known allergens, in the order of the law, and the first unknown name. */
export function readAllergens(text: string): { known: Allergen[]; unknown: string | null } {
  const words = splitList(text).map((word) => word.replace(/^[a-z]{2}:/, "").replaceAll("-", " "));
  const found = words.map((word) => allergensByName.get(searchKey(word)) ?? null);
  return {
    known: allergens.filter((allergen) => found.includes(allergen)),
    unknown: words.find((_, index) => found[index] === null) ?? null,
  };
}

/** The values of one cell: separated by bars as in our export, or by commas. */
export const splitList = (text: string): string[] => [
  ...new Set(
    text
      .split(text.includes("|") ? "|" : /[,،;]/)
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];
