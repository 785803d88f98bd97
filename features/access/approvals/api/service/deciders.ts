import { eq, sql } from "drizzle-orm";
import { permissionsOf } from "#base/grants.ts";
import type { Approvable } from "#api/approvals.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { approvalRulesTable } from "#features/access/approvals/api/tables.ts";
import { userRolesTable, usersTable } from "#features/access/users/api/tables.ts";
import { rolesTable } from "#features/access/roles/api/tables.ts";

type Rule = typeof approvalRulesTable.$inferSelect.rule;

/**
 * What a change waits for: a second user; or, if no other user could make it and it changes who can approve, the time
 * in which other approvers can object; or nothing.
 */
export type Need = "nothing" | "second_person" | "objection";

/** What this caller's change waits for by its rule (docs/decisions/0015, 0048). Without a record, for any record. */
export async function approvalNeed(ctx: Ctx, approvable: Approvable, resourceId?: string): Promise<Need> {
  const needOf = await approvalNeeds(ctx, approvable);
  return needOf(resourceId);
}

/** The same for many records, with one query. */
export async function approvalNeeds(
  ctx: Ctx,
  approvable: Approvable,
): Promise<(resourceId: string | undefined) => Need> {
  const rule = await ruleOf(ctx, approvable.action);
  if (rule === "never") return () => "nothing";
  if (rule === "always") return () => "second_person";
  const deciders = await otherDeciders(ctx, approvable);
  const others = approvable.guardsApproval ? await otherApprovers(ctx, actorOf(ctx).userId) : [];
  return (resourceId) => {
    if (deciders.some((id) => !approvable.isAboutPerson || id !== resourceId)) return "second_person";
    return others.length > 0 ? "objection" : "nothing";
  };
}

export const isApprovalNeeded = async (ctx: Ctx, approvable: Approvable, resourceId?: string): Promise<boolean> =>
  (await approvalNeed(ctx, approvable, resourceId)) !== "nothing";

async function ruleOf(ctx: Ctx, action: string): Promise<Rule> {
  const [found] = await ctx.db
    .select({ rule: approvalRulesTable.rule })
    .from(approvalRulesTable)
    .where(eq(approvalRulesTable.action, action));
  return found?.rule ?? "possible";
}

/**
 * Up to two other users who can sign in now, may decide, and may make the change to every record. One of them may be
 * the subject of the change. Users limited by scopes do not count: the record may be outside their scope.
 */
async function otherDeciders(ctx: Ctx, { operation }: Approvable): Promise<readonly string[]> {
  const [able, deciding] = await rolesThatGrant(ctx, [operation.permission, "approvals.decide"]);
  const result = await ctx.db.execute(sql`
    select id::text
      from ${usersTable}
     where status = 'active' and id <> ${actorOf(ctx).userId}::uuid
       and ${holdsAnyOf(ctx, able!)} and ${holdsAnyOf(ctx, deciding!)}
     limit 2`);
  return (result as { rows: { id: string }[] }).rows.map(({ id }) => id);
}

/** Whether anyone other than the subject of the change can decide. */
export async function hasOtherDecider(ctx: Ctx, approvable: Approvable, subject?: string): Promise<boolean> {
  return (await otherDeciders(ctx, approvable)).some((id) => id !== subject);
}

type Recipient = { readonly id: string; readonly email: string; readonly language: string };

/** Users who can sign in now and may decide about changes of `userId`, whatever the change is. */
export const otherApprovers = (ctx: Ctx, userId: string): Promise<readonly Recipient[]> =>
  usersAllowed(ctx, "approvals.decide", { except: userId });

/** Users who can sign in now and have this permission for every record, such as those whom a job notifies. */
export async function usersAllowed(
  ctx: Ctx,
  permission: string,
  { except = null }: { readonly except?: string | null } = {},
): Promise<readonly Recipient[]> {
  const [able] = await rolesThatGrant(ctx, [permission]);
  const result = await ctx.db.execute(sql`
    select id::text, email, language
      from ${usersTable}
     where status = 'active' and id is distinct from ${except}::uuid and ${holdsAnyOf(ctx, able!)}
     order by id`);
  return (result as { rows: Recipient[] }).rows;
}

/**
 * The users whom a request is for: those who may decide, and could make the change to every record, except the user it
 * is about. Where others can only object, all who may decide.
 */
export async function usersToAsk(
  ctx: Ctx,
  { operation, isAboutPerson }: Approvable,
  { resourceId, need }: { readonly resourceId: string; readonly need: Need },
): Promise<readonly string[]> {
  const deciding = await otherApprovers(ctx, actorOf(ctx).userId);
  const able = need === "objection" ? deciding : await usersAllowed(ctx, operation.permission);
  const ids = new Set(able.map(({ id }) => id));
  return deciding.flatMap(({ id }) => (ids.has(id) && !(isAboutPerson && id === resourceId) ? [id] : []));
}

/** For each of these permissions, the roles that grant it for every record. */
async function rolesThatGrant(ctx: Ctx, permissions: readonly string[]): Promise<string[][]> {
  const found = await ctx.db.execute(sql`select id::text, grants from ${rolesTable}`);
  const { rows: roles } = found as { rows: { id: string; grants: string[] }[] };
  const grantsIt = (permission: string, grants: readonly string[]) =>
    permissionsOf([permission], grants).get(permission)?.includes("all") ?? false;
  return permissions.map((permission) =>
    roles.filter(({ grants }) => grantsIt(permission, grants)).map(({ id }) => id),
  );
}

const holdsAnyOf = (ctx: Ctx, roleIds: readonly string[]) => sql`exists (
  select 1
    from ${userRolesTable}
   where user_roles.user_id = users.id and user_roles.role_id = any(${`{${roleIds.join(",")}}`}::uuid[])
     and (user_roles.valid_from is null or user_roles.valid_from <= ${ctx.now}::timestamptz)
     and (user_roles.valid_to is null or ${ctx.now}::timestamptz < user_roles.valid_to))`;
