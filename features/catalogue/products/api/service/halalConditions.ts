import { type SQL, sql } from "drizzle-orm";
import { pgView } from "drizzle-orm/pg-core";
import type { HalalState } from "#base/halal.ts";
import { commonRefusals } from "#base/refusal.ts";
import { addMs, dayMs, type Instant } from "#base/time.ts";
import { instantColumn } from "#api/columns.ts";
import type { Ctx } from "#api/context.ts";
import { productsTable as table } from "#features/catalogue/products/api/tables.ts";
import type { ProductTypes } from "#features/catalogue/products/contract.ts";

// What a certificate means for a product is said in one place, the functions of migration 0022 (features/retail/assignments).
// Here they are asked, and narrowed to the few products that certificates name at all before they are.

const hasLine: SQL = sql`${table.id} in (select product_id from certificate_products where product_id is not null)`;
const hasNoLine: SQL = sql`not exists (
  select from certificate_products as line where line.product_id = ${table.id})`;
const needsNone: SQL = sql`exists (
  select from categories as category
   where category.id = ${table.categoryId} and category.effective_halal_relevance = 'not_applicable')`;

/** The condition that a product has one of these states now. */
export function hasHalalState(states: readonly HalalState[], { now }: Ctx): SQL {
  const wanted = `{${states.join(",")}}`;
  const isNamedSo = sql`(${hasLine} and (
    select halal.state from product_halal(${table.id}, ${now}::timestamptz) as halal) = any(${wanted}::text[]))`;
  const others = [
    ...(states.includes("uncertified") ? [sql`(${hasNoLine} and not ${needsNone})`] : []),
    ...(states.includes("not_required") ? [sql`(${hasNoLine} and ${needsNone})`] : []),
  ];
  return sql`(${sql.join([isNamedSo, ...others], sql` or `)})`;
}

/** The condition that a product was created and certified at an instant in the past, as far as is known today. */
export const wasCertifiedAt = (at: Instant): SQL => sql`(
  ${table.createdAt} < ${at}::timestamptz and not ${needsNone}
  and ${table.id} in (select product_id from products_certified_before(${at}::timestamptz)))`;

/** Condition: a verified or suspended certificate of one of these certifiers lists the product and can prove it. */
export const isCertifiedBy = (bodies: readonly string[]): SQL =>
  isListedIn(sql`certificate.body_id = any(${`{${bodies.join(",")}}`}::uuid[])`);

/** Condition: the certificate that decides the product's halal state ends within so many days, the last included. */
export const expiresWithin = (days: readonly string[], { now }: Ctx): SQL => {
  const most = Math.max(...days.map(Number));
  return isListedIn(sql`certificate.ends_key > ${now}::timestamptz
     and certificate.ends_key < ${addMs(now, (most + 2) * dayMs)}::timestamptz
     and days_left(certificate.ends_at, certificate.timezone, ${now}::timestamptz) <= ${most}
     and ${decidesNow(now)}`);
};

/** Conditions: the last day of that certificate, as it states it, is not before this day, or not after it. */
export const expiresFrom = (day: string, { now }: Ctx): SQL =>
  isListedIn(sql`certificate.ends_key > ${`${day}T00:00:00Z`}::timestamptz - interval '1 day'
     and last_valid_day(certificate.ends_at, certificate.timezone) >= ${day}::date and ${decidesNow(now)}`);
export const expiresTo = (day: string, { now }: Ctx): SQL =>
  isListedIn(sql`certificate.ends_key < ${`${day}T00:00:00Z`}::timestamptz + interval '3 days'
     and last_valid_day(certificate.ends_at, certificate.timezone) <= ${day}::date and ${decidesNow(now)}`);

const decidesNow = (now: Instant): SQL =>
  sql`certificate.id = (select certificate_id from product_halal(line.product_id, ${now}::timestamptz))`;

/** Read through the certificates, of which there are fewer than products, by an index of theirs. */
const isListedIn = (certificates: SQL): SQL => sql`${table.id} in (
  select line.product_id
    from certificate_products as line
    join certificates as certificate on certificate.id = line.certificate_id
   where ${certificates}
     and certificate_proves(certificate.kind) = 'product'
     and certificate.state in ('verified', 'suspended')
     and line.status = 'listed' and line.product_id is not null)`;

/** The column that `productsByExpiry` adds, for statements that read it by the table's name. */
export const productExpiry = pgView("products", { halalEndsAt: instantColumn("halal_ends_at").notNull() }).existing();

/**
 * The table of products with the end of what proves each halal, to order by it. Nothing of it is stored, so each row
 * that the filters match is computed: refuses with `invalid_input` without a filter by the certificate's end.
 */
export function productsByExpiry(
  { sort, expiringWithin, expiresFrom: from, expiresTo: to }: ProductTypes["filter"] & { sort?: string },
  { now }: Pick<Ctx, "now">,
): SQL | undefined {
  if (sort !== "halalEndsAt") return undefined;
  if (expiringWithin ?? from ?? to)
    return sql`(
      select ${table}.*, halal.ends_at as halal_ends_at
        from ${table}
        cross join lateral product_halal(${table.id}, ${now}::timestamptz) as halal) as ${table}`;
  const message = "Sort by expiry only together with a filter by expiry.";
  throw commonRefusals.invalid_input({}, [{ path: "sort", code: "expiry_of_all", message }]);
}
