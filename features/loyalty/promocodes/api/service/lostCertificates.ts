import { and, type Column, inArray, not, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { categoriesTable, categoryClosureTable } from "#features/catalogue/categories/api/tables.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import { readableScope } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { certificatesTable } from "#features/halal/certificates/api/tables.ts";
import { certificates } from "#features/halal/certificates/contract.ts";
import type { Promocode } from "#features/loyalty/promocodes/contract.ts";
import { isLineCondition } from "#features/loyalty/promocodes/rules/lines.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";

/** Of terms that name brands or categories, so many products are looked at. */
const checkedMax = 1000;
/** A note names so many certificates. */
const namedMax = 20;

type LostCertificates = NonNullable<Promocode["lostCertificates"]>;

/**
 * Which products of the terms can’t be promoted since their certificate expired, was suspended or withdrawn, or lists
 * them no more. Null if none. Certificates are named as far as the caller may read them.
 */
export async function readLostCertificates(ctx: Ctx, terms: Terms): Promise<Promocode["lostCertificates"]> {
  const groups = productGroups(terms);
  if (groups.length === 0) return null;
  const named = sql.join(
    groups.map(
      (condition, place) => sql`(
        select ${place}::int as place, ${productsTable.id} as product_id from ${productsTable}
         where ${productsTable.status} = 'published' and ${condition}
         order by ${productsTable.id} limit ${checkedMax + 1})`,
    ),
    sql` union all `,
  );
  const found = await ctx.db.execute(sql`
    with named as materialized (${named}),
    standings as materialized (${standingsOf(ctx, sql`array(select distinct product_id from named)`)}),
    lost as (
      select certificate_id, state, count(*)::int as products from standings where standing = 'lost' group by 1, 2)
    select (select count(*)::int from standings) as checked,
           (select coalesce(sum(products), 0)::int from lost) as "productsLost",
           exists (select from named group by place having count(*) > ${checkedMax}) as "isPartial",
           exists (select from named join standings using (product_id)
                    group by place having not bool_or(standing = 'usable') and count(*) <= ${checkedMax}) as "givesNothing",
           (select coalesce(jsonb_agg(to_jsonb(each) order by each.products desc, each.code), '[]')
              from (select ${certificatesTable.id} as id, ${certificatesTable.code} as code,
                           ${certificatesTable.certificateNo} as "certificateNo", lost.state as reason, lost.products
                      from lost join ${certificatesTable} on ${certificatesTable.id} = lost.certificate_id
                     where ${mayNameCertificates(ctx)}
                     order by lost.products desc, ${certificatesTable.code}
                     limit ${namedMax}) as each) as certificates`);
  const [row] = (found as { rows: (Omit<LostCertificates, "productsChecked"> & { checked: number })[] }).rows;
  const { checked, ...lost } = row!;
  return lost.productsLost === 0 ? null : { ...lost, productsChecked: checked };
}

const mayNameCertificates = (ctx: Ctx): SQL =>
  ctx.actor?.permissions.has(certificates.get.permission) ? (readableScope(ctx) ?? sql`true`) : sql`false`;

/**
 * SQL: how each of these products stands with its certificates: `usable`, `lost`, or `missing` if it never had one that
 * was valid. Products that no retailer needs to have certified are usable.
 */
export const standingsOf = (ctx: Ctx, ids: SQL): SQL => sql`
  select halal.product_id, halal.certificate_id, halal.state,
         case when halal.state in ('certified', 'expiring', 'not_required')
                or ${categoriesTable.effectiveHalalRelevance} <> 'required' then 'usable'
              when halal.certificate_id is null or halal.state = 'unverified' then 'missing'
              else 'lost' end as standing
    from product_halal_of(${ids}, ${ctx.now}::timestamptz) as halal
    join ${productsTable} on ${productsTable.id} = halal.product_id
    left join ${categoriesTable} on ${categoriesTable.id} = ${productsTable.categoryId}`;

/**
 * Conditions for the products that the terms name: those of the effect, and those that must be in the order. Without one
 * product of each group the terms give nothing.
 */
function productGroups({ effect, conditions }: Terms): SQL[] {
  const onLines = conditions.filter(isLineCondition);
  const allowed = and(...onLines.map(({ field, operator, ids }) => matches(field, operator, ids)));
  const required = onLines.some(({ operator }) => operator === "in") && allowed ? [allowed] : [];
  const { id } = productsTable;
  if (effect.kind === "item") return [inArray(id, effect.productIds), ...required];
  if (effect.kind !== "bundle") return required;
  return effect.parts.map(({ productIds }) => and(inArray(id, productIds), allowed)!);
}

function matches(field: "products" | "brands" | "categories", operator: "in" | "notIn", ids: string[]): SQL {
  const { id, brandId, categoryId } = productsTable;
  const isAny = (column: Column) => inArray(column, ids);
  const below = sql`exists (select from ${categoryClosureTable}
    where ${categoryClosureTable.descendantId} = ${categoryId} and ${isAny(categoryClosureTable.ancestorId)})`;
  const isNamed = { products: isAny(id), brands: isAny(brandId), categories: below }[field];
  return operator === "in" ? isNamed : not(isNamed);
}
