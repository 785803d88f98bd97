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
  /** Whose products are spoken of; null in the letter to the holder. */
  readonly brand: string | null;
  /** The first `namedMax` by name. */
  readonly products: readonly { readonly name: string; readonly nameAr: string | null }[];
  readonly productCount: number;
  /** What was paused, or resumed, in the same moment. */
  readonly stopped: { readonly products: number; readonly retailers: number };
  /** The retailers among them whose contact has the same address: no letter of theirs goes there. */
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

/** A number or a Latin name within Arabic, kept together. */
export const isolated = (text: string) => `\u2068${text}\u2069`;

/** Whether the change lets products resume. */
export const isResumption = (change: EmailedChange) => change === "reinstated" || change === "renewed";

// --------------------------------------------------------------------------------------------------- English

const english: Readonly<Record<EmailedChange, { readonly became: string; readonly follows: string }>> = {
  suspended: {
    became: "is suspended",
    follows: "Until it is reinstated, what rests on it cannot be promoted. What another certificate covers goes on.",
  },
  withdrawn: {
    became: "was withdrawn",
    follows: "It will not stand again. What another certificate covers goes on; the rest needs a new certificate.",
  },
  scope_reduced: {
    became: "covers fewer products",
    follows: "All else that it lists goes on. What was taken out needs another certificate to be promoted.",
  },
  expired: {
    became: "has ended",
    follows: "What rests on it cannot be promoted until it is renewed. What another certificate covers goes on.",
  },
  reinstated: {
    became: "stands again",
    follows: "What was paused because of it goes on, unless something else stands in its way.",
  },
  renewed: {
    became: "was renewed",
    follows: "What was paused for want of it goes on from that day, unless something else stands in its way.",
  },
};

function inEnglish(facts: ChangeFacts, links: Links): string {
  const { change, certificateNo, code, body, holderName, reason, brand, productCount, stopped } = facts;
  const { became, follows } = english[change];
  const whose = brand === null ? "" : ` of ${brand}`;
  const verb = change === "scope_reduced" ? "It no longer lists" : change === "expired" ? "It listed" : "It lists";
  return paragraphs([
    "Assalamu alaikum,",
    `certificate ${certificateNo} of ${body} (${code}), held by ${holderName}, ${became}.${renewedDays(facts)}`,
    reason && `The reason given: ${reason}`,
    productCount > 0 && `${verb} ${counted(productCount, "product")}${whose}:\n${productLines(facts, "en")}`,
    stopped.products > 0 &&
      `${isResumption(change) ? "Resumed" : "Paused"} in the same moment: ${counted(stopped.products, "product")} at ${counted(stopped.retailers, "retailer")}.`,
    facts.shops &&
      `${isResumption(change) ? "Resumed" : "Paused"} where you are the contact:\n${shopLines(facts.shops, links, "en")}`,
    follows,
    links.certificate,
    "Mizan",
  ]);
}

function renewedDays({ change, validFrom, expiresOn }: ChangeFacts): string {
  if (change !== "renewed") return "";
  return ` The new revision holds from ${validFrom}${expiresOn === null ? ", without a fixed end" : ` to ${expiresOn}`}.`;
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

// ---------------------------------------------------------------------------------------------------- Arabic

const arabic: Readonly<
  Record<EmailedChange, { readonly subject: string; readonly became: string; readonly follows: string }>
> = {
  suspended: {
    subject: "عُلّقت شهادة الحلال",
    became: "عُلّقت",
    follows: "لا يمكن الترويج لما يستند إليها حتى يعاد سريانها. أما ما تشمله شهادة أخرى فيستمر.",
  },
  withdrawn: {
    subject: "سُحبت شهادة الحلال",
    became: "سُحبت",
    follows: "لن تسري مرة أخرى. ما تشمله شهادة أخرى يستمر، وما سواه يحتاج شهادة جديدة.",
  },
  scope_reduced: {
    subject: "قُلّص نطاق شهادة الحلال",
    became: "قُلّص نطاقها",
    follows: "يستمر ما بقي مدرجًا فيها. أما ما أُزيل فيحتاج شهادة أخرى للترويج له.",
  },
  expired: {
    subject: "انتهت شهادة الحلال",
    became: "انتهت",
    follows: "لا يمكن الترويج لما يستند إليها حتى تُجدَّد. أما ما تشمله شهادة أخرى فيستمر.",
  },
  reinstated: {
    subject: "عادت إلى السريان شهادة الحلال",
    became: "عادت إلى السريان",
    follows: "يُستأنف ما أُوقف بسببها، ما لم يمنعه سبب آخر.",
  },
  renewed: {
    subject: "جُدّدت شهادة الحلال",
    became: "جُدّدت",
    follows: "يُستأنف منذ ذلك اليوم ما أُوقف بسببها، ما لم يمنعه سبب آخر.",
  },
};

function inArabic(facts: ChangeFacts, links: Links): string {
  const { change, certificateNo, code, body, holderName, reason, brand, productCount, stopped } = facts;
  const { became, follows } = arabic[change];
  const whose = brand === null ? "" : ` من ${isolated(brand)}`;
  const listed = { scope_reduced: "المنتجات التي أُزيلت منها", expired: "المنتجات التي كانت تدرجها" };
  const heading = change in listed ? listed[change as keyof typeof listed] : "المنتجات المدرجة فيها";
  return paragraphs([
    "السلام عليكم،",
    `الشهادة رقم ${isolated(certificateNo)} الصادرة عن ${isolated(body)} (${isolated(code)})، وصاحبها ${isolated(holderName)}، ${became}.${arabicDays(facts)}`,
    reason && `السبب المذكور: ${isolated(reason)}`,
    productCount > 0 && `${heading}${whose} (${productCount}):\n${productLines(facts, "ar")}`,
    stopped.products > 0 &&
      `${isResumption(change) ? "استؤنف" : "أُوقف"} في اللحظة نفسها – عدد المنتجات: ${stopped.products}، عدد المتاجر: ${stopped.retailers}.`,
    facts.shops &&
      `${isResumption(change) ? "استؤنف" : "أُوقف"} لدى المتاجر التي أنتم جهة الاتصال فيها:\n${shopLines(facts.shops, links, "ar")}`,
    follows,
    links.certificate,
    "ميزان",
  ]);
}

function arabicDays({ change, validFrom, expiresOn }: ChangeFacts): string {
  if (change !== "renewed") return "";
  return ` تسري المراجعة الجديدة من ${validFrom}${expiresOn === null ? " دون تاريخ انتهاء" : ` إلى ${expiresOn}`}.`;
}

// ------------------------------------------------------------------------------------------------------ both

const paragraphs = (parts: readonly (string | false | null | undefined)[]) => parts.filter(Boolean).join("\n\n");

const shopLines = (shops: readonly AffectedRetailer[], { shop }: Links, language: "en" | "ar") =>
  shops
    .map(({ id, name, nameAr, products }) =>
      language === "ar"
        ? `- ${nameAr ?? isolated(name)} (${products})\n  ${shop(id)}`
        : `- ${name}: ${counted(products, "product")}\n  ${shop(id)}`,
    )
    .join("\n");

function productLines({ products, productCount }: ChangeFacts, language: "en" | "ar"): string {
  const lines = products.map(({ name, nameAr }) => `- ${language === "ar" ? (nameAr ?? isolated(name)) : name}`);
  const more = productCount - products.length;
  if (more > 0) lines.push(language === "ar" ? `- وغيرها: ${more}` : `- and ${more} more`);
  return lines.join("\n");
}
