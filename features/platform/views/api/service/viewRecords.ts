import { and, eq } from "drizzle-orm";
import type { PersonalRecords } from "#api/context.ts";
import { listPreferencesTable, listViewsTable } from "#features/platform/views/api/tables.ts";

/** Views that are shared stay for those who use them. */
export const viewRecords: PersonalRecords = {
  name: "lists",
  read: async (ctx, { userId }) => {
    const [views, preferences] = await Promise.all([
      ctx.db.select().from(listViewsTable).where(eq(listViewsTable.ownerId, userId)),
      ctx.db.select().from(listPreferencesTable).where(eq(listPreferencesTable.userId, userId)),
    ]);
    return views.length + preferences.length === 0 ? null : { views, preferences };
  },
  erase: async (ctx, { userId }) => {
    const { ownerId, audience } = listViewsTable;
    await ctx.db.delete(listViewsTable).where(and(eq(ownerId, userId), eq(audience, "me")));
    await ctx.db.delete(listPreferencesTable).where(eq(listPreferencesTable.userId, userId));
  },
};
