import { nameKey } from "#base/searchKey.ts";
import { neededColumn } from "#api/import/readColumns.ts";
import { recordImporter } from "#api/records/importer.ts";
import { countRetailers, typeStore } from "#features/retail/retailer-types/api/store.ts";
import { retailerTypes } from "#features/retail/retailer-types/contract.ts";
import { requiresLess } from "#features/retail/retailer-types/rules.ts";

/** Imports retailer types, each found by its code. */
export const retailerTypesImporter = recordImporter(typeStore, {
  operations: retailerTypes,
  title: { en: "Retailer types", ar: "أنواع المتاجر" },
  listPath: "/apps/retailer-type/types",
  key: "code",
  keyOf: ({ code = "" }) => code.toUpperCase(),
  columns: {
    code: {
      ...neededColumn("code", "Code", "الرمز", "GROCERY", ["type", "الرمز"]),
      read: (code) => code.toUpperCase(),
    },
    name: ["Name", "الاسم", "Grocery", ["الاسم"]],
    nameI18n: ["Name by language", "الاسم بحسب اللغة", '{"ms": "Kedai runcit"}', ["names_json"]],
    nameAr: ["Name in Arabic", "الاسم بالعربية", "بقالة", ["name_ar"]],
    description: ["Description", "الوصف", "Shops that sell packed food", ["الوصف"]],
    icon: ["Icon", "الأيقونة", "store"],
    channel: ["Channel", "القناة", "physical", ["sales_channel"]],
    certificatePolicy: ["Certificate policy", "سياسة الشهادات", "require_product", ["certificate_policy"]],
    needsSlaughterPolicy: [
      "Require the slaughter method for meat",
      "اشتراط ذكر طريقة ذبح اللحوم",
      "no",
      ["needs_slaughter_policy"],
    ],
    kycLevel: ["KYC level", "مستوى التحقق (KYC)", "basic", ["kyc_level", "kyc"]],
    pendingDays: ["Days until cashback is available", "عدد الأيام حتى يتاح الاسترداد النقدي", "14", ["pending_days"]],
    defaultCashbackBps: [
      "Default cashback (200 = 2%)",
      "الاسترداد النقدي الافتراضي (200 = 2%)",
      "200",
      ["default_cashback_bps"],
    ],
    maxCashbackBps: [
      "Maximum cashback (1000 = 10%)",
      "الحد الأقصى للاسترداد النقدي (1000 = 10%)",
      "1000",
      ["max_cashback_bps"],
    ],
    position: ["Position", "الترتيب", "0", ["sort_order"]],
  },
  unique: { field: "name", keyOf: nameKey, code: "duplicate_type_name" },
  // An import can't loosen the requirements of a type with retailers (docs/decisions/0045). The type's page can.
  problemsOf: async (ctx, updates) => {
    const lax = updates.filter(({ before, after }) => requiresLess(before, after)).map(({ before }) => before.id);
    const problem = { field: "certificatePolicy", code: "requirement_lost" };
    return new Map([...(await countRetailers(ctx, lax)).keys()].map((id) => [id, problem]));
  },
  problemMessages: {
    type_code: {
      wrong: { en: "Not a valid code", ar: "رمز غير صالح" },
      right: { en: "capital Latin letters, digits and _", ar: "أحرف لاتينية كبيرة وأرقام وشرطات سفلية" },
    },
    above_maximum: { wrong: { en: "Exceeds the maximum cashback", ar: "يتجاوز الحد الأقصى للاسترداد النقدي" } },
    requirement_lost: {
      wrong: { en: "This would require less of retailers of this type", ar: "سيقلل هذا ما يُطلب من متاجر هذا النوع" },
      right: {
        en: "change it on the type’s page, where a second person approves it",
        ar: "غيّره من صفحة النوع حيث يوافق عليه شخص ثانٍ",
      },
    },
    duplicate_type_name: {
      wrong: { en: "Another type already has this name", ar: "نوع آخر يحمل هذا الاسم" },
      right: { en: "a unique name", ar: "اسم غير مستخدم" },
    },
  },
});
