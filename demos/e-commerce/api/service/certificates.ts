import { and, eq, ne, sql } from "drizzle-orm";
import { nameKey } from "#base/searchKey.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import type { ShopProductRecord } from "#demos/e-commerce/api/tables.ts";
import { type CertificateState, certificateStates } from "#demos/e-commerce/rules.ts";
import { categoriesTable } from "#features/catalogue/categories/api/tables.ts";
import { hasHalalState } from "#features/catalogue/products/api/service/halalConditions.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";

type Offer = Pick<ShopProductRecord, "id" | "catalogueProductId" | "categories">;

const [notNeeded, valid, missing] = certificateStates;

/**
 * Whether products have the halal certificate that they need. The brand product's own state decides; a product without
 * one needs a certificate if it names a category whose products do, so that leaving out the link avoids nothing.
 */
export async function certificateStatesOf(
  ctx: Ctx,
  offers: readonly Offer[],
): Promise<(id: string) => CertificateState> {
  const linked = [...new Set(offers.flatMap(({ catalogueProductId: id }) => id ?? []))];
  const unlinked = offers.filter(({ catalogueProductId: id }) => id === null);
  const names = [...new Set(unlinked.flatMap(({ categories }) => categories.map(nameKey)))];
  const states = await statesOfProducts(ctx, linked);
  const demanding = await demandingCategories(ctx, names);
  const stateOf = ({ catalogueProductId: id, categories }: Offer): CertificateState => {
    if (id !== null) return states.get(id) ?? missing;
    return categories.some((name) => demanding.has(nameKey(name))) ? missing : notNeeded;
  };
  const byId = new Map(offers.map((offer) => [offer.id, stateOf(offer)]));
  return (id) => byId.get(id) ?? missing;
}

async function statesOfProducts(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, CertificateState>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db
    .select({
      id: productsTable.id,
      isValid: sql<boolean>`${hasHalalState(["certified", "expiring"], ctx)}`,
      isNotNeeded: sql<boolean>`${hasHalalState(["not_required"], ctx)}`,
    })
    .from(productsTable)
    .where(and(isAnyOf(productsTable.id, ids), ne(productsTable.status, "archived")));
  return new Map(rows.map((row) => [row.id, row.isValid ? valid : row.isNotNeeded ? notNeeded : missing]));
}

/** The keys of the names of categories whose products must be certified. */
async function demandingCategories(ctx: Ctx, names: readonly string[]): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const { nameKey: key, status, effectiveHalalRelevance } = categoriesTable;
  const rows = await ctx.db
    .select({ key })
    .from(categoriesTable)
    .where(and(isAnyOf(key, names), eq(status, "active"), ne(effectiveHalalRelevance, "not_applicable")));
  return new Set(rows.map((row) => row.key));
}
