import { and, eq, lt, or, type SQL, sql } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import { searchKey } from "#base/searchKey.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import {
  isNear,
  kmTo,
  nearOf,
  retailerDistances,
  withDistances,
} from "#features/retail/retailers/locations/api/near.ts";
import { today } from "#features/retail/retailers/record/api/day.ts";
import { retailerRows } from "#features/retail/retailers/api/service/rows.ts";
import {
  assignmentsChangedAt,
  countProducts,
  noProducts,
} from "#features/retail/retailers/record/api/relatedRecords.ts";
import { closureTable, locationsTable, retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import { assignmentsTable } from "#features/retail/assignments/api/tables.ts";
import { type RetailerRow, retailers, type RetailerTypes } from "#features/retail/retailers/contract.ts";
import type { KycStatus } from "#features/retail/retailers/record/contract.ts";
import { kycStatusOn } from "#features/retail/retailers/kyc/rules.ts";
import { retailerTypesById } from "#features/retail/retailer-types/api/store.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";

// What the list of retailers is filtered and ordered by, and what its rows have besides the columns of the table.

export const retailerSorts = {
  name: [table.sortKey, table.id],
  createdAt: [table.createdAt, table.id],
  updatedAt: [table.updatedAt, table.id],
  code: [table.number],
  country: [table.countryKey, table.sortKey, table.id],
  city: [table.cityKey, table.sortKey, table.id],
  distance: [retailerDistances.distanceM, table.id],
} as const;

export const retailerFilters = {
  retailerTypeId: (ids: string[]) => isAnyOf(table.retailerTypeId, ids),
  country: (countries: string[]) => isAnyOf(table.countryKey, countries),
  city: (city: string) => eq(table.cityKey, searchKey(city)),
  kyc: (statuses: KycStatus[], ctx: Ctx) => or(...statuses.map((status) => hasKyc(ctx, status))),
  hasHalalIssue: (has: boolean) => hasAssigned(has, isPausedByRule),
  hasNoProducts: (hasNone: boolean) => hasAssigned(!hasNone, sql`true`),
  brand: isSelling,
  near: (text: string) => isNear(nearOf(text)),
  below: (id: string) => sql`${table.id} in (
    select ${closureTable.descendantId} from ${closureTable}
     where ${closureTable.ancestorId} = ${id}::uuid and ${closureTable.distance} > 0)`,
};

/** The table with distances, to order by them. Refuses with `invalid_input` if no point is given. */
export function retailersByDistance({ sort, near }: RetailerTypes["filter"] & { sort?: string }): SQL | undefined {
  if (sort !== "distance") return undefined;
  if (near !== undefined) return withDistances(nearOf(near));
  const message = "Say with near which point is meant.";
  throw commonRefusals.invalid_input({}, [{ path: "sort", code: "distance_from_nowhere", message }]);
}

/** `expired` is what the day makes of `verified`. */
function hasKyc(ctx: Ctx, status: KycStatus): SQL | undefined {
  const isOver = lt(table.kycExpiresOn, today(ctx));
  if (status === "expired") return and(eq(table.kycStatus, "verified"), isOver);
  if (status !== "verified") return eq(table.kycStatus, status);
  return and(eq(table.kycStatus, "verified"), sql`(${isOver}) is not true`);
}

/** Paused by the promotion rule because a certificate is missing; its reasons begin so (features/retail/assignments). */
const isPausedByRule = sql`${assignmentsTable.status} = 'paused' and ${assignmentsTable.pauseSource} = 'auto'
  and ${assignmentsTable.pauseReason} ~ '^(HALAL|PREMISE|BODY|SLAUGHTER)_'`;

function hasAssigned(has: boolean, which: SQL): SQL {
  return sql`${sql.raw(has ? "" : "not ")}exists (
    select from ${assignmentsTable}
     where ${assignmentsTable.retailerId} = ${table.id} and ${assignmentsTable.status} <> 'ended' and ${which})`;
}

/** Begins with the products of the brands, so that assignments of other brands are not read. */
function isSelling(brands: string[]): SQL {
  return sql`${table.id} in (
    select assignments.retailer_id
      from ${productsTable}
      join ${assignmentsTable} on assignments.product_id = products.id
     where products.brand_id = any(${`{${brands.join(",")}}`}::uuid[]) and assignments.ended_at is null)`;
}

/** What rows and exports have besides the columns of the table: one statement for each kind, for all rows together. */
export async function readComputed(ctx: Ctx, ids: readonly string[], { near }: RetailerTypes["filter"]) {
  const { id, retailerTypeId, parentId, kycStatus, kycExpiresOn, updatedAt } = table;
  const rows = await ctx.db
    .select({ id, retailerTypeId, parentId, kycStatus, kycExpiresOn, updatedAt })
    .from(table)
    .where(isAnyOf(id, ids));
  const [types, parents, products, changedAt, distances] = await Promise.all([
    retailerTypesById(
      ctx,
      rows.map((row) => row.retailerTypeId),
    ),
    readNames(
      ctx,
      rows.flatMap((row) => row.parentId ?? []),
    ),
    countProducts(ctx, ids),
    assignmentsChangedAt(ctx, ids),
    near === undefined ? null : readDistances(ctx, ids, near),
  ]);
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return (retailerId: string) => {
    const row = rowsById.get(retailerId);
    if (row === undefined) return undefined;
    const type = types.get(row.retailerTypeId)!;
    return {
      ...(products.get(row.id) ?? noProducts),
      kycStatus: kycStatusOn(row, today(ctx)),
      type: { id: type.id, code: type.code, name: type.name, nameI18n: type.nameI18n },
      parent: parents.get(row.parentId ?? "") ?? null,
      lastActivityAt: latest(row.updatedAt, changedAt.get(row.id)),
      distanceKm: distances?.get(row.id) ?? null,
    };
  };
}

const latest = (one: string, other = one) => (one < other ? other : one);

type NamedRetailer = NonNullable<RetailerRow["parent"]>;

/** The names of retailers by id. Those that the caller may not read are left out. */
async function readNames(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, NamedRetailer>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: table.id, code: table.code, name: table.tradingName })
    .from(table)
    .where(and(isAnyOf(table.id, ids), scopeCondition(ctx, retailerRows, retailers.list.permission)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Kilometres from the point of the filter to the nearest location of each retailer, by id. */
async function readDistances(ctx: Ctx, ids: readonly string[], near: string): Promise<ReadonlyMap<string, number>> {
  const km = kmTo(nearOf(near));
  const rows = await ctx.db
    .select({ id: locationsTable.retailerId, km: sql<number>`min(${km})` })
    .from(locationsTable)
    .where(and(isAnyOf(locationsTable.retailerId, ids), sql`${locationsTable.status} <> 'closed'`))
    .groupBy(locationsTable.retailerId);
  return new Map(rows.map((row) => [row.id, Math.round(row.km * 1000) / 1000]));
}
