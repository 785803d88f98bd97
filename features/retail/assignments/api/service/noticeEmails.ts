import { arabicCount, arabicForm, englishCount, isolated } from "#base/emailText.ts";
import type { Email } from "#api/ports.ts";
import type { RetailerNotice as Change } from "#features/retail/assignments/api/service/reevaluateAssignments.ts";
import type { FindingReason } from "#features/retail/assignments/contract/rows.ts";

export type NoticeCertificate = {
  readonly id: string;
  readonly certificate_no: string;
  readonly body: string;
  readonly state: string;
  /** The reason of a suspension or a withdrawal. */
  readonly state_reason: string | null;
  /** The reason of the latest reduction of its scope. */
  readonly removed_reason: string | null;
};

export type NoticeProduct = { readonly id: string; readonly name: string; readonly name_ar: string | null };

type NoticeFacts = {
  readonly certificates: ReadonlyMap<string, NoticeCertificate>;
  readonly products: ReadonlyMap<string, NoticeProduct>;
};
type Recipient = { readonly name: string; readonly retailer_name: string };
type Notice = { readonly changes: readonly Change[]; readonly known: NoticeFacts; readonly link: string };
type EmailContent = Omit<Email, "to">;

export function englishNotice({ name, retailer_name }: Recipient, { changes, known, link }: Notice): EmailContent {
  const lines = changes.map((change) => {
    const reason = enteredReason(change, known);
    const head = `- ${englishCount(change.productCount, "product")} ${change.verb}: ${englishCause(change, known)}`;
    return [head, reason && `  Reason: ${reason}`, namesOf(change, known, "en")].filter(Boolean).join("\n");
  });
  return {
    subject: `Product availability changed at ${retailer_name}`,
    text: `Assalamu alaikum ${name},

Product availability changed at ${retailer_name}:

${lines.join("\n")}

View paused products and how to fix them:
${link}

Mizan`,
  };
}

export function arabicNotice({ name, retailer_name }: Recipient, { changes, known, link }: Notice): EmailContent {
  const retailer = isolated(retailer_name);
  const lines = changes.map((change) => {
    const { verb, productCount } = change;
    const reason = enteredReason(change, known);
    const verbs = arabicVerbs[verb];
    const changed = arabicForm(productCount) === "few" ? verbs.few : verbs.other;
    const head = `- ${changed} ${arabicCount(productCount, "products")}: ${arabicCause(change, known)}`;
    return [head, reason && `  السبب: ${isolated(reason)}`, namesOf(change, known, "ar")].filter(Boolean).join("\n");
  });
  return {
    subject: `تغيّرت المنتجات التي يجوز الترويج لها في ${retailer}`,
    text: `السلام عليكم ${isolated(name)}،

تغيّرت المنتجات التي يجوز الترويج لها في ${retailer}:

${lines.join("\n")}

المنتجات الموقوفة وكيفية استئنافها:
${link}

ميزان`,
  };
}

/** The verb agrees with the feminine plural after 3 to 10, and with the masculine singular after any other number. */
const arabicVerbs = {
  paused: { few: "أُوقفت مؤقتًا", other: "أُوقف مؤقتًا" },
  resumed: { few: "استُؤنفت", other: "استُؤنف" },
} as const;

/**
 * The reason that was entered when the certificate lost its validity; empty if it is valid again, or lost it for
 * another cause. Read when the email is sent, so that it never contains an outdated reason.
 */
function enteredReason({ verb, reason, certificateId }: Change, known: NoticeFacts): string | null {
  const certificate = known.certificates.get(certificateId ?? "");
  if (certificate === undefined || verb === "resumed") return null;
  if (reason.endsWith("SCOPE_REDUCED")) return certificate.removed_reason;
  return certificate.state === "suspended" || certificate.state === "withdrawn" ? certificate.state_reason : null;
}

/** The products by name, one per line; only the first of many. Empty if none is known: the email has the count. */
function namesOf({ products, productCount }: Change, known: NoticeFacts, language: "en" | "ar"): string {
  const named = products.flatMap((id) => known.products.get(id) ?? []);
  if (named.length === 0) return "";
  const names = named.map(({ name, name_ar }) => (language === "ar" ? isolated(name_ar ?? name) : name));
  const more = productCount - named.length;
  const rest = language === "ar" ? `منتجات أخرى: ${more}` : `and ${more} more`;
  return [...names.toSorted(), ...(more > 0 ? [rest] : [])].map((name) => `  · ${name}`).join("\n");
}

function englishCause({ verb, reason, certificateId, certificateCode }: Change, known: NoticeFacts): string {
  const certificate = known.certificates.get(certificateId ?? "");
  if (certificate === undefined) {
    if (certificateCode) return `certificate ${certificateCode}${verb === "paused" ? "" : " is valid again"}`;
    return verb === "paused" ? reasons[reason].en : `no longer the case: ${reasons[reason].en}`;
  }
  const named = `certificate ${certificate.certificate_no} (${certificateCode}), issued by ${certificate.body},`;
  if (verb === "resumed") return `${named} is valid again or was replaced`;
  return `${named} ${(losses[lossOf(reason)] ?? otherLoss).en}`;
}

function arabicCause({ verb, reason, certificateId, certificateCode }: Change, known: NoticeFacts): string {
  const certificate = known.certificates.get(certificateId ?? "");
  if (certificate === undefined) {
    const cause = certificateCode ? `الشهادة ${isolated(certificateCode)}` : reasons[reason].ar;
    return verb === "paused" ? cause : `زال سبب الإيقاف (${cause})`;
  }
  const named = `الشهادة ${isolated(certificate.certificate_no)} من ${isolated(certificate.body)} (${isolated(certificateCode ?? "")})`;
  if (verb === "resumed") return `${named} سارية من جديد أو حلّت محلها أخرى`;
  return `${named} ${(losses[lossOf(reason)] ?? otherLoss).ar}`;
}

type InBoth = { readonly en: string; readonly ar: string };

/** The same for the product and for the premise. */
const lossOf = (reason: FindingReason) => reason.replace(/^(?:HALAL_|PREMISE_CERT_|PREMISE_(?=BODY_))/, "");

const otherLoss: InBoth = { en: "doesn’t cover them", ar: "لا تشملها" };

/** Why a certificate doesn't count, after its name. */
const losses: Readonly<Record<string, InBoth>> = {
  EXPIRED: { en: "has expired", ar: "انتهت" },
  SUSPENDED: { en: "is suspended", ar: "معلَّقة" },
  WITHDRAWN: { en: "was withdrawn", ar: "سُحبت" },
  SCOPE_REDUCED: { en: "no longer covers them", ar: "لم تعد تشملها" },
  NOT_STARTED: { en: "isn’t valid yet", ar: "لم يبدأ سريانها بعد" },
  UNVERIFIED: { en: "isn’t verified yet", ar: "لم تُوثَّق بعد" },
  BODY_NOT_RECOGNISED: {
    en: "was issued by a body not recognised in this market",
    ar: "صادرة عن جهة غير معترف بها في هذا السوق",
  },
  BODY_SUSPENDED: { en: "was issued by a body that is suspended", ar: "صادرة عن جهة معلَّقة" },
  REVIEW_OVERDUE: { en: "is overdue for review", ar: "تأخرت مراجعتها" },
  BODY_RECOGNITION_UNKNOWN: {
    en: "was issued by a body whose recognition in this market isn’t known",
    ar: "صادرة عن جهة لا يُعرف هل هذا السوق يعترف بها",
  },
  BODY_NOT_ACCREDITED: {
    en: "was issued by a body without a valid accreditation",
    ar: "صادرة عن جهة ليس لديها اعتماد سارٍ",
  },
  SLAUGHTER_POLICY_UNKNOWN: {
    en: "doesn’t state the slaughter and stunning method",
    ar: "لا تذكر طريقة الذبح والتدويخ",
  },
};

/** Why products are paused, where the email can't name a certificate. */
const reasons: Readonly<Record<FindingReason, InBoth>> = {
  PRODUCT_NOT_PUBLISHED: { en: "not published", ar: "المنتج غير منشور" },
  BRAND_NOT_ACTIVE: { en: "the brand isn’t active", ar: "العلامة غير نشطة" },
  RETAILER_NOT_ACTIVE: { en: "the retailer isn’t active", ar: "المتجر غير نشط" },
  HALAL_EXPIRED: { en: "halal certificate expired", ar: "انتهت شهادة الحلال" },
  HALAL_SUSPENDED: { en: "halal certificate suspended", ar: "شهادة الحلال معلَّقة" },
  HALAL_WITHDRAWN: { en: "halal certificate withdrawn", ar: "سُحبت شهادة الحلال" },
  HALAL_SCOPE_REDUCED: { en: "no longer covered by a halal certificate", ar: "لم تعد تشمله شهادة حلال" },
  HALAL_NOT_STARTED: { en: "halal certificate not valid yet", ar: "لم يبدأ سريان شهادة الحلال" },
  HALAL_UNVERIFIED: { en: "halal certificate not verified", ar: "شهادة الحلال غير موثّقة" },
  HALAL_MISSING: { en: "no halal certificate", ar: "لا توجد شهادة حلال" },
  HALAL_BODY_SUSPENDED: { en: "certifying body suspended", ar: "جهة إصدار الشهادة معلَّقة" },
  HALAL_REVIEW_OVERDUE: { en: "certificate review overdue", ar: "تأخرت مراجعة الشهادة" },
  BODY_NOT_RECOGNISED: {
    en: "certifying body not recognised in this market",
    ar: "جهة إصدار الشهادة غير معترف بها في هذا السوق",
  },
  BODY_RECOGNITION_UNKNOWN: {
    en: "recognition of the certifying body in this market unknown",
    ar: "الاعتراف بجهة إصدار الشهادة في هذا السوق غير معروف",
  },
  BODY_NOT_ACCREDITED: { en: "certifying body not accredited", ar: "جهة إصدار الشهادة بلا اعتماد سارٍ" },
  SLAUGHTER_POLICY_UNKNOWN: {
    en: "slaughter or stunning method not stated",
    ar: "طريقة الذبح أو التدويخ غير مذكورة",
  },
  PREMISE_CERT_EXPIRED: { en: "the store’s halal certificate expired", ar: "انتهت شهادة المتجر" },
  PREMISE_CERT_SUSPENDED: { en: "the store’s halal certificate is suspended", ar: "شهادة المتجر معلَّقة" },
  PREMISE_CERT_WITHDRAWN: { en: "the store’s halal certificate was withdrawn", ar: "سُحبت شهادة المتجر" },
  PREMISE_CERT_SCOPE_REDUCED: {
    en: "store no longer covered by its halal certificate",
    ar: "لم تعد شهادة المتجر تشمله",
  },
  PREMISE_CERT_NOT_STARTED: { en: "the store’s halal certificate isn’t valid yet", ar: "لم يبدأ سريان شهادة المتجر" },
  PREMISE_CERT_UNVERIFIED: { en: "the store’s halal certificate isn’t verified", ar: "شهادة المتجر غير موثّقة" },
  PREMISE_CERT_MISSING: { en: "no halal certificate for the store", ar: "لا توجد شهادة حلال للمتجر" },
  PREMISE_CERT_BODY_SUSPENDED: {
    en: "the body that certified the store is suspended",
    ar: "جهة إصدار شهادة المتجر معلَّقة",
  },
  PREMISE_CERT_REVIEW_OVERDUE: {
    en: "the review of the store’s halal certificate is overdue",
    ar: "تأخرت مراجعة شهادة المتجر",
  },
  PREMISE_BODY_NOT_RECOGNISED: {
    en: "the body that certified the store isn’t recognised in this market",
    ar: "جهة إصدار شهادة المتجر غير معترف بها في هذا السوق",
  },
  PREMISE_BODY_RECOGNITION_UNKNOWN: {
    en: "recognition of the body that certified the store unknown in this market",
    ar: "الاعتراف بجهة إصدار شهادة المتجر في هذا السوق غير معروف",
  },
  PREMISE_BODY_NOT_ACCREDITED: {
    en: "the body that certified the store isn’t accredited",
    ar: "جهة إصدار شهادة المتجر بلا اعتماد سارٍ",
  },
};
