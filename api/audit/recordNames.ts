import { and, inArray } from "drizzle-orm";
import type { Changes } from "#base/activity.ts";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";

const uuids = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;

/** More ids than this in one page of changes come from lists that nobody reads by name. */
const namedMax = 500;

/**
 * The current names of the records that changes refer to, by id, so that a history can show names. Without records
 * that are gone, that no area names, and that the reader may not see.
 */
export async function recordNames(ctx: Ctx, changes: readonly Changes[]): Promise<Record<string, string>> {
  const ids = [...new Set(JSON.stringify(changes).match(uuids) ?? [])].slice(0, namedMax);
  if (ids.length === 0) return {};
  const named = await Promise.all(
    ctx.catalogue.scopedRows.map(async (rows) => {
      if (rows.label === undefined) return [];
      const found = await ctx.db
        .select({ id: rows.id, title: rows.label.title })
        .from(rows.table)
        .where(and(inArray(rows.id, ids), scopeCondition(ctx, rows, `${rows.resource}.read`)));
      return found as { id: string; title: string }[];
    }),
  );
  return Object.fromEntries(named.flat().map(({ id, title }) => [id, title]));
}
