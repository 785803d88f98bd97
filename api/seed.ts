import { sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "#api/context.ts";
import type { Feature } from "#api/serve.ts";

/** Puts the sample rows of all features into a database once: all of them, or none. Answers whether it did. */
export function seedOnce(ctx: Ctx, features: readonly Feature[]): Promise<boolean> {
  return inTransaction(ctx, async (inner) => {
    const claimed = await inner.db.execute(sql`
      insert into house_facts (name, value, at)
      values ('sample_data', 'demo', ${inner.now}::timestamptz)
      on conflict do nothing
      returning name`);
    if ((claimed as { rows: unknown[] }).rows.length === 0) return false;
    for (const feature of features) await feature.seed?.(inner);
    return true;
  });
}

/** Whether this database began with sample rows: what people see first may then be some too. */
export async function hasSampleRows(ctx: Ctx): Promise<boolean> {
  const found = await ctx.db.execute(sql`select name from house_facts where name = 'sample_data'`);
  return (found as { rows: unknown[] }).rows.length > 0;
}
