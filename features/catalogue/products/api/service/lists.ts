import { and, eq, gte, isNotNull, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { readGtin } from "#base/gtin.ts";
import type { Page } from "#base/list.ts";
import { searchKey } from "#base/searchKey.ts";
import { addMs, dayMs } from "#base/time.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { countEach, isAnyOf, type ListDefinition, readPage, whereOf } from "#api/list.ts";
import { hasHalalState, isCertifiedBy } from "#features/catalogue/products/api/service/halal.ts";
import { productScope } from "#features/catalogue/products/api/service/records.ts";
import { readSurroundings } from "#features/catalogue/products/api/service/relatedRecords.ts";
import { productImagesTable, productsTable as table } from "#features/catalogue/products/api/tables.ts";
import type { products } from "#features/catalogue/products/contract.ts";
import { productLimits, type ProductRow, productStatuses } from "#features/catalogue/products/contract/product.ts";

const rowColumns = {
  id: table.id,
  code: table.code,
  name: table.name,
  nameI18n: table.nameI18n,
  gtin: table.gtin,
  sku: table.sku,
  netContent: table.netContent,
  netUnit: table.netUnit,
  packOf: table.packOf,
  status: table.status,
  version: table.version,
  createdAt: table.createdAt,
  updatedAt: table.updatedAt,
};

/** The one definition behind the list, its counts, its export and its bulk actions; the halal state is that of `ctx.now`. */
export const productList = (ctx: Ctx): ListDefinition<typeof rowColumns, Input<typeof products.list>> => ({
  table,
  id: table.id,
  columns: rowColumns,
  search: table.searchKey,
  spellSearch: spelled,
  sorts: {
    name: [table.sortKey, table.id],
    createdAt: [table.createdAt, table.id],
    updatedAt: [table.updatedAt, table.id],
    code: [table.number],
  },
  filters: {
    ids: (ids) => isAnyOf(table.id, ids),
    status: (statuses) => isAnyOf(table.status, statuses),
    brand: (brands) => isAnyOf(table.brandId, brands),
    category: isBelow,
    halal: (states) => hasHalalState(states, ctx.now),
    body: (bodies) => isCertifiedBy(bodies),
    hasCategory: (has) => (has ? isNotNull(table.categoryId) : isNull(table.categoryId)),
    hasGtin: (has) => (has ? isNotNull(table.gtin) : isNull(table.gtin)),
    hasImage: (has) => sql`${has ? sql`exists` : sql`not exists`} (
      select from ${productImagesTable} where ${eq(productImagesTable.productId, table.id)})`,
    createdFrom: (day) => gte(table.createdAt, startOf(day)),
    createdTo: (day) => lt(table.createdAt, addMs(startOf(day), dayMs)),
  },
  unless: ({ status, ids }) => (status || ids ? undefined : isNotArchived),
  steady: ["status"],
  splitBy: "status",
  scope: productScope,
});

// Spelled out, so that a plan for any value knows the index that leaves archived products out.
const isNotArchived: SQL = sql`${table.status} <> 'archived'`;
const startOf = (day: string) => `${day}T00:00:00.000Z`;

/** A category's own products are an index's; those below it are looked up by the closure. */
const isBelow = (categories: readonly string[]): SQL => sql`${table.categoryId} = any (array(
  select descendant_id from category_closure where ancestor_id = any(${`{${categories.join(",")}}`}::uuid[])))`;

/**
 * A GTIN is found however it is written. The search key has the digits of a code only: with its letters in every row,
 * "prd" would find them all.
 */
function spelled(typed: string): string {
  const { gtin } = readGtin(typed);
  return gtin ?? typed.replaceAll(/\bPRD-(?=\d)/gi, " ");
}

/** Refuses with `invalid_cursor`. */
export async function listProducts(ctx: Ctx, input: Input<typeof products.list>): Promise<Page<ProductRow>> {
  const { rows, ...rest } = await readPage(ctx, productList(ctx), input);
  const around = await readSurroundings(
    ctx,
    rows.map(({ id }) => id),
  );
  // One that was deleted between the two statements is not shown.
  return { ...rest, rows: rows.flatMap((row) => (around.has(row.id) ? [{ ...row, ...around.get(row.id)! }] : [])) };
}

/** One count a status, each with the cap of a list's total. */
export async function countProductsByStatus(
  ctx: Ctx,
  filter: Input<typeof products.countByStatus>,
): Promise<Output<typeof products.countByStatus>> {
  const matching = whereOf(ctx, { ...productList(ctx), unless: () => undefined }, filter);
  return { byStatus: await countEach(ctx, table, matching, { column: table.status, values: productStatuses }) };
}

/** Fewer letters are alike to half of all names. */
const similarFrom = 3;
/** Of 1, as for brands: a vowel more or less in a word of seven letters is 0.55. */
const likenessMin = 0.5;
/** Of a brand's products the first that come are compared, so that an answer while typing stays one. */
const candidatesMax = 300;

/** Products that may be the one somebody is about to make: of the same barcode, or of the brand with a name nearly like it. */
export function findSimilarProducts(
  ctx: Ctx,
  { name = "", brandId, gtin, exceptId }: Input<typeof products.findSimilar>,
): Promise<Output<typeof products.findSimilar>> {
  const key = searchKey(name);
  const others = and(isNotArchived, productScope(ctx), exceptId === undefined ? undefined : ne(table.id, exceptId));
  const isSameGtin = gtin === undefined ? sql`false` : eq(table.gtin, gtin);
  const isAlike =
    brandId === undefined || key.length < similarFrom
      ? sql`false`
      : and(eq(table.brandId, brandId), sql`${key} <% ${table.searchKey}`);
  const { id, code } = table;
  return inTransaction(ctx, async ({ db }) => {
    // Only under a threshold of the session does the index serve the comparison; it lasts until the transaction ends.
    await db.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(likenessMin)}, true)`);
    const same = db.select({ id }).from(table).where(and(others, isSameGtin));
    const alike = db.select({ id }).from(table).where(and(others, isAlike)).limit(candidatesMax);
    const rows = await db
      .select({
        id,
        code,
        name: table.name,
        gtin: table.gtin,
        brandName: sql<string>`(select name from brands where brands.id = ${table.brandId})`,
        status: table.status,
        isSameGtin: sql<boolean>`coalesce(${isSameGtin}, false)`,
      })
      .from(table)
      .where(sql`${table.id} in (${same.unionAll(alike)})`)
      .orderBy(
        sql`coalesce(${isSameGtin}, false) desc`,
        sql`similarity(${table.sortKey}, ${key}) desc`,
        table.sortKey,
        table.id,
      )
      .limit(productLimits.similarMax);
    return { rows };
  });
}
