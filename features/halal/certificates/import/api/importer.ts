import type { Importer } from "#api/importer.ts";
import { certificateColumns } from "#features/halal/certificates/import/api/columns.ts";
import {
  checkCertificateRows,
  type ImportedCertificate,
  writeCertificateRows,
} from "#features/halal/certificates/import/api/rows.ts";
import { certificates } from "#features/halal/certificates/contract.ts";

/** Takes certificates from a file, each as a draft: documents are added and two people look at it before it counts. */
export const certificatesImporter: Importer<ImportedCertificate> = {
  resource: "certificates",
  title: { en: "Certificates", ar: "الشهادات" },
  listPath: "/apps/cert/certs",
  needs: certificates.importTemplate,
  columns: certificateColumns,
  problemMessages: {
    no_such_body: {
      wrong: { en: "No certifying body has this name", ar: "لا توجد جهة إصدار بهذا الاسم" },
      right: {
        en: "its acronym or name, as listed in Certifying bodies",
        ar: "اختصارها أو اسمها كما في قائمة جهات إصدار الشهادات",
      },
    },
    no_such_standard: {
      wrong: { en: "No standard has the code {standard}", ar: "لا توجد مواصفة بالرمز {standard}" },
      right: { en: "codes with | between them", ar: "رموز تفصل بينها علامة |" },
    },
    no_such_holder: {
      wrong: {
        en: "No brand or retailer in your scope has this code",
        ar: "لا علامة ولا متجر في نطاقك بهذا الرمز",
      },
      right: { en: "a brand’s or a retailer’s code, or empty", ar: "رمز علامة أو متجر، أو فراغ" },
    },
    certificate_taken: {
      wrong: { en: "{code} already has this certifying body and number", ar: "الشهادة {code} لها الجهة والرقم نفسهما" },
      right: { en: "start its renewal on its page", ar: "ابدأ تجديدها من صفحتها" },
    },
    gtin_in_line: {
      wrong: { en: "The barcode number in “{line}” is invalid", ar: "رقم الباركود في «{line}» غير صحيح" },
      right: { en: "a valid number, or the name alone", ar: "رقم صحيح، أو الاسم وحده" },
    },
    not_a_day: {
      wrong: { en: "Not a valid date", ar: "ليس تاريخًا" },
      right: { en: "year-month-day, such as 2027-03-06", ar: "سنة-شهر-يوم، مثل 2027-03-06" },
    },
    time_zone: {
      wrong: { en: "Not a valid time zone", ar: "ليست منطقة زمنية" },
      right: { en: "such as Asia/Dubai", ar: "مثل Asia/Dubai" },
    },
    before_issue: { wrong: { en: "Valid before it was issued", ar: "تسري قبل تاريخ إصدارها" } },
    before_start: { wrong: { en: "Expires before it starts", ar: "تنتهي قبل أن تبدأ" } },
    end_of_open_ended: {
      wrong: { en: "Open-ended certificates have no expiry date", ar: "الشهادة المفتوحة المدة ليس لها تاريخ انتهاء" },
    },
  },
  check: checkCertificateRows,
  write: writeCertificateRows,
};
