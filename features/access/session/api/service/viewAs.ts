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

/** Whose eyes: one of both. */
type Eyes = { readonly userId: string | null; readonly roleId: string | null };

/**
 * The actor as somebody who only looks, with what the person or the role may see and never more than with the own eyes.
 * What they do stays theirs in the log.
 */
export async function lookThrough(ctx: Ctx, actor: Actor, eyes: Eyes): Promise<Actor> {
  const { permissions, scopes, roles } = await rightsThrough(ctx, actor, eyes);
  const common = commonPermissions(permissions, actor.permissions);
  const onBehalfOf: Actor["onBehalfOf"] =
    eyes.userId === null ? { kind: "role", id: eyes.roleId! } : { kind: "user", id: eyes.userId };
  return { ...actor, roles, scopes, permissions: common, isViewingAs: true, onBehalfOf };
}

/** A role alone is bound to nothing, so it is shown with what the own person is bound to. */
async function rightsThrough(ctx: Ctx, actor: Actor, { userId, roleId }: Eyes): Promise<Rights> {
  if (userId !== null) return readRights(ctx, { userId });
  return { ...(await readRightsOfRole(ctx, { roleId: roleId! })), scopes: actor.scopes };
}

/**
 * From now on this session only looks, as `userId` or as anybody of `roleId`.
 *
 * Refuses with `not_found`, and with `views_too_much` for somebody who may do what the caller may not: what they see
 * would not be what they really see.
 */
export async function startViewAs(ctx: Ctx, wanted: Input<typeof session.startViewAs>): Promise<void> {
  const { userId = null, roleId = null } = wanted;
  const actor = actorOf(ctx);
  const { permissions } = await rightsThrough(ctx, actor, { userId, roleId });
  const isWhole = [...permissions.keys()].every((permission) => actor.permissions.has(permission));
  if (!isWhole) throw sessionRefusals.views_too_much();
  await inTransaction(ctx, async (inner) => {
    await setEyes(inner, actor.sessionId, { userId, roleId });
    const seen =
      userId === null ? { resource: "roles", resourceId: roleId! } : { resource: "users", resourceId: userId };
    await recordAudit(inner, [{ action: "view_as", ...seen, changes: {} }]);
  });
}

/** Back to the own eyes. Does nothing when they are. */
export async function stopViewAs(ctx: Ctx): Promise<void> {
  const actor = actorOf(ctx);
  if (!actor.isViewingAs) return;
  await inTransaction(ctx, async (inner) => {
    await setEyes(inner, actor.sessionId, { userId: null, roleId: null });
    await recordAudit(inner, [{ action: "stop_view_as", resource: "users", resourceId: actor.userId, changes: {} }]);
  });
}

const setEyes = (ctx: Ctx, sessionId: string, { userId, roleId }: Eyes) =>
  ctx.db
    .update(sessionsTable)
    .set({ viewAsUserId: userId, viewAsRoleId: roleId })
    .where(eq(sessionsTable.id, sessionId));

/** Who is looked through, for the line that says so; null with the own eyes. */
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
