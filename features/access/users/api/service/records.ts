import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { type ScopeKind, scopeKinds } from "#base/grants.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { versionConflict } from "#api/versionConflict.ts";
import { invitedUntil } from "#features/access/session/api/service/invitations.ts";
import { lockRights } from "#features/access/roles/api/service/rightsLock.ts";
import { readEmailChange } from "#features/access/users/emails/api/pendingEmailChanges.ts";
import { granterOf, holderOf, missingFrom } from "#features/access/users/api/service/grantableRoles.ts";
import { boundScopesOf, heldRolesOf } from "#features/access/users/rights/api/userRoles.ts";
import { userColumns, type UserRecord, userScopesTable, usersTable } from "#features/access/users/api/tables.ts";
import type { users } from "#features/access/users/contract.ts";
import { User } from "#features/access/users/contract/people.ts";
import { categoryOf } from "#features/access/users/rules.ts";

/** The resource of a user's audit entries. */
export const auditResource = "users";

const isBoundTo = (kind: ScopeKind) => (targets: readonly string[]) =>
  sql`exists (select 1
                from ${userScopesTable}
               where ${and(
                 eq(userScopesTable.userId, usersTable.id),
                 eq(userScopesTable.kind, kind),
                 inArray(userScopesTable.target, [...targets]),
               )})`;

/** Users who share a scope are inside it; a caller's own rows are the users they invited. */
export const userRows: ScopePolicy = {
  resource: auditResource,
  table: usersTable,
  id: usersTable.id,
  own: usersTable.createdBy,
  by: Object.fromEntries(scopeKinds.map((kind) => [kind, isBoundTo(kind)])),
  label: { title: usersTable.name, code: usersTable.email, search: usersTable.searchKey },
};

/** The users that the caller may see in the current operation. */
export const userScope = (ctx: Ctx): SQL | undefined => scopeCondition(ctx, userRows);

async function readById(ctx: Ctx, id: string, { isLocked = false } = {}): Promise<UserRecord> {
  const query = ctx.db
    .select(userColumns)
    .from(usersTable)
    .where(and(eq(usersTable.id, id), userScope(ctx)));
  // Sign-ins are not blocked: a session refers to the user and does not change them.
  const [record] = await (isLocked ? query.for("no key update") : query);
  if (record === undefined) throw commonRefusals.not_found();
  return record;
}

/** Refuses with `not_found`, also for a user whom the caller may not see. */
export const getUser = async (ctx: Ctx, { id }: Input<typeof users.get>): Promise<User> =>
  toUser(ctx, await readById(ctx, id));

/** Refuses with `not_found`. For a user's related records, not the user itself. */
export async function requireUser(ctx: Ctx, { id }: { id: string }): Promise<void> {
  await readById(ctx, id);
}

/**
 * Reads a user and locks their account and rights until the transaction of `ctx` ends. The rights of the caller and the
 * grants of all roles are locked too, so that a caller who is being demoted can't grant anything.
 *
 * Refuses with `not_found`, and with `version_conflict` if the user has changed since `version`; without a version, any
 * is accepted.
 */
export async function lockUser(ctx: Ctx, { id, version }: { id: string; version?: number }): Promise<UserRecord> {
  await lockRights(ctx);
  const record = await readById(ctx, id, { isLocked: true });
  if (version !== undefined && record.version !== version) {
    const current = await toUser(ctx, record);
    throw await versionConflict(ctx, { resource: auditResource, record, version, current, schema: User });
  }
  return record;
}

/** The fields of a record that responses contain. */
export async function toUser(ctx: Ctx, record: UserRecord): Promise<User> {
  const { id, number, name, email, language, status, version, createdAt, updatedAt, lastSignInAt, hasSecondFactor } =
    record;
  // One after another: a transaction has one connection.
  const roles = await heldRolesOf(ctx, [id]);
  const scopes = await boundScopesOf(ctx, [id]);
  const links = await invitedUntil(ctx, [id]);
  const holdsMore = await isAbove(ctx, id);
  const createdBy = await nameOf(ctx, record.createdBy);
  const emailChange = await readEmailChange(ctx, id);
  const paused = record.approvalsPausedUntil;
  return {
    id,
    number,
    name,
    email,
    category: categoryOf(record.categoryId),
    language,
    status,
    isEmailConfirmed: record.emailConfirmedAt !== null,
    emailChange,
    approvalsPausedUntil: paused !== null && ctx.now < paused ? paused : null,
    invitedUntil: status === "invited" ? (links.get(id) ?? null) : null,
    roles: roles.get(id) ?? [],
    scopes: scopes.get(id) ?? [],
    lastSignInAt,
    hasSecondFactor,
    createdAt,
    createdBy,
    updatedAt,
    version,
    isOwn: ctx.actor?.userId === id,
    holdsMore,
  };
}

async function isAbove(ctx: Ctx, id: string): Promise<boolean> {
  const granter = await granterOf(ctx);
  if (granter === null || granter.userId === id) return false;
  const holder = await holderOf(ctx, id);
  return missingFrom(ctx, granter, { grants: holder.grants, of: holder }) !== null;
}

async function nameOf(ctx: Ctx, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const [found] = await ctx.db.select({ name: usersTable.name }).from(usersTable).where(eq(usersTable.id, id));
  return found?.name ?? null;
}
