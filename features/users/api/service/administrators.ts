import { sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { lockRights } from "#features/roles/api/service/rightsLock.ts";
import { userRolesTable, usersTable } from "#features/users/api/tables.ts";
import { userRefusals } from "#features/users/contract.ts";

/**
 * Does what may end somebody's being an administrator: takes or limits a role, disables or erases a person, changes what
 * a role grants. In the caller's transaction; one at a time in the whole house, so that of two who take each other's role at
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

/** Whether one of these roles is an administrator's. */
export async function grantEverything(ctx: Ctx, roleIds: readonly string[]): Promise<boolean> {
  if (roleIds.length === 0) return false;
  const result = await ctx.db.execute(
    sql`select 1 from roles where id = any(${`{${roleIds.join(",")}}`}::uuid[]) and '*' = any (grants) limit 1`,
  );
  return (result as { rows: unknown[] }).rows.length > 0;
}

/** Of these people those who hold `*` now. */
export async function administratorsAmong(ctx: Ctx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const result = await ctx.db.execute(sql`
    select distinct user_roles.user_id::text as id
      from ${userRolesTable} join roles on roles.id = user_roles.role_id
     where user_roles.user_id = any(${`{${userIds.join(",")}}`}::uuid[]) and '*' = any (roles.grants)
       and (user_roles.valid_from is null or user_roles.valid_from <= ${ctx.now}::timestamptz)
       and (user_roles.valid_to is null or ${ctx.now}::timestamptz < user_roles.valid_to)`);
  return new Set((result as { rows: { id: string }[] }).rows.map(({ id }) => id));
}

/** Whether anybody active holds `*`, now and with no end. */
export async function hasAdministrator(ctx: Ctx): Promise<boolean> {
  const result = await ctx.db.execute(sql`
    select 1
      from ${usersTable}
      join ${userRolesTable} on user_roles.user_id = users.id
      join roles on roles.id = user_roles.role_id
     where users.status = 'active' and '*' = any (roles.grants)
       and (user_roles.valid_from is null or user_roles.valid_from <= ${ctx.now}::timestamptz)
       and user_roles.valid_to is null
     limit 1`);
  return (result as { rows: unknown[] }).rows.length > 0;
}
