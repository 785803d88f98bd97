import { sql } from "drizzle-orm";
import type { SideEffect } from "#base/eventTypes.ts";
import type { Ctx } from "#api/context.ts";
import {
  type ChangeFacts,
  isResumption,
  namedMax,
  type EmailedChange,
} from "#features/halal/certificates/emails/api/changeEmails.ts";
import type { CertificateEvent } from "#features/halal/certificates/record/api/events.ts";
import { excludeFromNotices } from "#features/retail/assignments/api/service/notices.ts";
import {
  type ContactRetailers,
  readContactRetailers,
  affectedNow,
  contactKey,
} from "#features/halal/certificates/emails/api/retailerContacts.ts";
import {
  enqueueEmails,
  readEmailSubjects,
  type EmailSubject,
} from "#features/halal/certificates/emails/api/recipients.ts";
import type { CertificateRecord } from "#features/halal/certificates/api/tables.ts";

// Holders and brands are notified here; retailers are notified by assignments, which paused or resumed with the
// certificate. Each address is notified once: a retailer that is also the holder by the emails of assignments; a
// retailer's contact that is also the contact of a brand or a holder by an email from here that names the retailer.

type Change = {
  readonly before: CertificateRecord;
  readonly after: CertificateRecord;
  readonly event: CertificateEvent;
  /** As entered with the change. The emails quote it. */
  readonly reason: string | null;
  readonly consequences: readonly SideEffect[];
};

/** Notifies a certificate's holder and the brands whose products it lists of a change, each address once. */
export async function notifyOfChange(ctx: Ctx, { before, after, event, reason, consequences }: Change): Promise<void> {
  const change = changeOf(before, after, event);
  if (change === null) return;
  const [subject] = await readEmailSubjects(ctx, [after.id]);
  const { holderEmail } = subject!;
  const brands = await readBrands(ctx, [after.id], { change, uncounted: holderEmail });
  const facts = { ...factsOf(subject!), change, reason };
  const emails = brands.flatMap((brand) => aboutBrand(brand).map((about) => ({ ...facts, ...about })));
  // All pending notices of assignments are about this change.
  const shops = await readContactRetailers(ctx, [after.id], { change, isOnlyChange: true });
  const write = (all: readonly ChangeFacts[]) => writeOnce(ctx, all, { shops, isOnlyChange: true });
  if (holderEmail === null) return write(emails);
  const stopped = consequences.find(({ resource }) => resource === "assignments")?.facts;
  const toHolder: ChangeFacts = {
    ...facts,
    to: holderEmail,
    ...aboutAll(brands),
    stopped: { products: stopped?.products ?? 0, retailers: stopped?.retailers ?? 0 },
  };
  const others = emails.filter(({ to }) => to !== holderEmail.toLowerCase());
  const retailersNotified = await readRetailersNotified(ctx, [subject!], change);
  await write(retailersNotified.has(after.id) ? others : [toHolder, ...others]);
}

type Delivery = {
  readonly shops: ContactRetailers;
  /** If the transaction contains several changes, assignments notify the same addresses of the others. */
  readonly isOnlyChange: boolean;
};

/** Enqueues emails, and leaves their addresses out of those that assignments send about the same change. */
async function writeOnce(ctx: Ctx, emails: readonly ChangeFacts[], { shops, isOnlyChange }: Delivery): Promise<void> {
  const whole = emails.map((email) => {
    const own = shops.get(contactKey(email.id, email.to));
    return own ? { ...email, shops: own } : email;
  });
  await enqueueEmails(ctx, whole);
  await excludeFromNotices(
    ctx,
    whole.flatMap(({ id, to, shops: retailers = [] }) =>
      retailers.map((shop) => ({
        to: to.toLowerCase(),
        retailerId: shop.id,
        certificateId: isOnlyChange ? null : id,
      })),
    ),
  );
}

/**
 * Notifies brands of expired certificates of others that listed their products. Holders get emails of their own, except those
 * in `holders`, who are notified here.
 */
export async function notifyOfEnds(
  ctx: Ctx,
  subjects: readonly EmailSubject[],
  { shops, holders }: { readonly shops: ContactRetailers; readonly holders: readonly EmailSubject[] },
): Promise<void> {
  const brands = await readBrands(
    ctx,
    subjects.map(({ id }) => id),
    { change: "expired", uncounted: null },
  );
  const byId = new Map(subjects.map((each) => [each.id, each]));
  const emails = brands.flatMap((brand): ChangeFacts[] => {
    const subject = byId.get(brand.certificate_id)!;
    if (subject.holderEmail?.toLowerCase() === brand.email) return [];
    return aboutBrand(brand).map((about) => ({ ...factsOf(subject), change: "expired", reason: null, ...about }));
  });
  const toHolders = holders.map((subject): ChangeFacts => {
    const listed = brands.filter(({ certificate_id }) => certificate_id === subject.id);
    return {
      ...factsOf(subject),
      change: "expired",
      reason: null,
      to: subject.holderEmail!,
      ...aboutAll(listed),
      stopped: { products: 0, retailers: 0 },
    };
  });
  await writeOnce(ctx, [...toHolders, ...emails], { shops, isOnlyChange: false });
}

/** The products in the email to the holder: those of all brands together. */
const aboutAll = (brands: readonly BrandRow[]) => ({
  brand: null,
  products: brands.flatMap(({ named }) => named).slice(0, namedMax),
  productCount: brands.reduce((sum, { count }) => sum + count, 0),
});

/**
 * The certificates whose holder is a retailer that assignments notify of the change: products that it sells were paused
 * or resumed, and assignments send that to the same address. Call it after the event handlers have run.
 */
export async function readRetailersNotified(
  ctx: Ctx,
  certificates: readonly EmailSubject[],
  change: EmailedChange,
): Promise<ReadonlySet<string>> {
  const ids = certificates.flatMap(({ id, holderRetailerId }) => (holderRetailerId === null ? [] : [id]));
  if (ids.length === 0) return new Set();
  // A resumed assignment depends on whatever proves it now; a paused one names the certificate that it lacks.
  const isOfIt = isResumption(change) ? sql`true` : sql`assignment.pause_certificate_id = certificate.id`;
  const result = await ctx.db.execute(sql`
    select certificate.id
      from certificates as certificate
     where certificate.id = any(${`{${ids.join(",")}}`}::uuid[])
       and exists (
         select from retailer_contacts as contact
          where contact.retailer_id = certificate.holder_retailer_id and contact.email is not null
            and 'halal' = any(contact.notify))
       and exists (
         select from assignments as assignment
          where assignment.retailer_id = certificate.holder_retailer_id and ${isOfIt} and ${affectedNow(ctx, change)})`);
  return new Set((result as { rows: { id: string }[] }).rows.map(({ id }) => id));
}

/** The change to notify others of; null if nothing changes for them. */
function changeOf(before: CertificateRecord, after: CertificateRecord, event: CertificateEvent): EmailedChange | null {
  if (event === "scope_reduced") return event;
  // Matching a line publishes an event with the state of the certificate, and doesn't change that state.
  if (before.state === after.state) return null;
  if (event === "suspended" || event === "withdrawn" || event === "reinstated") return event;
  return event === "verified" && after.supersedesId !== null ? "renewed" : null;
}

const factsOf = ({ id, code, certificateNo, holderName, body, validFrom, expiresOn }: EmailSubject) => ({
  kind: "change" as const,
  id,
  code,
  certificateNo,
  holderName,
  body,
  validFrom,
  expiresOn,
});

/** The email to a brand; none if it has no address. */
function aboutBrand({ email, brand, named, count, stopped_products, stopped_retailers }: BrandRow) {
  if (email === null) return [];
  const stopped = { products: stopped_products, retailers: stopped_retailers };
  return [{ to: email, brand, products: named, productCount: count, stopped }];
}

type BrandRow = {
  readonly certificate_id: string;
  /** In lower case, so that all brands with the same address share one email. */
  readonly email: string | null;
  readonly brand: string;
  readonly named: ChangeFacts["products"];
  readonly count: number;
  readonly stopped_products: number;
  readonly stopped_retailers: number;
};

type BrandQuery = {
  readonly change: EmailedChange;
  /** The address that gets the figures in another email. */
  readonly uncounted: string | null;
};

/**
 * The addresses of the brands that certificates list, each with its own products, and how many of them were just paused
 * or resumed at how many retailers.
 */
async function readBrands(ctx: Ctx, ids: readonly string[], { change, uncounted }: BrandQuery): Promise<BrandRow[]> {
  if (ids.length === 0) return [];
  const isMeant =
    change === "scope_reduced" ? sql`line.removed_at = ${ctx.now}::timestamptz` : sql`line.status = 'listed'`;
  const result = await ctx.db.execute(sql`
    with listed as (
      select line.certificate_id, lower(brand.contact_email) as email, brand.name as brand, product.id, product.name,
             product.name_i18n ->> 'ar' as name_ar
        from certificate_products as line
        join products as product on product.id = line.product_id
        join brands as brand on brand.id = product.brand_id
       where line.certificate_id = any(${`{${ids.join(",")}}`}::uuid[]) and ${isMeant}
    ), settled as (
      select listed.certificate_id, listed.email, count(distinct assignment.product_id)::int as products,
             count(distinct assignment.retailer_id)::int as retailers
        from listed
        join assignments as assignment on assignment.product_id = listed.id
       where listed.email <> coalesce(lower(${uncounted}::text), '') and ${affectedNow(ctx, change)}
       group by listed.certificate_id, listed.email
    )
    select listed.certificate_id, listed.email, string_agg(distinct listed.brand, ', ') as brand,
           count(*)::int as count,
           to_json((array_agg(json_build_object('name', listed.name, 'nameAr', listed.name_ar)
                              order by listed.name))[1:${namedMax}]) as named,
           coalesce(max(settled.products), 0) as stopped_products,
           coalesce(max(settled.retailers), 0) as stopped_retailers
      from listed
      left join settled on settled.certificate_id = listed.certificate_id and settled.email = listed.email
     group by listed.certificate_id, listed.email
     order by listed.certificate_id, listed.email`);
  return (result as { rows: BrandRow[] }).rows;
}
