import { and, asc, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { searchKey } from "#base/searchKey.ts";
import type { Ctx } from "#api/context.ts";
import { rowsOf } from "#features/retail/assignments/api/service/readRows.ts";
import { retailerJson } from "#features/retail/assignments/api/service/records.ts";
import {
  productScope,
  isScopedToProducts,
  visibleRetailers,
  retailerScope,
  uuids,
} from "#features/retail/assignments/api/service/scopePolicy.ts";
import { inChains } from "#features/retail/retailers/api/service/rows.ts";
import { retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import type { assignments } from "#features/retail/assignments/contract.ts";
import type { RetailerSettings } from "#features/retail/assignments/contract/rows.ts";

/**
 * The products in the caller's scope at a retailer: undefined means all of them, at their own retailers; else only
 * their own products.
 */
export type RetailerReach = { readonly goods: SQL | undefined };

/**
 * What the caller may do with which products at each of these retailers. Refuses with `not_found` if one of them is
 * outside the caller's scope, and the caller has no products to assign there either.
 */
export async function reachOf(ctx: Ctx, retailerIds: readonly string[]): Promise<ReadonlyMap<string, RetailerReach>> {
  const found = await ctx.db
    .select({ id: table.id, isTheirs: sql<boolean>`${retailerScope(ctx) ?? sql`true`}` })
    .from(table)
    .where(and(inArray(table.id, [...new Set(retailerIds)]), visibleRetailers(ctx)));
  const reached = new Map<string, RetailerReach>();
  for (const { id, isTheirs } of found) {
    if (isTheirs) reached.set(id, { goods: undefined });
    else if (isScopedToProducts(ctx)) reached.set(id, { goods: productScope(ctx) });
  }
  if (retailerIds.some((id) => !reached.has(id))) throw commonRefusals.not_found();
  return reached;
}

type RetailerWithTerms = {
  readonly retailer: Pick<RetailerSettings, "id" | "code" | "name" | "nameI18n" | "country">;
  readonly status: string;
  readonly typeName: string;
  readonly certificatePolicy: RetailerSettings["certificatePolicy"];
  readonly maxCashbackBps: number;
  readonly currency: string | null;
  readonly timezone: string | null;
  readonly locations: RetailerSettings["locations"];
  readonly branches: RetailerSettings["branches"];
  readonly counts: RetailerSettings["counts"];
};

/** Refuses with `not_found`. */
export async function readRetailer(
  ctx: Ctx,
  { retailerId }: Input<typeof assignments.shop>,
): Promise<RetailerSettings> {
  const { goods } = (await reachOf(ctx, [retailerId])).get(retailerId)!;
  const products = goods === undefined ? sql`` : sql`and product_id in (select id from products where ${goods})`;
  const [found] = await rowsOf<RetailerWithTerms>(
    ctx,
    sql`
    select ${retailerJson} as retailer, retailer.status, type.name as "typeName",
           type.certificate_policy as "certificatePolicy", type.max_cashback_bps as "maxCashbackBps",
           retailer.default_currency as currency, retailer.timezone,
           (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) order by is_primary desc, name, id), '[]')
              from retailer_locations
             where retailer_id = retailer.id and status <> 'closed') as locations,
           (select jsonb_build_object(
                     'active', count(*) filter (where status = 'active'),
                     'paused', count(*) filter (where status = 'paused'),
                     'proposed', count(*) filter (where status = 'proposed'))
              from assignments
             where retailer_id = retailer.id and ended_at is null
               and (ends_at is null or ends_at > ${ctx.now}::timestamptz) ${products}) as counts
      from retailers as retailer
      join retailer_types as type on type.id = retailer.retailer_type_id
     where retailer.id = ${retailerId}::uuid`,
  );
  if (found === undefined) throw commonRefusals.not_found();
  const { retailer, ...rest } = found;
  return { ...retailer, ...rest, isWhole: goods === undefined, branches: await readBranches(ctx, retailerId) };
}

/**
 * The retailers of a chain in the caller's scope, the chain itself first: the columns of the matrix. Without closed
 * ones.
 */
export async function readBranches(ctx: Ctx, retailerId: string): Promise<RetailerSettings["branches"]> {
  const { id, code, tradingName: name, tradingNameI18n: nameI18n, country, status } = table;
  return ctx.db
    .select({ id, code, name, nameI18n, country, status })
    .from(table)
    .where(and(inChains(id, [retailerId]), ne(status, "closed"), visibleRetailers(ctx)))
    .orderBy(sql`${id} = ${retailerId}::uuid desc`, asc(table.sortKey), asc(id));
}

// As many as a user reads before typing another letter.
const retailersMax = 20;

/** Retailers to select from, those that sell the most first; or the ones with given ids. */
export async function listRetailers(
  ctx: Ctx,
  { search = "", exceptId, ids }: Input<typeof assignments.listShops>,
): Promise<Output<typeof assignments.listShops>> {
  const words = searchKey(search.replaceAll(/\bRET-(?=\d)/gi, " "))
    .split(" ")
    .filter(Boolean);
  const { id, code, tradingName: name, tradingNameI18n: nameI18n, country } = table;
  const assigned = sql<number>`(
    select count(*)::int from assignments where retailer_id = ${id} and ended_at is null)`;
  const rows = await ctx.db
    .select({
      id,
      code,
      name,
      nameI18n,
      country,
      assigned,
      currency: sql<string | null>`retailers.default_currency`,
    })
    .from(table)
    .where(
      and(
        visibleRetailers(ctx),
        exceptId === undefined ? undefined : ne(id, exceptId),
        ids && inArray(id, ids),
        ...words.map((word) => sql`${table.searchKey} like ${`%${word}%`}`),
      ),
    )
    .orderBy(sql`${assigned} desc`, asc(table.sortKey), asc(id))
    .limit(ids?.length ?? retailersMax);
  return { rows };
}

/** The retailer of a change, with the values that new assignments take from it. */
export type RetailerTerms = {
  readonly id: string;
  readonly currency: string | null;
  readonly timezone: string | null;
  readonly maxBps: number;
};

export async function readRetailerTerms(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, RetailerTerms>> {
  const rows = await ctx.db
    .select({
      id: table.id,
      currency: sql<string | null>`retailers.default_currency`,
      timezone: sql<string | null>`retailers.timezone`,
      maxBps: sql<number>`(select max_cashback_bps from retailer_types where id = retailers.retailer_type_id)`,
    })
    .from(table)
    .where(inArray(table.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Whether the retailer sells in this currency: without a currency of its own, it may use any. */
export const sellsIn = ({ currency }: RetailerTerms, wanted: string): boolean =>
  currency === null || currency === wanted;

/**
 * Refuses with `invalid_input` at `path` if a location is not one of its retailer's, or is permanently closed.
 * Retailers outside the caller's scope must have been refused before.
 */
export async function requirePlaces(ctx: Ctx, places: readonly LocationOfRetailer[], path: string): Promise<void> {
  const named = places.filter(({ locationId }) => locationId !== null);
  if (named.length === 0) return;
  const rows = await rowsOf<{ id: string; retailer_id: string }>(
    ctx,
    sql`
    select id, retailer_id from retailer_locations
     where id = any(${uuids(named.map(({ locationId }) => locationId!))}) and status <> 'closed'`,
  );
  const retailerOf = new Map(rows.map((row) => [row.id, row.retailer_id]));
  if (named.every(({ locationId, retailerId }) => retailerOf.get(locationId!) === retailerId)) return;
  const problem = { path, code: "not_a_place_of_retailer", message: "Choose an open location of this retailer." };
  throw commonRefusals.invalid_input({}, [problem]);
}

type LocationOfRetailer = { readonly retailerId: string; readonly locationId: string | null };
