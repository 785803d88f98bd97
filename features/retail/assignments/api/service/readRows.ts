import type { SQL } from "drizzle-orm";
import type { Instant } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";

/** Runs a statement; the caller declares the type of its columns. */
export async function rowsOf<Row>(ctx: Ctx, statement: SQL): Promise<Row[]> {
  const result: unknown = await ctx.db.execute(statement);
  return (result as { rows: Row[] }).rows;
}

/** An instant as returned by either database driver. */
export const instantOf = (value: string | Date | null): Instant | null =>
  value === null ? null : new Date(value).toISOString();
