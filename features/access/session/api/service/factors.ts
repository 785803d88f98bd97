import { and, asc, eq, exists, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { newPasswordRules } from "#base/passwords.ts";
import { commonRefusals } from "#base/refusal.ts";
import { approvable } from "#api/approvals.ts";
import { recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { pauseApprovals } from "#features/access/approvals/api/service/approvers.ts";
import { factorRefusals, factors } from "#features/access/session/contract/factors.ts";
import type { FactorEvent } from "#features/access/session/api/service/emails.ts";
import { type PasswordAlone, requireProof } from "#features/access/session/api/service/proof.ts";
import { countRecoveryCodes, makeRecoveryCodes } from "#features/access/session/factors/api/recoveryCodes.ts";
import { enqueueSecurityEmail } from "#features/access/session/api/service/securityEmails.ts";
import {
  authenticatorsTable,
  factorChallengesTable,
  passkeysTable,
  recoveryCodesTable,
  sessionsTable,
} from "#features/access/session/api/tables.ts";
import { isApprover } from "#features/access/users/api/service/administrators.ts";
import { writeSecondFactor } from "#features/access/users/api/service/credentials.ts";
import { rightsAbove } from "#features/access/users/api/service/grantableRoles.ts";
import { getUser, lockUser } from "#features/access/users/api/service/records.ts";
import { asksForSecondFactor } from "#features/access/users/api/service/rights.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

/** The user's second factors. */
export async function readFactors(ctx: Ctx): Promise<Output<typeof factors.readFactors>> {
  const { userId } = actorOf(ctx);
  const [[found], passkeys, recoveryCodesLeft] = await Promise.all([
    ctx.db
      .select({
        authenticatorSince: authenticatorsTable.confirmedAt,
        isRequired: sql<boolean>`${asksForSecondFactor(usersTable.id, sql`${ctx.now}::timestamptz`)}`,
      })
      .from(usersTable)
      .leftJoin(authenticatorsTable, eq(authenticatorsTable.userId, usersTable.id))
      .where(eq(usersTable.id, userId)),
    ctx.db
      .select({
        id: passkeysTable.id,
        name: passkeysTable.name,
        createdAt: passkeysTable.createdAt,
        lastUsedAt: passkeysTable.lastUsedAt,
        version: passkeysTable.version,
      })
      .from(passkeysTable)
      .where(eq(passkeysTable.userId, userId))
      .orderBy(asc(passkeysTable.createdAt), asc(passkeysTable.id)),
    countRecoveryCodes(ctx, userId),
  ]);
  if (found === undefined) throw commonRefusals.not_found();
  return { ...found, passkeys, recoveryCodesLeft };
}

/**
 * Locks the user's row, in the caller's transaction. Call it first in every change of how a user signs in, so that two
 * such changes don't deadlock.
 */
export async function lockFactorsOf(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db.select({ id: usersTable.id }).from(usersTable).where(eq(usersTable.id, userId)).for("no key update");
}

/**
 * Common to all new factors: the flag on the user, a log entry, an email, and recovery codes for users who have none.
 */
export async function factorAdded(ctx: Ctx, event: FactorEvent): Promise<string[]> {
  const { userId } = actorOf(ctx);
  await markSecondFactor(ctx, userId);
  await noteEvent(ctx, userId, event);
  return (await countRecoveryCodes(ctx, userId)) > 0 ? [] : makeRecoveryCodes(ctx, userId);
}

/**
 * Common to all removed factors. With the last factor the recovery codes are deleted too, because there is nothing left
 * to recover.
 *
 * Refuses with `password_needs_factor` and `password_asked` to remove the last one if the password is too short to be
 * used alone, or was not given: users must not lock themselves out (reliability R4).
 */
export async function factorRemoved(ctx: Ctx, event: FactorEvent, password: PasswordAlone): Promise<void> {
  const { userId } = actorOf(ctx);
  const hasSecondFactor = await markSecondFactor(ctx, userId);
  if (!hasSecondFactor) {
    if (password === "unknown") throw factorRefusals.password_asked();
    if (password === "short") throw factorRefusals.password_needs_factor({ minimum: newPasswordRules.min });
    await ctx.db.delete(recoveryCodesTable).where(eq(recoveryCodesTable.userId, userId));
  }
  await noteEvent(ctx, userId, event);
}

/** The log entry and the email for a change of how a user signs in. */
export async function noteEvent(ctx: Ctx, userId: string, event: FactorEvent) {
  await recordAudit(ctx, [{ action: event, resource: "users", resourceId: userId, changes: {} }]);
  await enqueueSecurityEmail(ctx, userId, event);
}

/** Stores whether the user has a second factor, computed from the factor tables. Returns the result. */
const markSecondFactor = (ctx: Ctx, userId: string): Promise<boolean> =>
  writeSecondFactor(ctx, userId, hasAnyFactor(ctx, userId));

function hasAnyFactor({ db }: Ctx, userId: string): SQL {
  const isSetUp = and(eq(authenticatorsTable.userId, userId), isNotNull(authenticatorsTable.confirmedAt));
  return or(
    exists(db.select({ one: sql`1` }).from(authenticatorsTable).where(isSetUp)),
    exists(db.select({ one: sql`1` }).from(passkeysTable).where(eq(passkeysTable.userId, userId))),
  )!;
}

/**
 * Creates ten recovery codes; the old ones no longer work. Refuses with `no_second_factor` if there is no factor to
 * recover, and like `requireProof`.
 */
export async function renewRecoveryCodes(
  ctx: Ctx,
  { proof }: Input<typeof factors.renewRecoveryCodes>,
): Promise<Output<typeof factors.renewRecoveryCodes>> {
  const { userId } = actorOf(ctx);
  await requireProof(ctx, proof, { acceptsFreshSession: false });
  return inTransaction(ctx, async (inner) => {
    await lockFactorsOf(inner, userId);
    if (!(await markSecondFactor(inner, userId))) throw factorRefusals.no_second_factor();
    await noteEvent(inner, userId, "renew_recovery_codes");
    return { recoveryCodes: await makeRecoveryCodes(inner, userId) };
  });
}

/**
 * Removes all factors of a user who has lost them, and ends their sessions. They sign in with only the password again,
 * unless their role requires a factor: then they must set up a new one first. A password that was short beside the
 * factor no longer works, and they must request a link to set another. For a day the account can't approve anything.
 *
 * Refuses with `not_found`, also for users whom the caller may not see, with `own_factors` for the caller's own,
 * because that would bypass the proof, and with `resets_too_much` for users with permissions that the caller lacks.
 */
export async function resetFactors(
  ctx: Ctx,
  { userId, reason }: Input<typeof factors.resetFactors>,
): Promise<Record<string, never>> {
  const actor = actorOf(ctx);
  if (userId === actor.userId) throw factorRefusals.own_factors();
  await inTransaction(ctx, async (inner) => {
    const { hasSecondFactor } = await lockUser(inner, { id: userId });
    const missing = await rightsAbove(inner, userId);
    if (missing) throw factorRefusals.resets_too_much(missing);
    await forgetFactors(inner, userId);
    await pauseApprovals(inner, [userId]);
    await inner.db.delete(sessionsTable).where(eq(sessionsTable.userId, userId));
    const changes = hasSecondFactor ? { hasSecondFactor: { before: true, after: false } } : {};
    await recordAudit(inner, [{ action: "reset_factors", resource: "users", resourceId: userId, changes, reason }]);
    await enqueueSecurityEmail(inner, userId, "reset_factors");
  });
  return {};
}

/** Removing an approver's factors is half-way to signing in as that approver (docs/decisions/0048). */
export const factorReset = approvable<typeof factors.resetFactors>({
  action: "users.resetFactors",
  resource: "users",
  operation: factors.resetFactors,
  resourceIdOf: ({ userId }) => userId,
  isMeant: ({ userId }, ctx) => isApprover(ctx, userId),
  isAboutPerson: true,
  guardsApproval: true,
  baseVersion: async (ctx, { userId }) => (await getUser(ctx, { id: userId })).version,
  apply: resetFactors,
  describe: async (ctx, { userId }) => ({ title: (await getUser(ctx, { id: userId })).name }),
});

/** Deletes all of a user's factors, in the caller's transaction and holding its lock of the user. */
async function forgetFactors(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db.delete(authenticatorsTable).where(eq(authenticatorsTable.userId, userId));
  await ctx.db.delete(passkeysTable).where(eq(passkeysTable.userId, userId));
  await ctx.db.delete(recoveryCodesTable).where(eq(recoveryCodesTable.userId, userId));
  await ctx.db.delete(factorChallengesTable).where(eq(factorChallengesTable.userId, userId));
  await markSecondFactor(ctx, userId);
}
