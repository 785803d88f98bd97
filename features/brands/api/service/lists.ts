import { and, eq, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { nameKey, searchKey } from "#base/searchKey.ts";
import { addMs, dayMs } from "#base/time.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { countEach, isAnyOf, type ListDefinition, readPage, whereOf } from "#api/list.ts";
import { isUnderCategories, underCategories } from "#features/brands/api/service/categoryFilter.ts";
import { auditResource, brandScope } from "#features/brands/api/service/records.ts";
import { brandsTable as table } from "#features/brands/api/tables.ts";
import { brandLimits, BrandRow, type brands } from "#features/brands/contract.ts";
import { brandStatuses } from "#features/brands/contract/statuses.ts";

type RowColumns = Pick<typeof table, keyof BrandRow>;
const rowColumns = Object.fromEntries(
  (Object.keys(BrandRow.shape) as (keyof BrandRow)[]).map((name) => [name, table[name]]),
) as RowColumns;

/** The one definition behind the list, its counts, its export and its bulk actions. */
export const brandList: ListDefinition<RowColumns, Input<typeof brands.list>> = {
  table,
  id: table.id,
  columns: rowColumns,
  search: table.searchKey,
  // The search key has the digits of a code only: with its letters in every row, "br" would find them all.
  spellSearch: (typed) => typed.replaceAll(/\bBR-(?=\d)/gi, " "),
  sorts: {
    name: [table.sortKey, table.id],
    createdAt: [table.createdAt, table.id],
    updatedAt: [table.updatedAt, table.id],
    code: [table.number],
    country: [table.countryKey, table.sortKey, table.id],
  },
  filters: {
    ids: (ids) => isAnyOf(table.id, ids),
    status: (statuses) => isAnyOf(table.status, statuses),
    country: (countries) => isAnyOf(table.countryKey, countries),
    isMuslimOwned: (answers) => isAnyOf(table.isMuslimOwned, answers),
    createdFrom: (day) => gte(table.createdAt, startOf(day)),
    createdTo: (day) => lt(table.createdAt, addMs(startOf(day), dayMs)),
    category: isUnderCategories,
    importId: isImportedBy,
    hasArabicName: (has) => sql`${table.nameI18n} ->> 'ar' is ${sql.raw(has ? "not null" : "null")}`,
  },
  unless: ({ status, ids }) => (status || ids ? undefined : isNotArchived),
  steady: ["status"],
  splitBy: "status",
  scope: brandScope,
};

// Spelled out, so that a plan for any value knows the index that leaves archived brands out.
const isNotArchived: SQL = sql`${table.status} <> 'archived'`;
const startOf = (day: string) => `${day}T00:00:00.000Z`;

type Narrowed = { readonly category?: readonly string[] | undefined };

/** The list for reading, with its categories looked up. */
export async function listFor(ctx: Ctx, { category }: Narrowed): Promise<typeof brandList> {
  if (category === undefined) return brandList;
  const condition = await underCategories(ctx, category);
  return { ...brandList, filters: { ...brandList.filters, category: () => condition } };
}

/** The audit entries of an import's run are those of the request that began it. */
function isImportedBy(importId: string): SQL {
  return sql`${table.id} in (
  select resource_id::uuid from audit_log
   where resource = ${auditResource} and action = 'import'
     and request_id = (select caller ->> 'requestId' from imports where id = ${importId}))`;
}

/** Refuses with `invalid_cursor`. */
export const listBrands = async (ctx: Ctx, input: Input<typeof brands.list>) =>
  readPage(ctx, await listFor(ctx, input), input);

/** One count a status, each with the cap of a list's total. */
export async function countBrandsByStatus(
  ctx: Ctx,
  filter: Input<typeof brands.countByStatus>,
): Promise<Output<typeof brands.countByStatus>> {
  const matching = whereOf(ctx, { ...(await listFor(ctx, filter)), unless: () => undefined }, filter);
  return { byStatus: await countEach(ctx, table, matching, { column: table.status, values: brandStatuses }) };
}

/** Fewer letters are alike to half of all names. */
const similarFrom = 3;
/** Of 1, where pg_trgm begins at 0.6: a vowel more or less in a word of seven letters is 0.55. */
const likenessMin = 0.5;
/** Of a frequent word the first that come are compared, so that an answer while typing stays an answer while typing. */
const candidatesMax = 300;

/** Brands that may be the one somebody is about to make: of the same name, or with words spelled nearly like it. */
export function findSimilarBrands(
  ctx: Ctx,
  { name, exceptId }: Input<typeof brands.findSimilar>,
): Promise<Output<typeof brands.findSimilar>> {
  const key = searchKey(name);
  const others = and(isNotArchived, brandScope(ctx), exceptId === undefined ? undefined : ne(table.id, exceptId));
  const isSameName = eq(table.nameKey, nameKey(name));
  const isAlike = key.length < similarFrom ? sql`false` : sql`${key} <% ${table.searchKey}`;
  const { id, code, country, status } = table;
  return inTransaction(ctx, async ({ db }) => {
    // Only under a threshold of the session does the index serve the comparison; it lasts until the transaction ends.
    await db.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(likenessMin)}, true)`);
    const same = db.select({ id }).from(table).where(and(others, isSameName));
    const alike = db.select({ id }).from(table).where(and(others, isAlike)).limit(candidatesMax);
    const rows = await db
      .select({ id, code, name: table.name, country, status, isSameName: sql<boolean>`${isSameName}` })
      .from(table)
      .where(sql`${table.id} in (${same.unionAll(alike)})`)
      .orderBy(sql`${isSameName} desc`, sql`similarity(${table.sortKey}, ${key}) desc`, table.sortKey, table.id)
      .limit(brandLimits.similarMax);
    return { rows };
  });
}
