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
  const rule = await ruleOf(ctx, approvable.action);
  const subject = approvable.isAboutPerson ? resourceId : undefined;
  if (rule !== "possible") return rule === "always";
  return hasOtherHolder(ctx, [approvable.operation.permission, "approvals.decide"], subject);
}

async function ruleOf(ctx: Ctx, action: string): Promise<Rule> {
  const [found] = await ctx.db
    .select({ rule: approvalRulesTable.rule })
    .from(approvalRulesTable)
    .where(eq(approvalRulesTable.action, action));
  return found?.rule ?? "possible";
}
