import * as z from "zod/mini";
import { countryCodes } from "#base/countries.ts";
import { latinDigits } from "#base/digits.ts";
import { Social, socialHosts, socialKinds, socialNames } from "#base/social.ts";
import { searchKey } from "#base/searchKey.ts";
import type { CellProblem, CellRemark, ImportColumn } from "#api/importer.ts";
import { readOsmHours } from "#features/retail/retailers/hours/api/osmHours.ts";
import type { Span } from "#features/retail/retailers/hours/contract.ts";
import type { LocationInput } from "#features/retail/retailers/locations/contract.ts";
import { posIntegrations, type RetailerInput, visibilities } from "#features/retail/retailers/record/fields.ts";

type Loose<Fields> = { -readonly [Field in keyof Fields]: unknown };

/** The values that a row gives a retailer and its location, cell by cell, before they are validated. */
export type RetailerDraft = {
  readonly retailer: Loose<RetailerInput>;
  readonly location: Loose<LocationInput>;
  /** Some cell of the row describes a location. */
  hasPlace: boolean;
  houseNumber: string;
  spans: readonly Span[];
};

/** What the cells of a file may refer to: types and chains by their codes. */
export type KnownRecords = {
  readonly typesByKey: ReadonlyMap<string, string>;
  readonly chainsByCode: ReadonlyMap<string, string>;
};

type Reading = Omit<CellProblem, "field"> | undefined;
type Note = (remark: Omit<CellRemark, "field">) => void;
export type RetailerColumn = ImportColumn & {
  /** The field that the cell sets, of the retailer or of `location.`. */
  readonly fills: string | null;
  /** Writes the cell into the draft, or returns why it can't. An empty cell empties the field. */
  readonly read: (text: string, draft: RetailerDraft, note: Note, known: KnownRecords) => Reading;
};

const nameLanguages: readonly (readonly [tag: string, en: string, ar: string])[] = [
  ["ar", "Arabic", "العربية"],
  ["en", "English", "الإنجليزية"],
  ["fr", "French", "الفرنسية"],
  ["id", "Indonesian", "الإندونيسية"],
  ["ms", "Malay", "الملايوية"],
  ["tr", "Turkish", "التركية"],
  ["ur", "Urdu", "الأردية"],
];

/** In the order in which they are read: columns for one language come after those for several. */
export const retailerColumns: readonly RetailerColumn[] = [
  {
    ...named("code", "Code", "الرمز", "RET-000123", ["code", "retailer_code", "الرمز"]),
    role: "key",
    fills: null,
    // Looked up in the database before any cell is read.
    read: () => undefined,
  },
  {
    ...named("tradingName", "Name", "الاسم", "Baqala Noor", ["trading_name", "name", "shop_name", "retailer", "الاسم"]),
    role: "required",
    read: (text, { retailer }) => {
      retailer.tradingName = text;
      return text === "" ? { code: "required" } : undefined;
    },
  },
  {
    ...named("retailerTypeId", "Type", "النوع", "GROCERY", ["type", "retailer_type", "kind", "category", "النوع"]),
    field: "type",
    role: "required",
    read: (text, { retailer }, _note, { typesByKey }) => {
      retailer.retailerTypeId = typesByKey.get(searchKey(text)) ?? "";
      return retailer.retailerTypeId === "" ? { code: text === "" ? "required" : "no_such_type" } : undefined;
    },
  },
  {
    ...named("tradingNameI18n", "Names by language", "الأسماء بحسب اللغة", '{"ar": "بقالة نور"}', [
      "names_json",
      "name_i18n",
    ]),
    read: readNames,
  },
  ...nameLanguages.map(
    ([tag, en, ar]): RetailerColumn => ({
      ...named("tradingNameI18n", `Name in ${en}`, `الاسم ب${ar}`, tag === "ar" ? "بقالة نور" : "Baqala Noor", [
        `name_${tag}`,
        `name:${tag}`,
      ]),
      field: `tradingNameI18n.${tag}`,
      read: (text, { retailer }) => {
        const { [tag]: _, ...others } = retailer.tradingNameI18n as Record<string, string>;
        retailer.tradingNameI18n = text === "" ? others : { ...others, [tag]: text };
      },
    }),
  ),
  textOf("legalName", "Legal name", "الاسم القانوني", "Baqala Noor LLC", ["legal_name", "company"]),
  {
    ...named("parentId", "Chain", "السلسلة", "", ["parent", "chain", "parent_code"]),
    field: "parent",
    read: (text, { retailer }, _note, { chainsByCode }) => {
      retailer.parentId = text === "" ? null : (chainsByCode.get(text) ?? null);
      return text !== "" && retailer.parentId === null ? { code: "no_such_chain" } : undefined;
    },
  },
  {
    ...named("chainName", "Chain name", "اسم السلسلة", "Baqala Noor", ["brand", "chain_name", "brand_name"]),
    fills: null,
    // `prepareChains` reads it before all other cells, as it may decide which retailer the row belongs to.
    read: () => undefined,
  },
  {
    ...named("country", "Country", "الدولة", "AE", ["country", "country_code", "addr:country", "الدولة"]),
    read: readCountry,
  },
  textOf("timezone", "Time zone", "المنطقة الزمنية", "Asia/Dubai", ["timezone", "time_zone", "tz"]),
  textOf("defaultLanguage", "Language", "اللغة", "ar", ["default_language", "language"]),
  textOf("defaultCurrency", "Currency", "العملة", "AED", ["default_currency", "currency"]),
  textOf("registrationNo", "Registration number", "رقم السجل", "CN-1234567", [
    "registration_no",
    "registration_number",
  ]),
  textOf("registrationCountry", "Country of registration", "دولة التسجيل", "AE", ["registration_country"]),
  textOf("taxNo", "Tax number", "الرقم الضريبي", "100123456700003", ["tax_no", "vat_no", "trn"]),
  textOf("gln", "GLN", "رقم GLN", "9522000000053", ["gln", "ref:gln"]),
  {
    ...named("website", "Website", "الموقع الإلكتروني", "https://noor.example", ["website", "url", "contact:website"]),
    read: readWebsite,
  },
  {
    ...named("social", "Social media", "وسائل التواصل", '{"x": "https://x.com/noor"}', ["social_json"]),
    read: readSocial,
  },
  ...socialKinds.map(
    (kind): RetailerColumn => ({
      ...named("social", socialNames[kind].en, socialNames[kind].ar, `https://www.${socialHosts[kind][0]}/noor`, [
        kind,
        `contact:${kind}`,
      ]),
      field: `social.${kind}`,
      read: (text, { retailer }, note) => {
        const { [kind]: _, ...others } = retailer.social as Social;
        const isSound = text === "" || z.safeParse(Social, { [kind]: text }).success;
        retailer.social = text === "" || !isSound ? others : { ...others, [kind]: text };
        if (!isSound) note({ code: "social_left_out" });
      },
    }),
  ),
  numberOf("commissionBps", "Commission (250 = 2.5%)", "العمولة (250 = 2.5%)", "250", ["commission_bps"]),
  numberOf("settlementTermsDays", "Payment terms (days)", "مدة السداد (بالأيام)", "30", ["settlement_terms_days"]),
  choiceOf("posIntegration", "POS integration", "ربط نقطة البيع", posIntegrations, ["pos_integration", "pos"]),
  choiceOf("visibility", "Visibility", "الظهور", visibilities, ["visibility"]),
  placeOf("addressLine1", "Street", "الشارع", "Al Wasl Road", ["street", "address", "address_line_1", "addr:street"]),
  {
    ...named("location.addressLine1", "House number", "رقم المبنى", "12", [
      "housenumber",
      "house_number",
      "addr:housenumber",
    ]),
    field: "houseNumber",
    read: (text, draft) => {
      if (text === "") return;
      draft.hasPlace = true;
      draft.houseNumber = text;
    },
  },
  placeOf("addressLine2", "Address, second line", "العنوان، السطر الثاني", "Unit 4", ["address_line_2"]),
  placeOf("city", "City", "المدينة", "Dubai", ["city", "town", "addr:city", "المدينة"]),
  placeOf("region", "Region", "المنطقة", "Dubai", ["region", "state", "province"]),
  placeOf("postalCode", "Postcode", "الرمز البريدي", "00000", ["postcode", "postal_code", "zip"]),
  {
    ...named("location.phone", "Phone", "الهاتف", "+97142345678", ["phone", "contact:phone"]),
    field: "phone",
    read: readPhone,
  },
  pointOf("latitude", "Latitude", "خط العرض", "25.2048", ["lat", "latitude"]),
  pointOf("longitude", "Longitude", "خط الطول", "55.2708", ["lon", "lng", "long", "longitude"]),
  {
    ...named("location.hours", "Opening hours", "ساعات العمل", "Mo-Fr 09:00-18:00", ["opening_hours", "hours"]),
    field: "openingHours",
    read: (text, draft, note) => {
      if (text === "") return;
      draft.hasPlace = true;
      const spans = readOsmHours(text);
      if (spans === null) note({ code: "hours_left_out" });
      else draft.spans = spans;
    },
  },
];

function named(fills: string, en: string, ar: string, example: string, aliases: readonly string[]) {
  return { field: fills, fills, title: { en, ar }, example, aliases };
}

type Facts = readonly [en: string, ar: string, example: string, aliases: readonly string[]];

function textOf(field: keyof RetailerInput, ...facts: Facts): RetailerColumn {
  return { ...named(field, ...facts), read: (text, { retailer }) => void (retailer[field] = text || null) };
}

function numberOf(field: keyof RetailerInput, ...facts: Facts): RetailerColumn {
  return {
    ...named(field, ...facts),
    read: (text, { retailer }) => {
      const digits = latinDigits(text);
      if (!/^\d+$/.test(digits)) return { code: "not_a_number" };
      retailer[field] = Number(digits);
      return undefined;
    },
  };
}

function choiceOf(
  field: keyof RetailerInput,
  en: string,
  ar: string,
  choices: readonly string[],
  aliases: readonly string[],
): RetailerColumn {
  return {
    ...named(field, en, ar, choices[0]!, aliases),
    read: (text, { retailer }) => {
      retailer[field] = text.toLowerCase();
      return choices.includes(text.toLowerCase())
        ? undefined
        : { code: "not_one_of", params: { allowed: choices.join(", ") } };
    },
  };
}

function placeOf(field: keyof LocationInput, ...facts: Facts): RetailerColumn {
  return {
    ...named(`location.${field}`, ...facts),
    field,
    read: (text, draft) => {
      draft.location[field] = text || null;
      if (text !== "") draft.hasPlace = true;
    },
  };
}

function pointOf(field: "latitude" | "longitude", ...facts: Facts): RetailerColumn {
  return {
    ...named(`location.${field}`, ...facts),
    field,
    read: (text, draft) => {
      if (text === "") return undefined;
      const degrees = latinDigits(text).replace(",", ".");
      if (!/^[-+]?\d{1,3}(\.\d+)?$/.test(degrees)) return { code: "not_degrees" };
      draft.hasPlace = true;
      draft.location[field] = Number(degrees);
      return undefined;
    },
  };
}

/** An object of texts by language, either plain or with OpenStreetMap's `name:` before the language. */
function readNames(text: string, { retailer }: RetailerDraft): Reading {
  const names: unknown = text === "" ? {} : parseJson(text);
  const isTexts = typeof names === "object" && names !== null && !Array.isArray(names);
  if (!isTexts || Object.values(names).some((name) => typeof name !== "string")) return { code: "not_json" };
  const texts = Object.entries(names as Record<string, string>).map(([tag, name]) => [
    tag.replace(/^name:/, ""),
    name.trim(),
  ]);
  retailer.tradingNameI18n = Object.fromEntries(texts.filter(([, name]) => name !== ""));
  return undefined;
}

/** In the format of the export. */
function readSocial(text: string, { retailer }: RetailerDraft): Reading {
  const parsed: unknown = text === "" ? {} : parseJson(text);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return { code: "not_json" };
  retailer.social = parsed;
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const countries: ReadonlySet<string> = new Set(countryCodes);

function readCountry(text: string, { retailer }: RetailerDraft): Reading {
  const code = text.toUpperCase();
  retailer.country = code || null;
  if (text === "" || countries.has(code)) return undefined;
  return { code: "country_code", ...(code === "UK" ? { suggestion: "GB" } : {}) };
}

/** An unsafe address is left out with a warning, and the shop is imported: the address can be added later. */
function readWebsite(text: string, { retailer }: RetailerDraft, note: Note): undefined {
  const isSafe = /^https:\/\/[^\s/?#@]+\.[^\s/?#@]+/i.test(text);
  retailer.website = isSafe ? text : null;
  if (text !== "" && !isSafe) note({ code: "website_left_out" });
}

/** The first of several numbers; one without a country code can't be dialled internationally, and is left out. */
function readPhone(text: string, draft: RetailerDraft, note: Note): undefined {
  if (text === "") return;
  const [first = "", ...more] = text.split(/[;,]/);
  const digits = latinDigits(first)
    .replace(/\(0\)/g, "")
    .replace(/[^\d+]/g, "")
    .replace(/^00/, "+");
  const isWhole = /^\+[1-9]\d{6,14}$/.test(digits);
  draft.hasPlace = true;
  draft.location.phone = isWhole ? digits : null;
  if (!isWhole) note({ code: "phone_left_out" });
  else if (more.length > 0) note({ code: "first_phone_taken" });
}
