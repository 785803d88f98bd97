import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { RowScope } from "#base/grants.ts";
import { emailKey } from "#base/emailAddress.ts";
import { searchKey, sortKey } from "#base/searchKey.ts";
import type { Instant } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { userRolesTable, userScopesTable, usersTable } from "#features/access/users/api/tables.ts";
import { rolesTable } from "#features/access/roles/api/tables.ts";

/** The columns by which users are sorted and searched. */
export function userKeys({ name, email }: { name: string; email: string }) {
  return {
    sortKey: sortKey(name),
    searchKey: ` ${searchKey(name)} ${searchKey(email)}`,
  };
}

type Row = typeof usersTable.$inferInsert;
type NewUser = Pick<Row, "id" | "categoryId" | "name" | "email" | "status"> &
  Partial<Pick<Row, "passwordHash" | "mustChangePassword" | "language" | "emailConfirmedAt">>;

/**
 * Adds accounts in the caller's transaction. Returns the ids of those that were added: an address in use stays with its
 * user, even when two calls add it at once.
 */
export async function insertUsers(ctx: Ctx, users: readonly NewUser[]): Promise<ReadonlySet<string>> {
  const added = await ctx.db
    .insert(usersTable)
    .values(
      users.map((user) => ({
        ...user,
        emailKey: emailKey(user.email),
        ...userKeys(user),
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })),
    )
    .onConflictDoNothing()
    .returning({ id: usersTable.id });
  return new Set(added.map(({ id }) => id));
}

/**
 * Assigns a role by its code, without an end date. In the caller's transaction; a role that the user has is unchanged.
 */
export async function grantRole(ctx: Ctx, { userId, role }: { userId: string; role: string }): Promise<void> {
  await ctx.db.execute(sql`
    insert into ${userRolesTable} (user_id, role_id, granted_by, granted_at)
    select ${userId}::uuid, roles.id, ${ctx.actor?.userId ?? null}::uuid, ${ctx.now}::timestamptz
      from ${rolesTable}
     where roles.code = ${role}
    on conflict do nothing`);
}

/** Adds a scope to a user. In the caller's transaction; a scope that the user has is unchanged. */
export async function bindTo(ctx: Ctx, { userId, kind, target }: RowScope & { userId: string }): Promise<void> {
  await ctx.db
    .insert(userScopesTable)
    .values({ userId, kind, target, grantedBy: ctx.actor?.userId ?? null, grantedAt: ctx.now })
    .onConflictDoNothing();
}

/** The condition under which a user holds a role at this moment. */
export const holdsRole = (userId: PgColumn | SQL, role: string, now: string): SQL => sql`exists (
  select 1
    from user_roles join ${rolesTable} on roles.id = user_roles.role_id
   where user_roles.user_id = ${userId} and roles.code = ${role}
     and (user_roles.valid_from is null or user_roles.valid_from <= ${now}::timestamptz)
     and (user_roles.valid_to is null or ${now}::timestamptz < user_roles.valid_to))`;

/**
 * Activates a user who set a first password with the link of an invitation. In the caller's transaction. Does nothing
 * for other users.
 */
export async function acceptInvitation(ctx: Ctx, { userId }: { userId: string }): Promise<void> {
  await ctx.db
    .update(usersTable)
    .set({ status: "active" })
    .where(and(eq(usersTable.id, userId), eq(usersTable.status, "invited")));
}

/** Records that the user's address is confirmed, as of now if it was not before. In the caller's transaction. */
export async function confirmAddress(ctx: Ctx, userId: string): Promise<void> {
  await ctx.db
    .update(usersTable)
    .set({ emailConfirmedAt: ctx.now })
    .where(and(eq(usersTable.id, userId), isNull(usersTable.emailConfirmedAt)));
}

/** These accounts can't approve anything until then (features/access/approvals). In the caller's transaction. */
export async function pauseApprovalsUntil(ctx: Ctx, userIds: readonly string[], until: Instant): Promise<void> {
  await ctx.db
    .update(usersTable)
    .set({ approvalsPausedUntil: until })
    .where(inArray(usersTable.id, [...userIds]));
}

/** Removes a role from all users for whom it has expired. In the transaction that deletes the role. */
export async function forgetRole(ctx: Ctx, roleId: string): Promise<void> {
  await ctx.db.delete(userRolesTable).where(eq(userRolesTable.roleId, roleId));
}

/** Moves all scopes of one target to another of the same kind, in the caller's transaction. Returns the users affected. */
export async function rebindScopes(
  ctx: Ctx,
  { kind, from, into }: { readonly kind: RowScope["kind"]; readonly from: string; readonly into: string },
): Promise<string[]> {
  const bound = await ctx.db.execute(sql`
    insert into user_scopes (user_id, kind, target, granted_by, granted_at)
    select user_id, kind, ${into}, granted_by, granted_at
      from user_scopes where kind = ${kind} and target = ${from}
    on conflict (user_id, kind, target) do update set granted_at = user_scopes.granted_at
    returning user_id as "userId"`);
  await ctx.db.execute(sql`delete from user_scopes where kind = ${kind} and target = ${from}`);
  return (bound as { rows: { userId: string }[] }).rows.map(({ userId }) => userId);
}
