import { eq } from "drizzle-orm";
import type { PersonalRecords } from "#api/context.ts";
import {
  hoursTable,
  notificationsTable,
  remindersTable,
  settingsTable,
  watchedTable,
} from "#features/platform/notifications/api/tables.ts";

const tables = [notificationsTable, settingsTable, hoursTable, watchedTable, remindersTable] as const;

/** What a user was notified of, how they chose it, and what they watch. Nothing of it stays after an erasure. */
export const notificationRecords: PersonalRecords = {
  name: "notifications",
  read: async (ctx, { userId }) => {
    const { kind, resource, resourceId, createdAt, readAt } = notificationsTable;
    const [received, settings, hours, watched, reminders] = await Promise.all([
      ctx.db
        .select({ kind, resource, resourceId, createdAt, readAt })
        .from(notificationsTable)
        .where(eq(notificationsTable.userId, userId))
        .orderBy(createdAt),
      ctx.db.select().from(settingsTable).where(eq(settingsTable.userId, userId)),
      ctx.db.select().from(hoursTable).where(eq(hoursTable.userId, userId)),
      ctx.db.select().from(watchedTable).where(eq(watchedTable.userId, userId)),
      ctx.db.select().from(remindersTable).where(eq(remindersTable.userId, userId)),
    ]);
    const stored = { received, settings, hours, watched, reminders };
    return Object.values(stored).every((rows) => rows.length === 0) ? null : stored;
  },
  erase: async (ctx, { userId }) => {
    for (const table of tables) await ctx.db.delete(table).where(eq(table.userId, userId));
  },
};
