import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { categoryClosureTable } from "#features/categories/api/tables.ts";

/** That a column names one of these categories or one below them: for row scopes and for filters of other areas. */
export const inSubtrees = (column: PgColumn, categoryIds: readonly string[]): SQL =>
  sql`${column} in (select ${categoryClosureTable.descendantId} from ${categoryClosureTable}
                     where ${isAnyOf(categoryClosureTable.ancestorId, categoryIds)})`;

/**
 * Those of the categories that are there and not archived. They stay so until the transaction of `ctx` ends: whoever
 * archives or merges one waits. For areas that put something into a category.
 */
export async function holdCategories(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const result = await ctx.db.execute(sql`
    select id from categories
     where id = any(${`{${ids.join(",")}}`}::uuid[]) and status = 'active'
     order by id
       for key share`);
  return new Set((result as { rows: { id: string }[] }).rows.map(({ id }) => id));
}
