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
      wrong: { en: "No retailer has this code", ar: "لا متجر بهذا الرمز" },
      right: { en: "RET- and six digits", ar: "‎RET-‎ ثم ستة أرقام" },
    },
    no_such_product: {
      wrong: { en: "No product has this GTIN", ar: "لا منتج بهذا الرقم" },
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
      wrong: { en: "More than the retailer's type allows", ar: "أكثر مما يسمح به نوع المتجر" },
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
      wrong: { en: "The cashback says no rate", ar: "لا نسبة للاسترداد" },
      right: { en: "a rate, or inherit", ar: "نسبة، أو inherit" },
    },
    cap_below_amount: {
      wrong: { en: "The most of a purchase is less than one product brings", ar: "حد الشراء أقل مما يجلبه منتج واحد" },
      right: { en: "at least the fixed cashback", ar: "الاسترداد الثابت على الأقل" },
    },
    product_not_published: { wrong: { en: "The product is not published", ar: "المنتج غير منشور" } },
    brand_not_active: { wrong: { en: "The brand is not active", ar: "العلامة غير نشطة" } },
    retailer_not_active: { wrong: { en: "The retailer is not active", ar: "المتجر غير نشط" } },
    halal_expired: { wrong: { en: "Its certificate has ended", ar: "انتهت شهادته" } },
    halal_suspended: { wrong: { en: "Its certificate is suspended", ar: "شهادته معلّقة" } },
    halal_withdrawn: { wrong: { en: "Its certificate was withdrawn", ar: "سُحبت شهادته" } },
    halal_scope_reduced: { wrong: { en: "It was taken out of its certificate's scope", ar: "أُخرج من نطاق شهادته" } },
    halal_not_started: { wrong: { en: "Its certificate has not begun", ar: "لم تبدأ شهادته بعد" } },
    halal_unverified: { wrong: { en: "Its certificate is not verified", ar: "شهادته غير موثّقة" } },
    halal_missing: { wrong: { en: "It is on no certificate", ar: "ليس في أي شهادة" } },
    halal_body_suspended: { wrong: { en: "Its certifier is suspended", ar: "جهة شهادته معلّقة" } },
    halal_review_overdue: { wrong: { en: "The review of its certificate is overdue", ar: "تأخرت مراجعة شهادته" } },
    body_recognition_unknown: {
      wrong: {
        en: "It isn't known whether the retailer's country recognises its certifier",
        ar: "لا يُعرف هل يعترف بلد المتجر بجهة شهادته",
      },
    },
    body_not_accredited: {
      wrong: { en: "Its certifier has no accreditation in force", ar: "ليس لدى جهة شهادته اعتماد سارٍ" },
    },
    body_not_recognised: {
      wrong: {
        en: "Its certifier is not recognised in the retailer's country",
        ar: "جهة شهادته غير معترف بها في بلد المتجر",
      },
    },
    slaughter_policy_unknown: {
      wrong: {
        en: "Its certificate doesn't state how animals were slaughtered and stunned",
        ar: "شهادته لا تذكر طريقة الذبح والصعق",
      },
    },
    premise_cert_missing: { wrong: { en: "The shop has no halal certificate", ar: "لا شهادة حلال للمتجر" } },
    premise_cert_expired: { wrong: { en: "The shop's certificate has ended", ar: "انتهت شهادة المتجر" } },
    premise_cert_suspended: { wrong: { en: "The shop's certificate is suspended", ar: "شهادة المتجر معلّقة" } },
    premise_cert_withdrawn: { wrong: { en: "The shop's certificate was withdrawn", ar: "سُحبت شهادة المتجر" } },
    premise_cert_scope_reduced: {
      wrong: { en: "The shop's certificate no longer covers it", ar: "شهادة المتجر لم تعد تشمله" },
    },
    premise_cert_not_started: { wrong: { en: "The shop's certificate has not begun", ar: "لم تبدأ شهادة المتجر بعد" } },
    premise_cert_unverified: { wrong: { en: "The shop's certificate is not verified", ar: "شهادة المتجر غير موثّقة" } },
    premise_cert_body_suspended: { wrong: { en: "The shop's certifier is suspended", ar: "جهة شهادة المتجر معلّقة" } },
    premise_cert_review_overdue: {
      wrong: { en: "The review of the shop's certificate is overdue", ar: "تأخرت مراجعة شهادة المتجر" },
    },
    premise_body_recognition_unknown: {
      wrong: {
        en: "It isn't known whether its country recognises the shop's certifier",
        ar: "لا يُعرف هل يعترف بلد المتجر بجهة شهادته",
      },
    },
    premise_body_not_accredited: {
      wrong: { en: "The shop's certifier has no accreditation in force", ar: "ليس لدى جهة شهادة المتجر اعتماد سارٍ" },
    },
    premise_body_not_recognised: {
      wrong: {
        en: "The shop's certifier is not recognised in its country",
        ar: "جهة شهادة المتجر غير معترف بها في بلده",
      },
    },
  },
  check: checkAssignmentRows,
  write: writeAssignmentRows,
};
