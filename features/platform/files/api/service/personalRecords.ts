import { desc, eq } from "drizzle-orm";
import type { PersonalRecords } from "#api/context.ts";
import { filesTable } from "#features/platform/files/api/tables.ts";

/** The files that a user uploaded: their metadata. The bytes belong to the records that show them. */
export const fileRecords: PersonalRecords = {
  name: "files",
  read: async (ctx, { userId }) => {
    const { id, purpose, resource, resourceId, name, mediaType, byteCount, createdAt } = filesTable;
    const rows = await ctx.db
      .select({ id, purpose, resource, resourceId, name, mediaType, byteCount, createdAt })
      .from(filesTable)
      .where(eq(filesTable.createdBy, userId))
      .orderBy(desc(createdAt));
    return rows.length === 0 ? null : rows;
  },
};
