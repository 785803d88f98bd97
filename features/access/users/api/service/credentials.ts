import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { userKeys } from "#features/access/users/api/service/people.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

// Writes of sign-ins to accounts. features/access/session decides; each function runs in its transaction, and its statement
// checks that the account is still as it was read: of two concurrent writes, one fails.

/** Notes that the user signs in now. Answers false for an account that is not active. */
export async function recordSignIn(ctx: Ctx, userId: string): Promise<boolean> {
  const noted = await ctx.db
    .update(usersTable)
    .set({ lastSignInAt: ctx.now })
    .where(and(eq(usersTable.id, userId), eq(usersTable.status, "active")))
    .returning({ id: usersTable.id });
  return noted.length > 0;
}

/** Stores and returns whether the user has a second factor, as `hasFactor` finds it. */
export async function writeSecondFactor(ctx: Ctx, userId: string, hasFactor: SQL): Promise<boolean> {
  const [marked] = await ctx.db
    .update(usersTable)
    .set({ hasSecondFactor: sql`${hasFactor}` })
    .where(eq(usersTable.id, userId))
    .returning({ hasSecondFactor: usersTable.hasSecondFactor });
  return marked?.hasSecondFactor ?? false;
}

/** The account as read before. Undefined means any password. */
type ReadBefore = { readonly hasSecondFactor: boolean; readonly passwordHash?: string | null };

/** A password of the user's choice, as a version of its own. Returns false if the account has changed since `before`. */
export async function replacePasswordHash(
  ctx: Ctx,
  { userId, passwordHash, before }: { userId: string; passwordHash: string; before: ReadBefore },
): Promise<boolean> {
  const replaced = await ctx.db
    .update(usersTable)
    .set({ passwordHash, mustChangePassword: false, version: sql`version + 1`, updatedAt: ctx.now })
    .where(
      and(
        eq(usersTable.id, userId),
        eq(usersTable.status, "active"),
        eq(usersTable.hasSecondFactor, before.hasSecondFactor),
        before.passwordHash === undefined
          ? undefined
          : sql`${usersTable.passwordHash} is not distinct from ${before.passwordHash}`,
      ),
    )
    .returning({ id: usersTable.id });
  return replaced.length > 0;
}

/** Another hash of the same password, or the same again. Returns false if the account has changed since it was read. */
export async function renewPasswordHash(
  ctx: Ctx,
  read: { readonly userId: string; readonly passwordHash: string; readonly hasSecondFactor: boolean },
  passwordHash: string,
): Promise<boolean> {
  const isUnchanged = and(
    eq(usersTable.id, read.userId),
    eq(usersTable.passwordHash, read.passwordHash),
    eq(usersTable.hasSecondFactor, read.hasSecondFactor),
    eq(usersTable.status, "active"),
  );
  const renewed = await ctx.db
    .update(usersTable)
    .set({ passwordHash })
    .where(isUnchanged)
    .returning({ id: usersTable.id });
  return renewed.length > 0;
}

/** Removes the password and the second factors of the user. */
export async function clearCredentials(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db
    .update(usersTable)
    .set({ passwordHash: null, mustChangePassword: false, hasSecondFactor: false })
    .where(eq(usersTable.id, userId));
}

type Registration = {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly passwordHash: string;
};

/** Stores what the user chose when confirming the address. Returns false if the account is no longer pending. */
export async function confirmRegistration(
  ctx: Ctx,
  { userId, name, email, passwordHash }: Registration,
): Promise<boolean> {
  const confirmed = await ctx.db
    .update(usersTable)
    .set({
      name,
      ...userKeys({ name, email }),
      passwordHash,
      emailConfirmedAt: ctx.now,
      version: sql`version + 1`,
      updatedAt: ctx.now,
    })
    .where(and(eq(usersTable.id, userId), eq(usersTable.status, "pending")))
    .returning({ id: usersTable.id });
  return confirmed.length > 0;
}
