import { and, inArray, isNull, gt, or, sql } from "drizzle-orm";
import type { BulkPreview, BulkResult } from "#base/bulk.ts";
import type { Input } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { recordAudit } from "#api/audit.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { pauseApprovals, restartObjections } from "#features/access/approvals/api/service/approvers.ts";
import { approvalNeeds } from "#features/access/approvals/api/service/deciders.ts";
import { refuseWhereNeeded } from "#features/access/approvals/api/service/requests.ts";
import { lockRights } from "#features/access/roles/api/service/rightsLock.ts";
import { endSessionsOf } from "#features/access/session/api/service/userSessions.ts";
import { disabling, rightsChange } from "#features/access/users/api/service/approvable.ts";
import { approversAmong, keepAdministrator } from "#features/access/users/api/service/administrators.ts";
import {
  granterOf,
  type Holder,
  missingFrom,
  requireGivable,
} from "#features/access/users/api/service/grantableRoles.ts";
import { userList } from "#features/access/users/api/service/lists.ts";
import { auditResource } from "#features/access/users/api/service/records.ts";
import { rightsOfMany } from "#features/access/users/rights/api/rightsChanges.ts";
import { reasonFor, actionTo } from "#features/access/users/record/api/statuses.ts";
import { writeUsers } from "#features/access/users/api/service/writeUser.ts";
import { userRolesTable, userScopesTable, usersTable } from "#features/access/users/api/tables.ts";
import { type UserFilter, type users } from "#features/access/users/contract.ts";
import { type UserStatus, mayTake } from "#features/access/users/rules.ts";
import { rolesTable } from "#features/access/roles/api/tables.ts";

const columns = {
  id: usersTable.id,
  version: usersTable.version,
  name: usersTable.name,
  email: usersTable.email,
  status: usersTable.status,
};
type Candidate = { id: string; version: number; name: string; email: string; status: UserStatus };
type SelectedUser = { ids: string[] } | { filter: UserFilter };

type StatusChange = Input<typeof users.previewStatuses>;

/** Refuses with `too_many_rows`, and with `invalid_input` when users are disabled without a reason. */
export const previewStatuses = async (ctx: Ctx, input: StatusChange): Promise<BulkPreview> =>
  previewBulk(ctx, await statusChange(ctx, input));

/** Refuses as the preview does, with `preview_stale`, and with `last_administrator`. */
export const applyStatuses = (
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof users.applyStatuses>,
): Promise<BulkResult> => applyLocked(ctx, (inner) => statusChange(inner, input), fingerprint);

async function statusChange(ctx: Ctx, { selection, to, reason: said }: StatusChange): Promise<BulkAction<Candidate>> {
  const reason = reasonFor(to, said);
  const standing = await standingOf(ctx, selection);
  const guarded = await guardedAmong(ctx, standing.ids);
  return {
    ...acting(ctx, selection),
    judge: ({ id, status }) => {
      if (id === ctx.actor?.userId) return "own_account";
      if (status === to) return "already_there";
      if (!mayTake(status, actionTo(to))) return "status_differs";
      if (guarded.has(id)) return "needs_second_person";
      return standing.isAbove(id) ? "holds_more" : null;
    },
    intent: [to],
    change: async (inner, people) => {
      const ids = people.map(({ id }) => id);
      const changes = { status: { before: to === "disabled" ? "active" : "disabled", after: to } };
      const noted = { action: actionTo(to), changes, reason };
      await keepAdministrator(inner, () => writeUsers(inner, ids, { status: to }, () => noted));
      if (to === "disabled") await endSessionsOf(inner, { userId: ids });
      else await pauseApprovals(inner, ids);
    },
  };
}

/** Those of these users for whom a second person would have to approve: request those one by one. */
async function guardedAmong(ctx: Ctx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const approvers = [...(await approversAmong(ctx, ids))];
  if (approvers.length === 0) return new Set();
  const needOf = await approvalNeeds(ctx, disabling);
  return new Set(approvers.filter((id) => needOf(id) !== "nothing"));
}

type RoleForMany = Input<typeof users.previewRole>;

/** Refuses with `too_many_rows`, and with `grants_too_much` for a role that the caller can't assign to any user. */
export const previewRole = async (ctx: Ctx, input: RoleForMany): Promise<BulkPreview> =>
  previewBulk(ctx, await roleForMany(ctx, input));

/** Refuses as the preview does, and with `preview_stale`. */
export const applyRole = (ctx: Ctx, { fingerprint, ...input }: Input<typeof users.applyRole>): Promise<BulkResult> =>
  applyLocked(ctx, (inner) => roleForMany(inner, input), fingerprint);

async function roleForMany(ctx: Ctx, { selection, roleId }: RoleForMany): Promise<BulkAction<Candidate>> {
  await refuseWhereNeeded(ctx, rightsChange);
  const grants = await grantsOf(ctx, roleId);
  const giver = await granterOf(ctx);
  requireGivable(ctx, giver, { grants, of: { grants: [], scopes: [] } });
  const standing = await standingOf(ctx, selection);
  return {
    ...acting(ctx, selection),
    judge: ({ id, status }) => {
      if (id === ctx.actor?.userId) return "own_roles";
      if (status !== "active" && status !== "disabled" && status !== "invited") return "status_differs";
      const { holder, roleIds } = standing.of(id);
      if (roleIds.has(roleId)) return "already_there";
      return giver && missingFrom(ctx, giver, { grants, of: holder }) ? "grants_too_much" : null;
    },
    intent: ["role", roleId],
    change: async (inner, people) => {
      const ids = people.map(({ id }) => id);
      const before = await rightsOfMany(inner, ids);
      const by = { grantedBy: inner.actor?.kind === "user" ? inner.actor.userId : null, grantedAt: inner.now };
      await inner.db
        .insert(userRolesTable)
        .values(ids.map((userId) => ({ userId, roleId, ...by })))
        // The user had the role before, and it has expired.
        .onConflictDoUpdate({
          target: [userRolesTable.userId, userRolesTable.roleId],
          set: { ...by, validFrom: null, validTo: null },
        });
      await pauseApprovals(inner, ids);
      const after = await rightsOfMany(inner, ids);
      await writeUsers(inner, ids, {}, (id) => ({
        action: "change_rights",
        changes: { roles: { before: before.get(id)!.roles, after: after.get(id)!.roles } },
      }));
    },
  };
}

type SignOut = Input<typeof users.previewSignOut>;

/** Refuses with `too_many_rows`. */
export const previewSignOut = (ctx: Ctx, { selection }: SignOut): Promise<BulkPreview> =>
  previewBulk(ctx, signOutOf(ctx, selection));

/** Refuses as the preview does, and with `preview_stale`. */
export const applySignOut = (
  ctx: Ctx,
  { fingerprint, selection }: Input<typeof users.applySignOut>,
): Promise<BulkResult> => applyBulk(ctx, signOutOf(ctx, selection), fingerprint);

function signOutOf(ctx: Ctx, selection: SelectedUser): BulkAction<Candidate> {
  return {
    ...acting(ctx, selection),
    judge: ({ id, status }) =>
      id === ctx.actor?.userId ? "own_account" : status === "active" ? null : "status_differs",
    intent: ["sign_out"],
    change: async (inner, people) => {
      const ids = people.map(({ id }) => id);
      await endSessionsOf(inner, { userId: ids });
      await restartObjections(inner);
      const entry = { action: "end_sessions", resource: auditResource, changes: {} };
      await recordAudit(
        inner,
        ids.map((resourceId) => ({ ...entry, resourceId })),
      );
    },
  };
}

/** The verdicts depend on the users' permissions, so those are read under the lock, when no one can change them. */
const applyLocked = (ctx: Ctx, actionOf: (inner: Ctx) => Promise<BulkAction<Candidate>>, fingerprint: string) =>
  inTransaction(ctx, async (inner) => {
    await lockRights(inner);
    return applyBulk(inner, await actionOf(inner), fingerprint);
  });

const acting = (ctx: Ctx, selection: SelectedUser) => ({
  list: userList,
  selected: selectedFrom(ctx, userList, selection),
  columns,
  label: ({ name, email }: Candidate) => `${name} <${email}>`,
});

async function grantsOf(ctx: Ctx, roleId: string): Promise<string[]> {
  const result = await ctx.db.execute(sql`select grants from ${rolesTable} where id = ${roleId}::uuid`);
  const [role] = (result as { rows: { grants: string[] }[] }).rows;
  if (role === undefined) throw commonRefusals.not_found();
  return role.grants;
}

type Standing = {
  readonly of: (userId: string) => { holder: Pick<Holder, "grants" | "scopes">; roleIds: ReadonlySet<string> };
  /** Those of them who have a role, now or later. */
  readonly ids: readonly string[];
  /** Has permissions that the caller does not have. */
  readonly isAbove: (userId: string) => boolean;
};

/** What all selected users have now or will have, in two statements, compared with what the caller holds. */
async function standingOf(ctx: Ctx, selection: SelectedUser): Promise<Standing> {
  const ids = ctx.db
    .select({ id: usersTable.id })
    .from(usersTable)
    .where(selectedFrom(ctx, userList, selection));
  const { userId, roleId, validTo } = userRolesTable;
  const giver = await granterOf(ctx);
  const roles = await ctx.db
    .select({
      userId,
      roleId,
      grants: sql<string[]>`(select roles.grants from ${rolesTable} where roles.id = ${roleId})`,
    })
    .from(userRolesTable)
    .where(and(inArray(userId, ids), or(isNull(validTo), gt(validTo, ctx.now))));
  const scopes = await ctx.db.select().from(userScopesTable).where(inArray(userScopesTable.userId, ids));
  const rolesByUser = groupBy(roles);
  const scopesByUser = groupBy(scopes);
  const of = (id: string) => {
    const held = rolesByUser.get(id) ?? [];
    const holder = { grants: held.flatMap(({ grants }) => grants), scopes: scopesByUser.get(id) ?? [] };
    return { holder, roleIds: new Set(held.map((role) => role.roleId)) };
  };
  const isAbove = (id: string) => {
    if (giver === null || giver.userId === id) return false;
    const { holder } = of(id);
    return missingFrom(ctx, giver, { grants: holder.grants, of: holder }) !== null;
  };
  return { of, ids: [...rolesByUser.keys()], isAbove };
}

function groupBy<Row extends { userId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const byUser = new Map<string, Row[]>();
  for (const row of rows) {
    const known = byUser.get(row.userId);
    if (known) known.push(row);
    else byUser.set(row.userId, [row]);
  }
  return byUser;
}
