import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Permission } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";

/**
 * Whether the caller may refer to a record of another area: they may read it, or the operation that runs reaches it.
 * Without this check a write would reveal what a read refuses, such as whose id this is.
 */
export async function isReachable(ctx: Ctx, rows: ScopePolicy, id: string): Promise<boolean> {
  const scope = reachableScope(ctx, rows);
  if (scope === undefined) return true;
  const found = await ctx.db
    .select({ id: rows.id })
    .from(rows.table)
    .where(and(eq(rows.id, id), scope));
  return found.length > 0;
}

/** Undefined if the caller may refer to every record. */
function reachableScope(ctx: Ctx, rows: ScopePolicy): SQL | undefined {
  const readable = scopeCondition(ctx, rows, `${rows.resource}.read` satisfies Permission);
  const met = scopeCondition(ctx, rows);
  return readable === undefined || met === undefined ? undefined : or(readable, met, sql`false`);
}

/** The scoped rows that another area has declared, for areas that may not import it. */
export const rowsOfResource = ({ catalogue }: Ctx, resource: string): ScopePolicy | undefined =>
  catalogue.scopedRows.find((rows) => rows.resource === resource);
