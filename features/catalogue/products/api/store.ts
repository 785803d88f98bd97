import { and, eq, gte, isNotNull, isNull, lt, ne, type SQL, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { printedGtin, readGtin } from "#base/gtin.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import type { CsvValue } from "#api/csv.ts";
import { isAnyOf } from "#api/list.ts";
import { recordTransitions } from "#api/records/lifecycle.ts";
import { recordStore } from "#api/records/store.ts";
import { hasCode, type Searchable, searchedList } from "#api/searchable.ts";
import { filesById } from "#features/platform/files/api/service/attachments.ts";
import { readCategoryPaths } from "#features/catalogue/products/api/service/categoryPaths.ts";
import { followMove } from "#features/catalogue/products/api/service/followMove.ts";
import {
  expiresFrom,
  expiresTo,
  expiresWithin,
  hasHalalState,
  isCertifiedBy,
  productExpiry,
  productsByExpiry,
} from "#features/catalogue/products/api/service/halalConditions.ts";
import { imagesCountOf, readImages, writeImages } from "#features/catalogue/products/api/service/images.ts";
import { requireBrand, requireCategory } from "#features/catalogue/products/api/service/parents.ts";
import { readSurroundings } from "#features/catalogue/products/api/service/relatedRecords.ts";
import { productRows, productScope } from "#features/catalogue/products/api/service/scopePolicy.ts";
import { productImagesTable, type ProductRecord, productsTable } from "#features/catalogue/products/api/tables.ts";
import {
  type Product,
  productOperations,
  productRefusals,
  products,
  type ProductTypes,
} from "#features/catalogue/products/contract.ts";
import {
  type ProductStatus,
  productStatusPermissions,
  type ProductTransition,
} from "#features/catalogue/products/contract/statuses.ts";
import {
  impactFields,
  productFields,
  type ProductImage,
  type ProductInput,
} from "#features/catalogue/products/fields.ts";
import { productLifecycle } from "#features/catalogue/products/lifecycle.ts";

/** A product with its pictures. */
export type StoredProduct = ProductRecord & { readonly images: ProductImage[] };
const table = productsTable as typeof productsTable & { readonly $inferSelect: StoredProduct };

export const productStore = recordStore<ProductTypes, StoredProduct>({
  record: productOperations,
  table,
  scope: productRows,
  searched: ["name", "nameI18n", "sku"],
  sorts: {
    name: [table.sortKey, table.id],
    createdAt: [table.createdAt, table.id],
    updatedAt: [table.updatedAt, table.id],
    code: [table.number],
    halalEndsAt: [productExpiry.halalEndsAt, table.id],
  },
  from: productsByExpiry,
  filters: {
    brand: (brands: string[]) => isAnyOf(table.brandId, brands),
    category: isBelow,
    halal: hasHalalState,
    body: isCertifiedBy,
    expiringWithin: expiresWithin,
    expiresFrom,
    expiresTo,
    hasCategory: (has: boolean) => (has ? isNotNull(table.categoryId) : isNull(table.categoryId)),
    hasGtin: (has: boolean) => (has ? isNotNull(table.gtin) : isNull(table.gtin)),
    hasImage: (has: boolean) => sql`${has ? sql`exists` : sql`not exists`} (
      select from ${productImagesTable} where ${eq(productImagesTable.productId, table.id)})`,
    createdFrom: (day: string) => gte(table.createdAt, startOf(day)),
    createdTo: (day: string) => lt(table.createdAt, addMs(startOf(day), dayMs)),
  },
  list: { spellSearch, steady: ["status"], splitBy: "status" },
  unique: {
    products__gtin_key: ["gtin", productRefusals.duplicate_gtin],
    products__sku_key: ["sku", productRefusals.duplicate_sku],
  },
  idTaken: productRefusals.product_id_taken,
  duplicateOf: async (ctx, field, values) => ({ field, other: await findHolder(ctx, field, values) }),
  // Assignments and certificate lines may name a product while it changes.
  rowLock: "no key update",
  elsewhere: {
    read: async (ctx, ids) => {
      const imagesById = await readImages(ctx, ids);
      return (id) => ({ images: imagesById.get(id) ?? [] });
    },
    write: (ctx, id, { images = [] }) => writeImages(ctx, id, images),
  },
  computed: async (ctx, ids) => {
    const surroundings = await readSurroundings(ctx, ids);
    return (id) => surroundings.get(id);
  },
  computedOf,
  exported: readExported,
  // What it belonged to before may have been archived since.
  derive: async (ctx, { brandId, categoryId }, before) => {
    if (brandId !== before?.brandId) await requireBrand(ctx, brandId);
    if (categoryId !== null && categoryId !== before?.categoryId) await requireCategory(ctx, categoryId);
    return {};
  },
  impact: { fields: impactFields, follow: (ctx, record, before) => followMove(ctx, before, record) },
  cellOf,
});

const hasProductCode = hasCode(table.number, "prd");

export const searchableProducts: Searchable = {
  resource: "products",
  list: (ctx) => searchedList(ctx, productStore.list),
  operation: products.list,
  title: table.name,
  titleI18n: table.nameI18n,
  titleKey: table.sortKey,
  subtitle: table.code,
  exactly: (typed) => {
    const { gtin } = readGtin(typed);
    return gtin === null ? hasProductCode(typed) : eq(table.gtin, gtin);
  },
  // A shorter one may be the beginning of another.
  isWhole: (typed) => readGtin(typed).gtin !== null && typed.replaceAll(/\D/g, "").length >= 12,
  url: (id) => `/apps/brand-product/brand-products/${id}`,
};

export const productTransitions = recordTransitions(productStore, productLifecycle, {
  label: ({ code, name }) => `${code} ${name}`,
  permissions: productStatusPermissions,
  reads: ["code", "name", "categoryId", "gtin", "noBarcodeReason"],
  facts: {
    imagesCount: imagesCountOf,
    brandStatus: sql`(select status from brands where brands.id = products.brand_id)`,
  },
  // Other areas reevaluate whether the product may be promoted.
  eventOf: ({ id, code }, type, reason) => ({
    type,
    resource: "products",
    resourceId: id,
    payload: { productId: id, code, reason },
    concerns: { products: [id] },
  }),
  invalid: productRefusals.invalid_product_step,
  blocked: productRefusals.product_step_blocked,
});
export const manyProductTransitions = productTransitions.many(
  (step: Input<typeof products.previewStatusChange>) => step,
);

/** Creates a product; omitted fields are empty. */
export const createProduct = (ctx: Ctx, { id, ...input }: Input<typeof products.create>): Promise<Product> =>
  productStore.handlers.create(ctx, { id, ...productFields.empty, ...omitUndefined(input) });

export type NewProduct = {
  readonly id: string;
  readonly values: ProductInput;
  /** A draft by default: sample rows begin anywhere in a product's life. */
  readonly status?: ProductStatus;
  readonly statusReason?: string | null;
};

/** Inserts a checked product in the caller's transaction. */
export async function insertProduct(
  ctx: Ctx,
  { id, values, status = "draft", statusReason = null }: NewProduct,
): Promise<StoredProduct> {
  const columns = { status, statusReason, isStatusLocked: status === "unpublished" };
  const [record] = await productStore.insert(ctx, [{ id, values, columns }]);
  return record!;
}

/** The categories' own products come from an index; those below are looked up by the closure. */
function isBelow(categories: readonly string[]): SQL {
  return sql`${table.categoryId} = any (array(
  select descendant_id from category_closure where ancestor_id = any(${`{${categories.join(",")}}`}::uuid[])))`;
}

const startOf = (day: string) => `${day}T00:00:00.000Z`;

/**
 * A GTIN is found however it is written. The search key has the digits of a code only: with its letters in every row,
 * "prd" would find them all.
 */
function spellSearch(typed: string): string {
  const { gtin } = readGtin(typed);
  return gtin ?? typed.replaceAll(/\bPRD-(?=\d)/gi, " ");
}

/** The product that already has a unique value; null if the caller may not see it. */
async function findHolder(ctx: Ctx, field: keyof ProductInput, { gtin, sku, brandId }: ProductInput) {
  const isSame =
    field === "gtin" ? eq(table.gtin, gtin ?? "") : and(eq(table.brandId, brandId), eq(table.sku, sku ?? ""));
  const { id, code, name, status } = productsTable;
  const [other] = await ctx.db
    .select({ id, code, name })
    .from(table)
    .where(and(isSame, ne(status, "archived"), productScope(ctx)));
  return other ?? null;
}

/** What a single product shows besides its own values. */
async function computedOf(ctx: Ctx, product: StoredProduct): Promise<Omit<Product, keyof StoredProduct>> {
  const { images } = product;
  const { image: _, ...surroundings } = (await readSurroundings(ctx, [product.id])).get(product.id)!;
  const files = await filesById(
    ctx,
    images.map(({ fileId }) => fileId),
  );
  const facts = { imagesCount: images.length, brandStatus: surroundings.brand.status };
  const transitions = await productTransitions.of(ctx, { ...product, ...facts });
  return {
    ...surroundings,
    imageFiles: images.flatMap(({ fileId }) => files.get(fileId) ?? []),
    allowedTransitions: transitions.map(({ to, needsReason = false, blockers }) => ({
      to,
      isAllowed: blockers.length === 0,
      needsReason,
      blockers: blockers as ProductTransition["blockers"],
    })),
  };
}

/** The columns of a file that are not the product's own, under the names that the import reads. */
async function readExported(ctx: Ctx, ids: readonly string[]) {
  const surroundings = await readSurroundings(ctx, ids);
  const { pathOf } = await readCategoryPaths(ctx);
  return (id: string) => {
    const known = surroundings.get(id);
    if (known === undefined) return undefined;
    const { code, brand, category, halal, retailersCount } = known;
    return {
      productCode: code,
      brand: brand.name,
      brandCode: brand.code,
      category: category && (pathOf(category.id) ?? category.name),
      halal: halal.state,
      halalEndsAt: halal.endsAt,
      halalLastDay: halal.lastDay,
      retailers: retailersCount,
    };
  };
}

/** Cells for values that are not plain, in the form that the import reads. */
function cellOf(name: string, row: Readonly<Record<string, unknown>>): CsvValue {
  const value = row[name] ?? null;
  if (name === "gtin" && typeof value === "string") return printedGtin(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (isTexts(value)) return value.length === 1 && /[,،;]/.test(value[0]!) ? `${value[0]}|` : value.join("|");
  if (name.endsWith("I18n")) return Object.keys(value as object).length === 0 ? null : JSON.stringify(value);
  return value as CsvValue;
}

const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value);
