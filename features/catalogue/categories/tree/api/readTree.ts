import { and, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Input, Output } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import { readArrays, rowFrom } from "#api/statements.ts";
import { categoryScope } from "#features/catalogue/categories/api/store.ts";
import { categoriesTable as table } from "#features/catalogue/categories/api/tables.ts";
import type { categories, TreeRow } from "#features/catalogue/categories/contract.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";

const shown = {
  id: table.id,
  parentId: table.parentId,
  name: table.name,
  nameI18n: table.nameI18n,
  slug: table.slug,
  depth: table.depth,
  halalRelevance: table.halalRelevance,
  effectiveHalalRelevance: table.effectiveHalalRelevance,
  containsMeat: table.containsMeat,
  effectiveContainsMeat: table.effectiveContainsMeat,
  gs1Brick: table.gs1Brick,
  imageFileId: table.imageFileId,
  status: table.status,
  version: table.version,
  createdAt: table.createdAt,
  updatedAt: table.updatedAt,
};

const names = Object.keys(shown);
const columns = Object.values(shown) as PgColumn[];
const selected = sql.join(
  columns.map((column) => sql`${column}`),
  sql`, `,
);

/**
 * The whole tree in its order, each category with the products of its subtree, in one statement. Products are counted
 * once a category and summed up along the links, so that a million of them are looked at once and not once a level.
 */
export async function readTree(
  ctx: Ctx,
  { withArchived }: Input<typeof categories.tree>,
): Promise<Output<typeof categories.tree>> {
  const isShown = and(categoryScope(ctx), withArchived ? undefined : sql`${table.status} <> 'archived'`);
  const query = sql`
    with recursive placed as (
           select id, array[position] as place from categories where parent_id is null
           union all
           select below.id, placed.place || below.position
             from categories as below join placed on placed.id = below.parent_id),
         own as (
           select category_id, count(*) as products
             from ${productsTable} where category_id is not null and status <> 'archived' group by category_id),
         summed as (
           select ancestor_id, sum(products)::int as products
             from category_closure join own on own.category_id = category_closure.descendant_id group by ancestor_id)
    select ${selected}, coalesce(summed.products, 0)
      from categories
      join placed on placed.id = categories.id
      left join summed on summed.ancestor_id = categories.id
     ${isShown ? sql`where ${isShown}` : sql``}
     order by placed.place`;
  const found = await readArrays(ctx.db, query, { hasStablePlan: false });
  return {
    rows: found.map((values) => ({ ...rowFrom(names, columns, values), productCount: values.at(-1) }) as TreeRow),
  };
}
