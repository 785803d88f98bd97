import type { Importer } from "#api/importer.ts";
import {
  checkTypeRows,
  type ImportedType,
  typeColumns,
  writeTypeRows,
} from "#features/retailerTypes/api/service/imports.ts";
import { retailerTypes } from "#features/retailerTypes/contract.ts";

/** Takes retailer types from a file, each found by its code. */
export const retailerTypesImporter: Importer<ImportedType> = {
  resource: "retailerTypes",
  title: { en: "Retailer types", ar: "أنواع المتاجر" },
  listPath: "/apps/retailer-type/types",
  needs: retailerTypes.importTemplate,
  columns: typeColumns,
  wordings: {
    type_code: {
      wrong: { en: "Not a code", ar: "ليس رمزًا" },
      right: { en: "capital Latin letters, digits and _", ar: "أحرف لاتينية كبيرة وأرقام وشرطات سفلية" },
    },
    above_maximum: { wrong: { en: "More than the most that is given", ar: "أكثر من الحد الأقصى" } },
    requirement_lost: {
      wrong: { en: "This would ask less of retailers of this type", ar: "سيقلل هذا ما يُطلب من متاجر هذا النوع" },
      right: {
        en: "change it on the type’s page, where a second person approves it",
        ar: "غيّره من صفحة النوع حيث يوافق عليه شخص ثانٍ",
      },
    },
    duplicate_type_name: {
      wrong: { en: "Another type already has this name", ar: "نوع آخر يحمل هذا الاسم" },
      right: { en: "a name of its own", ar: "اسم خاص به" },
    },
  },
  check: checkTypeRows,
  write: writeTypeRows,
};
