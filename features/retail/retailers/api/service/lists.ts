import { and, eq, lt, or, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { searchKey } from "#base/searchKey.ts";
import type { Ctx } from "#api/context.ts";
import { countEach, isAnyOf, type ListDefinition, readPage, whereOf } from "#api/list.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { isNear, kmTo, nearOf, retailerDistances, withDistances } from "#features/retail/retailers/api/service/near.ts";
import { today } from "#features/retail/retailers/api/service/records.ts";
import { retailerRows, retailerScope } from "#features/retail/retailers/api/service/rows.ts";
import {
  assignmentsChangedAt,
  countProducts,
  noProducts,
} from "#features/retail/retailers/api/service/relatedRecords.ts";
import {
  closureTable,
  locationsTable,
  type RetailerRecord,
  retailersTable as table,
} from "#features/retail/retailers/api/tables.ts";
import { assignmentsTable } from "#features/retail/assignments/api/tables.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { type KycStatus, type RetailerRow, retailerStatuses } from "#features/retail/retailers/contract/records.ts";
import { kycStatusOn } from "#features/retail/retailers/rules.ts";
import { retailerTypesById } from "#features/retail/retailer-types/api/store.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";

const columns = {
  id: table.id,
  code: table.code,
  tradingName: table.tradingName,
  tradingNameI18n: table.tradingNameI18n,
  legalName: table.legalName,
  retailerTypeId: table.retailerTypeId,
  parentId: table.parentId,
  country: table.country,
  city: table.city,
  gln: table.gln,
  logoFileId: table.logoFileId,
  status: table.status,
  kycStatus: table.kycStatus,
  kycExpiresOn: table.kycExpiresOn,
  locationsCount: table.locationsCount,
  version: table.version,
  createdAt: table.createdAt,
  updatedAt: table.updatedAt,
};
type Listed = Pick<RetailerRecord, keyof typeof columns>;

const isAround: SQL = sql`${table.status} not in ('closed', 'rejected')`;

/** The one definition behind the list, its counts, its export and its bulk actions. */
export const retailerList = (ctx: Ctx): ListDefinition<typeof columns, Input<typeof retailers.list>> => ({
  table,
  id: table.id,
  columns,
  search: table.searchKey,
  // The search key has the digits of a code only: with its letters in every row, "ret" would find them all.
  spellSearch: (typed) => typed.replaceAll(/\bRET-(?=\d)/gi, " "),
  sorts: {
    name: [table.sortKey, table.id],
    createdAt: [table.createdAt, table.id],
    updatedAt: [table.updatedAt, table.id],
    code: [table.number],
    country: [table.countryKey, table.sortKey, table.id],
    city: [table.cityKey, table.sortKey, table.id],
    distance: [retailerDistances.distanceM, table.id],
  },
  filters: {
    ids: (ids) => isAnyOf(table.id, ids),
    status: (statuses) => isAnyOf(table.status, statuses),
    retailerTypeId: (ids) => isAnyOf(table.retailerTypeId, ids),
    country: (countries) => isAnyOf(table.countryKey, countries),
    city: (city) => eq(table.cityKey, searchKey(city)),
    kyc: (statuses) => or(...statuses.map((status) => hasKyc(ctx, status))),
    hasHalalIssue: (has) => hasAssigned(has, stoppedByTheHouse),
    hasNoProducts: (hasNone) => hasAssigned(!hasNone, sql`true`),
    brand: sells,
    near: (text) => isNear(nearOf(text)),
    below: (id) => sql`${table.id} in (
      select ${closureTable.descendantId} from ${closureTable}
       where ${closureTable.ancestorId} = ${id}::uuid and ${closureTable.distance} > 0)`,
  },
  unless: ({ status, ids }) => (status || ids ? undefined : isAround),
  steady: ["status"],
  splitBy: "status",
  scope: retailerScope,
});

/** The list in the order that is asked for. Refuses with `invalid_input` to order by the distance from no point. */
export function orderedRetailers(ctx: Ctx, { sort, near }: Pick<Input<typeof retailers.list>, "sort" | "near">) {
  if (sort !== "distance") return retailerList(ctx);
  if (near === undefined) {
    const message = "Say with near which point is meant.";
    throw commonRefusals.invalid_input({}, [{ path: "sort", code: "distance_from_nowhere", message }]);
  }
  return { ...retailerList(ctx), from: withDistances(nearOf(near)) };
}

/** `expired` is what the day makes of `verified`. */
function hasKyc(ctx: Ctx, status: KycStatus): SQL | undefined {
  const isOver = lt(table.kycExpiresOn, today(ctx));
  if (status === "expired") return and(eq(table.kycStatus, "verified"), isOver);
  if (status !== "verified") return eq(table.kycStatus, status);
  return and(eq(table.kycStatus, "verified"), sql`(${isOver}) is not true`);
}

/** What the promotion rule stopped for want of a certificate; its reasons begin so (features/retail/assignments). */
const stoppedByTheHouse = sql`${assignmentsTable.status} = 'paused' and ${assignmentsTable.pauseSource} = 'auto'
  and ${assignmentsTable.pauseReason} ~ '^(HALAL|PREMISE|BODY|SLAUGHTER)_'`;

const hasAssigned = (has: boolean, which: SQL): SQL => sql`${sql.raw(has ? "" : "not ")}exists (
  select from ${assignmentsTable}
   where ${assignmentsTable.retailerId} = ${table.id} and ${assignmentsTable.status} <> 'ended' and ${which})`;

/** Begun with the products of the brands, so that what is sold of others is not looked at. */
const sells = (brands: readonly string[]): SQL => sql`${table.id} in (
  select assignments.retailer_id
    from ${productsTable}
    join ${assignmentsTable} on assignments.product_id = products.id
   where products.brand_id = any(${`{${brands.join(",")}}`}::uuid[]) and assignments.ended_at is null)`;

/** Refuses with `invalid_cursor`. */
export async function listRetailers(
  ctx: Ctx,
  input: Input<typeof retailers.list>,
): Promise<Output<typeof retailers.list>> {
  const { rows, ...rest } = await readPage(ctx, orderedRetailers(ctx, input), input);
  return { ...rest, rows: await withSurroundings(ctx, rows, input.near) };
}

/** The rows of a page with what is around each: a statement for all of them and each kind. */
async function withSurroundings(ctx: Ctx, rows: readonly Listed[], near: string | undefined): Promise<RetailerRow[]> {
  const ids = rows.map(({ id }) => id);
  const [types, parents, products, changedAt, distances] = await Promise.all([
    retailerTypesById(
      ctx,
      rows.map(({ retailerTypeId }) => retailerTypeId),
    ),
    namesOf(
      ctx,
      rows.flatMap(({ parentId }) => parentId ?? []),
    ),
    countProducts(ctx, ids),
    assignmentsChangedAt(ctx, ids),
    near === undefined ? null : distancesOf(ctx, ids, near),
  ]);
  return rows.map(({ retailerTypeId, parentId, kycExpiresOn, ...row }) => {
    const { id, code, name, nameI18n } = types.get(retailerTypeId)!;
    return {
      ...row,
      ...(products.get(row.id) ?? noProducts),
      kycStatus: kycStatusOn({ kycStatus: row.kycStatus, kycExpiresOn }, today(ctx)),
      type: { id, code, name, nameI18n },
      parent: parents.get(parentId ?? "") ?? null,
      lastActivityAt: later(row.updatedAt, changedAt.get(row.id)),
      distanceKm: distances?.get(row.id) ?? null,
    };
  });
}

/** When a retailer was last changed, or something that it sells. */
export const later = (one: string, other = one) => (one < other ? other : one);

type Named = NonNullable<RetailerRow["parent"]>;

/** Retailers by id, as people call them. Those that the caller may not read are left out. */
export async function namesOf(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Named>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: table.id, code: table.code, name: table.tradingName })
    .from(table)
    .where(and(isAnyOf(table.id, ids), scopeCondition(ctx, retailerRows, retailers.list.permission)));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Kilometres from the point of the filter to the nearest location of each, by retailer. */
export async function distancesOf(
  ctx: Ctx,
  ids: readonly string[],
  text: string,
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const km = kmTo(nearOf(text));
  const rows = await ctx.db
    .select({ id: locationsTable.retailerId, km: sql<number>`min(${km})` })
    .from(locationsTable)
    .where(and(isAnyOf(locationsTable.retailerId, ids), sql`${locationsTable.status} <> 'closed'`))
    .groupBy(locationsTable.retailerId);
  return new Map(rows.map((row) => [row.id, Math.round(row.km * 1000) / 1000]));
}

/** One count a status, each with the cap of a list's total. */
export async function countRetailersByStatus(
  ctx: Ctx,
  filter: Input<typeof retailers.countByStatus>,
): Promise<Output<typeof retailers.countByStatus>> {
  const matching = whereOf(ctx, { ...retailerList(ctx), unless: () => undefined }, filter);
  return { byStatus: await countEach(ctx, table, matching, { column: table.status, values: retailerStatuses }) };
}
