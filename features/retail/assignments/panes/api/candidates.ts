import { and, ne, type SQL, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import type { Page } from "#base/list.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf, type ListDefinition, readPage } from "#api/list.ts";
import { pairKey, readVerdicts } from "#features/retail/assignments/changes/api/findings.ts";
import { spelled } from "#features/retail/assignments/api/service/lists.ts";
import { instantOf, rowsOf } from "#features/retail/assignments/api/service/readRows.ts";
import {
  type HalalRow,
  halalColumns,
  halalOf,
  levelRatesJson,
  picturedProductJson,
} from "#features/retail/assignments/api/service/records.ts";
import { uuids } from "#features/retail/assignments/api/service/scopePolicy.ts";
import { type RetailerReach, reachOf } from "#features/retail/assignments/api/service/retailers.ts";
import { inSubtrees } from "#features/catalogue/categories/api/service/subtrees.ts";
import { productsTable as table } from "#features/catalogue/products/api/tables.ts";
import type { assignments } from "#features/retail/assignments/contract.ts";
import type { Assignment, Candidate, PicturedProduct } from "#features/retail/assignments/contract/rows.ts";
import { effectivePrice, effectiveRate, type LevelRates } from "#features/retail/assignments/rules.ts";

type CandidatesInput = Input<typeof assignments.candidates>;
type Place = { readonly retailerId: string; readonly locationId?: string | undefined };

const columns = { id: table.id };

/** Products that the caller may assign to a retailer, without archived ones. */
export const candidateList = (
  ctx: Ctx,
  { retailerId, locationId }: Place,
  { goods }: RetailerReach,
): ListDefinition<typeof columns, CandidatesInput> => ({
  table,
  id: table.id,
  columns,
  search: table.searchKey,
  spellSearch: spelled,
  sorts: { name: [table.sortKey, table.id] },
  filters: {
    retailerId: () => undefined,
    locationId: () => undefined,
    brand: (ids) => isAnyOf(table.brandId, ids),
    category: (ids) => inSubtrees(table.categoryId, ids),
    halal: (states) => sql`(
      select state from product_halal(${table.id}, ${ctx.now}::timestamptz)) = any(${`{${states.join(",")}}`}::text[])`,
    isBlocked: (is) => sql`${is ? sql`exists` : sql`not exists`} (
      select from promotion_findings(${table.id}, ${retailerId}::uuid, ${ctx.now}::timestamptz, ${locationId ?? null}::uuid)
       where is_blocking)`,
    isAssigned: (is) => sql`${is ? sql`exists` : sql`not exists`} (
      select from assignments as assignment
       where ${isOpenAt(ctx, { retailerId, locationId })} and assignment.product_id = ${table.id})`,
  },
  unless: () => ne(table.status, "archived"),
  scope: () => goods,
});

/** The open assignment at a location, as `assignment`. */
const isOpenAt = (ctx: Ctx, { retailerId, locationId }: Place): SQL => sql`
  assignment.retailer_id = ${retailerId}::uuid
  and assignment.location_id is not distinct from ${locationId ?? null}::uuid
  and assignment.ended_at is null
  and (assignment.ends_at is null or assignment.ends_at > ${ctx.now}::timestamptz)`;

/** Refuses with `not_found` for a retailer outside the caller's scope, and with `invalid_cursor`. */
export async function listCandidates(ctx: Ctx, input: CandidatesInput): Promise<Page<Candidate>> {
  const reach = (await reachOf(ctx, [input.retailerId])).get(input.retailerId)!;
  const { rows, ...rest } = await readPage(ctx, candidateList(ctx, input, reach), input);
  const ids = rows.map(({ id }) => id);
  return { ...rest, rows: await shownAt(ctx, ids, input) };
}

type CandidateRow = HalalRow & {
  readonly product: PicturedProduct;
  readonly rrp_minor: string | null;
  readonly rrp_currency: string | null;
  readonly day: string;
  readonly levels: LevelRates;
  readonly own: Pick<Assignment, "id" | "status" | "startsAt" | (typeof termNames)[number]> | null;
  readonly elsewhere: Candidate["elsewhere"];
};

const termNames = [
  "priceMinor",
  "currency",
  "priceValidFrom",
  "priceValidTo",
  "cashbackMode",
  "cashbackBps",
  "cashbackFixedMinor",
] as const;

async function shownAt(ctx: Ctx, ids: readonly string[], place: Place): Promise<Candidate[]> {
  const at = { retailerId: place.retailerId, locationId: place.locationId ?? null };
  const pairs = ids.map((productId) => ({ productId, ...at }));
  const [found, verdicts] = await Promise.all([readFound(ctx, ids, place), readVerdicts(ctx, pairs)]);
  const byId = new Map(found.map((each) => [each.product.id, each]));
  return ids.flatMap((id) => {
    const its = byId.get(id);
    if (its === undefined) return [];
    const rrp = { rrpMinor: its.rrp_minor === null ? null : Number(its.rrp_minor), rrpCurrency: its.rrp_currency };
    const price = effectivePrice(its.own, rrp, its.day);
    return [
      {
        product: its.product,
        price,
        rate: effectiveRate(its.own, its.levels, price),
        halal: halalOf(its),
        findings: [...(verdicts.get(pairKey({ productId: id, ...at }))?.findings ?? [])],
        assignment: its.own && {
          id: its.own.id,
          status: its.own.status,
          startsAt: instantOf(its.own.startsAt)!,
        },
        elsewhere: its.elsewhere,
      },
    ];
  });
}

const readFound = (ctx: Ctx, ids: readonly string[], place: Place): Promise<CandidateRow[]> =>
  rowsOf<CandidateRow>(
    ctx,
    sql`
    select ${picturedProductJson} as product, product.rrp_minor, product.rrp_currency,
           to_char(${ctx.now}::timestamptz at time zone retailer.timezone, 'YYYY-MM-DD') as day,
           ${levelRatesJson} as levels,
           ${halalColumns(ctx)},
           case when assignment.id is not null then jsonb_build_object(
             'id', assignment.id, 'status', assignment.status, 'startsAt', assignment.starts_at, 'priceMinor', assignment.price_minor,
             'currency', assignment.currency, 'priceValidFrom', assignment.price_valid_from,
             'priceValidTo', assignment.price_valid_to, 'cashbackMode', assignment.cashback_mode,
             'cashbackBps', assignment.cashback_bps, 'cashbackFixedMinor', assignment.cashback_fixed_minor) end as own,
           jsonb_build_object('isAtAll', coalesce(others.is_at_all, false), 'placesCount', others.places_count) as elsewhere
      from products as product
      join brands as brand on brand.id = product.brand_id
      join retailers as retailer on retailer.id = ${place.retailerId}::uuid
      join retailer_types as type on type.id = retailer.retailer_type_id
     cross join lateral product_halal(product.id, ${ctx.now}::timestamptz) as halal
      left join certificates as certificate on certificate.id = halal.certificate_id
      left join assignments as assignment on assignment.product_id = product.id and ${isOpenAt(ctx, place)}
     cross join lateral (
           select bool_or(other.location_id is null) as is_at_all,
                  count(*) filter (where other.location_id is not null)::int as places_count
             from assignments as other
            where other.product_id = product.id and other.retailer_id = ${place.retailerId}::uuid
              and other.id is distinct from assignment.id and other.ended_at is null
              and (other.ends_at is null or other.ends_at > ${ctx.now}::timestamptz)) as others
     where product.id = any(${uuids(ids)})`,
  );

/** The products that a selection of candidates refers to. */
export const selectedProducts = (ctx: Ctx, condition: SQL | undefined, most: number): Promise<{ id: string }[]> =>
  ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(ne(table.status, "archived"), condition))
    .orderBy(table.sortKey, table.id)
    .limit(most);
