import { and, desc, eq, notInArray } from "drizzle-orm";
import { withNames } from "#api/audit/names.ts";
import { auditLogTable as table } from "#api/audit/tables.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { auditScope } from "#features/access/audit/api/service/entries.ts";
import { withTitles } from "#features/access/audit/api/service/objects.ts";
import { audit } from "#features/access/audit/contract.ts";

const entriesMax = 200;

/** Neither changes anything, and both would hide what does. */
const notShown = ["read", "refuse"];

/** The latest entries that the caller may read in the log; without permission for the log, their own. */
export async function readRecentEntries(ctx: Ctx) {
  const { permission } = audit.list;
  const { permissions, userId } = actorOf(ctx);
  const scope = permissions.has(permission) ? auditScope({ ...ctx, permission }) : eq(table.actorId, userId);
  const { id, at, actorType, actorId, actorName, action, resource, resourceId } = table;
  const entries = await ctx.db
    .select({ id, at, actorType, actorId, actorName, action, resource, resourceId })
    .from(table)
    .where(and(notInArray(action, notShown), scope))
    .orderBy(desc(at), desc(id))
    .limit(entriesMax);
  return withTitles(ctx, await withNames(ctx, entries));
}
