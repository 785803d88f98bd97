import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Permission } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import { rowScope } from "#api/rowScope.ts";
import type { ScopedRows } from "#api/scopedRows.ts";

/**
 * Whether the caller may name a record of another area in one of theirs: they may read it, or the operation that runs
 * reaches it. Without this a write would answer what a read refuses, such as whose id this is.
 */
export async function isReachable(ctx: Ctx, rows: ScopedRows, id: string): Promise<boolean> {
  const scope = reachableScope(ctx, rows);
  if (scope === undefined) return true;
  const found = await ctx.db
    .select({ id: rows.id })
    .from(rows.table)
    .where(and(eq(rows.id, id), scope));
  return found.length > 0;
}

/** Undefined where every record is. */
function reachableScope(ctx: Ctx, rows: ScopedRows): SQL | undefined {
  const readable = rowScope(ctx, rows, `${rows.resource}.read` satisfies Permission);
  const met = rowScope(ctx, rows);
  return readable === undefined || met === undefined ? undefined : or(readable, met, sql`false`);
}

/** The rows of an area that comes later, as it has declared them to the kernel. */
export const rowsOfResource = ({ catalogue }: Ctx, resource: string): ScopedRows | undefined =>
  catalogue.scopedRows.find((rows) => rows.resource === resource);
