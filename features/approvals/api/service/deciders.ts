import { eq } from "drizzle-orm";
import type { Approvable } from "#api/approvals.ts";
import type { Ctx } from "#api/context.ts";
import { hasOtherHolder } from "#api/decisions.ts";
import { approvalRulesTable } from "#features/approvals/api/tables.ts";

type Rule = typeof approvalRulesTable.$inferSelect.rule;

/**
 * Whether this caller's change waits for a second person, by its rule (docs/decisions/0015). Without a record it is asked
 * of any.
 */
export async function isApprovalNeeded(ctx: Ctx, approvable: Approvable, resourceId?: string): Promise<boolean> {
  const isNeeded = await approvalNeed(ctx, approvable);
  return isNeeded(resourceId);
}

/** The same for many records, asked once. */
export async function approvalNeed(
  ctx: Ctx,
  approvable: Approvable,
): Promise<(resourceId: string | undefined) => boolean> {
  const rule = await ruleOf(ctx, approvable.action);
  if (rule !== "possible") return () => rule === "always";
  const deciders = await otherDeciders(ctx, approvable);
  return (resourceId) => deciders.some((id) => !approvable.isAboutPerson || id !== resourceId);
}

async function ruleOf(ctx: Ctx, action: string): Promise<Rule> {
  const [found] = await ctx.db
    .select({ rule: approvalRulesTable.rule })
    .from(approvalRulesTable)
    .where(eq(approvalRulesTable.action, action));
  return found?.rule ?? "possible";
}

/**
 * Two at most of those others who can sign in now, may decide and may make the change to every record: one of them may be
 * the person whom it is about. Whose rights end at their scopes does not count: they might never meet the record.
 */
async function otherDeciders(ctx: Ctx, { operation }: Approvable): Promise<readonly string[]> {
  const found = await ctx.db.execute(sql`select id::text, grants from roles`);
  const { rows: roles } = found as { rows: { id: string; grants: string[] }[] };
  const thatGrant = (permission: string) =>
    roles
      .filter(({ grants }) => permissionsOf([permission], grants).get(permission)?.includes("all"))
      .map(({ id }) => id);
  const [able, deciding] = [thatGrant(operation.permission), thatGrant("approvals.decide")];
  const result = await ctx.db.execute(sql`
    select id::text
      from users
     where status = 'active' and id <> ${actorOf(ctx).userId}::uuid
       and ${holdsAnyOf(ctx, able)} and ${holdsAnyOf(ctx, deciding)}
     limit 2`);
  return (result as { rows: { id: string }[] }).rows.map(({ id }) => id);
}

const holdsAnyOf = (ctx: Ctx, roleIds: readonly string[]) => sql`exists (
  select 1
    from user_roles
   where user_roles.user_id = users.id and user_roles.role_id = any(${`{${roleIds.join(",")}}`}::uuid[])
     and (user_roles.valid_from is null or user_roles.valid_from <= ${ctx.now}::timestamptz)
     and (user_roles.valid_to is null or ${ctx.now}::timestamptz < user_roles.valid_to))`;
