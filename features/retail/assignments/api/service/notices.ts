import { sql } from "drizzle-orm";
import { withNamesInEmail } from "#base/nameInEmail.ts";
import type { Ctx } from "#api/context.ts";
import { amendQueuedJobs } from "#api/jobs.ts";
import { collectNotices, netChanges } from "#api/notices.ts";
import type { Email } from "#api/ports.ts";
import { rowsOf } from "#features/retail/assignments/api/service/readRows.ts";
import {
  noticeKind,
  type RetailerNotice as Change,
} from "#features/retail/assignments/api/service/reevaluateAssignments.ts";
import { uuids } from "#features/retail/assignments/api/service/scopePolicy.ts";

/** Notices queued by an earlier release name no products. */
type QueuedChange = Omit<Change, "products" | "productCount"> & Partial<Pick<Change, "products" | "productCount">>;

/** A lower-case address that another email informs about what was paused or resumed at a retailer. */
export type ExcludedRecipient = {
  readonly to: string;
  readonly retailerId: string;
  /** The certificates whose absence caused the pauses; null: all pauses and resumptions. */
  readonly certificateId: string | null;
};

/**
 * Excludes addresses from the emails that the caller's transaction has queued so far: another email about the same
 * change also covers their retailers.
 */
export async function excludeFromNotices(ctx: Ctx, excluded: readonly ExcludedRecipient[]): Promise<void> {
  if (excluded.length === 0) return;
  const withExcluded = sql`payload || jsonb_build_object(
    'spared', coalesce(payload -> 'spared', '[]') || ${JSON.stringify(excluded)}::jsonb)`;
  await amendQueuedJobs(ctx, noticeKind, withExcluded);
}

const isExcluded = (excluded: readonly ExcludedRecipient[], email: string, { retailerId, certificateId }: Change) =>
  excluded.some(
    (each) =>
      each.to === email.toLowerCase() &&
      each.retailerId === retailerId &&
      (each.certificateId === null || each.certificateId === certificateId),
  );

/** Emails to users of retailers, batched for some minutes (api/notices.ts). */
export const retailerNotices = "assignments.notices";

/** Changes at one retailer for one recipient. */
type NoticeRow = { readonly recipient: Recipient; readonly changes: readonly Change[] };

/**
 * Queues emails about paused and resumed assignments to users of the retailers who subscribed to certificate emails.
 */
export async function collectRetailerNotices(ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> {
  if (!ctx.mail.canSend) return;
  const changes = (payload.changes as readonly QueuedChange[]).map(
    (change): Change => ({ products: [], productCount: change.count, ...change }),
  );
  const ids = [...new Set(changes.map(({ retailerId }) => retailerId))];
  if (ids.length === 0) return;
  const excluded = (payload.spared ?? []) as readonly ExcludedRecipient[];
  const notices = (await readRecipients(ctx, ids)).map((recipient): NoticeRow => {
    const isTheirs = (change: Change) =>
      change.retailerId === recipient.retailer_id && !isExcluded(excluded, recipient.email, change);
    return { recipient, changes: changes.filter(isTheirs) };
  });
  await collectNotices(
    ctx,
    retailerNotices,
    notices
      .filter((reported) => reported.changes.length > 0)
      .map((facts) => ({ address: facts.recipient.email, about: "", facts })),
  );
}

/** One email per address, however many retailers it belongs to. Null if the changes cancel each other out. */
export async function composeNotice(ctx: Ctx, facts: readonly NoticeRow[]): Promise<Email | null> {
  const retailerIds = [...new Set(facts.map(({ recipient }) => recipient.retailer_id))];
  const reported = retailerIds.map((id) => {
    const theirs = facts.filter(({ recipient }) => recipient.retailer_id === id);
    const all = theirs.flatMap(({ changes }) => changes);
    return {
      recipient: withNamesInEmail(theirs.at(-1)!.recipient),
      changes: netChanges(all, { key: causeKey, isOpposite: isUndone }),
    };
  });
  const changes = reported.flatMap((each) => each.changes);
  const known = { certificates: await readCertificates(ctx, changes), products: await readProducts(ctx, changes) };
  let email: Email | null = null;
  for (const { recipient, changes: theirs } of reported) {
    if (theirs.length === 0) continue;
    const link = `${ctx.settings.publicUrl}/apps/retailer/assign-products/${recipient.retailer_id}`;
    const write = recipient.language === "ar" ? inArabic : inEnglish;
    email = joined(email, { to: recipient.email, ...write(recipient, { changes: theirs, known, link }) });
  }
  return email;
}

const causeKey = ({ reason, certificateId }: Change) => `${reason} ${certificateId ?? ""}`;

/** Whether one change pauses the same products that the other resumes. */
const isUndone = (a: Change, b: Change) =>
  a.verb !== b.verb &&
  a.count === b.count &&
  a.productCount === b.productCount &&
  a.products.toSorted().join() === b.products.toSorted().join();

/** One address for several retailers, each in its own language: the first decides the language of the subject. */
function joined(before: Email | null, message: Email): Email {
  if (before === null) return message;
  return { ...before, text: `${before.text}\n\n— — —\n\n${message.text}` };
}

type Recipient = {
  readonly retailer_id: string;
  readonly retailer_name: string;
  readonly name: string;
  readonly email: string;
  readonly language: string | null;
};

const readRecipients = (ctx: Ctx, ids: readonly string[]): Promise<Recipient[]> =>
  rowsOf<Recipient>(
    ctx,
    sql`
    select distinct on (retailers.id, lower(contact.email))
           retailers.id as retailer_id, retailers.trading_name as retailer_name, contact.name, contact.email,
           retailers.default_language as language
      from retailer_contacts as contact
      join retailers on retailers.id = contact.retailer_id
     where retailers.id = any(${uuids(ids)}) and contact.email is not null and 'halal' = any(contact.notify)
     order by retailers.id, lower(contact.email), contact.id`,
  );

type Certificate = {
  readonly id: string;
  readonly certificate_no: string;
  readonly body: string;
  readonly state: string;
  /** The reason of a suspension or a withdrawal. */
  readonly state_reason: string | null;
  /** The reason of the latest reduction of its scope. */
  readonly removed_reason: string | null;
};

async function readCertificates(ctx: Ctx, changes: readonly Change[]): Promise<ReadonlyMap<string, Certificate>> {
  const ids = [...new Set(changes.flatMap(({ certificateId }) => certificateId ?? []))];
  const rows = await rowsOf<Certificate>(
    ctx,
    sql`
    select certificate.id, certificate.certificate_no, body.acronym as body, certificate.state, certificate.state_reason,
           (select line.removed_reason from certificate_products as line
             where line.certificate_id = certificate.id and line.status = 'removed'
             order by line.removed_at desc, line.id limit 1) as removed_reason
      from certificates as certificate
      join certifying_bodies as body on body.id = certificate.body_id
     where certificate.id = any(${uuids(ids)})`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

type Product = { readonly id: string; readonly name: string; readonly name_ar: string | null };

async function readProducts(ctx: Ctx, changes: readonly Change[]): Promise<ReadonlyMap<string, Product>> {
  const ids = [...new Set(changes.flatMap(({ products }) => products))];
  const rows = await rowsOf<Product>(
    ctx,
    sql`select id, name, name_i18n ->> 'ar' as name_ar from products where id = any(${uuids(ids)})`,
  );
  return new Map(rows.map((row) => [row.id, withNamesInEmail(row)]));
}

/**
 * The reason that was entered when the certificate lost its validity; empty if it is valid again, or lost it for
 * another cause. Read when the email is sent, so that it never contains an outdated reason.
 */
function saidOf({ verb, reason, certificateId }: Change, known: NoticeFacts): string | null {
  const certificate = known.certificates.get(certificateId ?? "");
  if (certificate === undefined || verb === "resumed") return null;
  if (reason.endsWith("SCOPE_REDUCED")) return certificate.removed_reason;
  return certificate.state === "suspended" || certificate.state === "withdrawn" ? certificate.state_reason : null;
}

type NoticeFacts = {
  readonly certificates: ReadonlyMap<string, Certificate>;
  readonly products: ReadonlyMap<string, Product>;
};
type Matter = { readonly changes: readonly Change[]; readonly known: NoticeFacts; readonly link: string };
type EmailContent = Omit<Email, "to">;

/** The products by name, one per line; only the first of many. Empty if none is known: the email has the count. */
function namesOf({ products, productCount }: Change, known: NoticeFacts, language: "en" | "ar"): string {
  const named = products.flatMap((id) => known.products.get(id) ?? []);
  if (named.length === 0) return "";
  const names = named.map(({ name, name_ar }) => (language === "ar" ? (name_ar ?? isolated(name)) : name));
  const more = productCount - named.length;
  const rest = language === "ar" ? `وغيرها: ${more}` : `and ${more} more`;
  return [...names.toSorted(), ...(more > 0 ? [rest] : [])].map((name) => `  · ${name}`).join("\n");
}

function inEnglish({ name, retailer_name }: Recipient, { changes, known, link }: Matter): EmailContent {
  const lines = changes.map((change) => {
    const { verb, productCount } = change;
    const products = productCount === 1 ? "1 product" : `${productCount} products`;
    const why = englishCause(change, known);
    const said = saidOf(change, known);
    const head = verb === "paused" ? `- ${products} paused: ${why}` : `- ${products} back: ${why}`;
    return [head, said && `  The reason given: ${said}`, namesOf(change, known, "en")].filter(Boolean).join("\n");
  });
  return {
    subject: `What may be promoted at ${retailer_name} has changed`,
    text: `Assalamu alaikum ${name},

at ${retailer_name}:

${lines.join("\n")}

What is paused and what would help:
${link}

Mizan`,
  };
}

function englishCause({ verb, reason, certificateId, certificateCode }: Change, known: NoticeFacts): string {
  const certificate = known.certificates.get(certificateId ?? "");
  if (certificate === undefined) {
    const cause = certificateCode ? `certificate ${certificateCode}` : reason.toLowerCase().replaceAll("_", " ");
    return verb === "paused" ? cause : `${cause} is in order again`;
  }
  const named = `certificate ${certificate.certificate_no} of ${certificate.body} (${certificateCode})`;
  if (verb === "resumed") return `${named} is in order again, or another stands in its place`;
  return `${named} ${englishLosses[lossOf(reason)] ?? "does not stand for them"}`;
}

/** The same for the product and for the premise. */
const lossOf = (reason: string) => reason.replace(/^(?:HALAL|PREMISE_CERT)_/, "");

const englishLosses: Readonly<Record<string, string>> = {
  EXPIRED: "has ended",
  SUSPENDED: "is suspended",
  WITHDRAWN: "was withdrawn",
  SCOPE_REDUCED: "no longer covers them",
  NOT_STARTED: "has not begun yet",
  UNVERIFIED: "is not verified yet",
  BODY_NOT_RECOGNISED: "is of a body that this market does not recognise",
  PREMISE_BODY_NOT_RECOGNISED: "is of a body that this market does not recognise",
  BODY_SUSPENDED: "is of a body that is suspended",
  REVIEW_OVERDUE: "was not reviewed in time",
  BODY_RECOGNITION_UNKNOWN: "is of a body of which it isn't known whether this market recognises it",
  PREMISE_BODY_RECOGNITION_UNKNOWN: "is of a body of which it isn't known whether this market recognises it",
  BODY_NOT_ACCREDITED: "is of a body without an accreditation in force",
  PREMISE_BODY_NOT_ACCREDITED: "is of a body without an accreditation in force",
  SLAUGHTER_POLICY_UNKNOWN: "doesn't state how animals were slaughtered and stunned",
};

function inArabic({ name, retailer_name }: Recipient, { changes, known, link }: Matter): EmailContent {
  const lines = changes.map((change) => {
    const { verb, productCount } = change;
    const products = inArabicProducts(productCount);
    const why = arabicCause(change, known);
    const said = saidOf(change, known);
    const head = verb === "paused" ? `- أُوقف مؤقتًا ${products}: ${why}` : `- عاد ${products}: ${why}`;
    return [head, said && `  السبب المذكور: ${isolated(said)}`, namesOf(change, known, "ar")]
      .filter(Boolean)
      .join("\n");
  });
  return {
    subject: `تغيّر ما يجوز ترويجه في ${retailer_name}`,
    text: `السلام عليكم ${name}،

في ${retailer_name}:

${lines.join("\n")}

ما أُوقف وما يعيده:
${link}

ميزان`,
  };
}

function arabicCause({ verb, reason, certificateId, certificateCode }: Change, known: NoticeFacts): string {
  const certificate = known.certificates.get(certificateId ?? "");
  if (certificate === undefined) {
    const cause = certificateCode ? `الشهادة ${isolated(certificateCode)}` : (arabicReasons[reason] ?? "شروط الترويج");
    return verb === "paused" ? cause : `زال سبب الإيقاف (${cause})`;
  }
  const named = `الشهادة ${isolated(certificate.certificate_no)} من ${isolated(certificate.body)} (${isolated(certificateCode ?? "")})`;
  if (verb === "resumed") return `${named} سليمة من جديد أو حلّت محلها أخرى`;
  return `${named} ${arabicLosses[lossOf(reason)] ?? "لا تشملها"}`;
}

const arabicLosses: Readonly<Record<string, string>> = {
  EXPIRED: "انتهت",
  SUSPENDED: "معلَّقة",
  WITHDRAWN: "سُحبت",
  SCOPE_REDUCED: "لم تعد تشملها",
  NOT_STARTED: "لم تبدأ بعد",
  UNVERIFIED: "لم تُوثَّق بعد",
  BODY_NOT_RECOGNISED: "صادرة عن جهة غير معترف بها في هذا السوق",
  PREMISE_BODY_NOT_RECOGNISED: "صادرة عن جهة غير معترف بها في هذا السوق",
  BODY_SUSPENDED: "صادرة عن جهة معلَّقة",
  REVIEW_OVERDUE: "تأخرت مراجعتها",
  BODY_RECOGNITION_UNKNOWN: "صادرة عن جهة لا يُعرف هل يعترف بها هذا السوق",
  PREMISE_BODY_RECOGNITION_UNKNOWN: "صادرة عن جهة لا يُعرف هل يعترف بها هذا السوق",
  BODY_NOT_ACCREDITED: "صادرة عن جهة ليس لديها اعتماد سارٍ",
  PREMISE_BODY_NOT_ACCREDITED: "صادرة عن جهة ليس لديها اعتماد سارٍ",
  SLAUGHTER_POLICY_UNKNOWN: "لا تذكر طريقة الذبح والصعق",
};

const arabicReasons: Readonly<Partial<Record<Change["reason"], string>>> = {
  PRODUCT_NOT_PUBLISHED: "المنتج غير منشور",
  BRAND_NOT_ACTIVE: "العلامة غير نشطة",
  RETAILER_NOT_ACTIVE: "المتجر غير نشط",
  HALAL_MISSING: "لا شهادة حلال",
  PREMISE_CERT_MISSING: "لا شهادة للمتجر",
};

/** A number, or a name in another script, isolated within Arabic text. */
const isolated = (text: string) => `\u2068${text}\u2069`;

/** 1, 2, 3 to 10, more: Arabic has a form for each. */
function inArabicProducts(count: number): string {
  if (count === 1) return "منتج واحد";
  if (count === 2) return "منتجان";
  const last = count % 100;
  return last >= 3 && last <= 10 ? `${count} منتجات` : `${count} منتجًا`;
}
