import { desc, eq, sql } from "drizzle-orm";
import type { PersonalRecords } from "#api/context.ts";
import { bulkRunsTable as table } from "#features/platform/bulk-runs/api/tables.ts";

/** The bulk runs that a user started. What they changed belongs to other areas. */
export const bulkRunRecords: PersonalRecords = {
  name: "bulkRuns",
  read: async (ctx, { userId }) => {
    const { id, operation, state, matched, changed, createdAt, finishedAt } = table;
    const rows = await ctx.db
      .select({ id, operation, state, matched, changed, createdAt, finishedAt })
      .from(table)
      .where(eq(table.ownerId, userId))
      .orderBy(desc(createdAt));
    return rows.length === 0 ? null : rows;
  },
  erase: async (ctx, { userId }) => {
    await ctx.db
      .update(table)
      .set({ caller: sql`${table.caller} || '{"address": ""}'` })
      .where(eq(table.ownerId, userId));
  },
};
