import { eq } from "drizzle-orm";
import type { PersonalRecords } from "#api/personal.ts";
import { emailConfirmationsTable } from "#features/account/api/tables.ts";

/** Links that were mailed to confirm an address, and are open still. */
export const confirmationRecords: PersonalRecords = {
  name: "emailConfirmations",
  read: async (ctx, { userId }) => {
    const { createdAt, expiresAt } = emailConfirmationsTable;
    const rows = await ctx.db
      .select({ createdAt, expiresAt })
      .from(emailConfirmationsTable)
      .where(eq(emailConfirmationsTable.userId, userId));
    return rows.length === 0 ? null : rows;
  },
  erase: async (ctx, { userId }) => {
    await ctx.db.delete(emailConfirmationsTable).where(eq(emailConfirmationsTable.userId, userId));
  },
};
