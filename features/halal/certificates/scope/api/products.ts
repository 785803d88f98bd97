import { and, asc, eq, ne, or, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { padGtin } from "#base/gtin.ts";
import { searchKey } from "#base/searchKey.ts";
import type { Ctx } from "#api/context.ts";
import { productScope } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { productsTable as products } from "#features/catalogue/products/api/tables.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";
import type { LineProduct } from "#features/halal/certificates/scope/contract.ts";

const shown = {
  id: products.id,
  code: products.code,
  name: products.name,
  nameI18n: products.nameI18n,
  gtin: products.gtin,
  brandId: products.brandId,
  brandName: brandsTable.name,
};

/** Products as lines show them. The condition must limit them to what the caller may read. */
export const readLineProducts = (ctx: Ctx, where: SQL | undefined, limit = 10_000): Promise<LineProduct[]> =>
  ctx.db
    .select(shown)
    .from(products)
    .innerJoin(brandsTable, eq(brandsTable.id, products.brandId))
    .where(where)
    .orderBy(asc(products.name), asc(products.id))
    .limit(limit);

export const isLiving = ne(products.status, "archived");

/** The first results; users type more to narrow them. */
const foundMax = 20;

/** Products for a line, by name in any script, code or GTIN. */
export async function findProducts(
  ctx: Ctx,
  { search }: Input<typeof certificates.findProducts>,
): Promise<Output<typeof certificates.findProducts>> {
  const words = searchKey(search.replaceAll(/\bPRD-(?=\d)/gi, " "))
    .split(" ")
    .filter(Boolean);
  const digits = search.replaceAll(/\D/g, "");
  // Nothing to escape: a search key has letters, marks and digits only.
  const isFound = and(
    ...words.map((word) => sql`${products.searchKey} like ${word.length < 3 ? `% ${word}%` : `%${word}%`}`),
  );
  const isNumber = digits.length >= 8 && digits.length <= 14 ? eq(products.gtin, padGtin(digits)) : undefined;
  return { rows: await readLineProducts(ctx, and(isLiving, productScope(ctx), or(isFound, isNumber)), foundMax) };
}
