import { eq, sql } from "drizzle-orm";
import { permissionsOf } from "#base/grants.ts";
import type { Approvable } from "#api/approvals.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { approvalRulesTable } from "#features/approvals/api/tables.ts";

type Rule = typeof approvalRulesTable.$inferSelect.rule;

/**
 * Whether this caller's change waits for a second person, by its rule (docs/decisions/0015). Without a record it is asked
 * of any.
 */
export async function isApprovalNeeded(ctx: Ctx, approvable: Approvable, resourceId?: string): Promise<boolean> {
  const rule = await ruleOf(ctx, approvable.action);
  const subject = approvable.isAboutPerson ? resourceId : undefined;
  return rule === "possible" ? hasOtherDecider(ctx, approvable, subject) : rule === "always";
}

async function ruleOf(ctx: Ctx, action: string): Promise<Rule> {
  const [found] = await ctx.db
    .select({ rule: approvalRulesTable.rule })
    .from(approvalRulesTable)
    .where(eq(approvalRulesTable.action, action));
  return found?.rule ?? "possible";
}

/**
 * Whether somebody else can sign in now who may decide and may make the change to every record. Whose rights end at
 * their scopes does not count: they might never meet the record. Nor does the person whom it is about.
 */
async function hasOtherDecider(ctx: Ctx, { operation }: Approvable, subject?: string): Promise<boolean> {
  const found = await ctx.db.execute(sql`select id::text, grants from roles`);
  const { rows: roles } = found as { rows: { id: string; grants: string[] }[] };
  const thatGrant = (permission: string) =>
    roles
      .filter(({ grants }) => permissionsOf([permission], grants).get(permission)?.includes("all"))
      .map(({ id }) => id);
  const [able, deciding] = [thatGrant(operation.permission), thatGrant("approvals.decide")];
  const result = await ctx.db.execute(sql`
    select exists (
      select 1
        from users
       where status = 'active' and id <> ${actorOf(ctx).userId}::uuid
         and id <> ${subject ?? actorOf(ctx).userId}::uuid
         and ${holdsAnyOf(ctx, able)} and ${holdsAnyOf(ctx, deciding)}) as is_there`);
  return (result as { rows: { is_there: boolean }[] }).rows[0]!.is_there;
}

const holdsAnyOf = (ctx: Ctx, roleIds: readonly string[]) => sql`exists (
  select 1
    from user_roles
   where user_roles.user_id = users.id and user_roles.role_id = any(${`{${roleIds.join(",")}}`}::uuid[])
     and (user_roles.valid_from is null or user_roles.valid_from <= ${ctx.now}::timestamptz)
     and (user_roles.valid_to is null or ${ctx.now}::timestamptz < user_roles.valid_to))`;
