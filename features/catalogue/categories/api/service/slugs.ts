import { sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { rowsOf } from "#features/catalogue/categories/api/service/tree.ts";
import { categoryLimits } from "#features/catalogue/categories/fields.ts";
import { slugOf } from "#features/catalogue/categories/rules.ts";

type Unnamed = {
  readonly parentId: string | null;
  readonly name: string;
  readonly nameI18n: Readonly<Record<string, string>>;
  /** Itself, whose own slug it may have again. */
  readonly exceptId: string;
};

/**
 * A part of an address that no sibling has: of the name, else of the English one, numbered where it is taken. Behind
 * `lockTree`, so that it is still free when it is written.
 */
export async function freeSlug(ctx: Ctx, { parentId, name, nameI18n, exceptId }: Unnamed): Promise<string> {
  const base = slugOf(name) || slugOf(nameI18n.en ?? "") || "category";
  const rows = await rowsOf<{ slug: string }>(
    ctx,
    sql`select slug from categories
         where parent_id is not distinct from ${parentId}::uuid and status <> 'archived' and id <> ${exceptId}`,
  );
  const taken = new Set(rows.map(({ slug }) => slug));
  for (let number = 1; ; number++) {
    const end = number === 1 ? "" : `-${number}`;
    const slug = base.slice(0, categoryLimits.slugMax - end.length).replace(/-+$/, "") + end;
    if (!taken.has(slug)) return slug;
  }
}
