import type { Importer } from "#api/importer.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import { assignmentColumns } from "#features/retail/assignments/import/api/importColumns.ts";
import { checkAssignmentRows, type ImportedAssignment } from "#features/retail/assignments/import/api/importRows.ts";
import { writeAssignmentRows } from "#features/retail/assignments/import/api/importWrites.ts";

/** Imports what retailers sell: creates assignments that may be promoted, and updates the terms of existing ones. */
export const assignmentsImporter: Importer<ImportedAssignment> = {
  resource: "assignments",
  title: { en: "Assigned products", ar: "المنتجات المسندة" },
  listPath: "/apps/retailer/retailers",
  needs: assignments.importTemplate,
  columns: assignmentColumns,
  problemMessages: {
    no_such_retailer: {
      wrong: { en: "No retailer has this code", ar: "لا يوجد متجر بهذا الرمز" },
      right: { en: "RET- and six digits", ar: "‎RET-‎ ثم ستة أرقام" },
    },
    no_such_product: {
      wrong: { en: "No product has this GTIN", ar: "لا يوجد منتج بهذا الرقم" },
      right: { en: "a product that is in the catalogue", ar: "منتج موجود في الكتالوج" },
    },
    not_a_gtin: {
      wrong: { en: "Not a GTIN: a digit is missing or mistyped", ar: "ليس رقم GTIN: رقم ناقص أو مكتوب خطأ" },
      right: { en: "8, 12, 13 or 14 digits", ar: "8 أو 12 أو 13 أو 14 رقمًا" },
    },
    no_such_location: {
      wrong: { en: "The retailer has no such location", ar: "ليس للمتجر هذا الموقع" },
      right: { en: "the name of one, or empty for all", ar: "اسم أحدها، أو فراغ لكلها" },
    },
    rate_too_high: {
      wrong: { en: "Exceeds the maximum for this retailer type", ar: "يتجاوز الحد الأقصى لهذا النوع من المتاجر" },
      right: { en: "at most {maximum}", ar: "‏{maximum} على الأكثر" },
    },
    wrong_currency: {
      wrong: { en: "The retailer sells in {currency}", ar: "المتجر يبيع بعملة {currency}" },
      right: { en: "{currency}", ar: "{currency}" },
    },
    currency_for_amount: {
      wrong: { en: "An amount without a currency", ar: "مبلغ دون عملة" },
      right: { en: "a currency in the same row", ar: "عملة في الصف نفسه" },
    },
    rate_missing: {
      wrong: { en: "The cashback has no rate", ar: "لا توجد نسبة للاسترداد النقدي" },
      right: { en: "a rate, or inherit", ar: "نسبة، أو inherit" },
    },
    cap_below_amount: {
      wrong: { en: "The cap is below the cashback of one product", ar: "الحد أقل من الاسترداد النقدي لمنتج واحد" },
      right: { en: "at least the cashback amount", ar: "مبلغ الاسترداد النقدي على الأقل" },
    },
    product_not_published: { wrong: { en: "The product isn’t published", ar: "المنتج غير منشور" } },
    brand_not_active: { wrong: { en: "The brand isn’t active", ar: "العلامة غير نشطة" } },
    retailer_not_active: { wrong: { en: "The retailer isn’t active", ar: "المتجر غير نشط" } },
    halal_expired: { wrong: { en: "Its certificate has expired", ar: "انتهت شهادته" } },
    halal_suspended: { wrong: { en: "Its certificate is suspended", ar: "شهادته معلّقة" } },
    halal_withdrawn: { wrong: { en: "Its certificate was withdrawn", ar: "سُحبت شهادته" } },
    halal_scope_reduced: { wrong: { en: "No longer covered by its certificate", ar: "لم تعد شهادته تشمله" } },
    halal_not_started: { wrong: { en: "Its certificate isn’t valid yet", ar: "لم يبدأ سريان شهادته بعد" } },
    halal_unverified: { wrong: { en: "Its certificate isn’t verified", ar: "شهادته غير موثّقة" } },
    halal_missing: { wrong: { en: "No certificate covers it", ar: "لا توجد شهادة تشمله" } },
    halal_body_suspended: { wrong: { en: "Its certifying body is suspended", ar: "جهة إصدار شهادته معلّقة" } },
    halal_review_overdue: { wrong: { en: "The review of its certificate is overdue", ar: "تأخرت مراجعة شهادته" } },
    body_recognition_unknown: {
      wrong: {
        en: "It isn’t known whether the retailer’s country recognises its certifying body",
        ar: "ليس معروفًا هل تعترف دولة المتجر بجهة إصدار الشهادة",
      },
    },
    body_not_accredited: {
      wrong: { en: "Its certifying body has no valid accreditation", ar: "ليس لدى جهة إصدار شهادته اعتماد سارٍ" },
    },
    body_not_recognised: {
      wrong: {
        en: "Its certifying body isn’t recognised in the retailer’s country",
        ar: "جهة إصدار شهادته غير معترف بها في دولة المتجر",
      },
    },
    slaughter_policy_unknown: {
      wrong: {
        en: "Its certificate doesn’t state the slaughter and stunning method",
        ar: "لا تذكر شهادته طريقة الذبح والتدويخ",
      },
    },
    premise_cert_missing: { wrong: { en: "The store has no halal certificate", ar: "لا توجد شهادة حلال للمتجر" } },
    premise_cert_expired: { wrong: { en: "The store’s certificate has expired", ar: "انتهت شهادة المتجر" } },
    premise_cert_suspended: { wrong: { en: "The store’s certificate is suspended", ar: "شهادة المتجر معلّقة" } },
    premise_cert_withdrawn: { wrong: { en: "The store’s certificate was withdrawn", ar: "سُحبت شهادة المتجر" } },
    premise_cert_scope_reduced: {
      wrong: { en: "The store’s certificate no longer covers it", ar: "شهادة المتجر لم تعد تشمله" },
    },
    premise_cert_not_started: {
      wrong: { en: "The store’s certificate isn’t valid yet", ar: "لم يبدأ سريان شهادة المتجر بعد" },
    },
    premise_cert_unverified: { wrong: { en: "The store’s certificate isn’t verified", ar: "شهادة المتجر غير موثّقة" } },
    premise_cert_body_suspended: {
      wrong: { en: "The body that certified the store is suspended", ar: "جهة إصدار شهادة المتجر معلّقة" },
    },
    premise_cert_review_overdue: {
      wrong: { en: "The review of the store’s certificate is overdue", ar: "تأخرت مراجعة شهادة المتجر" },
    },
    premise_body_recognition_unknown: {
      wrong: {
        en: "It isn’t known whether its country recognises the body that certified the store",
        ar: "ليس معروفًا هل تعترف دولة المتجر بجهة إصدار الشهادة",
      },
    },
    premise_body_not_accredited: {
      wrong: {
        en: "The body that certified the store has no valid accreditation",
        ar: "ليس لدى جهة إصدار شهادة المتجر اعتماد سارٍ",
      },
    },
    premise_body_not_recognised: {
      wrong: {
        en: "The body that certified the store isn’t recognised in its country",
        ar: "جهة إصدار شهادة المتجر غير معترف بها في دولته",
      },
    },
  },
  check: checkAssignmentRows,
  write: writeAssignmentRows,
};
