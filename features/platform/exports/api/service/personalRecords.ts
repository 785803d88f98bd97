import { desc, eq, sql } from "drizzle-orm";
import type { PersonalRecords } from "#api/context.ts";
import { exportRunsTable as table } from "#features/platform/exports/api/tables.ts";

/** The exports that a user prepared. Their rows belong to other areas, and are deleted after a day. */
export const exportRecords: PersonalRecords = {
  name: "exports",
  read: async (ctx, { userId }) => {
    const { id, operation, fileName, state, rowsCount, createdAt, finishedAt } = table;
    const rows = await ctx.db
      .select({ id, operation, fileName, state, rowsCount, createdAt, finishedAt })
      .from(table)
      .where(eq(table.ownerId, userId))
      .orderBy(desc(createdAt));
    return rows.length === 0 ? null : rows;
  },
  erase: async (ctx, { userId }) => {
    await ctx.db
      .update(table)
      .set({ caller: sql`${table.caller} || '{"address": ""}'`, ticketHash: null })
      .where(eq(table.ownerId, userId));
  },
};
