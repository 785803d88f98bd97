import { and, desc, eq, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { namesOf } from "#api/audit/names.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { withTitles } from "#features/access/audit/api/service/objects.ts";
import { readHours } from "#features/platform/notifications/api/service/settings.ts";
import { visibleTo } from "#features/platform/notifications/api/service/visible.ts";
import { notificationsTable as table } from "#features/platform/notifications/api/tables.ts";
import {
  countedMax,
  type Notification,
  type notifications,
  shownMax,
} from "#features/platform/notifications/contract.ts";
import { quietUntil } from "#features/platform/notifications/rules.ts";

/** A few at once: more only hide the screen, and are in the bell. */
const popupsMax = 3;

/** While the caller views the app as a role or another user, there are none: nobody else reads a user’s own. */
const inBell = (ctx: Ctx): SQL | undefined =>
  actorOf(ctx).isViewingAs ? sql`false` : and(visibleTo(ctx, actorOf(ctx)), eq(table.inBell, true));

const isUnread = isNull(table.readAt);

export async function listNotifications(
  ctx: Ctx,
  { show, before }: Input<typeof notifications.list>,
): Promise<Output<typeof notifications.list>> {
  const isAfter =
    before === undefined
      ? undefined
      : sql`(${table.updatedAt}, ${table.id}) < (
          select updated_at, id from ${table} as last
           where last.id = ${before}::uuid and last.user_id = ${actorOf(ctx).userId}::uuid)`;
  const where = and(inBell(ctx), isAfter, show === "unread" ? isUnread : undefined);
  const rows = await readNotifications(ctx, where, shownMax + 1);
  return { rows: rows.slice(0, shownMax), hasMore: rows.length > shownMax };
}

/** The number of the bell, and what appears over the screen: nothing during quiet hours. */
export async function readUnread(ctx: Ctx): Promise<Output<typeof notifications.unread>> {
  const unread = and(inBell(ctx), isUnread);
  const [counted, hours] = await Promise.all([
    ctx.db.select({ one: sql`1` }).from(table).where(unread).limit(countedMax),
    readHours(ctx, actorOf(ctx).userId),
  ]);
  const isQuiet = quietUntil(ctx.now, hours) !== null;
  const shown = isQuiet ? sql`${table.kind} = 'security'` : eq(table.popsUp, true);
  const popups = counted.length === 0 ? [] : await readNotifications(ctx, and(unread, shown), popupsMax);
  return { count: counted.length, popups };
}

/**
 * The latest notifications, with the current names of their records and of those who caused them. `where` decides who
 * may see them.
 */
export async function readNotifications(ctx: Ctx, where: SQL | undefined, limit: number): Promise<Notification[]> {
  const { id, kind, resource, resourceId, actorId, times, payload, updatedAt, readAt } = table;
  const rows = await ctx.db
    .select({ id, kind, resource, resourceId, actorId, times, payload, updatedAt, readAt })
    .from(table)
    .where(where)
    .orderBy(desc(updatedAt), desc(id))
    .limit(limit);
  const names = await namesOf(
    ctx,
    rows.flatMap((row) => row.actorId ?? []),
  );
  const titled = await withTitles(
    ctx,
    rows.map((row) => ({ ...row, resourceId: row.resourceId ?? "" })),
  );
  return titled.map((row) => ({
    id: row.id,
    kind: row.kind,
    resource: row.resource,
    resourceId: row.resourceId || null,
    title: row.resourceTitle,
    actorName: row.actorId === null ? null : (names.get(row.actorId) ?? null),
    times: row.times,
    payload: row.payload,
    at: row.updatedAt,
    isRead: row.readAt !== null,
  }));
}

export const markRead = (ctx: Ctx, { ids }: Input<typeof notifications.markRead>) => mark(ctx, inArray(table.id, ids));

export const markAllRead = (ctx: Ctx, { until }: Input<typeof notifications.markAllRead>) =>
  mark(ctx, lte(table.updatedAt, until));

/** Of the caller’s own alone. What is read needs no email any more. */
async function mark(ctx: Ctx, which: SQL): Promise<{ count: number }> {
  const marked = await ctx.db
    .update(table)
    .set({ readAt: ctx.now, email: null })
    .where(and(eq(table.userId, actorOf(ctx).userId), eq(table.inBell, true), isUnread, which))
    .returning({ id: table.id });
  return { count: marked.length };
}
