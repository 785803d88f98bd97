import { sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { actionOf, permissionsOf, resourceOf, rowLimits } from "#base/grants.ts";
import type { Ctx } from "#api/context.ts";
import { requireUser } from "#features/access/users/api/service/records.ts";
import { userRolesTable } from "#features/access/users/api/tables.ts";
import { type users } from "#features/access/users/contract.ts";
import { type EffectivePermission } from "#features/access/users/contract/people.ts";
import { rolesTable } from "#features/access/roles/api/tables.ts";

/**
 * What a person may do at this moment, in the order of the permissions, each with the roles that say so. Of an account
 * that cannot sign in it is what it would be. Refuses with `not_found`.
 */
export async function readEffectivePermissions(
  ctx: Ctx,
  { id }: Input<typeof users.permissions>,
): Promise<Output<typeof users.permissions>> {
  await requireUser(ctx, { id });
  const result = await ctx.db.execute(sql`
    select roles.code, roles.grants
      from ${userRolesTable} join ${rolesTable} on roles.id = user_roles.role_id
     where user_roles.user_id = ${id}::uuid
       and (user_roles.valid_from is null or user_roles.valid_from <= ${ctx.now}::timestamptz)
       and (user_roles.valid_to is null or ${ctx.now}::timestamptz < user_roles.valid_to)
     order by user_roles.granted_at, roles.code`);
  const { rows: roles } = result as { rows: { code: string; grants: string[] }[] };
  const { permissions, operations } = ctx.catalogue;
  const dangerous = new Set(operations.filter(({ isDangerous }) => isDangerous).map(({ permission }) => permission));
  const reached = roles.map(({ code, grants }) => ({ code, permissions: permissionsOf(permissions, grants) }));
  const rows = permissions.flatMap((permission): EffectivePermission[] => {
    const limits = rowLimits.flatMap((limit) => {
      const codes = reached.filter((role) => role.permissions.get(permission)?.includes(limit)).map(({ code }) => code);
      return codes.length === 0 ? [] : [{ limit, roles: codes }];
    });
    if (limits.length === 0) return [];
    const isDangerous = dangerous.has(permission as never);
    return [{ permission, resource: resourceOf(permission), action: actionOf(permission), isDangerous, limits }];
  });
  return { rows };
}
