import { fullStanding, type Standing, standingBlockersOf } from "#base/decisions.ts";
import type { FieldError } from "#base/refusal.ts";
import type {
  Allergen,
  Product,
  productBlockers,
  ProductInput,
  ProductStatus,
  ProductTransition,
} from "#features/catalogue/products/contract/product.ts";

type Blocker = (typeof productBlockers)[number];

/** A product of which only the name and the brand are missing. */
export const emptyProduct: ProductInput = {
  brandId: "",
  categoryId: null,
  name: "",
  nameI18n: {},
  description: null,
  descriptionI18n: {},
  gtin: null,
  noBarcodeReason: null,
  sku: null,
  netContent: null,
  netUnit: null,
  packOf: 1,
  countryOfOrigin: null,
  rrpMinor: null,
  rrpCurrency: null,
  cashbackBps: null,
  ingredients: null,
  ingredientsI18n: {},
  allergens: [],
  eNumbers: [],
  isAnimalDerived: null,
  isAlcoholDerived: null,
  containsGelatine: null,
  containsMeat: null,
  halalClaim: "none",
  offLabels: [],
  images: [],
};

/** The audit log tells of a new product what was filled in, and of a deleted one what was lost. */
export const noProduct = { ...emptyProduct, name: null, brandId: null };

/**
 * Fields that decide the requirements and the evidence of a product: another category may require more, some retailers
 * require more of meat, and certificates name a number and a brand. A change may pause and resume assignments.
 */
export const impactFields = [
  "categoryId",
  "brandId",
  "containsMeat",
  "gtin",
] as const satisfies readonly (keyof ProductInput)[];

/** What may follow each status (domain 1.5). An archived product stays archived; its GTIN is free for a new one. */
const eventHandlers: Readonly<Record<ProductStatus, readonly ProductStatus[]>> = {
  draft: ["in_review", "archived"],
  in_review: ["published", "draft"],
  published: ["unpublished", "archived"],
  unpublished: ["published", "archived"],
  archived: [],
};

/** What a step is called: on its button, and in the audit log. */
export const productVerbs = ["submit", "send_back", "publish", "unpublish", "republish", "archive"] as const;
export type ProductVerb = (typeof productVerbs)[number];

export function verbOf(from: ProductStatus, to: ProductStatus): ProductVerb {
  if (to === "published") return from === "unpublished" ? "republish" : "publish";
  return verbsByStatus[to];
}

const verbsByStatus = {
  draft: "send_back",
  in_review: "submit",
  unpublished: "unpublish",
  archived: "archive",
} as const;

export const needsReason = (to: ProductStatus) => to === "draft" || to === "unpublished";
/** Whether what rests on a product feels the step: it is shown what follows before it is taken. */
export const hasImpact = (to: ProductStatus) => to === "unpublished" || to === "archived";

type Held = Pick<ProductInput, "categoryId" | "gtin" | "noBarcodeReason">;
/** What a step depends on. */
export type JudgedProduct = Held & {
  readonly status: ProductStatus;
  readonly imagesCount: number;
  readonly brandStatus: string;
  /** Defaults to false. */
  readonly isStatusLocked?: boolean;
};

/** The steps a product may take next, and what stands in the way of those it may not take yet. */
export function allowedTransitions(product: JudgedProduct, standing: Standing = fullStanding): ProductTransition[] {
  return eventHandlers[product.status].map((to) => {
    const blockers = [...blockersOf(product, to), ...standingBlockersFor(product, to, standing)];
    return { to, isAllowed: blockers.length === 0, needsReason: needsReason(to), blockers };
  });
}

/** Null when the product's status never leads there. */
export const transitionTo = (
  product: JudgedProduct,
  to: ProductStatus,
  standing?: Standing,
): ProductTransition | null => allowedTransitions(product, standing).find((transition) => transition.to === to) ?? null;

const standingBlockersFor = (
  { status, isStatusLocked = false }: JudgedProduct,
  to: ProductStatus,
  standing: Standing,
) =>
  standingBlockersOf(standing, {
    isDecision: status === "in_review" && to === "published",
    isApproval: status === "in_review" && to === "published",
    isLocked: isStatusLocked,
  });

function blockersOf(product: JudgedProduct, to: ProductStatus): Blocker[] {
  // Whoever archives a product that consumers see does it in two steps, the first with a reason.
  if (product.status === "published" && to === "archived") return ["unpublish_first"];
  const missing = missingFor(to, product);
  if (to === "published" && product.imagesCount === 0) missing.push("image_missing");
  if (to === "published" && product.brandStatus !== "active") missing.push("brand_not_active");
  return missing;
}

/** What a product must have while it has this status. A constraint of the table says the same. */
function missingFor(status: ProductStatus, product: Held): Blocker[] {
  if (status !== "in_review" && status !== "published") return [];
  const missing: Blocker[] = [];
  if (product.categoryId === null) missing.push("category_missing");
  if (product.gtin === null && product.noBarcodeReason === null) missing.push("barcode_missing");
  return missing;
}

/** Where what is missing is filled in. */
export const fieldsOfBlockers: Partial<Record<Blocker, keyof ProductInput>> = {
  category_missing: "categoryId",
  barcode_missing: "gtin",
  image_missing: "images",
};

/** What a product is already: some of it must stay so. */
type Before = { readonly status: ProductStatus; readonly imagesCount: number };

/** What no single field can tell: both sides ask this of the product as it would be. */
export function productErrors(product: ProductInput, before: Before | null = null): FieldError[] {
  const errors: FieldError[] = missingFor(before?.status ?? "draft", product).map((blocker) => ({
    path: fieldsOfBlockers[blocker]!,
    code: blocker,
    message: `A product that is ${before?.status} must keep this.`,
  }));
  const tell = (path: keyof ProductInput, code: string, message: string) => errors.push({ path, code, message });
  if (before?.status === "published" && before.imagesCount > 0 && product.images.length === 0) {
    tell("images", "image_missing", "A product that is published must keep a picture.");
  }
  if (product.gtin !== null && product.noBarcodeReason !== null) {
    tell("noBarcodeReason", "reason_beside_gtin", "A product with a barcode number needs no reason to have none.");
  }
  if (product.netContent !== null && product.netUnit === null) {
    tell("netUnit", "unit_missing", "Choose the unit of the net content.");
  }
  if (product.netContent === null && product.netUnit !== null) {
    tell("netContent", "content_missing", "Say how much is in it, or leave the unit out.");
  }
  if (product.rrpMinor !== null && product.rrpCurrency === null) {
    tell("rrpCurrency", "price_without_currency", "Choose the currency of the price.");
  }
  return errors;
}

/** Only what nobody has acted on yet may vanish; all else is archived. */
export const isDeletable = (product: Pick<Product, "status">) => product.status === "draft";

// ------------------------------------------------------------------------------------------------ hints

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
