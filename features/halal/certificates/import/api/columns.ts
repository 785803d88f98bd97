import type { ImportColumn } from "#api/importer.ts";
import {
  certificateKinds,
  slaughterMethods,
  stunningPolicies,
  validityBases,
} from "#features/halal/certificates/contract/vocabulary.ts";
import type { CertificateInput } from "#features/halal/certificates/record/fields.ts";

/** Which field of a certificate a cell ends up in; a column that is looked up has none of its own. */
export type CertificateColumn = ImportColumn & {
  readonly fills: keyof CertificateInput | "lines" | null;
  readonly kind: "text" | "day" | "code" | "lookup";
  /** The codes of a field that has a few. */
  readonly codes?: readonly string[];
};

type Titles = readonly [en: string, ar: string];

const column = (
  field: keyof CertificateInput,
  [en, ar]: Titles,
  example: string,
  aliases: readonly string[],
): CertificateColumn => ({ field, title: { en, ar }, example, aliases, fills: field, kind: "text" });

const day = (...facts: Parameters<typeof column>): CertificateColumn => ({ ...column(...facts), kind: "day" });
const coded = (codes: readonly string[], ...facts: Parameters<typeof column>): CertificateColumn => ({
  ...column(...facts),
  kind: "code",
  codes,
});
const looked = (
  field: string,
  fills: CertificateColumn["fills"],
  [en, ar]: Titles,
  example: string,
  aliases: readonly string[],
): CertificateColumn => ({ field, title: { en, ar }, example, aliases, fills, kind: "lookup" });

export const certificateColumns: readonly CertificateColumn[] = [
  {
    ...looked("body", "bodyId", ["Certifying body", "جهة إصدار الشهادة"], "JAKIM", [
      "issuer",
      "certifier",
      "body_acronym",
      "الجهة",
    ]),
    role: "required",
  },
  {
    ...column("certificateNo", ["Certificate number", "رقم الشهادة"], "DEMO-25-0417", [
      "number",
      "certificate_no",
      "رقم",
    ]),
    role: "required",
  },
  {
    ...column("holderName", ["Holder on the document", "صاحب الشهادة في الوثيقة"], "Noor Dates LLC", [
      "holder_name",
      "company",
    ]),
    role: "required",
  },
  looked("holder", "holderBrandId", ["Holder’s code", "رمز صاحب الشهادة"], "BR-00417", ["holder_code", "brand_code"]),
  column("holderAddress", ["Holder’s address", "عنوان صاحب الشهادة"], "Unit 7, Sharjah", ["address"]),
  column("holderCountry", ["Holder’s country", "دولة صاحب الشهادة"], "AE", ["country", "الدولة"]),
  coded(certificateKinds, "kind", ["Type", "النوع"], "product", ["type", "cert_kind"]),
  column("schemeCode", ["Scheme", "برنامج منح الشهادة"], "food_beverage", ["scheme_code"]),
  looked("standards", "standardIds", ["Standards", "المواصفات"], "GSO 2055-1|MS 1500", ["standard", "المواصفة"]),
  looked("products", "lines", ["Products", "المنتجات"], "Medjool Dates 1 kg (9521000000018)|Ghee 500 g", [
    "scope_products",
    "lines",
  ]),
  column("scopeText", ["Scope", "النطاق"], "Dates and date products", ["scope"]),
  day("issuedOn", ["Issued on", "تاريخ الإصدار"], "2026-03-07", ["issued", "issue_date", "granted"]),
  day("validFrom", ["Valid from", "سارية من"], "2026-03-07", ["from", "start"]),
  day("expiresOn", ["Expires on", "تنتهي في"], "2027-03-06", ["expires", "expiry", "valid_until", "expiry_date"]),
  coded(validityBases, "validityBasis", ["Validity", "أساس السريان"], "dated", ["validity"]),
  day("reviewDueOn", ["Review due on", "موعد المراجعة"], "", ["review_due"]),
  column("timezone", ["Time zone", "المنطقة الزمنية"], "Asia/Dubai", ["tz", "zone"]),
  coded(slaughterMethods, "slaughterMethod", ["Slaughter method", "طريقة الذبح"], "not_applicable", ["slaughter"]),
  coded(stunningPolicies, "stunningPolicy", ["Stunning method", "طريقة التدويخ"], "not_applicable", ["stunning"]),
  column("notes", ["Remarks", "ملاحظة على الوثيقة"], "", ["note", "remarks"]),
];
