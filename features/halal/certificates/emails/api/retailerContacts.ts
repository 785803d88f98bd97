import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import {
  type AffectedRetailer,
  isResumption,
  type EmailedChange,
} from "#features/halal/certificates/emails/api/changeEmails.ts";
import { anyOf } from "#features/halal/certificates/api/service/scopePolicy.ts";

/**
 * Of an assignment: that the change at hand has paused or resumed it. Those that have ended are never among them; saying so
 * lets the index of a product's assignments be used.
 */
export const affectedNow = ({ now }: Ctx, change: EmailedChange): SQL => {
  const settled = isResumption(change)
    ? sql`assignment.status = 'active' and assignment.activated_at = ${now}::timestamptz`
    : sql`assignment.pause_source = 'auto' and assignment.paused_at = ${now}::timestamptz`;
  return sql`assignment.ended_at is null and ${settled}`;
};

export type ContactRetailers = ReadonlyMap<string, readonly AffectedRetailer[]>;

/** Of a certificate and an address, without case. */
export const contactKey = (certificateId: string, email: string) => `${certificateId} ${email.toLowerCase()}`;

type ContactQuery = {
  readonly change: EmailedChange;
  /** Nothing else has paused or resumed anything in this transaction; else what is paused must say which certificate it lacks. */
  readonly isOnlyChange: boolean;
};

/**
 * The retailers where a change of certificates has just paused or resumed something, by the certificate and the address of
 * their contact. An address that gets an email about the change for another reason gets both in one.
 */
export async function readContactRetailers(
  ctx: Ctx,
  certificateIds: readonly string[],
  { change, isOnlyChange }: ContactQuery,
): Promise<ContactRetailers> {
  if (certificateIds.length === 0) return new Map();
  const isOfIt = isOnlyChange ? sql`true` : sql`assignment.pause_certificate_id = line.certificate_id`;
  const result = await ctx.db.execute(sql`
    with settled as (
      select line.certificate_id, assignment.retailer_id, count(distinct assignment.product_id)::int as products
        from certificate_products as line
        join assignments as assignment on assignment.product_id = line.product_id
       where line.certificate_id = ${anyOf(certificateIds)} and ${isOfIt} and ${affectedNow(ctx, change)}
       group by line.certificate_id, assignment.retailer_id
    )
    select distinct settled.certificate_id, lower(contact.email) as email, retailer.id,
           retailer.trading_name as name, retailer.trading_name_i18n ->> 'ar' as "nameAr", settled.products
      from settled
      join retailers as retailer on retailer.id = settled.retailer_id
      join retailer_contacts as contact on contact.retailer_id = retailer.id
     where contact.email is not null and 'halal' = any(contact.notify)
     order by retailer.trading_name, retailer.id`);
  const shops = new Map<string, AffectedRetailer[]>();
  for (const { certificate_id, email, ...shop } of (result as { rows: RetailerRow[] }).rows) {
    const key = contactKey(certificate_id, email);
    shops.set(key, [...(shops.get(key) ?? []), shop]);
  }
  return shops;
}

type RetailerRow = AffectedRetailer & { readonly certificate_id: string; readonly email: string };
