import { sql } from "drizzle-orm";
import { withNamesInEmail } from "#base/nameInEmail.ts";
import type { Ctx } from "#api/context.ts";
import { amendQueuedJobs } from "#api/jobs.ts";
import { collectNotices, netChanges } from "#api/notices.ts";
import type { Email } from "#api/ports.ts";
import {
  arabicNotice,
  englishNotice,
  type NoticeCertificate as Certificate,
  type NoticeProduct as Product,
} from "#features/retail/assignments/api/service/noticeEmails.ts";
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
    const write = recipient.language === "ar" ? arabicNotice : englishNotice;
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

async function readProducts(ctx: Ctx, changes: readonly Change[]): Promise<ReadonlyMap<string, Product>> {
  const ids = [...new Set(changes.flatMap(({ products }) => products))];
  const rows = await rowsOf<Product>(
    ctx,
    sql`select id, name, name_i18n ->> 'ar' as name_ar from products where id = any(${uuids(ids)})`,
  );
  return new Map(rows.map((row) => [row.id, withNamesInEmail(row)]));
}
