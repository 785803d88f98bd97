import { eq } from "drizzle-orm";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { sessionRefusals } from "#features/access/session/contract.ts";
import { alone, type PasswordContext, canonicalPassword } from "#base/passwords.ts";
import { recordAudit } from "#api/audit.ts";
import { openSession } from "#features/access/session/api/service/openSession.ts";
import { refuseWeak } from "#features/access/session/passwords/api/passwordRules.ts";
import { refuseField } from "#features/access/session/api/service/proof.ts";
import { hashPassword, verifyPassword } from "#features/access/session/api/service/passwords.ts";
import { refundAttempt, countOrRefuse } from "#api/throttle.ts";
import { factorChallengesTable, passwordResetsTable, sessionsTable } from "#features/access/session/api/tables.ts";
import { replacePasswordHash } from "#features/access/users/api/service/credentials.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/** Wrong current passwords in one window: limits guessing at an unattended screen. */
const changeTriesMax = 10;

/**
 * Changes the user's own password. Every session of the user ends, and a new one begins whose token is returned.
 *
 * Refuses with `current_password_wrong`, `password_unchanged`, `password_too_short`, `password_guessable` or
 * `rate_limited`.
 */
export async function changePassword(
  ctx: Ctx,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
): Promise<{ accessToken: string }> {
  const actor = actorOf(ctx);
  const limits = [{ key: `password:${actor.userId}`, max: changeTriesMax }] as const;
  await countOrRefuse(ctx, limits);
  const before = await readPassword(ctx, actor.userId);
  if (!(await verifyPassword(ctx, currentPassword, before.passwordHash)))
    throw refuseField("currentPassword", sessionRefusals.current_password_wrong);
  await refundAttempt(ctx, limits);
  if (canonicalPassword(newPassword) === canonicalPassword(currentPassword)) {
    throw refuseField("newPassword", sessionRefusals.password_unchanged);
  }
  const { name, email } = actor;
  await refuseWeak(newPassword, { field: "newPassword", person: { name, email, ...before } });
  const passwordHash = await hashPassword(ctx, newPassword);
  return inTransaction(ctx, async (inner) => {
    const isReplaced = await replacePassword(inner, { userId: actor.userId, passwordHash, before });
    if (!isReplaced) throw refuseField("currentPassword", sessionRefusals.current_password_wrong);
    await recordAudit(inner, [{ action: "change_password", resource: "users", resourceId: actor.userId, changes: {} }]);
    const { accessToken } = await openSession(inner, actor.userId);
    return { accessToken };
  });
}

type PasswordCheckContext = PasswordContext & { readonly passwordHash?: string | null };

/**
 * Sets a password and ends what depends on the old one: every session, every mailed link and every unfinished sign-in.
 *
 * `before` is the state when the new password was validated, with the `passwordHash` to replace; returns `false` if it
 * has changed since. Without a hash it replaces any.
 */
export async function replacePassword(
  ctx: Ctx,
  { userId, passwordHash, before }: { userId: string; passwordHash: string; before: PasswordCheckContext },
): Promise<boolean> {
  const isReplaced = await replacePasswordHash(ctx, { userId, passwordHash, before });
  await ctx.db.delete(sessionsTable).where(eq(sessionsTable.userId, userId));
  await ctx.db.delete(passwordResetsTable).where(eq(passwordResetsTable.userId, userId));
  await ctx.db.delete(factorChallengesTable).where(eq(factorChallengesTable.userId, userId));
  return isReplaced;
}

async function readPassword(ctx: Ctx, userId: string) {
  const [user] = await ctx.db
    .select({ passwordHash: usersTable.passwordHash, hasSecondFactor: usersTable.hasSecondFactor })
    .from(usersTable)
    .where(eq(usersTable.id, userId));
  return user ?? { passwordHash: null, ...alone };
}
