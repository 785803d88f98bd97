import { and, eq, ne, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { nameKey, searchKey, sortKey } from "#base/searchKey.ts";
import { changesSince, readActivityPage } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { rowScope } from "#api/rowScope.ts";
import type { ScopedRows } from "#api/scopedRows.ts";
import {
  retailersTable,
  type RetailerTypeRecord,
  retailerTypesTable as table,
} from "#features/retailerTypes/api/tables.ts";
import {
  RetailerType,
  type RetailerTypeConflict,
  type RetailerTypeInput,
  type retailerTypes,
} from "#features/retailerTypes/contract.ts";

/** The resource of a type's audit entries. */
export const auditResource = "retailerTypes";

/** Types belong to the house: whoever may see them sees all. */
export const retailerTypeRows: ScopedRows = {
  resource: auditResource,
  table,
  id: table.id,
  own: table.createdBy,
  by: {},
  label: { title: table.name, code: table.code, search: table.searchKey },
};

export const retailerTypeScope = (ctx: Ctx) => rowScope(ctx, retailerTypeRows);

/** Refuses with `not_found`. */
export async function getRetailerType(ctx: Ctx, { id }: Input<typeof retailerTypes.get>): Promise<RetailerType> {
  const [record] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), retailerTypeScope(ctx)));
  if (record === undefined) throw commonRefusals.not_found();
  return counted(ctx, record);
}

/** Refuses with `not_found`. */
export async function readRetailerTypeActivity(
  ctx: Ctx,
  { id, before, limit }: Input<typeof retailerTypes.activity>,
): Promise<Output<typeof retailerTypes.activity>> {
  await getRetailerType(ctx, { id });
  return readActivityPage(ctx, { resource: auditResource, resourceId: id, before, limit });
}

/** Types by id, for what refers to them, whoever asks. */
export async function retailerTypesById(
  ctx: Ctx,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, RetailerTypeRecord>> {
  if (ids?.length === 0) return new Map();
  const rows = await ctx.db
    .select()
    .from(table)
    .where(ids === undefined ? undefined : isAnyOf(table.id, [...new Set(ids)]));
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * A type that a record is being given: nobody archives it until the transaction of `ctx` ends. Null when it is archived
 * or not there.
 */
export async function holdRetailerType(ctx: Ctx, id: string): Promise<RetailerTypeRecord | null> {
  const [record] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), eq(table.status, "active")))
    .for("share");
  return record ?? null;
}

/**
 * Reads a type that nobody else can change, and that no retailer can be given, until the transaction of `ctx` ends.
 *
 * Refuses with `not_found`, and with `version_conflict` when it has changed since `version`.
 */
export async function lockRetailerType(
  ctx: Ctx,
  { id, version }: { readonly id: string; readonly version?: number },
): Promise<RetailerTypeRecord> {
  const [record] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, id), retailerTypeScope(ctx)))
    .for("update");
  if (record === undefined) throw commonRefusals.not_found();
  if (version === undefined || record.version === version) return record;
  const versions = Math.max(0, record.version - version);
  const { changedBy, changes } = await changesSince(ctx, { resource: auditResource, resourceId: id, versions });
  const current = z.parse(RetailerType, await counted(ctx, record));
  const details: RetailerTypeConflict = { current, changedBy, changedAt: record.updatedAt, changes };
  throw commonRefusals.version_conflict(details);
}

/** How many retailers that are not closed have each type. */
export async function countRetailers(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ id: retailersTable.retailerTypeId, count: sql<number>`count(*)::int` })
    .from(retailersTable)
    .where(and(isAnyOf(retailersTable.retailerTypeId, ids), ne(retailersTable.status, "closed")))
    .groupBy(retailersTable.retailerTypeId);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

/** What leaves of a type, with what is counted. */
export async function counted(ctx: Ctx, record: RetailerTypeRecord): Promise<RetailerType> {
  const counts = await countRetailers(ctx, [record.id]);
  return { ...record, retailersCount: counts.get(record.id) ?? 0 };
}

/** What a type is compared, ordered and found by. */
export function keysOf({ code, name, nameI18n }: Pick<RetailerTypeInput, "code" | "name" | "nameI18n">) {
  const spellings = [name, ...Object.values(nameI18n), code];
  return {
    nameKey: nameKey(name),
    sortKey: sortKey(name),
    words: [...new Set(spellings.map(searchKey))].join(" "),
  };
}
