import { eq } from "drizzle-orm";
import type { Ctx, PersonalRecords } from "#api/context.ts";
import {
  authenticatorsTable,
  emailConfirmationsTable,
  factorChallengesTable,
  knownOriginsTable,
  passkeysTable,
  passwordResetsTable,
  recoveryCodesTable,
  sessionsTable,
} from "#features/access/session/api/tables.ts";
import { clearCredentials } from "#features/access/users/api/service/credentials.ts";

/** A user's current and past sessions, and their sign-in methods. Secrets are never exported. */
export const signInRecords: PersonalRecords = {
  name: "signIn",
  read: async (ctx, { userId }) => {
    const { id, createdAt, lastUsedAt, expiresAt, address, userAgent } = sessionsTable;
    const [sessions, origins, passkeys, authenticators] = await Promise.all([
      ctx.db
        .select({ id, createdAt, lastUsedAt, expiresAt, address, userAgent })
        .from(sessionsTable)
        .where(eq(sessionsTable.userId, userId)),
      ctx.db
        .select({ origin: knownOriginsTable.origin, lastUsedAt: knownOriginsTable.lastUsedAt })
        .from(knownOriginsTable)
        .where(eq(knownOriginsTable.userId, userId)),
      ctx.db
        .select({ name: passkeysTable.name, createdAt: passkeysTable.createdAt, lastUsedAt: passkeysTable.lastUsedAt })
        .from(passkeysTable)
        .where(eq(passkeysTable.userId, userId)),
      ctx.db
        .select({ createdAt: authenticatorsTable.createdAt })
        .from(authenticatorsTable)
        .where(eq(authenticatorsTable.userId, userId)),
    ]);
    return { sessions, origins, passkeys, authenticators };
  },
  erase: closeDoors,
};

/**
 * Deletes all means of access of a user: sessions, the password, mailed links, second factors. In the caller's
 * transaction.
 */
export async function closeDoors(ctx: Ctx, { userId }: { userId: string }): Promise<void> {
  const tables = [
    sessionsTable,
    knownOriginsTable,
    passwordResetsTable,
    emailConfirmationsTable,
    factorChallengesTable,
    recoveryCodesTable,
    passkeysTable,
    authenticatorsTable,
  ];
  for (const table of tables) await ctx.db.delete(table).where(eq(table.userId, userId));
  await clearCredentials(ctx, userId);
}
