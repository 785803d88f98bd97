import { sql } from "drizzle-orm";
import { addMs, hourMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { actingFor } from "#api/jobActor.ts";
import { notify, notifyFrom } from "#api/notifications.ts";
import { rowsOfResource } from "#api/reachable.ts";
import { remindersTable, watchedTable } from "#features/platform/notifications/api/tables.ts";
import { demoPeople } from "#features/access/session/rules.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/** What the demonstration's administrator finds in the bell: a colleague's changes, certificates, a reminder. */
export async function seedNotifications(ctx: Ctx): Promise<void> {
  const people = await ctx.db
    .select({ id: usersTable.id, email: usersTable.email })
    .from(usersTable)
    .where(sql`${usersTable.email} in (${demoPeople.administrator.email}, ${demoPeople.staff.email})`);
  const idOf = ({ email }: { readonly email: string }) => people.find((each) => each.email === email)?.id;
  const [reader, colleague] = [idOf(demoPeople.administrator), idOf(demoPeople.staff)];
  if (reader === undefined || colleague === undefined) return;
  const [brands, certificates] = ["brands", "certificates"].map((resource) => rowsOfResource(ctx, resource));
  if (brands === undefined || certificates === undefined) return;
  const found = await ctx.db.select({ id: brands.id }).from(brands.table).orderBy(brands.id).limit(2);
  const [first, second] = found.map(({ id }) => String(id));
  if (first === undefined || second === undefined) return;
  const brand = { resource: "brands", resourceId: first } as const;
  await ctx.db.insert(watchedTable).values({ ...brand, userId: reader, watchedAt: ctx.now });
  const remindAt = addMs(ctx.now, 20 * hourMs);
  await ctx.db.insert(remindersTable).values({ resource: "brands", resourceId: second, userId: reader, remindAt });

  const { requestId, address } = ctx;
  const asColleague = actingFor({ userId: colleague, requestId, address }, { permission: "brands.read" });
  const changed = { kind: "watchedRecord", userId: reader, ...brand } as const;
  await notify(await asColleague({ ...ctx, now: addMs(ctx.now, -hourMs) }), [changed, changed]);
  const kind = "certificateExpiring";
  await notifyFrom(
    { ...ctx, now: addMs(ctx.now, -3 * hourMs) },
    sql`select ${reader}::uuid as user_id, ${kind}::text as kind, 'certificates' as resource,
               ${certificates.id}::text as resource_id, 'certificates.read' as permission, ${kind}::text as group_key,
               '{"event":"expiring"}'::jsonb as payload
          from ${certificates.table}
         where state = 'verified' and ends_at > ${ctx.now}::timestamptz
         order by ends_at, id
         limit 3`,
  );
}
