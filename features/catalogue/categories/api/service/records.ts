import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import * as z from "zod/mini";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { nameKey, searchKey } from "#base/searchKey.ts";
import { changesSince, readActivityPage } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { readArrays, rowFrom, selectionOf } from "#api/statements.ts";
import {
  type CategoryRecord,
  categoriesTable,
  categoryClosureTable,
} from "#features/catalogue/categories/api/tables.ts";
import { inSubtrees } from "#features/catalogue/categories/api/service/subtrees.ts";
import {
  type categories,
  Category,
  type CategoryConflict,
  type CategoryInput,
  type CategoryName,
} from "#features/catalogue/categories/contract.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";

/** The resource of a category's audit entries. */
export const auditResource = "categories";

export const categoryRows: ScopePolicy = {
  resource: auditResource,
  table: categoriesTable,
  id: categoriesTable.id,
  own: categoriesTable.createdBy,
  // Whoever is bound to a category is bound to all below it.
  by: { category: (targets) => inSubtrees(categoriesTable.id, targets) },
  label: { title: categoriesTable.name, search: categoriesTable.searchKey },
};

/** The categories that this person may meet in the operation that runs. */
export const categoryScope = (ctx: Ctx): SQL | undefined => scopeCondition(ctx, categoryRows);

export const columnsByName = getTableColumns(categoriesTable);
const columns = Object.values(columnsByName) as PgColumn[];
const names = Object.keys(columnsByName);
const selection = selectionOf(columns, categoriesTable);

export async function readRecords(ctx: Ctx, rest: SQL): Promise<CategoryRecord[]> {
  const found = await readArrays(ctx.db, sql`${selection} ${rest}`, { hasStablePlan: true });
  return found.map((values) => rowFrom(names, columns, values) as CategoryRecord);
}

/** Refuses with `not_found`, also for a category that this person may not see. */
export async function getCategory(ctx: Ctx, { id }: Input<typeof categories.get>): Promise<Category> {
  const [record] = await readRecords(ctx, sql`where ${and(eq(categoriesTable.id, id), categoryScope(ctx))}`);
  if (record === undefined) throw commonRefusals.not_found();
  return toCategory(ctx, record);
}

/** What was done to a category, newest first. Refuses with `not_found`. */
export async function readCategoryActivity(
  ctx: Ctx,
  { id, before, limit }: Input<typeof categories.activity>,
): Promise<Output<typeof categories.activity>> {
  await getCategory(ctx, { id });
  return readActivityPage(ctx, { resource: auditResource, resourceId: id, before, limit });
}

/**
 * Reads a category that nobody else can change, and that no product is put into, until the transaction of `ctx` ends.
 *
 * Refuses with `not_found`, and with `version_conflict` when it has changed since `version`.
 */
export async function lockCategory(
  ctx: Ctx,
  { id, version }: { readonly id: string; readonly version?: number },
): Promise<CategoryRecord> {
  const isMet = and(eq(categoriesTable.id, id), categoryScope(ctx));
  // Not merely "no key update": that would let a product in while the category is archived.
  const [record] = await readRecords(ctx, sql`where ${isMet} for update`);
  if (record === undefined) throw commonRefusals.not_found();
  if (version !== undefined && record.version !== version)
    throw commonRefusals.version_conflict(await conflictWith(ctx, record, version));
  return record;
}

async function conflictWith(ctx: Ctx, record: CategoryRecord, version: number): Promise<CategoryConflict> {
  const versions = Math.max(0, record.version - version);
  const { changedBy, changes } = await changesSince(ctx, { resource: auditResource, resourceId: record.id, versions });
  const current = z.parse(Category, await toCategory(ctx, record));
  return { current, changedBy, changedAt: record.updatedAt, changes };
}

/** A record with what is to be known of the tree around it. */
export async function toCategory(ctx: Ctx, record: CategoryRecord): Promise<Category> {
  const [paths, counts, [inherited], [meatInherited], [merged]] = [
    await pathsOf(ctx, [record.id]),
    await readCounts(ctx, record.id),
    record.halalRelevance === null ? await readDeciding(ctx, record.id, "halal_relevance") : [],
    record.containsMeat === null ? await readDeciding(ctx, record.id, "contains_meat") : [],
    record.mergedIntoId === null ? [] : await readNames(ctx, eq(categoriesTable.id, record.mergedIntoId)),
  ];
  return {
    ...record,
    ...counts,
    path: paths.get(record.id) ?? [],
    inheritedFrom: inherited ?? null,
    meatInheritedFrom: meatInherited ?? null,
    mergedInto: merged ?? null,
  };
}

const { id, name, nameI18n } = categoriesTable;

const readNames = (ctx: Ctx, condition: SQL): Promise<CategoryName[]> =>
  ctx.db
    .select({ id, name, nameI18n })
    .from(categoriesTable)
    .where(and(condition, categoryScope(ctx)));

/** The nearest category above that has a word of its own, if the reader may see it. */
const readDeciding = (ctx: Ctx, below: string, word: "halal_relevance" | "contains_meat") =>
  readNames(
    ctx,
    sql`${id} = (
      select above.id
        from category_closure
        join categories as above on above.id = category_closure.ancestor_id and above.${sql.identifier(word)} is not null
       where category_closure.descendant_id = ${below}
       order by category_closure.distance
       limit 1)`,
  );

type Counts = Pick<Category, "childCount" | "ownProductCount" | "productCount">;

async function readCounts(ctx: Ctx, of: string): Promise<Counts> {
  const result = await ctx.db.execute(sql`
    select (select count(*)::int from categories where parent_id = ${of}) as "childCount",
           (select count(*)::int from ${productsTable} where category_id = ${of}) as "ownProductCount",
           (select count(*)::int
              from category_closure
              join ${productsTable} on products.category_id = category_closure.descendant_id and products.status <> 'archived'
             where category_closure.ancestor_id = ${of}) as "productCount"`);
  return (result as { rows: [Counts] }).rows[0];
}

/** The categories above each of these, the topmost first, as far as the reader may see them. In one statement. */
export async function pathsOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, CategoryName[]>> {
  const paths = new Map<string, CategoryName[]>(ids.map((each) => [each, []]));
  if (ids.length === 0) return paths;
  const below = categoryClosureTable.descendantId;
  const rows = await ctx.db
    .select({ below, id, name, nameI18n })
    .from(categoryClosureTable)
    .innerJoin(categoriesTable, eq(id, categoryClosureTable.ancestorId))
    .where(and(isAnyOf(below, ids), sql`${categoryClosureTable.distance} > 0`, categoryScope(ctx)))
    .orderBy(sql`${categoryClosureTable.distance} desc`);
  for (const { below: of, ...above } of rows) paths.get(of)?.push(above);
  return paths;
}

type Named = Pick<CategoryInput, "name" | "nameI18n" | "gs1Brick">;

/** What a category is compared, ordered and found by. */
export function keysOf(named: Named) {
  const spellings = [named.name, ...Object.values(named.nameI18n), named.gs1Brick ?? ""];
  return {
    nameKey: nameKey(named.name),
    sortKey: searchKey(named.name) || nameKey(named.name),
    words: [...new Set(spellings.map(searchKey))].join(" ").trim(),
  };
}
