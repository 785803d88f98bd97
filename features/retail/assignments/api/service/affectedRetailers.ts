import { sql } from "drizzle-orm";
import type { AffectedRecord } from "#base/impact.ts";
import type { Ctx } from "#api/context.ts";
import { visibleRetailers } from "#features/retail/assignments/api/service/scopePolicy.ts";
import { retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import { assignments } from "#features/retail/assignments/contract.ts";

/** A preview names this many and counts the others. */
const namedMax = 10;

/**
 * The retailers with the most products first, as far as the caller may see what retailers sell: a user who may change a
 * certificate may lack that permission. Empty without an actor.
 */
export async function readReached(
  ctx: Ctx,
  productsByRetailer: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<AffectedRecord[]> {
  const { permission } = assignments.list;
  if (!ctx.actor?.permissions.has(permission)) return [];
  const counts = [...productsByRetailer].map(([id, products]) => ({ id, count: products.size }));
  const { id, code, tradingName: name, tradingNameI18n: nameI18n } = table;
  const most = sql<number>`most.count`;
  return ctx.db
    .select({ resource: sql<string>`'retailers'`, id, code, name, nameI18n, count: most })
    .from(table)
    .innerJoin(
      sql`jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) as most (id uuid, count int)`,
      sql`most.id = ${id}`,
    )
    .where(visibleRetailers(ctx, permission))
    .orderBy(sql`most.count desc`, table.sortKey, id)
    .limit(namedMax);
}
