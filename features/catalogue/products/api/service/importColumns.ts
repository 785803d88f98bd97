import { countryCodes } from "#base/countries.ts";
import { latinDigits } from "#base/digits.ts";
import { gtinHeaders, readGtin } from "#base/gtin.ts";
import { searchKey } from "#base/searchKey.ts";
import type { CellProblem, CellRemark, ImportColumn, LocalizedText } from "#api/importer.ts";
import { readFlag } from "#api/readFlag.ts";
import {
  readAllergens,
  readAmount,
  readDecimal,
  readQuantity,
  splitList,
} from "#features/catalogue/products/api/service/importCells.ts";
import { type Allergen, halalClaims, netUnits, type ProductInput } from "#features/catalogue/products/fields.ts";

/** What a file may say of a product: all that people fill in but the pictures. */
export type FileInput = Omit<ProductInput, "images">;
/** What a row makes of a product, cell by cell. Filled in before the contract has its say. */
export type ProductDraft = { -readonly [Field in keyof FileInput]: unknown };

type Reading = Omit<CellProblem, "field"> | undefined;
type Note = (remark: Omit<CellRemark, "field">) => void;
type ProductColumn = ImportColumn & {
  /** The field of a product that the cell ends up in. Several columns may share one. */
  readonly fills: keyof FileInput | null;
  /** Puts the cell into the draft, or says why it cannot. An empty cell empties the field. */
  readonly read: (text: string, draft: ProductDraft, note: Note) => Reading;
};

const languages: readonly { tag: string; en: string; ar: string }[] = [
  { tag: "ar", en: "Arabic", ar: "العربية" },
  { tag: "en", en: "English", ar: "الإنجليزية" },
  { tag: "fr", en: "French", ar: "الفرنسية" },
  { tag: "id", en: "Indonesian", ar: "الإندونيسية" },
  { tag: "ms", en: "Malay", ar: "الملايوية" },
  { tag: "tr", en: "Turkish", ar: "التركية" },
  { tag: "ur", en: "Urdu", ar: "الأردية" },
];

/** Found in the database before any cell is read: the product itself, its brand and its category. */
const foundElsewhere = () => undefined;

/** In the order in which they are read: what speaks for one language, or in one unit, comes after what speaks for several. */
export const productColumns: readonly ProductColumn[] = [
  {
    ...column(null, "productCode", "Product code", "رمز المنتج", "PRD-000417", ["product_code", "رمز المنتج"]),
    role: "key",
    read: foundElsewhere,
  },
  {
    ...column("brandId", "brand", "Brand", "العلامة التجارية", "Noor Dates", ["brands", "brand_name", "العلامة"]),
    read: foundElsewhere,
  },
  { ...column("brandId", "brandCode", "Brand code", "رمز العلامة", "BR-00417", ["brand_code"]), read: foundElsewhere },
  {
    ...column("categoryId", "category", "Category", "الفئة", "Food / Dates", ["categories", "category_name", "الفئة"]),
    read: foundElsewhere,
  },
  {
    ...column("name", "name", "Name", "الاسم", "Medjool dates", ["product_name", "product", "title", "الاسم"]),
    role: "required",
    read: (text, draft) => void (draft.name = text),
  },
  {
    ...column("nameI18n", "nameI18n", "Names by language", "الأسماء بحسب اللغة", '{"ar": "تمر"}', [
      "product_names_json",
      "names_json",
    ]),
    read: translations("nameI18n"),
  },
  ...languages.map(({ tag, en, ar }) => ({
    ...column("nameI18n", `nameI18n.${tag}`, `Name in ${en}`, `الاسم ب${ar}`, tag === "ar" ? "تمر مجهول" : "Medjool", [
      `name_${tag}`,
      `product_name_${tag}`,
    ]),
    read: (text: string, draft: ProductDraft): undefined => {
      const { [tag]: _, ...others } = draft.nameI18n as Record<string, string>;
      draft.nameI18n = text === "" ? others : { ...others, [tag]: text };
    },
  })),
  textColumn("description", "Description", "الوصف", "Soft dates of the last harvest", ["generic_name"]),
  {
    ...column("descriptionI18n", "descriptionI18n", "Description by language", "الوصف بحسب اللغة", '{"ar": "…"}', []),
    read: translations("descriptionI18n"),
  },
  {
    ...column("gtin", "gtin", "Barcode number (GTIN)", "رقم الباركود (GTIN)", "9521000000018", [...gtinHeaders]),
    read: readBarcode,
  },
  textColumn("noBarcodeReason", "Why it has no barcode", "سبب عدم وجود باركود", "", []),
  textColumn("sku", "Brand SKU", "رقم الصنف لدى العلامة", "ND-1000", ["mpn", "article_number"]),
  {
    ...column("netContent", "quantity", "Quantity", "الكمية", "500 g", ["net_weight", "size", "الكمية"]),
    read: readWholeQuantity,
  },
  {
    ...column("netContent", "netContent", "Net content", "المحتوى الصافي", "500", ["net_content"]),
    read: (text, draft) => {
      draft.netContent = text === "" ? null : readDecimal(text);
      return text !== "" && draft.netContent === null ? { code: "not_a_figure" } : undefined;
    },
  },
  oneOf("netUnit", "Unit of the content", "وحدة المحتوى", netUnits, "GRM"),
  wholeNumber("packOf", "Units per pack", "عدد القطع في العبوة", "1", 1),
  {
    ...column("countryOfOrigin", "countryOfOrigin", "Country of origin", "بلد المنشأ", "SA", ["origins", "origin"]),
    read: readOrigin,
  },
  {
    ...column("rrpCurrency", "rrpCurrency", "Currency of the price", "عملة السعر", "AED", ["currency", "العملة"]),
    read: (text, draft) => void (draft.rrpCurrency = text.toUpperCase() || null),
  },
  {
    ...column("rrpMinor", "price", "Recommended price", "السعر الموصى به", "12.50", ["rrp", "السعر"]),
    read: readPrice,
  },
  wholeNumber("rrpMinor", "Recommended price, minor units", "السعر بالوحدات الصغرى", "1250", null),
  wholeNumber("cashbackBps", "Cashback, basis points", "الاسترداد بنقاط الأساس", "250", null),
  textColumn("ingredients", "Ingredients", "المكونات", "Dates", ["ingredients_text", "المكونات"]),
  {
    ...column(
      "ingredientsI18n",
      "ingredientsI18n",
      "Ingredients by language",
      "المكونات بحسب اللغة",
      '{"ar": "تمر"}',
      [],
    ),
    read: translations("ingredientsI18n"),
  },
  {
    ...column("allergens", "allergens", "Allergens", "مسببات الحساسية", "nuts|milk", ["allergens_tags", "contains"]),
    read: (text, draft, note) => {
      const { known, unknown } = readAllergens(text);
      // In another order they are the same.
      const current = draft.allergens as readonly Allergen[];
      const isSame = known.length === current.length && known.every((each) => current.includes(each));
      if (!isSame) draft.allergens = known;
      if (unknown !== null) note({ code: "allergen_unknown" });
      return undefined;
    },
  },
  {
    ...column("eNumbers", "eNumbers", "E-numbers", "أرقام الإضافات", "E471|E330", ["additives", "e_numbers"]),
    read: (text, draft) => {
      const parts = splitList(text).map((part) => /e\s?\d.*/i.exec(part)?.[0] ?? part);
      draft.eNumbers = parts.map((part) => part.replace(/^e\s?/i, "E").replace(/[A-Z]+$/, (end) => end.toLowerCase()));
      return undefined;
    },
  },
  flag("isAnimalDerived", "Animal-derived", "من أصل حيواني"),
  flag("isAlcoholDerived", "Alcohol-derived", "يحتوي على مشتقات الكحول"),
  flag("containsGelatine", "Contains gelatine", "يحتوي على جيلاتين"),
  flag("containsMeat", "Contains meat", "يحتوي على لحم"),
  oneOf("halalClaim", "Brand’s halal claim", "ادعاء العلامة بشأن الحلال", halalClaims, "certified"),
  {
    ...column("offLabels", "offLabels", "Labels", "الملصقات", "en:halal|en:organic", ["labels", "labels_tags"]),
    read: (text, draft) => void (draft.offLabels = splitList(text)),
  },
];

function column(
  fills: keyof FileInput | null,
  field: string,
  en: string,
  ar: string,
  example: string,
  aliases: readonly string[],
) {
  const title: LocalizedText = { en, ar };
  return { fills, field, title, example, aliases: [field, ...aliases] };
}

function textColumn(field: keyof FileInput, en: string, ar: string, example: string, aliases: string[]): ProductColumn {
  return {
    ...column(field, field, en, ar, example, aliases),
    read: (text, draft) => void (draft[field] = text || null),
  };
}

function flag(field: keyof FileInput, en: string, ar: string): ProductColumn {
  return {
    ...column(field, field, en, ar, "no", []),
    read: (text, draft) => {
      const answer = readFlag(text);
      draft[field] = answer ?? null;
      return answer === undefined ? { code: "not_one_of", params: { allowed: "yes, no" } } : undefined;
    },
  };
}

function oneOf(
  field: "netUnit" | "halalClaim",
  en: string,
  ar: string,
  values: readonly string[],
  example: string,
): ProductColumn {
  const empty = field === "halalClaim" ? "none" : null;
  return {
    ...column(field, field, en, ar, example, []),
    read: (text, draft) => {
      const meant = values.find((value) => value.toLowerCase() === text.toLowerCase());
      draft[field] = meant ?? empty;
      if (meant !== undefined || text === "") return undefined;
      return { code: "not_one_of", params: { allowed: values.join(", ") } };
    },
  };
}

function wholeNumber(
  field: "packOf" | "rrpMinor" | "cashbackBps",
  en: string,
  ar: string,
  example: string,
  empty: number | null,
) {
  return {
    ...column(field, field, en, ar, example, []),
    read: (text: string, draft: ProductDraft): Reading => {
      const digits = latinDigits(text);
      draft[field] = text === "" ? empty : Number(digits);
      return text === "" || /^\d{1,15}$/.test(digits) ? undefined : { code: "not_a_number" };
    },
  };
}

/** An object of texts by language. */
function translations(field: "nameI18n" | "descriptionI18n" | "ingredientsI18n"): ProductColumn["read"] {
  return (text, draft) => {
    const parsed = text === "" ? {} : parseJson(text);
    const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
    const texts = isObject ? Object.entries(parsed as Record<string, unknown>) : [];
    if (!isObject || texts.some(([, value]) => typeof value !== "string")) return { code: "not_json" };
    draft[field] = Object.fromEntries((texts as [string, string][]).filter(([, value]) => value.trim() !== ""));
    return undefined;
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readBarcode(text: string, draft: ProductDraft, note: Note): Reading {
  draft.gtin = text || null;
  if (text === "") return undefined;
  const reading = readGtin(text);
  if (reading.problem === null) {
    draft.gtin = reading.gtin;
    if (reading.warning) note({ code: reading.warning });
    return undefined;
  }
  const { problem: code, params, suggestion } = reading;
  return { code, params, ...(suggestion ? { suggestion } : {}) };
}

function readWholeQuantity(text: string, draft: ProductDraft, note: Note): undefined {
  const quantity = readQuantity(text);
  // An unreadable quantity changes nothing: an existing product keeps its value.
  if (quantity === null && text !== "") {
    note({ code: "quantity_unread" });
    return;
  }
  draft.netContent = quantity?.netContent ?? null;
  draft.netUnit = quantity?.netUnit ?? null;
  draft.packOf = quantity?.packOf ?? 1;
}

function readPrice(text: string, draft: ProductDraft): Reading {
  const currency = typeof draft.rrpCurrency === "string" ? draft.rrpCurrency : null;
  draft.rrpMinor = null;
  if (text === "") return undefined;
  if (currency === null) return { code: "price_without_currency" };
  draft.rrpMinor = readAmount(text, currency);
  return draft.rrpMinor === null ? { code: "not_an_amount", params: { digits: 2 } } : undefined;
}

const countries = new Set(countryCodes);

/** One country is kept. A region or several are no country, and no mistake either. */
function readOrigin(text: string, draft: ProductDraft, note: Note): undefined {
  const code = text.toUpperCase();
  const named = countries.has(code) ? code : codesByName().get(searchKey(text.replace(/^[a-z]{2}:/, "")));
  if (named === undefined && text !== "") note({ code: "not_one_country" });
  else draft.countryOfOrigin = named ?? null;
}

let knownNames: ReadonlyMap<string, string> | null = null;
/** Made at the first need: a thousand names, of which most files need none. */
function codesByName(): ReadonlyMap<string, string> {
  knownNames ??= new Map(
    ["ar", "en", "fr", "de", "es"].flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: "region" });
      return countryCodes.map((code) => [searchKey(names.of(code) ?? code), code] as const);
    }),
  );
  return knownNames;
}
