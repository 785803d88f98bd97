import { eq, sql } from "drizzle-orm";
import { type AuditEntryInput, recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { assertInScope } from "#api/scopeCondition.ts";
import { auditResource, toUser, userRows } from "#features/access/users/api/service/records.ts";
import { userColumns, type UserRecord, usersTable } from "#features/access/users/api/tables.ts";
import { type User } from "#features/access/users/contract/people.ts";

type UserColumns = Partial<Omit<UserRecord, "id" | "number" | "version" | "lastSignInKey">>;
type AuditNote = Pick<AuditEntryInput, "action" | "changes" | "reason"> & {
  /** The change removes the user from every caller's scope, as an erasure does. */
  readonly leavesScope?: true;
};

/**
 * Writes a validated change to a user whom the caller's transaction has locked, as a new version with its audit entry.
 * Refuses with `outside_scope` if the caller could no longer see the user.
 */
export async function writeUser(
  ctx: Ctx,
  id: string,
  written: UserColumns,
  { leavesScope, ...noted }: AuditNote,
): Promise<User> {
  const [record] = await ctx.db
    .update(usersTable)
    .set({ ...written, version: sql`${usersTable.version} + 1`, updatedAt: ctx.now })
    .where(eq(usersTable.id, id))
    .returning(userColumns);
  if (!leavesScope) await assertInScope(ctx, userRows, [id]);
  await recordAudit(ctx, [{ ...noted, resource: auditResource, resourceId: id }]);
  return toUser(ctx, record!);
}

/** The same change to many locked users, each with its own audit entry, in as few statements as for one. */
export async function writeUsers(
  ctx: Ctx,
  ids: readonly string[],
  written: UserColumns,
  notedOf: (id: string) => Pick<AuditEntryInput, "action" | "changes" | "reason">,
): Promise<void> {
  await ctx.db
    .update(usersTable)
    .set({ ...written, version: sql`${usersTable.version} + 1`, updatedAt: ctx.now })
    .where(isAnyOf(usersTable.id, ids));
  await assertInScope(ctx, userRows, ids);
  await recordAudit(
    ctx,
    ids.map((id) => ({ ...notedOf(id), resource: auditResource, resourceId: id })),
  );
}
