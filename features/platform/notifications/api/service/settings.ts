import { eq, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { isTimeZone } from "#base/days.ts";
import { defaultsOf, notificationKinds } from "#base/notifications.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { hoursTable, settingsTable } from "#features/platform/notifications/api/tables.ts";
import type { KindSetting, NotificationSettings, notifications } from "#features/platform/notifications/contract.ts";
import type { QuietHours } from "#features/platform/notifications/rules.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

export async function readSettings(ctx: Ctx): Promise<NotificationSettings> {
  const { userId } = actorOf(ctx);
  const { kind, bell, popup, email } = settingsTable;
  const [chosen, hours] = await Promise.all([
    ctx.db.select({ kind, bell, popup, email }).from(settingsTable).where(eq(settingsTable.userId, userId)),
    readHours(ctx, userId),
  ]);
  const kinds = notificationKinds.map((name): KindSetting => {
    const defaults = defaultsOf(name);
    const own = defaults.isLocked ? undefined : chosen.find((each) => each.kind === name);
    return own ?? { kind: name, bell: true, popup: defaults.popup, email: defaults.email };
  });
  return { kinds, ...hours, canEmail: ctx.mail.canSend };
}

export async function saveSettings(
  ctx: Ctx,
  { kinds, quietFrom, quietTo, timeZone }: Input<typeof notifications.saveSettings>,
): Promise<NotificationSettings> {
  const { userId } = actorOf(ctx);
  const changed = [...new Map(kinds.map((each) => [each.kind, each])).values()].filter(
    ({ kind }) => !defaultsOf(kind).isLocked,
  );
  await inTransaction(ctx, async ({ db }) => {
    if (changed.length > 0)
      await db
        .insert(settingsTable)
        .values(changed.map((each) => ({ ...each, userId })))
        .onConflictDoUpdate({
          target: [settingsTable.userId, settingsTable.kind],
          set: { bell: sql`excluded.bell`, popup: sql`excluded.popup`, email: sql`excluded.email` },
        });
    await db
      .insert(hoursTable)
      .values({ userId, quietFrom, quietTo, timeZone })
      .onConflictDoUpdate({ target: hoursTable.userId, set: { quietFrom, quietTo, timeZone } });
  });
  return readSettings(ctx);
}

/** Of users without any. */
export const noHours: QuietHours = { quietFrom: null, quietTo: null, timeZone: "UTC" };

export const readHours = async (ctx: Ctx, userId: string): Promise<QuietHours> =>
  (await readHoursOf(ctx, [userId])).get(userId) ?? noHours;

/**
 * The quiet hours and the time zones of users. The zone that a user chose for the whole app comes before the one of the
 * device with which they set these hours.
 */
export async function readHoursOf(ctx: Ctx, userIds: readonly string[]): Promise<ReadonlyMap<string, QuietHours>> {
  const chosenZone = sql<string | null>`${usersTable.settings} #>> '{mizan,timeZone}'`;
  const found = await ctx.db
    .select({
      userId: usersTable.id,
      quietFrom: hoursTable.quietFrom,
      quietTo: hoursTable.quietTo,
      deviceZone: hoursTable.timeZone,
      chosenZone,
    })
    .from(usersTable)
    .leftJoin(hoursTable, eq(hoursTable.userId, usersTable.id))
    .where(isAnyOf(usersTable.id, userIds));
  return new Map(
    found.map(({ userId, quietFrom, quietTo, deviceZone, chosenZone: zone }) => {
      const timeZone = [zone, deviceZone].find((each) => typeof each === "string" && isTimeZone(each)) ?? "UTC";
      return [userId, { quietFrom, quietTo, timeZone }];
    }),
  );
}
