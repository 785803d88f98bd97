import { sql } from "drizzle-orm";
import type { Consequence } from "#base/eventTypes.ts";
import type { Ctx } from "#api/context.ts";
import {
  type ChangeFacts,
  isResumption,
  namedMax,
  type ToldChange,
} from "#features/halal/certificates/emails/api/changeLetters.ts";
import type { CertificateEvent } from "#features/halal/certificates/record/api/events.ts";
import { spareFromNotices } from "#features/retail/assignments/api/service/notices.ts";
import {
  type ContactShops,
  readContactShops,
  settledNow,
  shopsKey,
} from "#features/halal/certificates/emails/api/shops.ts";
import { enqueueLetters, readSwept, type Swept } from "#features/halal/certificates/emails/api/expiryRecipients.ts";
import type { CertificateRecord } from "#features/halal/certificates/api/tables.ts";

// Holder and brands hear of a certificate from here; the retailers hear from assignments what was paused or resumed with
// them. An address hears of a change once: a retailer that is the holder as well by what assignments write, and whoever is
// the contact of a retailer besides of a brand, or of a holder, by a letter from here that names the retailer too.

type Change = {
  readonly before: CertificateRecord;
  readonly after: CertificateRecord;
  readonly event: CertificateEvent;
  /** As whoever made the change gave it: it is passed on. */
  readonly reason: string | null;
  readonly consequences: readonly Consequence[];
};

/** Has a certificate's holder, and the brands whose products it lists, told what became of it: an address once. */
export async function tellOfChange(ctx: Ctx, { before, after, event, reason, consequences }: Change): Promise<void> {
  const change = changeOf(before, after, event);
  if (change === null) return;
  const [told] = await readSwept(ctx, [after.id]);
  const { holderEmail } = told!;
  const brands = await readBrands(ctx, [after.id], { change, uncounted: holderEmail });
  const facts = { ...factsOf(told!), change, reason };
  const emails = brands.flatMap((brand) => aboutBrand(brand).map((about) => ({ ...facts, ...about })));
  // All that assignments have to tell by now is of this change.
  const shops = await readContactShops(ctx, [after.id], { change, isOnlyChange: true });
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
  const toldAsRetailers = await readToldAsRetailers(ctx, [told!], change);
  await write(toldAsRetailers.has(after.id) ? others : [toHolder, ...others]);
}

type Written = {
  readonly shops: ContactShops;
  /** Of several changes in one transaction, assignments tell the rest to the same addresses. */
  readonly isOnlyChange: boolean;
};

/** Has letters written, and leaves their addresses out of those that assignments write about the same change. */
async function writeOnce(ctx: Ctx, emails: readonly ChangeFacts[], { shops, isOnlyChange }: Written): Promise<void> {
  const whole = emails.map((letter) => {
    const own = shops.get(shopsKey(letter.id, letter.to));
    return own ? { ...letter, shops: own } : letter;
  });
  await enqueueLetters(ctx, whole);
  await spareFromNotices(
    ctx,
    whole.flatMap(({ id, to, shops: told = [] }) =>
      told.map((shop) => ({
        to: to.toLowerCase(),
        retailerId: shop.id,
        certificateId: isOnlyChange ? null : id,
      })),
    ),
  );
}

/**
 * Has the brands told of certificates of others that listed their products and have ended; holders have letters of their own,
 * but for those in `holders`.
 */
export async function tellOfEnds(
  ctx: Ctx,
  swept: readonly Swept[],
  { shops, holders }: { readonly shops: ContactShops; readonly holders: readonly Swept[] },
): Promise<void> {
  const brands = await readBrands(
    ctx,
    swept.map(({ id }) => id),
    { change: "expired", uncounted: null },
  );
  const byId = new Map(swept.map((each) => [each.id, each]));
  const emails = brands.flatMap((brand): ChangeFacts[] => {
    const told = byId.get(brand.certificate_id)!;
    if (told.holderEmail?.toLowerCase() === brand.email) return [];
    return aboutBrand(brand).map((about) => ({ ...factsOf(told), change: "expired", reason: null, ...about }));
  });
  const toHolders = holders.map((told): ChangeFacts => {
    const listed = brands.filter(({ certificate_id }) => certificate_id === told.id);
    return {
      ...factsOf(told),
      change: "expired",
      reason: null,
      to: told.holderEmail!,
      ...aboutAll(listed),
      stopped: { products: 0, retailers: 0 },
    };
  });
  await writeOnce(ctx, [...toHolders, ...emails], { shops, isOnlyChange: false });
}

/** What the holder is told of products: of all brands together. */
const aboutAll = (brands: readonly BrandRow[]) => ({
  brand: null,
  products: brands.flatMap(({ named }) => named).slice(0, namedMax),
  productCount: brands.reduce((sum, { count }) => sum + count, 0),
});

/**
 * Those of certificates whose holder is a retailer that hears of the change as such: what it sells itself was paused or
 * resumed by it, and assignments write that to the same address. Asked once they have followed.
 */
export async function readToldAsRetailers(
  ctx: Ctx,
  certificates: readonly Swept[],
  change: ToldChange,
): Promise<ReadonlySet<string>> {
  const ids = certificates.flatMap(({ id, holderRetailerId }) => (holderRetailerId === null ? [] : [id]));
  if (ids.length === 0) return new Set();
  // What resumes rests on whatever proves it now, what pauses says which certificate it lacks.
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
          where assignment.retailer_id = certificate.holder_retailer_id and ${isOfIt} and ${settledNow(ctx, change)})`);
  return new Set((result as { rows: { id: string }[] }).rows.map(({ id }) => id));
}

/** What people are told of; null for what changes nothing for them. */
function changeOf(before: CertificateRecord, after: CertificateRecord, event: CertificateEvent): ToldChange | null {
  if (event === "scope_reduced") return event;
  // A line that was matched is told to those who follow by the state that the certificate has.
  if (before.state === after.state) return null;
  if (event === "suspended" || event === "withdrawn" || event === "reinstated") return event;
  return event === "verified" && after.supersedesId !== null ? "renewed" : null;
}

const factsOf = ({ id, code, certificateNo, holderName, body, validFrom, expiresOn }: Swept) => ({
  kind: "change" as const,
  id,
  code,
  certificateNo,
  holderName,
  body,
  validFrom,
  expiresOn,
});

/** What a brand is told; nothing where it has left no address. */
function aboutBrand({ email, brand, named, count, stopped_products, stopped_retailers }: BrandRow) {
  if (email === null) return [];
  const stopped = { products: stopped_products, retailers: stopped_retailers };
  return [{ to: email, brand, products: named, productCount: count, stopped }];
}

type BrandRow = {
  readonly certificate_id: string;
  /** Without case, so that one address stands for all brands that share it. */
  readonly email: string | null;
  readonly brand: string;
  readonly named: ChangeFacts["products"];
  readonly count: number;
  readonly stopped_products: number;
  readonly stopped_retailers: number;
};

type Asked = {
  readonly change: ToldChange;
  /** The address that is told how many by another way. */
  readonly uncounted: string | null;
};

/**
 * The addresses of the brands that certificates list, each with its own products, and with how many of them have just been
 * paused or resumed at how many retailers.
 */
async function readBrands(ctx: Ctx, ids: readonly string[], { change, uncounted }: Asked): Promise<BrandRow[]> {
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
       where listed.email <> coalesce(lower(${uncounted}::text), '') and ${settledNow(ctx, change)}
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
