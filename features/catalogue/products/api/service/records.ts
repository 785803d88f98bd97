import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import * as z from "zod/mini";
import type { Input, Output } from "#base/contract.ts";
import type { Standing } from "#base/decisions.ts";
import { commonRefusals } from "#base/refusal.ts";
import { searchKey, sortKey } from "#base/searchKey.ts";
import { changesSince, readActivityPage } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { standingOn } from "#api/decisions.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { readArrays, rowFrom, selectionOf } from "#api/statements.ts";
import { inSubtrees } from "#features/catalogue/categories/api/service/subtrees.ts";
import { filesById } from "#features/platform/files/api/service/attachments.ts";
import { readSurroundings, type Surroundings } from "#features/catalogue/products/api/service/relatedRecords.ts";
import { productImagesTable, type ProductRecord, productsTable } from "#features/catalogue/products/api/tables.ts";
import type { ProductConflict, products } from "#features/catalogue/products/contract.ts";
import {
  Product,
  type ProductImage,
  type ProductInput,
  productStatusPermissions,
} from "#features/catalogue/products/contract/product.ts";
import { allowedTransitions, emptyProduct } from "#features/catalogue/products/rules.ts";

/** The resource of a product's audit entries. */
export const auditResource = "products";

export const productRows = {
  resource: auditResource,
  table: productsTable,
  id: productsTable.id,
  own: productsTable.createdBy,
  by: {
    brand: productsTable.brandId,
    category: (targets: readonly string[]) => inSubtrees(productsTable.categoryId, targets),
    country: (targets: readonly string[]) => sql`${productsTable.brandId} in (
      select id from brands where country = any(${`{${targets.join(",")}}`}::text[]))`,
  },
  label: { title: productsTable.name, code: productsTable.code, search: productsTable.searchKey },
} satisfies ScopePolicy;

/** The products that this person may meet in the operation that runs. */
export const productScope = (ctx: Ctx): SQL | undefined => scopeCondition(ctx, productRows);

const columnsByName = getTableColumns(productsTable);
const columns = Object.values(columnsByName) as PgColumn[];
const names = Object.keys(columnsByName);
const selection = selectionOf(columns, productsTable);

/** A product with its pictures, as it is written and compared. */
export type StoredProduct = ProductRecord & { readonly images: readonly ProductImage[] };

async function readRecords(ctx: Ctx, query: SQL): Promise<ProductRecord[]> {
  const found = await readArrays(ctx.db, query, { hasStablePlan: true });
  return found.map((values) => rowFrom(names, columns, values) as ProductRecord);
}

/** Refuses with `not_found`, also for a product that this person may not see. */
export async function getProduct(ctx: Ctx, { id }: Input<typeof products.get>): Promise<Product> {
  const [record] = await readRecords(ctx, sql`${selection} where ${and(eq(productsTable.id, id), productScope(ctx))}`);
  if (record === undefined) throw commonRefusals.not_found();
  return toProduct(ctx, await withImages(ctx, record));
}

/** What was done to a product, newest first. Refuses with `not_found`. */
export async function readProductActivity(
  ctx: Ctx,
  { id, before, limit }: Input<typeof products.activity>,
): Promise<Output<typeof products.activity>> {
  await requireProduct(ctx, id);
  return readActivityPage(ctx, { resource: auditResource, resourceId: id, before, limit });
}

/** Refuses with `not_found`. */
export async function requireProduct(ctx: Ctx, id: string): Promise<void> {
  const found = await ctx.db
    .select({ id: productsTable.id })
    .from(productsTable)
    .where(and(eq(productsTable.id, id), productScope(ctx)));
  if (found.length === 0) throw commonRefusals.not_found();
}

/**
 * Reads a product that nobody else can change until the transaction of `ctx` ends.
 *
 * Refuses with `not_found`, and with `version_conflict` when it has changed since `version`.
 */
export async function lockProduct(
  ctx: Ctx,
  { id, version }: { readonly id: string; readonly version?: number },
): Promise<StoredProduct> {
  const isMet = and(eq(productsTable.id, id), productScope(ctx));
  const [record] = await readRecords(ctx, sql`${selection} where ${isMet} for no key update`);
  if (record === undefined) throw commonRefusals.not_found();
  const product = await withImages(ctx, record);
  if (version !== undefined && record.version !== version)
    throw commonRefusals.version_conflict(await conflictWith(ctx, product, version));
  return product;
}

export async function withImages(ctx: Ctx, record: ProductRecord): Promise<StoredProduct> {
  return { ...record, images: (await readImages(ctx, [record.id])).get(record.id) ?? [] };
}

/** The pictures of products by product, in their order. Those without any are left out. */
export async function readImages(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, ProductImage[]>> {
  const { productId, fileId, alt, altI18n, position } = productImagesTable;
  const found = await ctx.db
    .select({ productId, fileId, alt, altI18n })
    .from(productImagesTable)
    .where(inArray(productId, [...ids]))
    .orderBy(productId, position);
  const imagesById = new Map<string, ProductImage[]>();
  for (const { productId: id, ...image } of found) {
    const images = imagesById.get(id);
    if (images) images.push(image);
    else imagesById.set(id, [image]);
  }
  return imagesById;
}

async function conflictWith(ctx: Ctx, product: StoredProduct, version: number): Promise<ProductConflict> {
  const versions = Math.max(0, product.version - version);
  const subject = { resource: auditResource, resourceId: product.id, versions };
  const { changedBy, changes } = await changesSince(ctx, subject);
  // A refusal's details pass no output schema, so that this must leave out by itself what is not told (reliability R14).
  const current = z.parse(Product, await toProduct(ctx, product));
  return { current, changedBy, changedAt: product.updatedAt, changes };
}

const ownNames = (Object.keys(Product.shape) as (keyof Product)[]).filter((name) => name in columnsByName);

/** What leaves of a product: its own fields, and what stands around it now. */
export async function toProduct(ctx: Ctx, product: StoredProduct): Promise<Product> {
  const fileIds = product.images.map(({ fileId }) => fileId);
  const surroundings = (await readSurroundings(ctx, [product.id])).get(product.id)!;
  const files = await filesById(ctx, fileIds);
  const shown: Record<string, unknown> = {};
  for (const name of ownNames) shown[name] = product[name as keyof ProductRecord];
  const { brand, category, halal, retailersCount } = surroundings;
  return {
    ...(shown as Product),
    brand,
    category,
    halal,
    retailersCount,
    images: [...product.images],
    imageFiles: fileIds.flatMap((id) => files.get(id) ?? []),
    allowedTransitions: allowedTransitions(judged(product, surroundings), await productStanding(ctx, product)),
  };
}

/** The caller's approval rights on a product. */
export const productStanding = (ctx: Ctx, { id, status, submittedBy }: ProductRecord): Promise<Standing> =>
  standingOn(ctx, productRows, productStatusPermissions, { id, isSubmitted: status === "in_review", submittedBy });

/** What its next step depends on. */
export const judged = (product: StoredProduct, { brand }: Pick<Surroundings, "brand">) => ({
  ...product,
  imagesCount: product.images.length,
  brandStatus: brand.status,
});

/** What people fill in, of all that a product is. */
export const inputOf = (product: StoredProduct): ProductInput =>
  Object.fromEntries(
    Object.keys(emptyProduct).map((name) => [name, product[name as keyof ProductInput]]),
  ) as ProductInput;

type Named = Pick<ProductInput, "name" | "nameI18n" | "sku">;

/** What a product is ordered and found by. Its GTIN and its code are put in front by the database. */
export function keysOf({ name, nameI18n, sku }: Named) {
  const key = searchKey(name);
  const others = [...Object.values(nameI18n), ...(sku === null ? [] : [sku])];
  return {
    sortKey: sortKey(name),
    // Many a product is called the same in two languages.
    words: [...new Set([key, ...others.map(searchKey)])].join(" ").trim(),
  };
}
