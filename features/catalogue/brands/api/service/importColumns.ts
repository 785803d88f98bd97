import { countryCodes } from "#base/countries.ts";
import { latinDigits } from "#base/digits.ts";
import { searchKey } from "#base/searchKey.ts";
import type { CellProblem, CellRemark, ImportColumn, LocalizedText } from "#api/importer.ts";
import { readFlag } from "#api/readFlag.ts";
import { type BrandInput, muslimOwnedAnswers } from "#features/catalogue/brands/fields.ts";
import { type Social, socialHosts, type SocialKind, socialKinds, socialNames } from "#base/social.ts";

/** The brand in a row, cell by cell, before the contract validates it. */
export type BrandDraft = { -readonly [Field in keyof BrandInput]: unknown };

type Reading = Omit<CellProblem, "field"> | undefined;
type BrandColumn = ImportColumn & {
  /** The field of a brand that the cell fills. Several columns may share one. */
  readonly fills: keyof BrandInput | null;
  /** Parses the cell into the draft, or returns the reason why it can't. An empty cell clears the field. */
  readonly read: (text: string, draft: BrandDraft, note: (remark: Omit<CellRemark, "field">) => void) => Reading;
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

/** In reading order: columns for one language or one country come after those for several. */
export const brandColumns: readonly BrandColumn[] = [
  {
    field: "code",
    title: { en: "Code", ar: "الرمز" },
    aliases: ["brand_code", "الرمز"],
    role: "key",
    example: "BR-00417",
    fills: null,
    // Looked up in the database before any cell is read.
    read: () => undefined,
  },
  {
    ...column("name", "Name", "الاسم", "Noor Dates", [
      "display_name",
      "name",
      "brand_name",
      "trading_name",
      "brand",
      "الاسم",
    ]),
    role: "required",
    read: (text, draft) => void (draft.name = text),
  },
  {
    ...column("nameI18n", "Names by language", "الأسماء بحسب اللغة", '{"ar": "نور"}', [
      "names_json",
      "names",
      "name_i18n",
    ]),
    read: readTranslations("nameI18n"),
  },
  ...languages.map(({ tag, en, ar }) => ({
    ...column("nameI18n", `Name in ${en}`, `الاسم ب${ar}`, tag === "ar" ? "تمور نور" : "Noor Dates", [
      `name_${tag}`,
      `name:${tag}`,
    ]),
    field: `nameI18n.${tag}`,
    read: (text: string, draft: BrandDraft): undefined => {
      const { [tag]: _, ...others } = draft.nameI18n as Record<string, string>;
      draft.nameI18n = text === "" ? others : { ...others, [tag]: text };
    },
  })),
  {
    ...column("alternativeNames", "Other spellings", "تهجئات أخرى", "Nour Dates | Al Noor", [
      "match_names",
      "alternative_names",
      "aliases",
      "aka",
    ]),
    read: readAlternatives,
  },
  {
    ...column("slug", "URL slug", "معرّف الرابط", "noor-dates", ["slug"]),
    read: readSlug,
  },
  textColumn("legalEntityName", "Legal entity", "الكيان القانوني", "Noor Foods LLC", ["legal_name", "company"]),
  textColumn("registrationNo", "Registration number", "رقم السجل", "CN-1234567", [
    "registration_number",
    "registration",
  ]),
  {
    // The countries where a brand trades are not its origin; a single country is the best guess.
    ...column("country", "Trading locations", "أماكن التجارة", "ae", ["locations", "markets"]),
    field: "locations",
    read: readLocations,
  },
  {
    ...column("country", "Country", "الدولة", "AE", ["country_code", "الدولة"]),
    read: readCountry,
  },
  { ...textColumn("website", "Website", "الموقع", "https://noor.example", ["url", "web"]), read: readWebsite },
  {
    ...column("social", "Social media", "وسائل التواصل", '{"x": "https://x.com/noor"}', ["social_json"]),
    read: readSocial,
  },
  ...socialKinds.map((kind) => ({
    ...column("social", socialNames[kind].en, socialNames[kind].ar, `https://www.${socialHosts[kind][0]}/noor`, [
      kind,
      `contact:${kind}`,
    ]),
    field: `social.${kind}`,
    read: readSocialOf(kind),
  })),
  textColumn("story", "Story", "القصة", "Dates from Al Ain since 1974", ["description"]),
  {
    ...column("storyI18n", "Story by language", "القصة بحسب اللغة", '{"ar": "تمور من العين"}', ["stories_json"]),
    read: readTranslations("storyI18n"),
  },
  numberColumn("foundedYear", "Founded in", "سنة التأسيس", "1974", ["founded", "year"]),
  textColumn("gs1CompanyPrefix", "GS1 company prefix", "بادئة GS1", "629104150", ["gs1_prefix"]),
  { ...textColumn("wikidataId", "Wikidata id", "معرّف ويكي بيانات", "Q139", ["wikidata", "qid"]), read: readWikidata },
  {
    ...column("isMuslimOwned", "Muslim-owned", "مملوكة لمسلمين", "yes", ["muslim_owned"]),
    read: readMuslimOwned,
  },
  {
    ...column("defaultCurrency", "Currency", "العملة", "AED", ["currency", "default_currency"]),
    read: (text, draft) => void (draft.defaultCurrency = text.toUpperCase() || null),
  },
  numberColumn("lowBalanceAlertMinor", "Low balance alert, minor units", "تنبيه الرصيد بالوحدات الصغرى", "500000", []),
  numberColumn("monthlyBudgetMinor", "Monthly budget, minor units", "الميزانية الشهرية بالوحدات الصغرى", "1000000", []),
  numberColumn("pendingDays", "Pending days", "أيام الانتظار", "14", []),
  numberColumn("cashbackBps", "Cashback, basis points", "الاسترداد بنقاط الأساس", "250", []),
  textColumn("contactName", "Contact", "جهة الاتصال", "Aisha Noor", ["contact"]),
  textColumn("contactEmail", "Contact email", "بريد جهة الاتصال", "aisha@noor.example", ["email", "e-mail"]),
  { ...textColumn("contactPhone", "Contact phone", "هاتف جهة الاتصال", "+971501234567", ["phone"]), read: readPhone },
];

function column<Field extends keyof BrandInput>(
  field: Field,
  en: string,
  ar: string,
  example: string,
  aliases: readonly string[],
) {
  const title: LocalizedText = { en, ar };
  return { field: field as string, fills: field, title, example, aliases };
}

function textColumn(...facts: Parameters<typeof column>): BrandColumn {
  const [field] = facts;
  return { ...column(...facts), read: (text, draft) => void (draft[field] = text || null) };
}

function numberColumn(...facts: Parameters<typeof column>): BrandColumn {
  const [field] = facts;
  return {
    ...column(...facts),
    read: (text, draft) => {
      const digits = latinDigits(text);
      if (text !== "" && !/^\d+$/.test(digits)) {
        const plain = digits.replace(/[.,]0+$/, "").replace(/[\s,.٬_']/g, "");
        return { code: "not_a_number", ...(/^\d+$/.test(plain) ? { suggestion: plain } : {}) };
      }
      draft[field] = text === "" ? null : Number(digits);
      return undefined;
    },
  };
}

/**
 * An object of texts by language. Tags of OpenStreetMap (`name:ar`, `brand:ar`) are read too; a name comes before a
 * brand.
 */
function readTranslations(field: "nameI18n" | "storyI18n"): BrandColumn["read"] {
  return (text, draft) => {
    const parsed = text === "" ? {} : parseJson(text);
    if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return { code: "not_json" };
    const texts: Record<string, string> = {};
    for (const prefix of ["brand:", "name:", ""]) {
      for (const [key, value] of Object.entries(parsed)) {
        if (typeof value !== "string") return { code: "not_json" };
        const isOurs = prefix === "" ? !key.includes(":") : key.startsWith(prefix);
        if (isOurs && value.trim() !== "") texts[key.slice(prefix.length)] = value;
      }
    }
    draft[field] = texts;
    return undefined;
  };
}

/** Separated by pipes, or a JSON list if a name contains a pipe: the format of our export. */
function readAlternatives(text: string, draft: BrandDraft): undefined {
  const listed = text.startsWith("[") ? parseJson(text) : null;
  const isList = Array.isArray(listed) && listed.every((name) => typeof name === "string");
  const names: readonly string[] = isList ? listed : text.split("|");
  draft.alternativeNames = [...new Set(names.map((name) => name.trim()))].filter(Boolean);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const countries = new Set(countryCodes);

function readCountry(text: string, draft: BrandDraft): Reading {
  const code = text.toUpperCase();
  if (text === "" || countries.has(code)) {
    draft.country = code || null;
    return undefined;
  }
  const suggestion = successorOf(code) ?? codesByName().get(searchKey(text));
  return { code: "country_code", ...(suggestion ? { suggestion } : {}) };
}

/** Only a single country is used. A region, the world (`001`) or several countries give none, which is not an error. */
function readLocations(text: string, draft: BrandDraft, note: (remark: Omit<CellRemark, "field">) => void): undefined {
  if (text === "") return;
  const code = text.toUpperCase();
  // `fx` is OpenStreetMap's code for France without its overseas parts.
  const country = countries.has(code) ? code : code === "FX" ? "FR" : null;
  if (country) draft.country = country;
  else note({ code: "not_one_country" });
}

/** `UK` is GB, `FX` is FR, `TP` is TL: codes that ISO has withdrawn or never assigned, by CLDR's aliases. */
function successorOf(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  const { region } = new Intl.Locale(`und-${code}`);
  return region && region !== code && countries.has(region) ? region : undefined;
}

let knownNames: ReadonlyMap<string, string> | null = null;
/** Created on first use: a thousand names, which most files don't need. */
function codesByName(): ReadonlyMap<string, string> {
  knownNames ??= new Map(
    ["ar", "en"].flatMap((language) => {
      const names = new Intl.DisplayNames(language, { type: "region" });
      return countryCodes.map((code) => [searchKey(names.of(code) ?? code), code] as const);
    }),
  );
  return knownNames;
}

function readWebsite(text: string, draft: BrandDraft): Reading {
  draft.website = text || null;
  const bare = /^(?:http:\/\/)?([\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?)$/i.exec(text)?.[1];
  return bare ? { code: "https_url", suggestion: `https://${bare}` } : undefined;
}

/** An empty cell keeps a brand's slug, and generates one for a new brand: there is always a slug. */
function readSlug(text: string, draft: BrandDraft): Reading {
  if (text === "") return undefined;
  draft.slug = text;
  const meant = searchKey(text)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return meant !== "" && meant !== text ? { code: "slug", suggestion: meant } : undefined;
}

function readSocial(text: string, draft: BrandDraft): Reading {
  const parsed = text === "" ? {} : parseJson(text);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return { code: "not_json" };
  draft.social = parsed;
  return undefined;
}

function readSocialOf(kind: SocialKind): BrandColumn["read"] {
  const [host] = socialHosts[kind];
  const unschemed = new RegExp(`^(?:http://)?((?:www\\.)?${host.replace(".", "\\.")}/\\S+)$`, "i");
  return (text, draft) => {
    const { [kind]: _, ...others } = draft.social as Social;
    draft.social = text === "" ? others : { ...others, [kind]: text };
    const bare = unschemed.exec(text)?.[1];
    const handle = /^@([\w.]+)$/.exec(text)?.[1];
    const meant =
      bare ?? (handle && handlePaths[kind] !== undefined ? `www.${host}/${handlePaths[kind]}${handle}` : undefined);
    return meant ? { code: "https_url", suggestion: `https://${meant}` } : undefined;
  };
}

/** The part before a name in an address, on networks that use it for users. */
const handlePaths: Partial<Record<SocialKind, string>> = {
  instagram: "",
  facebook: "",
  tiktok: "@",
  youtube: "@",
  x: "",
  snapchat: "add/",
};

function readWikidata(text: string, draft: BrandDraft): Reading {
  draft.wikidataId = text || null;
  const id = /^(?:https?:\/\/(?:www\.)?wikidata\.org\/(?:wiki|entity)\/)?(Q[1-9]\d*)$/i.exec(text)?.[1]?.toUpperCase();
  return id && id !== text ? { code: "wikidata_id", suggestion: id } : undefined;
}

function readMuslimOwned(text: string, draft: BrandDraft): Reading {
  const answer = text.toLowerCase() || "undeclared";
  draft.isMuslimOwned = answer;
  if ((muslimOwnedAnswers as readonly string[]).includes(answer)) return undefined;
  const meant = readFlag(answer);
  const params = { allowed: muslimOwnedAnswers.join(", ") };
  return { code: "not_one_of", params, ...(meant === undefined ? {} : { suggestion: meant ? "yes" : "no" }) };
}

function readPhone(text: string, draft: BrandDraft): Reading {
  draft.contactPhone = text || null;
  const digits = latinDigits(text)
    .replace(/^00/, "+")
    .replace(/[\s().-]/g, "");
  return text !== digits && /^\+[1-9]\d{6,14}$/.test(digits) ? { code: "phone", suggestion: digits } : undefined;
}
