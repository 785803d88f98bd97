import { and, asc, count, eq, lte, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { actorOf, type AuditFollower, type Ctx, inTransaction } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { notify } from "#api/notifications.ts";
import { rowsOfResource } from "#api/reachable.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { remindersTable, watchedTable } from "#features/platform/notifications/api/tables.ts";
import {
  type FollowedRecords,
  followedMax,
  notificationRefusals,
  type notifications,
} from "#features/platform/notifications/contract.ts";
import { recordPaths } from "#features/access/audit/rules.ts";

export const ringKind = "notifications.ring";

type FollowedRecord = { readonly resource: string; readonly resourceId: string };

export async function readFollowed(ctx: Ctx): Promise<FollowedRecords> {
  const { userId } = actorOf(ctx);
  const [watched, reminders] = await Promise.all([
    ctx.db
      .select({ resource: watchedTable.resource, resourceId: watchedTable.resourceId })
      .from(watchedTable)
      .where(eq(watchedTable.userId, userId))
      .orderBy(asc(watchedTable.watchedAt), asc(watchedTable.resourceId)),
    ctx.db
      .select({
        resource: remindersTable.resource,
        resourceId: remindersTable.resourceId,
        remindAt: remindersTable.remindAt,
      })
      .from(remindersTable)
      .where(eq(remindersTable.userId, userId))
      .orderBy(asc(remindersTable.remindAt), asc(remindersTable.resourceId)),
  ]);
  return { watched, reminders };
}

/** Refuses with `not_found` for a record that the caller may not read, and with `too_many_followed`. */
export async function watch(
  ctx: Ctx,
  { isWatched, ...record }: Input<typeof notifications.watch>,
): Promise<Output<typeof notifications.watch>> {
  if (isWatched) await requireReadable(ctx, record);
  const { userId } = actorOf(ctx);
  if (isWatched) {
    await requireRoom(ctx, watchedTable);
    await ctx.db
      .insert(watchedTable)
      .values({ ...record, userId, watchedAt: ctx.now })
      .onConflictDoNothing();
  } else await ctx.db.delete(watchedTable).where(isOwn(watchedTable, record, userId));
  return readFollowed(ctx);
}

/** Refuses with `not_found`, `too_many_followed`, and with `reminder_past` for a time that is over. */
export async function remind(
  ctx: Ctx,
  { remindAt, ...record }: Input<typeof notifications.remind>,
): Promise<Output<typeof notifications.remind>> {
  const { userId } = actorOf(ctx);
  if (remindAt === null) {
    await ctx.db.delete(remindersTable).where(isOwn(remindersTable, record, userId));
    return readFollowed(ctx);
  }
  if (remindAt <= ctx.now) throw notificationRefusals.reminder_past();
  await requireReadable(ctx, record);
  await requireRoom(ctx, remindersTable);
  await inTransaction(ctx, async (inner) => {
    const { resource, resourceId } = remindersTable;
    await inner.db
      .insert(remindersTable)
      .values({ ...record, userId, remindAt })
      .onConflictDoUpdate({ target: [resource, resourceId, remindersTable.userId], set: { remindAt } });
    await enqueueJob(inner, ringKind, {}, remindAt);
  });
  return readFollowed(ctx);
}

/**
 * Rings all due reminders, including those missed while no process ran. The statement that takes one is the one that
 * finds it, so two processes ring nothing twice.
 */
export async function ringReminders(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const due = await inner.db.delete(remindersTable).where(lte(remindersTable.remindAt, ctx.now)).returning();
    await notify(
      inner,
      due.map(({ userId, resource, resourceId }) => ({ kind: "reminder", userId, resource, resourceId })),
    );
  });
}

/** Watchers of records that change, and reminders of records that are finished or deleted. */
export const auditFollower: AuditFollower = {
  query: ({ actor }) => sql`
    select 'watched', watched.resource, watched.resource_id, watched.user_id::text
      from ${watchedTable} as watched
     where (watched.resource, watched.resource_id) in (select resource, resource_id from events)
       and watched.user_id is distinct from ${actor?.userId ?? null}::uuid
     union all
    select distinct 'reminded', reminder.resource, reminder.resource_id, null
      from ${remindersTable} as reminder
     where (reminder.resource, reminder.resource_id) in (select resource, resource_id from events where ${isEnd})`,
  follow: async (ctx, rows) => {
    const found = (what: string) =>
      rows
        .filter(([kind]) => kind === what)
        .map(([, resource, resourceId, userId]) => ({
          resource: String(resource),
          resourceId: String(resourceId),
          userId: String(userId),
        }));
    await notify(
      ctx,
      found("watched").map((watched) => ({ kind: "watchedRecord", ...watched })),
    );
    const ended = found("reminded");
    if (ended.length > 0)
      await ctx.db.execute(sql`
        delete from ${remindersTable} where (resource, resource_id) in (
          select resource, "resourceId" from jsonb_to_recordset(${JSON.stringify(ended)}::jsonb)
              as ended (resource text, "resourceId" text))`);
  },
};

const endActions = ["delete", "remove", "erase", "merge"];
/** Of records in all areas: nothing is left to do about them. */
const endStatuses = ["archived", "closed", "erased", "rejected", "superseded", "withdrawn", "ended", "cancelled"];
const list = (values: readonly string[]): SQL => sql`${`{${values.join(",")}}`}::text[]`;
const isEnd = sql`(events.action = any(${list(endActions)})
  or coalesce(events.changes #>> '{status,after}', events.changes #>> '{state,after}') = any(${list(endStatuses)}))`;

const isOwn = (table: typeof watchedTable | typeof remindersTable, record: FollowedRecord, userId: string) =>
  and(eq(table.resource, record.resource), eq(table.resourceId, record.resourceId), eq(table.userId, userId));

/** Records with a page and a name, that the caller may read. */
async function requireReadable(ctx: Ctx, { resource, resourceId }: FollowedRecord): Promise<void> {
  const rows = rowsOfResource(ctx, resource);
  const permission = `${resource}.read`;
  if (rows?.label === undefined || !(resource in recordPaths) || !actorOf(ctx).permissions.has(permission))
    throw commonRefusals.not_found();
  const found = await ctx.db
    .select({ id: rows.id })
    .from(rows.table)
    .where(and(eq(rows.id, resourceId), scopeCondition(ctx, rows, permission)));
  if (found.length === 0) throw commonRefusals.not_found();
}

async function requireRoom(ctx: Ctx, table: typeof watchedTable | typeof remindersTable): Promise<void> {
  const [found] = await ctx.db
    .select({ number: count() })
    .from(table)
    .where(eq(table.userId, actorOf(ctx).userId));
  if (found!.number >= followedMax) throw notificationRefusals.too_many_followed();
}
