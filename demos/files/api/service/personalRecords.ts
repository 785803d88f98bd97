import { desc, eq } from "drizzle-orm";
import type { PersonalRecords } from "#api/context.ts";
import { endUploads } from "#demos/files/api/service/parts.ts";
import { documentsTable, documentUploadsTable, offlineChoicesTable } from "#demos/files/api/tables.ts";

/** What a user stored in the file manager: the names. The bytes are among the files of the platform. */
export const documentRecords: PersonalRecords = {
  name: "documents",
  read: async (ctx, { userId }) => {
    const { id, name, type, byteCount, isPrivate, createdAt } = documentsTable;
    const rows = await ctx.db
      .select({ id, name, type, byteCount, isPrivate, createdAt })
      .from(documentsTable)
      .where(eq(documentsTable.ownerId, userId))
      .orderBy(desc(createdAt));
    return rows.length === 0 ? null : rows;
  },
  // Nobody else may see what was private, and nobody can continue an upload.
  erase: async (ctx, { userId }) => {
    await endUploads(ctx, eq(documentUploadsTable.ownerId, userId));
    await ctx.db.delete(offlineChoicesTable).where(eq(offlineChoicesTable.userId, userId));
  },
};
