import { sql } from "drizzle-orm";
import { permissionsOf } from "#base/grants.ts";
import type { Ctx } from "#api/context.ts";
import { lockRights } from "#features/access/roles/api/service/rightsLock.ts";
import { userRolesTable, usersTable } from "#features/access/users/api/tables.ts";
import { userRefusals } from "#features/access/users/contract.ts";
import { rolesTable } from "#features/access/roles/api/tables.ts";

/**
 * Does what may end somebody's being an administrator: takes or limits a role, disables or erases a person, changes what
 * a role grants. In the caller's transaction; one at a time in all of Mizan, so that of two who take each other's role at
 * once the second is refused.
 *
 * Refuses with `last_administrator` when there was somebody active who may do everything without an end, and would be
 * nobody after it.
 */
export async function keepAdministrator<Done>(ctx: Ctx, work: () => Promise<Done>): Promise<Done> {
  await lockRights(ctx);
  const hadOne = await hasAdministrator(ctx);
  const done = await work();
  if (hadOne && !(await hasAdministrator(ctx))) throw userRefusals.last_administrator();
  return done;
}

/**
 * Of these people those who may decide about changes of others, now or from a day to come, whatever the status of their
 * account. Whoever could take over such an account could approve their own requests with it (docs/decisions/0048).
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

/** Whether anybody active holds `*`, now and with no end. */
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
