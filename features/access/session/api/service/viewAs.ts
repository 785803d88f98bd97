import { eq } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { commonPermissions } from "#base/grants.ts";
import { commonRefusals } from "#base/refusal.ts";
import { recordAudit } from "#api/audit.ts";
import { type Actor, actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { titleOfRole } from "#features/access/roles/api/service/titles.ts";
import { type session, sessionRefusals, type ViewedAs } from "#features/access/session/contract.ts";
import { sessionsTable } from "#features/access/session/api/tables.ts";
import { usersTable } from "#features/access/users/api/tables.ts";
import { readRights, type Rights, readRightsOfRole } from "#features/access/users/api/service/rights.ts";

/** Exactly one of both. */
type ViewAsTarget = { readonly userId: string | null; readonly roleId: string | null };

/**
 * The actor in view-as mode, with what the user or the role may see and never more than their own permissions allow.
 * Log entries name the actor.
 */
export async function lookThrough(ctx: Ctx, actor: Actor, eyes: ViewAsTarget): Promise<Actor> {
  const { permissions, scopes, roles } = await rightsThrough(ctx, actor, eyes);
  const common = commonPermissions(permissions, actor.permissions);
  const onBehalfOf: Actor["onBehalfOf"] =
    eyes.userId === null ? { kind: "role", id: eyes.roleId! } : { kind: "user", id: eyes.userId };
  return { ...actor, roles, scopes, permissions: common, isViewingAs: true, onBehalfOf };
}

/** A role alone has no scopes, so it is shown with the actor's own. */
async function rightsThrough(ctx: Ctx, actor: Actor, { userId, roleId }: ViewAsTarget): Promise<Rights> {
  if (userId !== null) return readRights(ctx, { userId });
  return { ...(await readRightsOfRole(ctx, { roleId: roleId! })), scopes: actor.scopes };
}

/**
 * Puts this session into read-only mode as `userId`, or as any user with `roleId`.
 *
 * Refuses with `not_found`, and with `views_too_much` for users with permissions that the caller lacks: the view would
 * not show what they really see.
 */
export async function startViewAs(ctx: Ctx, wanted: Input<typeof session.startViewAs>): Promise<void> {
  const { userId = null, roleId = null } = wanted;
  const actor = actorOf(ctx);
  const { permissions } = await rightsThrough(ctx, actor, { userId, roleId });
  const isWhole = [...permissions.keys()].every((permission) => actor.permissions.has(permission));
  if (!isWhole) throw sessionRefusals.views_too_much();
  await inTransaction(ctx, async (inner) => {
    await setViewAs(inner, actor.sessionId, { userId, roleId });
    const seen =
      userId === null ? { resource: "roles", resourceId: roleId! } : { resource: "users", resourceId: userId };
    await recordAudit(inner, [{ action: "view_as", ...seen, changes: {} }]);
  });
}

/** Ends view-as mode. Does nothing outside it. */
export async function stopViewAs(ctx: Ctx): Promise<void> {
  const actor = actorOf(ctx);
  if (!actor.isViewingAs) return;
  await inTransaction(ctx, async (inner) => {
    await setViewAs(inner, actor.sessionId, { userId: null, roleId: null });
    await recordAudit(inner, [{ action: "stop_view_as", resource: "users", resourceId: actor.userId, changes: {} }]);
  });
}

const setViewAs = (ctx: Ctx, sessionId: string, { userId, roleId }: ViewAsTarget) =>
  ctx.db
    .update(sessionsTable)
    .set({ viewAsUserId: userId, viewAsRoleId: roleId })
    .where(eq(sessionsTable.id, sessionId));

/** The viewed user or role, for the banner; null outside view-as mode. */
export async function readViewedAs(ctx: Ctx): Promise<ViewedAs | null> {
  const actor = actorOf(ctx);
  if (!actor.isViewingAs) return null;
  const { viewAsUserId, viewAsRoleId } = sessionsTable;
  const [found] = await ctx.db
    .select({ viewAsUserId, viewAsRoleId, name: usersTable.name })
    .from(sessionsTable)
    .leftJoin(usersTable, eq(usersTable.id, viewAsUserId))
    .where(eq(sessionsTable.id, actor.sessionId));
  if (found?.viewAsUserId) return { kind: "user", title: found.name ?? "", titleI18n: {} };
  if (!found?.viewAsRoleId) throw commonRefusals.not_found();
  return { kind: "role", ...(await titleOfRole(ctx, found.viewAsRoleId)) };
}
