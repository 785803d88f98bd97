import { and, getTableColumns, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import type { Permission } from "#base/contract.ts";
import type { Decisions, DecisionRights, DecisionBlocker } from "#base/decisions.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";

/** A change as the audit log records it. */
type RecordedChange = {
  readonly action: string;
  readonly resource: string;
  readonly resourceId: string;
  readonly changes: Readonly<Record<string, unknown>>;
};

/**
 * Refuses with `permission_denied`, at each field, what the caller may not decide. Called with every recorded change,
 * in the transaction that makes it, which this rolls back. Changes by the system are always allowed.
 */
export async function requireDecisions(ctx: Ctx, events: readonly RecordedChange[]): Promise<void> {
  if (ctx.actor === null) return;
  for (const { permission, decisions, field, ids } of needsOf(ctx, events)) {
    if (ctx.actor.permissions.get(permission)?.includes("all")) continue;
    const rows = ctx.catalogue.scopedRows.find(({ resource }) => resource === decisions.resource);
    const isFree = field !== null && !(field in decisions.fields);
    const requested = isFree && rows ? await decidedAmong(ctx, rows, decisions, [...ids]) : [...ids];
    if ((await reachedBy(ctx, rows, permission, requested)).size === requested.length) continue;
    throw commonRefusals.permission_denied(
      { permission },
      field === null ? [] : [fieldNotPermitted(field, permission)],
    );
  }
}

type Need = {
  readonly permission: Permission;
  readonly decisions: Decisions;
  /** Null for a transition. */
  readonly field: string | null;
  readonly ids: Set<string>;
};

function needsOf(ctx: Ctx, events: readonly RecordedChange[]): Iterable<Need> {
  const needs = new Map<string, Need>();
  const need = (decisions: Decisions, permission: Permission | undefined, field: string | null, id: string) => {
    if (permission === undefined) return;
    const key = `${decisions.resource} ${permission} ${field}`;
    const known = needs.get(key);
    if (known) known.ids.add(id);
    else needs.set(key, { permission, decisions, field, ids: new Set([id]) });
  };
  for (const { action, resource, resourceId, changes } of events) {
    // Deleting a draft only loses its values, so it needs no decision. The side effects of a change in another area,
    // such as a merge of two categories, are decided with that change.
    const isFollowing = action === "delete" || !ctx.permission?.startsWith(`${resource}.`);
    const decisions = isFollowing ? undefined : decisionsOf(ctx, resource);
    if (decisions === undefined) continue;
    need(decisions, decisions.transitions[action], null, resourceId);
    for (const field of Object.keys(changes))
      need(decisions, decisions.fields[field] ?? decisions.fieldsOnceDecided?.[field], field, resourceId);
  }
  return needs.values();
}

/** The records among these that are decided. Records without a status count as decided. */
async function decidedAmong(
  ctx: Ctx,
  rows: ScopePolicy,
  { undecided = [] }: Decisions,
  ids: readonly string[],
): Promise<string[]> {
  const { status } = getTableColumns(rows.table);
  if (status === undefined) return [...ids];
  const found = await ctx.db
    .select({ id: sql<string>`${rows.id}::text` })
    .from(rows.table)
    .where(and(inArray(rows.id, [...ids]), notInArray(status, [...undecided])));
  return found.map(({ id }) => id);
}

export const fieldNotPermitted = (path: string, permission: Permission) => ({
  path,
  code: "field_not_permitted",
  message: `You need the permission ${permission} to change this.`,
  params: { permission },
});

const decisionsOf = ({ catalogue }: Ctx, resource: string) =>
  catalogue.decisions.find((each) => each.resource === resource);

/** Whether a transition needs more than the permission of its operation. `action` is that of its audit entry. */
export const isDecision = (ctx: Ctx, { resource, action }: Pick<RecordedChange, "resource" | "action">): boolean =>
  decisionsOf(ctx, resource)?.transitions[action] !== undefined;

/** The ids among these that the caller's permission reaches. */
export async function reachedBy(
  ctx: Ctx,
  rows: ScopePolicy | undefined,
  permission: Permission,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const limits = ctx.actor?.permissions.get(permission) ?? [];
  if (ctx.actor === null || limits.includes("all")) return new Set(ids);
  if (limits.length === 0 || rows === undefined) return new Set();
  const found = await ctx.db
    .select({ id: sql<string>`${rows.id}::text` })
    .from(rows.table)
    .where(and(inArray(rows.id, [...ids]), scopeCondition(ctx, rows, permission)));
  return new Set(found.map(({ id }) => id));
}

/** Whether the caller may decide this record with a permission. */
export const mayDecide = async (ctx: Ctx, rows: ScopePolicy, permission: Permission, id: string): Promise<boolean> =>
  (await reachedBy(ctx, rows, permission, [id])).has(id);

/** The same as a condition, for statements over many rows. */
export const isDecidable = (ctx: Ctx, rows: ScopePolicy, permission: Permission): SQL<boolean> =>
  sql<boolean>`((${scopeCondition(ctx, rows, permission) ?? sql`true`}) is true)`;

/**
 * The changed fields of a record that the caller may not decide about at all, so that an import can report each before
 * it writes. Permissions limited to some records are checked on write. `status` is the one before; null for a new
 * record.
 */
export function deniedFields(
  ctx: Ctx,
  resource: string,
  { status, changes }: { readonly status: string | null; readonly changes: Readonly<Record<string, unknown>> },
): { readonly field: string; readonly permission: Permission }[] {
  const { fields = {}, fieldsOnceDecided = {}, undecided = [] } = decisionsOf(ctx, resource) ?? {};
  const isDecided = status !== null && !undecided.includes(status);
  return Object.keys(changes).flatMap((field) => {
    const permission = fields[field] ?? (isDecided ? fieldsOnceDecided[field] : undefined);
    return permission === undefined || ctx.actor === null || ctx.actor.permissions.has(permission)
      ? []
      : [{ field, permission }];
  });
}

/** Refuses with `permission_denied` if a missing permission blocks the step. */
export function assertMayDecide(blockers: readonly string[], { approve, lift }: StatusPermissions): void {
  if (blockers.includes("approval_not_permitted" satisfies DecisionBlocker))
    throw commonRefusals.permission_denied({ permission: approve, blockers });
  if (blockers.includes("status_locked" satisfies DecisionBlocker))
    throw commonRefusals.permission_denied({ permission: lift, blockers });
}

/** Whether the caller may not decide some field of this resource. */
export const isDeniedAny = (ctx: Ctx, resource: string): boolean =>
  ctx.actor !== null &&
  Object.values(decisionsOf(ctx, resource)?.fields ?? {}).some((permission) => !ctx.actor!.permissions.has(permission));

/** The permissions for status decisions of a resource. */
export type StatusPermissions = { readonly approve: Permission; readonly lift: Permission };

/**
 * What the caller may decide about one record. `isSubmitted` means that it waits for approval, so its submitter
 * matters.
 */
export async function rightsOnRecord(
  ctx: Ctx,
  rows: ScopePolicy,
  { approve, lift }: StatusPermissions,
  record: { readonly id: string; readonly isSubmitted: boolean; readonly submittedBy: string | null },
): Promise<DecisionRights> {
  const mayApprove = await mayDecide(ctx, rows, approve, record.id);
  const isOwn = record.isSubmitted && ctx.actor !== null && record.submittedBy === ctx.actor.userId;
  return {
    mayApprove,
    mayLift: await mayDecide(ctx, rows, lift, record.id),
    needsSecondPerson: mayApprove && isOwn && (await hasOtherHolder(ctx, [approve])),
  };
}

/**
 * Whether another user can sign in now who holds each of these permissions for every record. Users limited to a scope
 * do not count, as they might not see the record. Nor does `exceptId`.
 */
export async function hasOtherHolder(ctx: Ctx, permissions: readonly string[], exceptId?: string): Promise<boolean> {
  const own = ctx.actor?.userId ?? null;
  const result = await ctx.db.execute(sql`
    select exists (
      select 1
        from users
       where status = 'active' and id is distinct from ${own}::uuid and id is distinct from ${exceptId ?? own}::uuid
         and ${sql.join(
           permissions.map((permission) => isHolder(ctx, permission)),
           sql` and `,
         )}) as is_there`);
  return (result as { rows: { is_there: boolean }[] }).rows[0]!.is_there;
}

/**
 * Whether a row of `users` is a user who holds a permission for every record. Matches a role's grants as
 * `permissionsOf` does: by name, by the action of every resource, or everything.
 */
export const isHolder = (ctx: Ctx, permission: string): SQL => sql`exists (
  select 1
    from user_roles
    join roles on roles.id = user_roles.role_id
   where user_roles.user_id = users.id
     and roles.grants && ${`{*,*.${permission.slice(permission.indexOf(".") + 1)},${permission}}`}::text[]
     and (user_roles.valid_from is null or user_roles.valid_from <= ${ctx.now}::timestamptz)
     and (user_roles.valid_to is null or ${ctx.now}::timestamptz < user_roles.valid_to))`;
