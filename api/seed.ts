import { sql } from "drizzle-orm";
import { uuidv7 } from "#base/ids.ts";
import type { Instant } from "#base/time.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import type { Feature } from "#api/serve.ts";

/**
 * Writes the sample rows of all features into a database once: all of them, or none. Answers whether it did.
 *
 * A database that started without them gets them only if they are requested `byName`: by then it may contain real rows.
 * Without a key it leaves out those with encrypted values.
 */
export function seedOnce(
  ctx: Ctx,
  features: readonly Feature[],
  { byName = false, hasKey = true }: { byName?: boolean; hasKey?: boolean } = {},
): Promise<boolean> {
  return inTransaction(ctx, async (inner) => {
    const claimed = await inner.db.execute(sql`
      insert into house_facts as known (name, value, at)
      values ('sample_data', 'demo', ${inner.now}::timestamptz)
      on conflict (name) do update
         set value = excluded.value, at = excluded.at
       where known.value = 'none' and ${byName}::boolean
      returning name`);
    if ((claimed as { rows: unknown[] }).rows.length === 0) return false;
    const silent: Ctx = { ...inner, isSilent: true };
    for (const feature of features) await feature.seed?.(silent);
    if (hasKey) await seedEncrypted(silent, features);
    return true;
  });
}

/** Writes the sample rows with encrypted values: with the others, or later where `seedOnce` had no key. */
export const seedEncrypted = (ctx: Ctx, features: readonly Feature[]): Promise<void> =>
  inTransaction(ctx, async (inner) => {
    for (const feature of features) await feature.seedEncrypted?.({ ...inner, isSilent: true });
  });

/** Records that a database started without sample rows. If it has some, they stay. */
export async function markWithoutSample(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`
    insert into house_facts (name, value, at)
    values ('sample_data', 'none', ${ctx.now}::timestamptz)
    on conflict do nothing`);
}

/** Whether this database has sample rows, so that other data shown at first may be samples too. */
export async function hasSampleRows(ctx: Ctx): Promise<boolean> {
  const found = await ctx.db.execute(sql`select name from house_facts where name = 'sample_data' and value = 'demo'`);
  return (found as { rows: unknown[] }).rows.length > 0;
}

/** The id of a sample row: always the same, and random-looking in all 16 bytes like any other. */
export function sampleId(at: Instant, seed: number): string {
  let state = seed;
  return uuidv7(
    Date.parse(at),
    Uint8Array.from({ length: 16 }, () => (state = (state * 48_271) % 0x7fffffff) >>> 8),
  );
}
