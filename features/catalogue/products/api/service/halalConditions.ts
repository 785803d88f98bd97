import { type SQL, sql } from "drizzle-orm";
import type { HalalState } from "#base/halal.ts";
import type { Instant } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { productsTable as table } from "#features/catalogue/products/api/tables.ts";

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
export const isCertifiedBy = (bodies: readonly string[]): SQL => sql`${table.id} in (
  select line.product_id
    from certificate_products as line
    join certificates as certificate on certificate.id = line.certificate_id
   where certificate.body_id = any(${`{${bodies.join(",")}}`}::uuid[])
     and certificate_proves(certificate.kind) = 'product'
     and certificate.state in ('verified', 'suspended')
     and line.status = 'listed' and line.product_id is not null)`;
