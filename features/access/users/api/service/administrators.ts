import { sql } from "drizzle-orm";
import { permissionsOf } from "#base/grants.ts";
import type { Ctx } from "#api/context.ts";
import { lockRights } from "#features/access/roles/api/service/rightsLock.ts";
import { userRolesTable, usersTable } from "#features/access/users/api/tables.ts";
import { userRefusals } from "#features/access/users/contract.ts";
import { rolesTable } from "#features/access/roles/api/tables.ts";

/**
 * Runs work that may leave the app without an administrator: removes or limits a role, disables or erases a user,
 * changes what a role grants. Runs in the caller's transaction and one at a time in the whole app, so that when two
 * administrators remove each other's role at once, the second is refused.
 *
 * Refuses with `last_administrator` if there was an active user with unlimited permissions and no end date, and there
 * would be none afterwards.
 */
export async function keepAdministrator<Done>(ctx: Ctx, work: () => Promise<Done>): Promise<Done> {
  await lockRights(ctx);
  const hadOne = await hasAdministrator(ctx);
  const done = await work();
  if (hadOne && !(await hasAdministrator(ctx))) throw userRefusals.last_administrator();
  return done;
}

/**
 * Those of these users who may decide about changes by others, now or from a future date, whatever the status of their
 * account. A user who could take over such an account could approve their own requests with it (docs/decisions/0048).
 */
export async function approversAmong(ctx: Ctx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const result = await ctx.db.execute(sql`
    select user_roles.user_id::text as id, roles.grants
      from ${userRolesTable} join ${rolesTable} on roles.id = user_roles.role_id
     where user_roles.user_id = any(${`{${userIds.join(",")}}`}::uuid[])
       and (user_roles.valid_to is null or ${ctx.now}::timestamptz < user_roles.valid_to)`);
  const { rows } = result as { rows: { id: string; grants: string[] }[] };
  return new Set(rows.filter(({ grants }) => grantsDeciding(grants)).map(({ id }) => id));
}

const deciding = "approvals.decide";
const grantsDeciding = (grants: readonly string[]) =>
  permissionsOf([deciding], grants).get(deciding)?.includes("all") ?? false;

export const isApprover = async (ctx: Ctx, userId: string): Promise<boolean> =>
  (await approversAmong(ctx, [userId])).has(userId);

/** Whether any active user holds `*`, now and without an end date. */
export async function hasAdministrator(ctx: Ctx): Promise<boolean> {
  const result = await ctx.db.execute(sql`
    select 1
      from ${usersTable}
      join ${userRolesTable} on user_roles.user_id = users.id
      join ${rolesTable} on roles.id = user_roles.role_id
     where users.status = 'active' and '*' = any (roles.grants)
       and (user_roles.valid_from is null or user_roles.valid_from <= ${ctx.now}::timestamptz)
       and user_roles.valid_to is null
     limit 1`);
  return (result as { rows: unknown[] }).rows.length > 0;
}
