import { and, eq, gt, inArray, isNotNull, max } from "drizzle-orm";
import { addMs, type Instant } from "#base/time.ts";
import type { Approvable } from "#api/approvals.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { hasOtherDecider } from "#features/access/approvals/api/service/deciders.ts";
import { type ApprovalRecord, approvalRequestsTable as table } from "#features/access/approvals/api/tables.ts";
import type { Decision } from "#features/access/approvals/contract.ts";
import { approvalRefusals } from "#features/access/approvals/contract/refusals.ts";
import { approvalPauseMs, objectionMs } from "#features/access/approvals/rules.ts";
import { pauseApprovalsUntil } from "#features/access/users/api/service/people.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

// The one place that says which account may take which decision now. A trigger of the database (migration 0042) holds the
// pause for whatever writes past it.

/**
 * For a day these accounts approve nothing, and nothing that they asked for is approved: their sign-in or their rights
 * have changed, and whoever did it must not be the second person too (docs/decisions/0048). In the caller's transaction.
 */
export async function pauseApprovals(ctx: Ctx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await pauseApprovalsUntil(ctx, userIds, addMs(ctx.now, approvalPauseMs));
}

type Asked = Pick<ApprovalRecord, "resourceId" | "requestedBy" | "aloneAfter">;

/** Until when the caller cannot approve this request, for a pause of theirs or of whoever asked; null: they can. */
export async function pausedUntil(ctx: Ctx, { requestedBy }: Pick<Asked, "requestedBy">): Promise<Instant | null> {
  const { id, approvalsPausedUntil } = usersTable;
  const isPaused = and(inArray(id, [actorOf(ctx).userId, requestedBy]), gt(approvalsPausedUntil, ctx.now));
  const [found] = await ctx.db
    .select({ until: max(approvalsPausedUntil) })
    .from(usersTable)
    .where(isPaused);
  return found?.until ?? null;
}

/**
 * The decisions that the caller may take about a request that is theirs to decide. Whoever could not make the change may
 * object and nothing else, and so may the person whom it is about; whoever asked carries it out once the time to object is
 * over, unless there is a second person by now.
 */
export async function decisionsOpen(ctx: Ctx, approvable: Approvable, record: Asked): Promise<readonly Decision[]> {
  const { userId, permissions } = actorOf(ctx);
  const isAboutMe = approvable.isAboutPerson === true && record.resourceId === userId;
  if (record.requestedBy === userId) {
    const isOver = record.aloneAfter !== null && ctx.now >= record.aloneAfter;
    return isOver && !(await hasOtherDecider(ctx, approvable, record.resourceId)) ? ["approve"] : [];
  }
  const isAble =
    record.aloneAfter === null || permissions.get(approvable.operation.permission)?.includes("all") === true;
  return isAboutMe || !isAble ? ["reject"] : ["approve", "ask_changes", "reject"];
}

/**
 * Gives others a whole day again to object to what the caller asked for: they were just signed out by the caller, who must
 * not keep them from it that way. In the caller's transaction.
 */
export async function restartObjections(ctx: Ctx): Promise<void> {
  await ctx.db
    .update(table)
    .set({ aloneAfter: addMs(ctx.now, objectionMs) })
    .where(and(eq(table.requestedBy, actorOf(ctx).userId), eq(table.state, "pending"), isNotNull(table.aloneAfter)));
}

/** Refuses with `own_request`, `not_your_turn`, or `approvals_paused` and until when. */
export async function requireDecision(
  ctx: Ctx,
  approvable: Approvable,
  record: Asked & { readonly isMyTurn: boolean },
  decision: Decision,
): Promise<void> {
  const isOwn = record.requestedBy === actorOf(ctx).userId;
  const open = record.isMyTurn ? await decisionsOpen(ctx, approvable, record) : [];
  if (!open.includes(decision)) throw isOwn ? approvalRefusals.own_request() : approvalRefusals.not_your_turn();
  const until = decision === "approve" ? await pausedUntil(ctx, record) : null;
  if (until !== null) throw approvalRefusals.approvals_paused({ until });
}
