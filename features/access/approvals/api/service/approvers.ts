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

// The only place that decides which account may take which decision now. A database trigger (migration 0042) enforces
// the pause for other writers.

/**
 * For a day these accounts can approve nothing, and none of their requests can be approved: their sign-in or their
 * permissions have changed, and the user who changed them must not be the second user too (docs/decisions/0048). In the
 * caller's transaction.
 */
export async function pauseApprovals(ctx: Ctx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await pauseApprovalsUntil(ctx, userIds, addMs(ctx.now, approvalPauseMs));
}

type ApprovalQuestion = Pick<ApprovalRecord, "resourceId" | "requestedBy" | "aloneAfter">;

/**
 * Until when the caller can't approve this request, because their account or the requester's is paused; null: they can.
 */
export async function pausedUntil(
  ctx: Ctx,
  { requestedBy }: Pick<ApprovalQuestion, "requestedBy">,
): Promise<Instant | null> {
  const { id, approvalsPausedUntil } = usersTable;
  const isPaused = and(inArray(id, [actorOf(ctx).userId, requestedBy]), gt(approvalsPausedUntil, ctx.now));
  const [found] = await ctx.db
    .select({ until: max(approvalsPausedUntil) })
    .from(usersTable)
    .where(isPaused);
  return found?.until ?? null;
}

/**
 * The decisions that the caller may take about a request in their inbox. Users who could not make the change may only
 * object, and so may the user whom it is about. The requester applies it once the time to object is over, unless there
 * is a second user by now.
 */
export async function decisionsOpen(
  ctx: Ctx,
  approvable: Approvable,
  record: ApprovalQuestion,
): Promise<readonly Decision[]> {
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
 * Restarts the day in which others can object to the caller's requests: the caller has just signed those users out, and
 * must not prevent their objection that way. In the caller's transaction.
 */
export async function restartObjections(ctx: Ctx): Promise<void> {
  await ctx.db
    .update(table)
    .set({ aloneAfter: addMs(ctx.now, objectionMs) })
    .where(and(eq(table.requestedBy, actorOf(ctx).userId), eq(table.state, "pending"), isNotNull(table.aloneAfter)));
}

/** Refuses with `own_request`, `not_your_turn`, or `approvals_paused` with its end. */
export async function requireDecision(
  ctx: Ctx,
  approvable: Approvable,
  record: ApprovalQuestion & { readonly isMyTurn: boolean },
  decision: Decision,
): Promise<void> {
  const isOwn = record.requestedBy === actorOf(ctx).userId;
  const open = record.isMyTurn ? await decisionsOpen(ctx, approvable, record) : [];
  if (!open.includes(decision)) throw isOwn ? approvalRefusals.own_request() : approvalRefusals.not_your_turn();
  const until = decision === "approve" ? await pausedUntil(ctx, record) : null;
  if (until !== null) throw approvalRefusals.approvals_paused({ until });
}
