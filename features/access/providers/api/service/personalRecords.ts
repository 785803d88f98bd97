import { eq } from "drizzle-orm";
import type { PersonalRecords } from "#api/context.ts";
import { identitiesTable as table } from "#features/access/providers/api/tables.ts";

/** External identities that are linked to a user. */
export const identityRecords: PersonalRecords = {
  name: "identities",
  read: async (ctx, { userId }) => {
    const { provider, issuer, subject, email, linkedAt, lastUsedAt } = table;
    const rows = await ctx.db
      .select({ provider, issuer, subject, email, linkedAt, lastUsedAt })
      .from(table)
      .where(eq(table.userId, userId));
    return rows.length === 0 ? null : rows;
  },
  erase: async (ctx, { userId }) => {
    await ctx.db.delete(table).where(eq(table.userId, userId));
  },
};
