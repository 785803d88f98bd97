import { and, eq, sql } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import { recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { pauseApprovals } from "#features/access/approvals/api/service/approvers.ts";
import type { OwnIdentity } from "#features/access/providers/contract.ts";
import type { Adapter, Proof } from "#features/access/providers/api/service/adapter.ts";
import { identitiesTable } from "#features/access/providers/api/tables.ts";
import { newId } from "#api/newId.ts";
import { enqueueSecurityEmail } from "#features/access/session/api/service/securityEmails.ts";

const isOf = ({ issuer, subject }: Proof) =>
  and(eq(identitiesTable.issuer, issuer), eq(identitiesTable.subject, subject));

/** The user to whom this identity is linked, if any. */
export async function findLinked(ctx: Ctx, proof: Proof): Promise<string | null> {
  const [found] = await ctx.db.select({ userId: identitiesTable.userId }).from(identitiesTable).where(isOf(proof));
  return found?.userId ?? null;
}

/**
 * Links an identity to a user, in the caller's transaction. Returns `false` if it is linked to another user already, or
 * if another identity of this provider is linked to this user: the provider may have given the address to another
 * person. The user is notified by email.
 */
export async function linkTo(
  ctx: Ctx,
  { settings }: Adapter,
  { proof, userId }: { proof: Proof; userId: string },
): Promise<boolean> {
  const { issuer, subject, email } = proof;
  const made = await ctx.db
    .insert(identitiesTable)
    .values({
      id: newId(ctx),
      userId,
      provider: settings.code,
      issuer,
      subject,
      email,
      linkedAt: ctx.now,
      lastUsedAt: ctx.now,
    })
    .onConflictDoNothing()
    .returning({ id: identitiesTable.id });
  // Of two simultaneous first sign-ins the second finds the link of the first.
  if (made.length === 0) return (await findLinked(ctx, proof)) === userId;
  await recordAudit(ctx, [linkEvent("link_identity", userId, { before: null, after: settings.code })]);
  await pauseApprovals(ctx, [userId]);
  await enqueueSecurityEmail(ctx, userId, "link_identity");
  return true;
}

/** Stores the last use, and the current address. */
export async function noteUse(ctx: Ctx, proof: Proof): Promise<void> {
  await ctx.db.update(identitiesTable).set({ lastUsedAt: ctx.now, email: proof.email }).where(isOf(proof));
}

/** The user's own identities, the latest linked first. */
export async function listOwnIdentities(ctx: Ctx): Promise<OwnIdentity[]> {
  const { id, provider, email, linkedAt, lastUsedAt } = identitiesTable;
  const rows = await ctx.db
    .select({ id, provider, email, linkedAt, lastUsedAt })
    .from(identitiesTable)
    .where(eq(identitiesTable.userId, actorOf(ctx).userId))
    .orderBy(sql`${linkedAt} desc`, sql`${id} desc`);
  const names = new Map(ctx.settings.signInProviders.map((each) => [each.code, each.name]));
  return rows.map((row) => ({ ...row, provider: names.get(row.provider) ?? row.provider }));
}

/** Unlinks one of the user's own identities. Another user's is refused with `not_found`, as if it did not exist. */
export async function unlinkIdentity(ctx: Ctx, { identityId }: { identityId: string }): Promise<void> {
  const { userId } = actorOf(ctx);
  await inTransaction(ctx, async (inner) => {
    const [taken] = await inner.db
      .delete(identitiesTable)
      .where(and(eq(identitiesTable.id, identityId), eq(identitiesTable.userId, userId)))
      .returning({ provider: identitiesTable.provider });
    if (taken === undefined) throw commonRefusals.not_found();
    await recordAudit(inner, [linkEvent("unlink_identity", userId, { before: taken.provider, after: null })]);
    await enqueueSecurityEmail(inner, userId, "unlink_identity");
  });
  ctx.jobs.wake();
}

const linkEvent = (action: string, userId: string, provider: { before: string | null; after: string | null }) => ({
  action,
  resource: "users",
  resourceId: userId,
  changes: { provider },
});
