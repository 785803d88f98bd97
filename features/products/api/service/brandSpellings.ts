import { sql } from "drizzle-orm";
import { nameKey } from "#base/searchKey.ts";
import type { Ctx } from "#api/context.ts";
import { rowScope } from "#api/rowScope.ts";
import { brandRows } from "#features/brands/api/service/records.ts";

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
  const scope = rowScope(ctx, brandRows) ?? sql`true`;
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

/** The codes of brands by id. */
export async function brandCodes(ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const result = await ctx.db.execute(sql`select id, code from brands where id = any(${`{${ids.join(",")}}`}::uuid[])`);
  const { rows } = result as { rows: { id: string; code: string }[] };
  return new Map(rows.map(({ id, code }) => [id, code]));
}
