import { desc, eq, sql } from "drizzle-orm";
import type { PersonalRecords } from "#api/context.ts";
import { importMappingsTable, importsTable } from "#features/platform/imports/api/tables.ts";

/** The files that a user uploaded. What they wrote to other areas belongs to those areas. */
export const importRecords: PersonalRecords = {
  name: "imports",
  read: async (ctx, { userId }) => {
    const { id, resource, fileName, byteCount, rowsCount, state, createdAt, finishedAt } = importsTable;
    const rows = await ctx.db
      .select({ id, resource, fileName, byteCount, rowsCount, state, createdAt, finishedAt })
      .from(importsTable)
      .where(eq(importsTable.ownerId, userId))
      .orderBy(desc(createdAt));
    return rows.length === 0 ? null : rows;
  },
  erase: async (ctx, { userId }) => {
    await ctx.db.delete(importMappingsTable).where(eq(importMappingsTable.ownerId, userId));
    // A run has the id of its user; a run in progress finds out that the user was erased.
    await ctx.db
      .update(importsTable)
      .set({ caller: sql`${importsTable.caller} || '{"name": "", "email": "", "address": ""}'` })
      .where(eq(importsTable.ownerId, userId));
  },
};
