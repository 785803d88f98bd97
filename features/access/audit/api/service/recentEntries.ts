import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import { withNames } from "#api/audit/names.ts";
import { auditLogTable as table } from "#api/audit/tables.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { auditScope } from "#features/access/audit/api/service/entries.ts";
import { withTitles } from "#features/access/audit/api/service/objects.ts";
import { audit } from "#features/access/audit/contract.ts";

/** How far back it looks. */
const entriesMax = 2000;

/** They change no record, and would hide what does. */
const notShown = ["read", "refuse", "sign_in", "sign_out"];

const { id, at, actorType, actorId, actorName, action, resource, resourceId } = table;

/**
 * The latest entries that the caller may read in the log; without permission for the log, their own. Entries of one
 * actor, action and resource within a minute are one, with their number.
 */
export async function readRecentEntries(ctx: Ctx, { limit }: { readonly limit: number }) {
  const { permission } = audit.list;
  const { permissions, userId } = actorOf(ctx);
  const scope = permissions.has(permission) ? auditScope({ ...ctx, permission }) : eq(actorId, userId);
  const recent = ctx.db
    .select({ id, at, actorId, actorName, action, resource })
    .from(table)
    .where(and(notInArray(action, notShown), scope))
    .orderBy(desc(at), desc(id))
    .limit(entriesMax)
    .as("recent");
  const groups = await ctx.db
    .select({ id: sql<number>`max(${recent.id})::int8`.mapWith(Number), count: sql<number>`count(*)::int` })
    .from(recent)
    .groupBy(
      sql`coalesce(${recent.actorId}::text, ${recent.actorName})`,
      recent.action,
      recent.resource,
      sql`date_trunc('minute', ${recent.at})`,
    )
    .orderBy(sql`max(${recent.at}) desc`, sql`max(${recent.id}) desc`)
    .limit(limit);
  if (groups.length === 0) return [];
  const ids = `{${groups.map((group) => group.id).join(",")}}`;
  const entries = await ctx.db
    .select({ id, at, actorType, actorId, actorName, action, resource, resourceId })
    .from(table)
    .where(sql`${id} = any(${ids}::bigint[])`)
    .orderBy(desc(at), desc(id));
  const counts = new Map(groups.map((group) => [group.id, group.count]));
  const named = await withTitles(ctx, await withNames(ctx, entries));
  return named.map((entry) => ({ ...entry, count: counts.get(entry.id) ?? 1 }));
}
