import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { type ShopTold, isResumption, type ToldChange } from "#features/halal/certificates/emails/api/changeLetters.ts";
import { anyOf } from "#features/halal/certificates/api/service/scopePolicy.ts";

/**
 * Of an assignment: that the change at hand has paused or resumed it. Those that have ended are never among them; saying so
 * lets the index of a product's assignments be used.
 */
export const settledNow = ({ now }: Ctx, change: ToldChange): SQL => {
  const settled = isResumption(change)
    ? sql`assignment.status = 'active' and assignment.activated_at = ${now}::timestamptz`
    : sql`assignment.pause_source = 'auto' and assignment.paused_at = ${now}::timestamptz`;
  return sql`assignment.ended_at is null and ${settled}`;
};

export type ContactShops = ReadonlyMap<string, readonly ShopTold[]>;

/** Of a certificate and an address, without case. */
export const shopsKey = (certificateId: string, email: string) => `${certificateId} ${email.toLowerCase()}`;

type Asked = {
  readonly change: ToldChange;
  /** Nothing else has paused or resumed anything in this transaction; else what is paused must say which certificate it lacks. */
  readonly isOnlyChange: boolean;
};

/**
 * The retailers at which a change of certificates has just paused or resumed something, by the certificate and the address
 * that wants to hear of it there: whoever else has a letter of the change under that address hears of both in one.
 */
export async function readContactShops(
  ctx: Ctx,
  certificateIds: readonly string[],
  { change, isOnlyChange }: Asked,
): Promise<ContactShops> {
  if (certificateIds.length === 0) return new Map();
  const isOfIt = isOnlyChange ? sql`true` : sql`assignment.pause_certificate_id = line.certificate_id`;
  const result = await ctx.db.execute(sql`
    with settled as (
      select line.certificate_id, assignment.retailer_id, count(distinct assignment.product_id)::int as products
        from certificate_products as line
        join assignments as assignment on assignment.product_id = line.product_id
       where line.certificate_id = ${anyOf(certificateIds)} and ${isOfIt} and ${settledNow(ctx, change)}
       group by line.certificate_id, assignment.retailer_id
    )
    select distinct settled.certificate_id, lower(contact.email) as email, retailer.id,
           retailer.trading_name as name, retailer.trading_name_i18n ->> 'ar' as "nameAr", settled.products
      from settled
      join retailers as retailer on retailer.id = settled.retailer_id
      join retailer_contacts as contact on contact.retailer_id = retailer.id
     where contact.email is not null and 'halal' = any(contact.notify)
     order by retailer.trading_name, retailer.id`);
  const shops = new Map<string, ShopTold[]>();
  for (const { certificate_id, email, ...shop } of (result as { rows: ShopRow[] }).rows) {
    const key = shopsKey(certificate_id, email);
    shops.set(key, [...(shops.get(key) ?? []), shop]);
  }
  return shops;
}

type ShopRow = ShopTold & { readonly certificate_id: string; readonly email: string };
