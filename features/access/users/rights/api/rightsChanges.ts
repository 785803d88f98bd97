import { and, eq, inArray, or, sql } from "drizzle-orm";
import { countryCodes } from "#base/countries.ts";
import type { Input } from "#base/contract.ts";
import { commonRefusals, type FieldError } from "#base/refusal.ts";
import type { RowScope } from "#base/grants.ts";
import { changesBetween } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { pauseApprovals } from "#features/access/approvals/api/service/approvers.ts";
import { keepAdministrator } from "#features/access/users/api/service/administrators.ts";
import { granterOf, holderOf, missingFrom, requireGivable } from "#features/access/users/api/service/grantableRoles.ts";
import { readLabels } from "#features/access/users/rights/api/userRoles.ts";
import { lockUser } from "#features/access/users/api/service/records.ts";
import { writeUser } from "#features/access/users/api/service/writeUser.ts";
import { userRolesTable, userScopesTable, usersTable } from "#features/access/users/api/tables.ts";
import { userRefusals, type users } from "#features/access/users/contract.ts";
import { type RoleGrant, type User } from "#features/access/users/contract/people.ts";
import { rolesTable } from "#features/access/roles/api/tables.ts";

/**
 * Grants and revokes roles and scopes, all or nothing. An unchanged value is no change and creates no version.
 *
 * May be called inside a transaction of the caller's. Refuses with `not_found`, `version_conflict`, `own_roles`,
 * `grants_too_much` and what is missing, `holds_more` for revoking what the caller could not grant,
 * `last_administrator`, `outside_scope`, and with `invalid_input` for a role or a target that does not exist.
 */
export function changeRights(ctx: Ctx, input: Input<typeof users.changeRights>): Promise<User> {
  const { id, version, give, take, bind, unbind, reason } = input;
  return inTransaction(ctx, async (inner) => {
    await lockUser(inner, { id, version });
    if (inner.actor?.userId === id) throw userRefusals.own_roles();
    const before = await auditedRights(inner, id);
    await requireTakable(inner, id, { take, unbind });
    const write = async () => {
      await takeRights(inner, id, { take, unbind });
      await giveRights(inner, id, { roles: give, scopes: bind });
    };
    // A role that is granted again with a period may also end the user's time as an administrator.
    await keepAdministrator(inner, write);
    const changes = changesBetween(before, await auditedRights(inner, id));
    if (Object.keys(changes).length > 0) await pauseApprovals(inner, [id]);
    return writeUser(inner, id, {}, { action: "change_rights", changes, reason: reason ?? null });
  });
}

type NewRights = { readonly roles: readonly RoleGrant[]; readonly scopes: readonly RowScope[] };

/**
 * Grants roles and scopes to a user whom the caller's transaction has locked. A role granted again gets the new period.
 *
 * Refuses with `grants_too_much`, and with `invalid_input` for a role or a target that does not exist.
 */
export async function giveRights(ctx: Ctx, userId: string, { roles, scopes }: NewRights): Promise<void> {
  if (roles.length + scopes.length === 0) return;
  const grants = await grantsOfRoles(ctx, roles);
  await requireTargets(ctx, scopes);
  const giver = await granterOf(ctx);
  const holder = await holderOf(ctx, userId);
  const added = scopes.filter((scope) => !holder.scopes.some((held) => isSame(held, scope)));
  const of = { grants: [...holder.grants, ...grants], scopes: holder.scopes };
  requireGivable(ctx, giver, { grants, scopes: added, of });
  const by = { userId, grantedBy: ctx.actor?.kind === "user" ? ctx.actor.userId : null, grantedAt: ctx.now };
  if (roles.length > 0) {
    const { validFrom, validTo, grantedBy, grantedAt } = userRolesTable;
    const isOther = or(
      sql`${validFrom} is distinct from excluded.valid_from`,
      sql`${validTo} is distinct from excluded.valid_to`,
    );
    await ctx.db
      .insert(userRolesTable)
      .values(lastOfEach(roles).map((role) => ({ ...role, ...by })))
      .onConflictDoUpdate({
        target: [userRolesTable.userId, userRolesTable.roleId],
        set: {
          validFrom: excluded(validFrom.name),
          validTo: excluded(validTo.name),
          grantedBy: excluded(grantedBy.name),
          grantedAt: excluded(grantedAt.name),
        },
        ...(isOther ? { setWhere: isOther } : {}),
      });
  }
  if (added.length > 0) {
    await ctx.db
      .insert(userScopesTable)
      .values(added.map(({ kind, target }) => ({ kind, target, ...by })))
      .onConflictDoNothing();
  }
}

const excluded = (column: string) => sql.raw(`excluded.${column}`);
const lastOfEach = (roles: readonly RoleGrant[]) => [...new Map(roles.map((role) => [role.roleId, role])).values()];
const isSame = (a: RowScope, b: RowScope) => a.kind === b.kind && a.target === b.target;

type RemovedRights = { readonly take: readonly string[]; readonly unbind: readonly RowScope[] };

/** Users can't revoke what they can't grant: otherwise users with fewer permissions could lock the others out. */
async function requireTakable(ctx: Ctx, userId: string, { take, unbind }: RemovedRights): Promise<void> {
  if (take.length + unbind.length === 0) return;
  const giver = await granterOf(ctx);
  if (giver === null) return;
  const holder = await holderOf(ctx, userId);
  const grants = take.length === 0 ? [] : await grantsHeld(ctx, userId, take);
  const missing = missingFrom(ctx, giver, { grants, scopes: unbind, of: holder });
  if (missing) throw userRefusals.holds_more(missing);
}

async function takeRights(ctx: Ctx, userId: string, { take, unbind }: RemovedRights): Promise<void> {
  if (take.length > 0) {
    await ctx.db
      .delete(userRolesTable)
      .where(and(eq(userRolesTable.userId, userId), inArray(userRolesTable.roleId, [...take])));
  }
  for (const { kind, target } of unbind) {
    await ctx.db
      .delete(userScopesTable)
      .where(
        and(eq(userScopesTable.userId, userId), eq(userScopesTable.kind, kind), eq(userScopesTable.target, target)),
      );
  }
}

/** Locked until the transaction ends, so that the validated grants are those that are granted. */
async function grantsOfRoles(ctx: Ctx, roles: readonly RoleGrant[]): Promise<string[]> {
  if (roles.length === 0) return [];
  const ids = roles.map(({ roleId }) => roleId);
  const result = await ctx.db.execute(
    sql`select id, grants from ${rolesTable} where id in ${ids} order by id for share`,
  );
  const { rows } = result as { rows: { id: string; grants: string[] }[] };
  const found = new Set(rows.map(({ id }) => id));
  refuseErrors(ids.flatMap((id, place) => (found.has(id) ? [] : [unknown(`roles.${place}.roleId`, "role_unknown")])));
  return rows.flatMap(({ grants }) => grants);
}

async function grantsHeld(ctx: Ctx, userId: string, roleIds: readonly string[]): Promise<string[]> {
  const result = await ctx.db.execute(sql`
    select roles.grants
      from user_roles join ${rolesTable} on roles.id = user_roles.role_id
     where user_roles.user_id = ${userId}::uuid and roles.id in ${[...roleIds]}`);
  return (result as { rows: { grants: string[] }[] }).rows.flatMap(({ grants }) => grants);
}

const countries: ReadonlySet<string> = new Set(countryCodes);

/** Any resource that limits rows can be the target of a scope, as far as the caller may see it. */
async function requireTargets(ctx: Ctx, scopes: readonly RowScope[]): Promise<void> {
  const labelOf = await readLabels(ctx, scopes);
  const isThere = (scope: RowScope) =>
    scope.kind === "country" ? countries.has(scope.target) : labelOf(scope) !== null;
  refuseErrors(
    scopes.flatMap((scope, place) => (isThere(scope) ? [] : [unknown(`scopes.${place}.target`, "scope_unknown")])),
  );
}

const unknown = (path: string, code: "role_unknown" | "scope_unknown"): FieldError => ({
  path,
  code,
  message:
    code === "role_unknown" ? "This role no longer exists." : "Record not found, or you don’t have access to it.",
});

function refuseErrors(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw commonRefusals.invalid_input({}, errors);
}

type AuditedRights = { readonly roles: readonly object[]; readonly scopes: readonly string[] };

/** Roles by code and scopes by kind and target, as the audit log stores them. */
export const auditedRights = async (ctx: Ctx, userId: string): Promise<AuditedRights> =>
  (await rightsOfMany(ctx, [userId])).get(userId)!;

/** The same for many users, in one statement. */
export async function rightsOfMany(ctx: Ctx, userIds: readonly string[]): Promise<Map<string, AuditedRights>> {
  const result = await ctx.db.execute(sql`
    select users.id,
           array(select jsonb_build_object('role', roles.code, 'from', user_roles.valid_from, 'to', user_roles.valid_to)
                   from user_roles join ${rolesTable} on roles.id = user_roles.role_id
                  where user_roles.user_id = users.id order by roles.code) as roles,
           array(select kind || ':' || target
                   from user_scopes where user_scopes.user_id = users.id order by 1) as scopes
      from users
     where ${isAnyOf(usersTable.id, userIds)}`);
  const { rows } = result as { rows: (AuditedRights & { id: string })[] };
  return new Map(rows.map(({ id, roles, scopes }) => [id, { roles, scopes }]));
}
