import { unstatedEdition } from "#base/halal.ts";
import { listColumn, neededColumn, textColumn, wordColumn } from "#api/import/readColumns.ts";
import type { Importer } from "#api/importer.ts";
import { recordImporter } from "#api/records/importer.ts";
import { certifierStore } from "#features/halal/certifiers/api/store.ts";
import { standardStore } from "#features/halal/certifiers/api/service/standards.ts";
import { certifiers, recognitions, standards } from "#features/halal/certifiers/contract.ts";
import { standardRecord } from "#features/halal/certifiers/contract/standards.ts";
import {
  checkRecognitionRows,
  type ImportedRecognition,
  recognitionColumns,
  writeRecognitionRows,
} from "#features/halal/certifiers/api/service/recognitionImport.ts";

const messages = {
  off_label_tag: {
    wrong: { en: "Not an Open Food Facts tag", ar: "ليس وسمًا من Open Food Facts" },
    right: { en: "such as en:halal", ar: "مثل en:halal" },
  },
  template_without_number: {
    wrong: { en: "{number} is missing from the template", ar: "ينقص القالب {number}" },
  },
  template_address: {
    wrong: {
      en: "The template doesn’t produce a link that starts with https://",
      ar: "لا ينتج القالب رابطًا يبدأ بـ \u2068https://\u2069",
    },
  },
  pattern_invalid: { wrong: { en: "Not a valid regular expression", ar: "ليس تعبيرًا نمطيًا" } },
  pattern_too_free: { wrong: { en: "The pattern is too complex", ar: "النمط معقّد جدًا" } },
  renewal_half: { wrong: { en: "Only one end of the renewal window is given", ar: "ذُكر طرف واحد من فترة التجديد" } },
  renewal_order: { wrong: { en: "The renewal window closes before it opens", ar: "تنتهي فترة التجديد قبل أن تبدأ" } },
  ends_before_it_begins: { wrong: { en: "The last day is before the first", ar: "اليوم الأخير قبل الأول" } },
  body_unknown: {
    wrong: { en: "No certifying body has this name", ar: "لا جهة إصدار بهذا الاسم" },
    right: { en: "the acronym of one that isn’t archived", ar: "اختصار جهة غير مؤرشفة" },
  },
  recognition_overlaps: {
    wrong: {
      en: "This list already recognises the body for part of this period",
      ar: "القائمة تعترف بالجهة في جزء من المدة",
    },
  },
  day: {
    wrong: { en: "Not a valid date", ar: "ليس تاريخًا" },
    right: { en: "such as 2026-11-20", ar: "مثل 2026-11-20" },
  },
};

/** Imports certifiers, each found by its acronym and country. */
export const certifiersImporter = recordImporter(certifierStore, {
  operations: certifiers,
  title: { en: "Certifying bodies", ar: "جهات إصدار الشهادات" },
  listPath: "/apps/certifier/bodies",
  problemMessages: messages,
  key: "acronym",
  keyOf: ({ acronym = "", country = "" }) => `${acronym.toLowerCase()} ${country.toUpperCase()}`,
  columns: {
    acronym: ["Acronym", "الاختصار", "JAKIM", ["body", "الاختصار"]],
    name: ["Name", "الاسم", "Halal Food Authority", ["الاسم"]],
    nameAr: ["Name in Arabic", "الاسم بالعربية", "هيئة الغذاء الحلال", ["name_ar"]],
    country: {
      ...neededColumn("country", "Country", "الدولة", "GB", ["country_code", "الدولة"]),
      read: (text) => text.toUpperCase(),
    },
    kind: wordColumn("kind", "Type", "النوع", "private", ["type"]),
    website: ["Website", "الموقع الإلكتروني", "https://body.example", ["url"]],
    registryUrl: ["Registry", "سجل الجهة", "https://body.example/registry", ["registry_url", "registry"]],
    registryLookupTemplate: [
      "Registry link template",
      "قالب رابط السجل",
      "https://body.example/?no={number}",
      ["registry_lookup_template"],
    ],
    certificateNoPattern: [
      "Certificate number pattern",
      "نمط رقم الشهادة",
      "[A-Z]{2}\\d{6}",
      ["certificate_no_pattern"],
    ],
    typicalValidityMonths: [
      "Typical validity (months)",
      "مدة الصلاحية المعتادة (بالأشهر)",
      "24",
      ["typical_validity_months", "validity"],
    ],
    renewalFromDays: [
      "Renewal opens (days before expiry)",
      "بدء التجديد (أيام قبل الانتهاء)",
      "180",
      ["renewal_from_days"],
    ],
    renewalToDays: [
      "Renewal closes (days before expiry)",
      "إغلاق التجديد (أيام قبل الانتهاء)",
      "90",
      ["renewal_to_days"],
    ],
    defaultStunningPolicy: ["Stunning", "التدويخ", "none", ["default_stunning_policy", "stunning"]],
    offLabelTags: listColumn("offLabelTags", "Open Food Facts tags", "وسوم Open Food Facts", "en:halal", [
      "off_label_tags",
    ]),
  },
});

/** Takes a market's list of recognised bodies. */
export const recognitionsImporter: Importer<ImportedRecognition> = {
  resource: "recognitions",
  title: { en: "Recognition", ar: "الاعتراف" },
  listPath: "/apps/certifier/recognition",
  needs: recognitions.importTemplate,
  columns: recognitionColumns,
  problemMessages: messages,
  check: checkRecognitionRows,
  write: writeRecognitionRows,
};

/** Imports halal standards, each found by its code and edition. */
export const standardsImporter = recordImporter(standardStore, {
  operations: standards,
  title: { en: "Halal standards", ar: "مواصفات الحلال" },
  listPath: "/apps/certifier/standards",
  key: "code",
  keyOf: ({ code = "", edition = "" }) => `${code} ${edition || unstatedEdition}`.toLowerCase(),
  // A row without an edition means that the standard states none.
  empty: { ...standardRecord.description.fields.empty, edition: unstatedEdition },
  columns: {
    code: ["Code", "الرمز", "GSO 2055-1", ["standard", "الرمز"]],
    edition: textColumn("edition", "Edition", "الإصدار", "2015", ["year", "الإصدار"]),
    title: ["Title", "العنوان", "General requirements for halal food", ["name", "العنوان"]],
    titleI18n: ["Title by language", "العنوان بحسب اللغة", '{"ms": "Makanan halal"}', ["titles_json", "title_i18n"]],
    titleAr: ["Title in Arabic", "العنوان بالعربية", "المتطلبات العامة للأغذية الحلال", ["title_ar"]],
    owner: ["Published by", "الجهة المصدرة", "GCC Standardization Organization", ["issuer", "body"]],
    scope: ["Scope", "النطاق", "Food"],
    sourceUrl: ["Source", "المصدر", "https://standards.example", ["source_url", "source", "url"]],
  },
});
