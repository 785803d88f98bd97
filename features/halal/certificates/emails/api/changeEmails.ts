import { arabicCount, arabicDay, englishCount, englishDay, isolated, paragraphs } from "#base/emailText.ts";
import type { Email } from "#api/ports.ts";

/** A change that people are notified of. Reminders are about days. */
export type EmailedChange = "suspended" | "withdrawn" | "scope_reduced" | "expired" | "reinstated" | "renewed";

/** The contents of an email about a change, as they were when it happened. Stored with the job. */
export type ChangeFacts = {
  readonly kind: "change";
  readonly change: EmailedChange;
  readonly to: string;
  readonly id: string;
  readonly code: string;
  readonly certificateNo: string;
  readonly holderName: string;
  readonly body: string;
  readonly reason: string | null;
  readonly validFrom: string | null;
  readonly expiresOn: string | null;
  /** Whose products the email lists; null in the email to the holder. */
  readonly brand: string | null;
  /** The first `namedMax` by name. */
  readonly products: readonly { readonly name: string; readonly nameAr: string | null }[];
  readonly productCount: number;
  /** What was paused or resumed by the change. */
  readonly stopped: { readonly products: number; readonly retailers: number };
  /** The retailers among them whose contact has the same address: no email of theirs goes there. */
  readonly shops?: readonly AffectedRetailer[];
};

/** A retailer, and how many products were paused or resumed there. */
export type AffectedRetailer = {
  readonly id: string;
  readonly name: string;
  readonly nameAr: string | null;
  readonly products: number;
};

/** The most products that an email names. */
export const namedMax = 10;

/** In both languages, as an address does not reveal its user's language. */
export function changeEmail(facts: ChangeFacts, publicUrl: string): Email {
  const links: Links = {
    certificate: `${publicUrl}/apps/cert/certs/${facts.id}`,
    shop: (id) => `${publicUrl}/apps/retailer/assign-products/${id}`,
  };
  const { change, certificateNo, to } = facts;
  return {
    to,
    subject: `Halal certificate ${certificateNo} ${english[change].became} · ${arabic[change].subject} ${isolated(certificateNo)}`,
    text: `${inEnglish(facts, links)}\n\n— — —\n\n${inArabic(facts, links)}\n`,
  };
}

type Links = { readonly certificate: string; readonly shop: (id: string) => string };

/** Whether the change lets products resume. */
export const isResumption = (change: EmailedChange) => change === "reinstated" || change === "renewed";

// --------------------------------------------------------------------------------------------------- English

const english: Readonly<Record<EmailedChange, { readonly became: string; readonly follows: string }>> = {
  suspended: {
    became: "was suspended",
    follows:
      "Products that rely on it can’t be promoted until it’s reinstated. Products covered by another certificate aren’t affected.",
  },
  withdrawn: {
    became: "was withdrawn",
    follows: "It can’t be reinstated. Products not covered by another certificate need a new one.",
  },
  scope_reduced: {
    became: "now covers fewer products",
    follows: "The removed products need another certificate to be promoted. All others aren’t affected.",
  },
  expired: {
    became: "has expired",
    follows:
      "Products that rely on it can’t be promoted until it’s renewed. Products covered by another certificate aren’t affected.",
  },
  reinstated: {
    became: "was reinstated",
    follows: "Products paused because of it resume, unless something else blocks them.",
  },
  renewed: {
    became: "was renewed",
    follows: "Products paused without it resume on that day, unless something else blocks them.",
  },
};

function inEnglish(facts: ChangeFacts, links: Links): string {
  const { change, certificateNo, code, body, holderName, reason, brand, productCount, stopped } = facts;
  const { became, follows } = english[change];
  const whose = brand === null ? "" : ` of ${brand}`;
  const listed = { scope_reduced: "It no longer lists", expired: "It listed" };
  const verb = change in listed ? listed[change as keyof typeof listed] : "It lists";
  const changed = isResumption(change) ? "Resumed" : "Paused";
  return paragraphs([
    "Assalamu alaikum,",
    `Certificate ${certificateNo} (${code}), issued by ${body} to ${holderName}, ${became}.${renewedDays(facts)}`,
    reason && `Reason: ${reason}`,
    productCount > 0 && `${verb} ${englishCount(productCount, "product")}${whose}:\n${productLines(facts, "en")}`,
    stopped.products > 0 &&
      `${changed}: ${englishCount(stopped.products, "product")} at ${englishCount(stopped.retailers, "retailer")}.`,
    facts.shops && `${changed} at your retailers:\n${shopLines(facts.shops, links, "en")}`,
    follows,
    `View the certificate:\n${links.certificate}`,
    "Mizan",
  ]);
}

function renewedDays({ change, validFrom, expiresOn }: ChangeFacts): string {
  if (change !== "renewed" || validFrom === null) return "";
  const to = expiresOn === null ? ", with no expiry date" : ` to ${englishDay(expiresOn)}`;
  return ` The new revision is valid from ${englishDay(validFrom)}${to}.`;
}

// ---------------------------------------------------------------------------------------------------- Arabic

const arabic: Readonly<
  Record<EmailedChange, { readonly subject: string; readonly became: string; readonly follows: string }>
> = {
  suspended: {
    subject: "عُلّقت شهادة الحلال",
    became: "عُلّقت",
    follows: "لا يمكن الترويج للمنتجات التي تستند إليها حتى يُعاد سريانها. لا تتأثر المنتجات التي تشملها شهادة أخرى.",
  },
  withdrawn: {
    subject: "سُحبت شهادة الحلال",
    became: "سُحبت",
    follows: "لا يمكن إعادة سريانها. تحتاج المنتجات التي لا تشملها شهادة أخرى إلى شهادة جديدة.",
  },
  scope_reduced: {
    subject: "قُلّص نطاق شهادة الحلال",
    became: "قُلّص نطاقها",
    follows: "يحتاج الترويج للمنتجات التي أُزيلت إلى شهادة أخرى. لا تتأثر المنتجات الأخرى.",
  },
  expired: {
    subject: "انتهت شهادة الحلال",
    became: "انتهت",
    follows: "لا يمكن الترويج للمنتجات التي تستند إليها حتى تُجدَّد. لا تتأثر المنتجات التي تشملها شهادة أخرى.",
  },
  reinstated: {
    subject: "أُعيد سريان شهادة الحلال",
    became: "أُعيد سريانها",
    follows: "تُستأنف المنتجات التي أُوقفت مؤقتًا بسببها، ما لم يمنعها سبب آخر.",
  },
  renewed: {
    subject: "جُدّدت شهادة الحلال",
    became: "جُدّدت",
    follows: "تُستأنف في ذلك اليوم المنتجات التي أُوقفت مؤقتًا لعدم وجودها، ما لم يمنعها سبب آخر.",
  },
};

function inArabic(facts: ChangeFacts, links: Links): string {
  const { change, certificateNo, code, body, holderName, reason, brand, productCount, stopped } = facts;
  const { became, follows } = arabic[change];
  const whose = brand === null ? "" : ` من ${isolated(brand)}`;
  const listed = { scope_reduced: "المنتجات التي أُزيلت منها", expired: "المنتجات التي كانت مدرجة فيها" };
  const heading = change in listed ? listed[change as keyof typeof listed] : "المنتجات المدرجة فيها";
  const changed = isResumption(change) ? "استؤنف" : "أُوقف مؤقتًا";
  return paragraphs([
    "السلام عليكم،",
    `الشهادة رقم ${isolated(certificateNo)} (${isolated(code)})، الصادرة عن ${isolated(body)} لصالح ${isolated(holderName)}، ${became}.${renewedDaysInArabic(facts)}`,
    reason && `السبب: ${isolated(reason)}`,
    productCount > 0 && `${heading}${whose} (${productCount}):\n${productLines(facts, "ar")}`,
    stopped.products > 0 &&
      `${changed}: ${arabicCount(stopped.products, "products")} في ${arabicCount(stopped.retailers, "retailers")}.`,
    facts.shops && `${changed} في متاجرك:\n${shopLines(facts.shops, links, "ar")}`,
    follows,
    `عرض الشهادة:\n${links.certificate}`,
    "ميزان",
  ]);
}

function renewedDaysInArabic({ change, validFrom, expiresOn }: ChangeFacts): string {
  if (change !== "renewed" || validFrom === null) return "";
  const to = expiresOn === null ? "، دون تاريخ انتهاء" : ` إلى ${isolated(arabicDay(expiresOn))}`;
  return ` تسري النسخة الجديدة من ${isolated(arabicDay(validFrom))}${to}.`;
}

// ------------------------------------------------------------------------------------------------------ both

const shopLines = (shops: readonly AffectedRetailer[], { shop }: Links, language: "en" | "ar") =>
  shops
    .map(({ id, name, nameAr, products }) =>
      language === "ar"
        ? `- ${isolated(nameAr ?? name)}: ${arabicCount(products, "products")}\n  ${shop(id)}`
        : `- ${name}: ${englishCount(products, "product")}\n  ${shop(id)}`,
    )
    .join("\n");

function productLines({ products, productCount }: ChangeFacts, language: "en" | "ar"): string {
  const lines = products.map(({ name, nameAr }) => `- ${language === "ar" ? isolated(nameAr ?? name) : name}`);
  const more = productCount - products.length;
  if (more > 0) lines.push(language === "ar" ? `- و${isolated(String(more))} أخرى` : `- and ${more} more`);
  return lines.join("\n");
}
