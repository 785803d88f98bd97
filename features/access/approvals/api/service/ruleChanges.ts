import { eq } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { approvable } from "#api/approvals.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { inTransaction } from "#api/context.ts";
import { isApprovalNeeded } from "#features/access/approvals/api/service/deciders.ts";
import { type Approvables, approvableOf } from "#features/access/approvals/api/service/records.ts";
import { throughApproval } from "#features/access/approvals/api/service/requests.ts";
import { approvalRulesTable as table } from "#features/access/approvals/api/tables.ts";
import { type ApprovalRule, approvals } from "#features/access/approvals/contract.ts";
import { ruleResource } from "#features/access/approvals/rules.ts";

const auditResource = ruleResource;

/** Turning approval off needs approval itself. */
export const ruleChange = approvable<typeof approvals.changeRule>({
  action: "approvals.changeRule",
  resource: auditResource,
  operation: approvals.changeRule,
  guardsApproval: true,
  resourceIdOf: ({ action }) => action,
  baseVersion: async (ctx, { action }) => (await readRule(ctx, action)).version,
  apply: writeRule,
  describe: async (_ctx, { action }) => ({ title: action }),
});

export async function listRules(ctx: Ctx, approvables: Approvables): Promise<Output<typeof approvals.rules>> {
  const rows: ApprovalRule[] = [];
  for (const declared of approvables) {
    const { action } = declared;
    rows.push({ action, ...(await readRule(ctx, action)), isNeeded: await isApprovalNeeded(ctx, declared) });
  }
  return { rows };
}

/** Refuses with `not_found` for a change that never needs approval, and with `version_conflict`. */
export async function changeRule(
  ctx: Ctx,
  approvables: Approvables,
  input: Input<typeof approvals.changeRule>,
): Promise<Output<typeof approvals.changeRule>> {
  if (!approvables.some(({ action }) => action === input.action)) throw commonRefusals.not_found();
  const answer = await throughApproval<typeof approvals.changeRule, Output<typeof approvals.changeRule>>(
    ctx,
    ruleChange,
    input,
  );
  if ("approvalId" in answer) return answer;
  return { ...answer, isNeeded: await isApprovalNeeded(ctx, approvableOf(approvables, input)) };
}

type StoredRule = Pick<ApprovalRule, "rule" | "version">;

/** Until it is changed, a rule has the default value and version 1. */
async function readRule(ctx: Ctx, action: string): Promise<StoredRule> {
  const { rule, version } = table;
  const [found] = await ctx.db.select({ rule, version }).from(table).where(eq(table.action, action));
  return found ?? { rule: "possible", version: 1 };
}

function writeRule(ctx: Ctx, { action, version, rule }: Input<typeof approvals.changeRule>) {
  return inTransaction(ctx, async (inner) => {
    // The row exists from the first change on; a simultaneous change waits for it here.
    await inner.db.insert(table).values({ action, rule: "possible", updatedAt: ctx.now }).onConflictDoNothing();
    const [before] = await inner.db.select().from(table).where(eq(table.action, action)).for("update");
    if (before!.version !== version) {
      const current = { action, rule: before!.rule, version: before!.version };
      throw commonRefusals.version_conflict({ current, changedBy: null, changedAt: before!.updatedAt, changes: {} });
    }
    const changes = changesBetween(before!, { rule });
    if (Object.keys(changes).length === 0) return { action, rule, version, isNeeded: false };
    await inner.db
      .update(table)
      .set({ rule, version: version + 1, updatedAt: ctx.now })
      .where(eq(table.action, action));
    await recordAudit(inner, [{ action: "update", resource: auditResource, resourceId: action, changes }]);
    return { action, rule, version: version + 1, isNeeded: false };
  });
}
