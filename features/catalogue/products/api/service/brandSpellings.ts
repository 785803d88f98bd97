import { sql } from "drizzle-orm";
import { nameKey } from "#base/searchKey.ts";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { brandStore } from "#features/catalogue/brands/api/store.ts";

/** A brand as a file may name it. */
export type NamedBrand = { readonly id: string; readonly code: string; readonly name: string };

/**
 * The brands, not archived, that these spellings mean: by their code, their name, a name in another language or another
 * spelling, without regard to case. By the key of the spelling (`nameKey`); several where a spelling means several.
 */
export async function brandsBySpelling(
  ctx: Ctx,
  spellings: readonly string[],
): Promise<ReadonlyMap<string, readonly NamedBrand[]>> {
  const keys = [...new Set(spellings.map(nameKey))].filter((key) => key !== "");
  if (keys.length === 0) return new Map();
  const wanted = sql`array(select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`;
  const scope = scopeCondition(ctx, brandStore.scopedRows) ?? sql`true`;
  const result = await ctx.db.execute(sql`
    select brands.id, brands.code, brands.name,
           array(select key
                   from unnest(brand_spellings(brands.code, brands.name_key, brands.alternative_names, brands.name_i18n)) as key
                  where key = any(${wanted})) as keys
      from brands
     where brands.status <> 'archived' and ${scope}
       and brand_spellings(brands.code, brands.name_key, brands.alternative_names, brands.name_i18n) && ${wanted}`);
  const { rows } = result as { rows: (NamedBrand & { keys: string[] })[] };
  const found = new Map<string, NamedBrand[]>();
  for (const { keys: means, ...brand } of rows) {
    for (const key of means) found.set(key, [...(found.get(key) ?? []), brand]);
  }
  return found;
}

/** Those of these keys (`nameKey`) that are names of brands, including brands that the caller may not see. */
export async function takenBrandNames(ctx: Ctx, keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const result = await ctx.db.execute(sql`
    select name_key from brands
     where status <> 'archived' and name_key = any(array(select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb)))`);
  return (result as { rows: { name_key: string }[] }).rows.map((row) => row.name_key);
}

/** The names of brands by id. */
export async function brandNames(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const result = await ctx.db.execute(sql`select id, name from brands where id = any(${`{${ids.join(",")}}`}::uuid[])`);
  return new Map((result as { rows: { id: string; name: string }[] }).rows.map(({ id, name }) => [id, name]));
}
