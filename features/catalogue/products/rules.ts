import type { Allergen } from "#features/catalogue/products/fields.ts";

/** What the text of the ingredients hints at, for a person to confirm. It proves nothing. */
export type IngredientHints = {
  readonly eNumbers: readonly string[];
  readonly allergens: readonly Allergen[];
  readonly isAnimalDerived: boolean;
  readonly isAlcoholDerived: boolean;
  readonly containsGelatine: boolean;
  readonly containsMeat: boolean;
};

/** Reads a list of ingredients in any of the languages that the words below are in. */
export function hintsIn(texts: readonly string[]): IngredientHints {
  const text = texts.join(" \n ").normalize("NFKC").toLowerCase();
  const eNumbers = eNumbersIn(text);
  const says = (words: readonly string[]) => words.some((word) => hasWord(text, word));
  const containsGelatine = says(gelatineWords) || eNumbers.includes("E441");
  const containsMeat = says(meatWords);
  return {
    eNumbers,
    allergens: allergenWords.filter(([, words]) => says(words)).map(([allergen]) => allergen),
    isAnimalDerived:
      containsGelatine || containsMeat || says(animalWords) || eNumbers.some((e) => animalENumbers.has(e)),
    isAlcoholDerived: says(alcoholWords),
    containsGelatine,
    containsMeat,
  };
}

/** `E 471`, `e-471`, `E150 d`: numbers of food additives (Codex Alimentarius CXG 36) in their order, each once. */
function eNumbersIn(text: string): string[] {
  const found = text.matchAll(
    /(?<![\p{L}\p{N}])e[\s\u00A0-]?(1[0-9]{3}|[1-9][0-9]{2})(?:\s?\(?(i{1,3}|iv|v|[a-f])\)?)?(?![\p{L}\p{N}])/gu,
  );
  const numbers = [...found].map(([, number, part = ""]) => `E${number}${/^[a-f]$/.test(part) ? part : ""}`);
  return [...new Set(numbers)];
}

/** At the beginning of a word: endings differ, and Arabic puts its article before. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const before = text.slice(Math.max(0, at - 3), at);
    if (!/\p{L}$/u.test(before) || /(?:^|\P{L})(?:ال|و|وال|بال|لل)$/u.test(before)) return true;
  }
  return false;
}

// Additives that are made of animals, or may be: cochineal, fatty acids and their esters, bone phosphate, inosinates,
// beeswax, shellac, L-cysteine, lysozyme. Which it was only the maker can say.
const animalENumbers: ReadonlySet<string> = new Set(
  (
    "E120 E422 E430 E431 E432 E433 E434 E435 E436 E441 E470a E470b E471 E472a E472b E472c E472d E472e E472f E473 E474 " +
    "E475 E476 E477 E479b E481 E482 E483 E491 E492 E493 E494 E495 E542 E570 E572 E631 E635 E640 E901 E904 E913 E920 " +
    "E921 E966 E1105"
  ).split(" "),
);

// In English, French, German, Spanish, Italian, Dutch, Malay and Indonesian, Turkish, Arabic, Urdu.
const gelatineWords = "gelatin gélatine gelatina jelatin جيلاتين جلاتين جیلیٹن".split(" ");
const meatWords = (
  "meat beef pork bacon lamb chicken turkey ham viande bœuf boeuf porc poulet jambon fleisch rind schwein hähnchen " +
  "schinken carne cerdo pollo jamón manzo maiale prosciutto vlees varken kip daging ayam sapi babi tavuk dana sığır kuzu " +
  "domuz لحم دجاج خنزير گوشت مرغی"
).split(" ");
const animalWords = (
  "lard tallow rennet whey casein collagen shellac carmine cochineal saindoux présure schmalz talg lab strutto caglio " +
  "reuzel şirden شحم منفحة كولاجين"
).split(" ");
const alcoholWords = (
  "alcohol ethanol wine rum brandy liqueur whisky beer alcool vin rhum bière alkohol wein bier vino birra ron alkol şarap " +
  "arak كحول نبيذ خمر الکحل شراب"
).split(" ");

/** Words of Annex II's substances, as lists of ingredients have them; a comma between. */
const allergenWords: readonly (readonly [Allergen, readonly string[]])[] = (
  [
    [
      "gluten",
      "gluten,wheat,barley,rye,oats,blé,orge,seigle,avoine,weizen,gerste,roggen,hafer,trigo,cebada,tarwe,gandum,buğday,arpa,قمح,شعير,غلوتين,گندم",
    ],
    ["crustaceans", "crustacean,shrimp,prawn,crab,lobster,crevette,garnele,gamba,udang,karides,روبيان,جمبري"],
    ["eggs", "egg,œuf,oeuf,eigelb,vollei,huevo,uovo,uova,telur,yumurta,بيض,انڈ"],
    ["fish", "fish,poisson,fisch,pescado,pesce,ikan,balık,سمك,أسماك,مچھلی"],
    ["peanuts", "peanut,arachide,cacahuète,erdnuss,erdnüsse,cacahuete,kacang tanah,yer fıstığı,فول سوداني"],
    ["soybeans", "soy,soja,soia,kedelai,صويا,سويا"],
    ["milk", "milk,lait,milch,leche,latte,melk,susu,süt,butter,cream,whey,cheese,حليب,لبن,زبدة,دودھ"],
    [
      "nuts",
      "almond,hazelnut,walnut,cashew,pistachio,pecan,amande,noisette,noix,mandel,haselnuss,almendra,avellana,mandorla,nocciola,fındık,badem,لوز,بندق,جوز,فستق",
    ],
    ["celery", "celery,céleri,sellerie,apio,sedano,kereviz,كرفس"],
    ["mustard", "mustard,moutarde,senf,mostaza,senape,mosterd,hardal,خردل"],
    ["sesame", "sesame,sésame,sesam,sésamo,sesamo,susam,wijen,سمسم,طحينة"],
    ["sulphites", "sulphite,sulfite,sulfit,sulphur dioxide,كبريتيت"],
    ["lupin", "lupin,altramuz,ترمس"],
    ["molluscs", "mollusc,mussel,oyster,squid,moule,muschel,mejillón,midye,محار,حبار"],
  ] as const
).map(([allergen, words]) => [allergen, words.split(",")]);
