import type { Importer } from "#api/importer.ts";
import { certifiers, recognitions, standards } from "#features/certifiers/contract.ts";
import {
  bodyColumns,
  checkBodyRows,
  type ImportedBody,
  writeBodyRows,
} from "#features/certifiers/api/service/bodyImport.ts";
import {
  checkRecognitionRows,
  type ImportedRecognition,
  recognitionColumns,
  writeRecognitionRows,
} from "#features/certifiers/api/service/recognitionImport.ts";

import {
  checkStandardRows,
  type ImportedStandard,
  standardColumns,
  writeStandardRows,
} from "#features/certifiers/api/service/standardImport.ts";

const wordings = {
  off_label_tag: {
    wrong: { en: "Not a tag of Open Food Facts", ar: "ليس وسمًا من Open Food Facts" },
    right: { en: "such as en:halal", ar: "مثل en:halal" },
  },
  template_without_number: {
    wrong: { en: "A template without a place for the number", ar: "قالب بلا موضع للرقم" },
  },
  template_address: { wrong: { en: "Not a web address", ar: "ليس عنوان ويب" } },
  pattern_invalid: { wrong: { en: "Not a regular expression", ar: "ليس تعبيرًا نمطيًا" } },
  pattern_too_free: { wrong: { en: "A pattern that is too free", ar: "نمط فضفاض" } },
  renewal_half: { wrong: { en: "A renewal window has two ends", ar: "لنافذة التجديد طرفان" } },
  renewal_order: { wrong: { en: "The window ends before it begins", ar: "تنتهي النافذة قبل أن تبدأ" } },
  ends_before_it_begins: { wrong: { en: "The last day is before the first", ar: "اليوم الأخير قبل الأول" } },
  body_unknown: {
    wrong: { en: "No certifying body is called so", ar: "لا جهة منح بهذا الاسم" },
    right: { en: "the acronym of one that is not archived", ar: "اختصار جهة غير مؤرشفة" },
  },
  recognition_overlaps: {
    wrong: {
      en: "This list recognises the body in a part of that period already",
      ar: "القائمة تعترف بالجهة في جزء من المدة",
    },
  },
  day: {
    wrong: { en: "Not a day", ar: "ليس تاريخًا" },
    right: { en: "such as 2026-11-20", ar: "مثل 2026-11-20" },
  },
};

/** Takes certifying bodies from a file, each found by its acronym and country. */
export const bodiesImporter: Importer<ImportedBody> = {
  resource: "certifiers",
  title: { en: "Certifying bodies", ar: "جهات المنح" },
  listPath: "/apps/certifier/bodies",
  needs: certifiers.importTemplate,
  columns: bodyColumns,
  wordings,
  check: checkBodyRows,
  write: writeBodyRows,
};

/** Takes halal standards, each found by its code and edition. */
export const standardsImporter: Importer<ImportedStandard> = {
  resource: "standards",
  title: { en: "Halal standards", ar: "مواصفات الحلال" },
  listPath: "/apps/certifier/standards",
  needs: standards.importTemplate,
  columns: standardColumns,
  check: checkStandardRows,
  write: writeStandardRows,
};

/** Takes a market's list of recognised bodies. */
export const recognitionsImporter: Importer<ImportedRecognition> = {
  resource: "recognitions",
  title: { en: "Recognition", ar: "الاعتراف" },
  listPath: "/apps/certifier/recognition",
  needs: recognitions.importTemplate,
  columns: recognitionColumns,
  wordings,
  check: checkRecognitionRows,
  write: writeRecognitionRows,
};
