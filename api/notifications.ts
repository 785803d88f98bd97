import { type SQL, sql } from "drizzle-orm";
import type { NotificationKind } from "#base/notifications.ts";
import type { Ctx, EmailTimes, NotificationSubject } from "#api/context.ts";

/**
 * A notification to a user. Further ones with the same `groupKey` are counted in the first until it is read.
 *
 * `permission` is what a reader needs for the record, by default `<resource>.read`: without it, or outside their scope,
 * the notification is hidden. Null: it is about the user's own doing and always shown.
 */
export type NotificationInput = {
  readonly kind: NotificationKind;
  readonly userId: string;
  readonly resource: string;
  readonly resourceId: string;
  readonly permission?: string | null;
  /** By default, the kind and the record. */
  readonly groupKey?: string;
  /** What the text needs besides the record and the actor. No names of users: these are read when it is shown. */
  readonly payload?: Readonly<Record<string, string | number>>;
};

/**
 * Notifies users of a change, in its transaction and as they have chosen. Users are not notified of what they did
 * themselves, unless the kind is about that. Previews notify nobody.
 */
export async function notify(ctx: Ctx, notifications: readonly NotificationInput[]): Promise<void> {
  if (notifications.length === 0) return;
  const rows = notifications.map(({ kind, userId, resource, resourceId, permission, groupKey, payload = {} }) => ({
    kind,
    user_id: userId,
    resource,
    resource_id: resourceId,
    permission: permission === undefined ? `${resource}.read` : permission,
    group_key: groupKey ?? `${kind}:${resource}:${resourceId}`,
    payload,
  }));
  await notifyFrom(
    ctx,
    sql`select user_id, kind, resource, resource_id, permission, group_key, payload
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
               as wanted (user_id uuid, kind text, resource text, resource_id text, permission text, group_key text,
                          payload jsonb)`,
  );
}

/** The same of notifications that the database puts together, for thousands of records. `rows` as in `Notifier`. */
export async function notifyFrom(ctx: Ctx, rows: SQL): Promise<void> {
  if (ctx.isPreview) return;
  await ctx.catalogue.notifier?.notify(ctx, rows);
}

/** Removes the unread notifications about a task that is done, in the transaction that ends it. */
export async function withdrawNotifications(ctx: Ctx, about: NotificationSubject): Promise<void> {
  if (ctx.isPreview) return;
  await ctx.catalogue.notifier?.withdraw(ctx, about);
}

/** For the kinds whose emails an area writes itself: when each of these users wants it. */
export async function emailTimes(ctx: Ctx, kind: NotificationKind, userIds: readonly string[]): Promise<EmailTimes> {
  const { notifier } = ctx.catalogue;
  return notifier ? notifier.emailTimes(ctx, kind, userIds) : new Map(userIds.map((id) => [id, ctx.now]));
}
