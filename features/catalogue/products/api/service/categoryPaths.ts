import { sql } from "drizzle-orm";
import { searchKey } from "#base/searchKey.ts";
import type { Ctx } from "#api/context.ts";

/** Between the names of a path, as the categories' own files have it. */
const pathSign = " / ";

type PathRow = { readonly id: string; readonly path: string[]; readonly name_i18n: Record<string, string> };

/** How files call the categories: by their path, and by their name where it is one category's alone. */
export type CategoryPaths = {
  /** `Food / Dates`. */
  readonly pathOf: (id: string) => string | null;
  /** The ids of those that are called so. */
  readonly find: (spelling: string) => readonly string[];
};

/** All categories that are not archived: some thousands at most, and read once for many rows. */
export async function readCategoryPaths(ctx: Ctx): Promise<CategoryPaths> {
  const result = await ctx.db.execute(sql`
    select category.id, category.name_i18n,
           array(select above.name
                   from category_closure as line
                   join categories as above on above.id = line.ancestor_id
                  where line.descendant_id = category.id
                  order by line.distance desc) as path
      from categories as category
     where category.status <> 'archived'`);
  const { rows } = result as { rows: PathRow[] };
  const paths = new Map(rows.map(({ id, path }) => [id, path.join(pathSign)]));
  const idsByKey = new Map<string, Set<string>>();
  for (const { id, path, name_i18n: names } of rows) {
    for (const spelling of [path.join(pathSign), path.at(-1)!, ...Object.values(names)]) {
      const key = pathKey(spelling);
      idsByKey.set(key, (idsByKey.get(key) ?? new Set()).add(id));
    }
  }
  return {
    pathOf: (id) => paths.get(id) ?? null,
    find: (spelling) => [...(idsByKey.get(pathKey(spelling)) ?? [])],
  };
}

/** `en:sweet-snacks`, `Food > Dates` and `food / dates` are spelled alike. */
const pathKey = (spelling: string): string =>
  spelling
    .replace(/^[a-z]{2}:/, "")
    .split(/[/>›»]/)
    .map(searchKey)
    .filter((part) => part !== "")
    .join("/");
