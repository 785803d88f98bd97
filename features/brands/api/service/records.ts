import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import * as z from "zod/mini";
import type { Input, Output } from "#base/contract.ts";
import type { Standing } from "#base/decisions.ts";
import { commonRefusals } from "#base/refusal.ts";
import { nameKey, searchKey, sortKey } from "#base/searchKey.ts";
import { changesSince, readActivityPage } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { standingOn } from "#api/decisions.ts";
import { rowScope } from "#api/rowScope.ts";
import type { ScopedRows } from "#api/scopedRows.ts";
import { readArrays, returningOf, rowFrom, rowReader, selectionOf } from "#api/statements.ts";
import { type BrandRecord, brandsTable } from "#features/brands/api/tables.ts";
import { Brand, type BrandInput, type brands } from "#features/brands/contract.ts";
import type { BrandConflict } from "#features/brands/contract/conflicts.ts";
import { brandStatusPermissions } from "#features/brands/contract/statuses.ts";
import { allowedTransitions } from "#features/brands/rules.ts";

/** The resource of a brand's audit entries. */
export const auditResource = "brands";

export const brandRows: ScopedRows = {
  resource: auditResource,
  table: brandsTable,
  id: brandsTable.id,
  own: brandsTable.createdBy,
  by: { brand: brandsTable.id, country: brandsTable.countryKey },
  label: { title: brandsTable.name, code: brandsTable.code, search: brandsTable.searchKey },
};

/** The brands that this person may meet in the operation that runs. */
export const brandScope = (ctx: Ctx): SQL | undefined => rowScope(ctx, brandRows);

const columnsByName = getTableColumns(brandsTable);
const columns = Object.values(columnsByName) as PgColumn[];
const names = Object.keys(columnsByName);

const recordFrom = (values: readonly unknown[]) => rowFrom(names, columns, values) as BrandRecord;

async function readRecords(ctx: Ctx, query: SQL): Promise<BrandRecord[]> {
  return (await readArrays(ctx.db, query, { isSteady: true })).map(recordFrom);
}

const selection = selectionOf(columns, brandsTable);
const readAnyById = rowReader(columns, brandsTable, brandsTable.id);

async function readById(ctx: Ctx, id: string): Promise<BrandRecord[]> {
  const scope = brandScope(ctx);
  if (scope !== undefined) return readRecords(ctx, sql`${selection} where ${and(eq(brandsTable.id, id), scope)}`);
  const values = await readAnyById(ctx.db, id);
  return values === undefined ? [] : [recordFrom(values)];
}

/** Refuses with `not_found`, also for a brand that this person may not see. */
export async function getBrand(ctx: Ctx, { id }: Input<typeof brands.get>): Promise<Brand> {
  const [record] = await readById(ctx, id);
  if (record === undefined) throw commonRefusals.not_found();
  return toBrand(ctx, record);
}

/** What was done to a brand, newest first. Refuses with `not_found`. */
export async function readBrandActivity(
  ctx: Ctx,
  { id, before, limit }: Input<typeof brands.activity>,
): Promise<Output<typeof brands.activity>> {
  await getBrand(ctx, { id });
  return readActivityPage(ctx, { resource: auditResource, resourceId: id, before, limit });
}

/**
 * Reads a brand that nobody else can change until the transaction of `ctx` ends.
 *
 * Refuses with `not_found`, and with `version_conflict` when it has changed since `version`.
 */
export async function lockBrand(
  ctx: Ctx,
  { id, version }: { readonly id: string; readonly version?: number },
): Promise<BrandRecord> {
  const isMet = and(eq(brandsTable.id, id), brandScope(ctx));
  const [record] = await readRecords(ctx, sql`${selection} where ${isMet} for update`);
  if (record === undefined) throw commonRefusals.not_found();
  if (version !== undefined && record.version !== version)
    throw commonRefusals.version_conflict(await conflictWith(ctx, record, version));
  return record;
}

/** What a new row says for itself; the rest is made by the table. */
type NewRecord = Omit<BrandRecord, "number" | "code" | "countryKey" | "searchKey" | "version" | "slug"> & {
  /** Null: one is made of the name. */
  readonly slug: string | null;
};
const made: ReadonlySet<string> = new Set(["number", "code", "countryKey", "searchKey", "version"]);
const written = Object.entries(columnsByName).filter(([name]) => !made.has(name));
const writtenList = sql.raw(written.map(([, column]) => column.name).join(", "));

/** Inserts rows and answers them in their order. One parameter however many there are, of which a statement takes 65,535. */
export function insertRecords(ctx: Ctx, records: readonly NewRecord[]): Promise<BrandRecord[]> {
  const rows = records.map((record) =>
    Object.fromEntries(written.map(([name, column]) => [column.name, record[name as keyof NewRecord]])),
  );
  return readRecords(
    ctx,
    sql`insert into brands (${writtenList})
        select ${writtenList} from jsonb_populate_recordset(null::brands, ${JSON.stringify(rows)}::jsonb)
        ${returningOf(columns)}`,
  );
}

async function conflictWith(ctx: Ctx, record: BrandRecord, version: number): Promise<BrandConflict> {
  const versions = Math.max(0, record.version - version);
  const { changedBy, changes } = await changesSince(ctx, { resource: auditResource, resourceId: record.id, versions });
  // A refusal's details pass no output schema, so that this must leave out by itself what is not told (reliability R14).
  return { current: z.parse(Brand, await toBrand(ctx, record)), changedBy, changedAt: record.updatedAt, changes };
}

/** The caller's approval rights on a brand. */
export const brandStanding = (ctx: Ctx, { id, status, submittedBy }: BrandRecord): Promise<Standing> =>
  standingOn(ctx, brandRows, brandStatusPermissions, { id, isSubmitted: status === "submitted", submittedBy });

const shownNames = (Object.keys(Brand.shape) as (keyof Brand)[]).filter((name) => name !== "allowedTransitions");

/** What leaves of a record: the keys it is found and ordered by stay inside. */
export async function toBrand(ctx: Ctx, record: BrandRecord): Promise<Brand> {
  // Name by name: "all but these" takes many times as long, at every read.
  const shown: Record<string, unknown> = {
    allowedTransitions: allowedTransitions(record, await brandStanding(ctx, record)),
  };
  for (const name of shownNames) shown[name] = record[name];
  return shown as Brand;
}

type Named = Pick<BrandInput, "name" | "nameI18n" | "alternativeNames" | "legalEntityName">;

/** The part of an address that a brand of this name has, when nobody says another. */
export async function makeSlug(ctx: Ctx, { id, number, name, nameI18n }: BrandRecord): Promise<string> {
  const [row] = await readArrays(
    ctx.db,
    sql`select free_brand_slug(${id}, ${sortKey(name)}, ${JSON.stringify(nameI18n)}::jsonb, ${number})`,
    { isSteady: true },
  );
  return row![0] as string;
}

/** What a brand is compared, ordered and found by. */
export function keysOf({ name, nameI18n, alternativeNames, legalEntityName }: Named) {
  const spellings = [name, ...Object.values(nameI18n), ...alternativeNames, legalEntityName ?? ""];
  return {
    nameKey: nameKey(name),
    sortKey: sortKey(name),
    // Many a brand is called the same in two languages.
    words: [...new Set(spellings.map(searchKey))].join(" "),
  };
}
