import { and, inArray } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";

type AuditObject = { readonly resource: string; readonly resourceId: string };

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * The same entries with the current names of their records. Null if the record is gone, if its area does not name its
 * rows, and if the reader may not see it.
 */
export async function withTitles<Entry extends AuditObject>(
  ctx: Ctx,
  entries: readonly Entry[],
): Promise<(Entry & { resourceTitle: string | null })[]> {
  const titles = new Map<string, string>();
  for (const rows of ctx.catalogue.scopedRows) {
    const ids = entries
      .filter(({ resource, resourceId }) => resource === rows.resource && uuidPattern.test(resourceId))
      .map(({ resourceId }) => resourceId);
    if (rows.label === undefined || ids.length === 0) continue;
    const found = await ctx.db
      .select({ id: rows.id, title: rows.label.title })
      .from(rows.table)
      .where(and(inArray(rows.id, [...new Set(ids)]), scopeCondition(ctx, rows, `${rows.resource}.read`)));
    for (const { id, title } of found as { id: string; title: string }[]) titles.set(`${rows.resource} ${id}`, title);
  }
  return entries.map((entry) => ({
    ...entry,
    resourceTitle: titles.get(`${entry.resource} ${entry.resourceId}`) ?? null,
  }));
}
