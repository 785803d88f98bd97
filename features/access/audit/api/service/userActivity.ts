import { and, desc, eq, lt, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { AuditEvent } from "#base/activity.ts";
import { auditLogTable as table } from "#api/audit/tables.ts";
import { usersTable } from "#features/access/users/api/tables.ts";
import type { Ctx } from "#api/context.ts";

/** An entry, and its object. */
export type UserEvent = AuditEvent & { readonly resource: string; readonly resourceId: string };

type UserActivityInput = { readonly userId: string; readonly before?: number | undefined; readonly limit: number };

/**
 * What was done by a user and to them, newest first. `before` is the id of the last event already read.
 *
 * Users have their current names: the name in an entry can't be changed, and the user may have been erased since
 * (docs/decisions/0020).
 */
export async function readActivityOfUser(ctx: Ctx, { userId, before, limit }: UserActivityInput): Promise<UserEvent[]> {
  const isOlder = before === undefined ? undefined : lt(table.id, before);
  const shown = {
    id: table.id,
    at: table.at,
    actorId: table.actorId,
    actorName: sql<string>`coalesce(${usersTable.name}, ${table.actorName})`.as("actor_name"),
    action: table.action,
    resource: table.resource,
    resourceId: table.resourceId,
    reason: table.reason,
    changes: table.changes,
  };
  const select = () => ctx.db.select(shown).from(table).leftJoin(usersTable, eq(usersTable.id, table.actorId));
  const isAbout = and(eq(table.resource, "users"), eq(table.resourceId, userId));
  // Two index scans: with "or", both results would be read whole and sorted.
  const about = select().where(and(isAbout, isOlder)).orderBy(desc(table.id)).limit(limit);
  const by = select()
    .where(and(eq(table.actorId, userId), sql`(${isAbout}) is not true`, isOlder))
    .orderBy(desc(table.at), desc(table.id))
    .limit(limit);
  return unionAll(about, by).orderBy(sql`id desc`).limit(limit);
}
