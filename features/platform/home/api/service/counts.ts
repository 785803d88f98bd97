import { and, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import type { HomeFigure } from "#api/home.ts";

const sliceRowsDefault = 50_000;

/**
 * The exact number of rows, however many: by slices of ids, as a statement over a million rows could take longer than
 * the database allows.
 */
export async function countAll(ctx: Ctx, figure: HomeFigure, where: SQL, scope: SQL | undefined): Promise<number> {
  const { rows, sliceRows = sliceRowsDefault } = figure;
  let total = 0;
  for (let after: string | null = null; ; ) {
    const rest: SQL | undefined = and(scope, after === null ? undefined : sql`${rows.id} > ${after}::uuid`);
    const found = await ctx.db.execute(sql`
      with slice as materialized (
             select ${rows.id} as id from ${rows.table} ${rest ? sql`where ${rest}` : sql``}
              order by ${rows.id} limit ${sliceRows})
      select (select count(*)::int from slice) as read,
             (select id::text from slice order by id desc limit 1) as last,
             (select count(*)::int from ${rows.table} where ${rows.id} in (select id from slice) and ${where}) as counted`);
    const [slice] = (found as { rows: { read: number; last: string | null; counted: number }[] }).rows;
    total += slice!.counted;
    if (slice!.read < sliceRows) return total;
    after = slice!.last;
  }
}
