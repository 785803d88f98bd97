import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { defaultsOf, type NotificationKind, notificationKinds } from "#base/notifications.ts";
import type { Ctx, Notifier } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { recordLive } from "#api/live/record.ts";
import { auditFollower } from "#features/platform/notifications/api/service/followed.ts";
import { noHours, readHoursOf } from "#features/platform/notifications/api/service/settings.ts";
import { notificationsTable as table, settingsTable } from "#features/platform/notifications/api/tables.ts";
import { quietUntil } from "#features/platform/notifications/rules.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/** How the areas below notify users (api/notifications.ts). */
export const notifier: Notifier = {
  notify: writeNotifications,
  withdraw: async (ctx, { kind, resource, resourceId }) => {
    const isAbout = and(eq(table.kind, kind), eq(table.resource, resource), eq(table.resourceId, resourceId));
    const removed = await ctx.db
      .delete(table)
      .where(and(isAbout, isNull(table.readAt)))
      .returning({ userId: table.userId });
    await informPages(ctx, removed);
  },
  emailTimes: async (ctx, kind, userIds) => {
    const readers = await readersAtOnce(ctx, kind, userIds);
    if (readers.length === 0) return new Map();
    const hours = await readHoursOf(ctx, readers);
    return new Map(readers.map((userId) => [userId, quietUntil(ctx.now, hours.get(userId) ?? noHours) ?? ctx.now]));
  },
  audit: auditFollower,
};

/** Those of these users who want an email of this kind at once. */
async function readersAtOnce(ctx: Ctx, kind: NotificationKind, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const { userId, email } = settingsTable;
  const chosen = await ctx.db
    .select({ userId, email })
    .from(settingsTable)
    .where(and(eq(settingsTable.kind, kind), isAnyOf(userId, userIds)));
  const choices = new Map(chosen.map((row) => [row.userId, row.email]));
  return userIds.filter((id) => (choices.get(id) ?? defaultsOf(kind).email) === "instant");
}

const defaults = JSON.stringify(
  notificationKinds.map((kind) => {
    const { popup, email, hasOwnEmail = false, includesActor = false, isLocked = false } = defaultsOf(kind);
    return { kind, popup, email, has_own: hasOwnEmail, includes_actor: includesActor, is_locked: isLocked };
  }),
);

/**
 * Writes notifications in the transaction of the change, as each user has chosen for the kind: the only place where
 * they are written, and so where the pages of their users are informed.
 *
 * What was notified before with the same key and is unread is counted, and moves to the top. In the order of users and
 * keys, so that two transactions that notify the same users wait for each other instead of blocking each other.
 */
async function writeNotifications(ctx: Ctx, rows: SQL): Promise<void> {
  const actorId = ctx.actor?.kind === "user" ? ctx.actor.userId : null;
  const written = await ctx.db.execute(sql`
    with wanted as (${rows}), chosen as (
      select wanted.*, kinds.is_locked or coalesce(own.bell, true) as in_bell,
             kinds.is_locked or coalesce(own.popup, kinds.popup) as pops_up,
             case when kinds.is_locked then 'off' else coalesce(own.email, kinds.email) end as email,
             kinds.has_own
        from wanted
        join ${usersTable} on ${usersTable.id} = wanted.user_id and ${usersTable.status} = 'active'
        join jsonb_to_recordset(${defaults}::jsonb)
             as kinds (kind text, popup boolean, email text, has_own boolean, includes_actor boolean, is_locked boolean)
          on kinds.kind = wanted.kind
        left join ${settingsTable} as own on own.user_id = wanted.user_id and own.kind = wanted.kind
       where kinds.includes_actor or wanted.user_id is distinct from ${actorId}::uuid
    ), grouped as (
      select user_id, group_key, min(kind) as kind, min(resource) as resource,
             case when count(distinct resource_id) = 1 then min(resource_id) end as resource_id,
             min(permission) as permission, count(*)::int as times, (array_agg(payload))[1] as payload,
             bool_or(in_bell) as in_bell, bool_or(in_bell and pops_up) as pops_up,
             min(case when email = 'digest' or (email = 'instant' and not has_own) then email end) as email
        from chosen
       group by user_id, group_key)
    insert into notifications (id, user_id, kind, resource, resource_id, permission, actor_id, group_key, times,
                               payload, in_bell, pops_up, email, created_at, updated_at)
    select gen_random_uuid(), user_id, kind, resource, resource_id, permission, ${actorId}::uuid, group_key, times,
           payload, in_bell, pops_up, email, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz
      from grouped
     where in_bell or email is not null
     order by user_id, group_key
        on conflict (user_id, group_key) where read_at is null do update
       set times = notifications.times + excluded.times,
           resource_id = case when notifications.resource_id = excluded.resource_id then excluded.resource_id end,
           actor_id = excluded.actor_id, payload = excluded.payload, updated_at = excluded.updated_at,
           in_bell = excluded.in_bell, pops_up = excluded.pops_up,
           email = coalesce(excluded.email, notifications.email)
    returning user_id as "userId"`);
  await informPages(ctx, (written as { rows: { userId: string }[] }).rows);
}

/** The bells of these users count again, on each page that they have open. */
async function informPages(ctx: Ctx, rows: readonly { readonly userId: string }[]): Promise<void> {
  const audience = [...new Set(rows.map(({ userId }) => userId))];
  if (audience.length > 0) await recordLive(ctx, { resource: "notifications", ids: null, audience });
}
