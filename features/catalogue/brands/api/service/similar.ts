import { and, eq, ne, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { nameKey, searchKey } from "#base/searchKey.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { brandStore } from "#features/catalogue/brands/api/store.ts";
import { brandsTable as table } from "#features/catalogue/brands/api/tables.ts";
import type { brands } from "#features/catalogue/brands/contract.ts";
import { brandLimits } from "#features/catalogue/brands/fields.ts";

/** Shorter names resemble half of all names. */
const similarFrom = 3;
/** Between 0 and 1; pg_trgm's default is 0.6: one vowel more or less in a word of seven letters is 0.55. */
const likenessMin = 0.5;
/** For a common word only the first ones are compared, so that the response is fast enough while typing. */
const candidatesMax = 300;

/** Possible duplicates of a brand about to be created: the same name, or words with similar spelling. */
export function findSimilarBrands(
  ctx: Ctx,
  { name, exceptId }: Input<typeof brands.findSimilar>,
): Promise<Output<typeof brands.findSimilar>> {
  const key = searchKey(name);
  const others = and(
    ne(table.status, "archived"),
    scopeCondition(ctx, brandStore.scopedRows),
    exceptId === undefined ? undefined : ne(table.id, exceptId),
  );
  const isSameName = eq(table.nameKey, nameKey(name));
  const isAlike = key.length < similarFrom ? sql`false` : sql`${key} <% ${table.searchKey}`;
  const { id, code, country, status } = table;
  return inTransaction(ctx, async ({ db }) => {
    // The index is used only with the session's threshold; it is set until the transaction ends.
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
