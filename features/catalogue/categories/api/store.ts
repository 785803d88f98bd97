import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Ctx } from "#api/context.ts";
import type { FilePurpose } from "#api/files.ts";
import { isAnyOf } from "#api/list.ts";
import { recordStore } from "#api/records/store.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { readArrays, rowFrom, selectionOf } from "#api/statements.ts";
import { freeSlug } from "#features/catalogue/categories/api/service/slugs.ts";
import { inSubtrees } from "#features/catalogue/categories/api/service/subtrees.ts";
import { enterTree, rowsOf } from "#features/catalogue/categories/api/service/tree.ts";
import {
  type CategoryRecord,
  categoriesTable as table,
  categoryClosureTable,
} from "#features/catalogue/categories/api/tables.ts";
import {
  categories,
  type Category,
  type CategoryName,
  categoryRecord,
  categoryRefusals,
} from "#features/catalogue/categories/contract.ts";
import { categoryImage } from "#features/catalogue/categories/contract/image.ts";
import { setFiles } from "#features/platform/files/api/service/attachments.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";

/** Writes categories. Plain code under one lock (0025) sets their place in the tree: moves, merges and their order. */
export const categoryStore = recordStore({
  record: categoryRecord,
  table,
  // A user who is limited to a category may access its whole subtree.
  scope: {
    by: { category: (targets) => inSubtrees(table.id, targets) },
    label: { title: table.name, search: table.searchKey },
  },
  searched: ["name", "nameI18n", "gs1Brick"],
  sorts: {
    name: [table.sortKey, table.id],
    createdAt: [table.createdAt, table.id],
    updatedAt: [table.updatedAt, table.id],
  },
  filters: {
    under: (ids: string[]) => inSubtrees(table.id, ids),
    halalRelevance: (relevances: string[]) => isAnyOf(table.effectiveHalalRelevance, relevances),
  },
  unique: {
    categories__name_key: ["name", categoryRefusals.duplicate_category_name],
    categories__slug_key: ["slug", categoryRefusals.duplicate_slug],
  },
  idTaken: categoryRefusals.category_id_taken,
  requireEditable: ({ status }) => {
    if (status === "archived") throw categoryRefusals.category_archived();
  },
  enter: async (ctx, records) => {
    for (const { id, parentId } of records) await enterTree(ctx, id, parentId);
  },
  // For the pickers of other areas.
  computed: async (ctx, ids) => {
    const paths = await pathsOf(ctx, ids);
    return (id) => ({ path: paths.get(id) ?? [] });
  },
  computedOf: readRelated,
  // An emptied slug is derived from the name again.
  fill: async (ctx, patch, before) =>
    patch.slug === null ? { ...patch, slug: await freeSlug(ctx, { ...before, ...patch, exceptId: before.id }) } : patch,
  derive: async (ctx, { imageFileId }, before, id) => {
    // The row refers to the file, so it is attached first.
    if (imageFileId !== (before?.imageFileId ?? null)) {
      const fileIds = imageFileId === null ? [] : [imageFileId];
      await setFiles(ctx, categoryImages, { recordId: id, fileIds, field: "imageFileId" });
    }
    return {};
  },
});

export const { scopedRows: categoryRows, lock: lockCategory } = categoryStore;
export const { get: getCategory } = categoryStore.handlers;

/** The categories that the caller may access in the current operation. */
export const categoryScope = (ctx: Ctx): SQL | undefined => scopeCondition(ctx, categoryRows);

export const categoryImages: FilePurpose = {
  rule: categoryImage,
  upload: [categories.create, categories.update],
  read: [categories.get],
  owners: categoryRows,
};

const columnsByName = getTableColumns(table);
const columns = Object.values(columnsByName) as PgColumn[];
const selection = selectionOf(columns, table);

/** Reads rows by any condition, with order and lock. */
export async function readRecords(ctx: Ctx, rest: SQL): Promise<CategoryRecord[]> {
  const rows = await readArrays(ctx.db, sql`${selection} ${rest}`, { hasStablePlan: true });
  return rows.map((values) => rowFrom(Object.keys(columnsByName), columns, values) as CategoryRecord);
}

type Counts = Pick<Category, "childCount" | "ownProductCount" | "productCount">;
type RelatedCategories = Counts & Pick<Category, "path" | "inheritedFrom" | "meatInheritedFrom" | "mergedInto">;

/** What the tree around a category and its products say about it. */
async function readRelated(ctx: Ctx, record: CategoryRecord): Promise<RelatedCategories> {
  const { id, halalRelevance, containsMeat, mergedIntoId } = record;
  const paths = await pathsOf(ctx, [id]);
  const counts = await readCounts(ctx, id);
  const [inherited] = halalRelevance === null ? await readDeciding(ctx, id, "halal_relevance") : [];
  const [meatInherited] = containsMeat === null ? await readDeciding(ctx, id, "contains_meat") : [];
  const [merged] = mergedIntoId === null ? [] : await readNames(ctx, eq(table.id, mergedIntoId));
  return {
    ...counts,
    path: paths.get(id) ?? [],
    inheritedFrom: inherited ?? null,
    meatInheritedFrom: meatInherited ?? null,
    mergedInto: merged ?? null,
  };
}

const nameColumns = { id: table.id, name: table.name, nameI18n: table.nameI18n };

const readNames = (ctx: Ctx, condition: SQL): Promise<CategoryName[]> =>
  ctx.db
    .select(nameColumns)
    .from(table)
    .where(and(condition, categoryScope(ctx)));

/** The nearest ancestor that has its own setting, if the reader may see it. */
const readDeciding = (ctx: Ctx, below: string, word: "halal_relevance" | "contains_meat") =>
  readNames(
    ctx,
    sql`${table.id} = (
      select above.id
        from category_closure
        join categories as above on above.id = category_closure.ancestor_id and above.${sql.identifier(word)} is not null
       where category_closure.descendant_id = ${below}
       order by category_closure.distance
       limit 1)`,
  );

async function readCounts(ctx: Ctx, of: string): Promise<Counts> {
  const [counts] = await rowsOf<Counts>(
    ctx,
    sql`
    select (select count(*)::int from categories where parent_id = ${of}) as "childCount",
           (select count(*)::int from ${productsTable} where category_id = ${of}) as "ownProductCount",
           (select count(*)::int
              from category_closure
              join ${productsTable} on products.category_id = category_closure.descendant_id and products.status <> 'archived'
             where category_closure.ancestor_id = ${of}) as "productCount"`,
  );
  return counts!;
}

/** The ancestors of each of these categories, the topmost first, as far as the reader may see them. One statement. */
async function pathsOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, CategoryName[]>> {
  const paths = new Map<string, CategoryName[]>(ids.map((each) => [each, []]));
  const below = categoryClosureTable.descendantId;
  const rows = await ctx.db
    .select({ below, ...nameColumns })
    .from(categoryClosureTable)
    .innerJoin(table, eq(table.id, categoryClosureTable.ancestorId))
    .where(and(isAnyOf(below, ids), sql`${categoryClosureTable.distance} > 0`, categoryScope(ctx)))
    .orderBy(sql`${categoryClosureTable.distance} desc`);
  for (const { below: of, ...above } of rows) paths.get(of)?.push(above);
  return paths;
}
