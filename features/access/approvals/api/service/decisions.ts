import { eq } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import type { Approvable } from "#api/approvals.ts";
import { recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { emailTimes, notify, withdrawNotifications } from "#api/notifications.ts";
import { requireDecision } from "#features/access/approvals/api/service/approvers.ts";
import { emailJobKind } from "#features/access/approvals/api/service/emails.ts";
import {
  type Approvables,
  approvableOf,
  asOperation,
  auditResource,
  getApproval,
  isFresh,
  lockVisible,
  payloadOf,
} from "#features/access/approvals/api/service/records.ts";
import {
  approvalCommentsTable,
  type ApprovalRecord,
  approvalRequestsTable as table,
} from "#features/access/approvals/api/tables.ts";
import type { Approval, approvals, ApprovalState } from "#features/access/approvals/contract.ts";
import { approvalRefusals } from "#features/access/approvals/contract/refusals.ts";
import { needsComment, stateAfter } from "#features/access/approvals/rules.ts";

/**
 * Decides a request. On approval the change is applied immediately, as the approver, in the same transaction. A link
 * that the change creates is returned only once and not stored.
 *
 * A request whose record has changed since becomes `stale` instead, an overdue one `expired`. Refuses with `not_found`,
 * `version_conflict`, `own_request`, `not_your_turn`, `approvals_paused`, `already_decided`, with `invalid_input` if a
 * required reason is missing, with `requester_lost_rights` if the requester may no longer make the change, and with any
 * refusal of the change itself for the approver.
 */
export async function decide(
  ctx: Ctx,
  approvables: Approvables,
  { id, version, decision, comment = "" }: Input<typeof approvals.decide>,
): Promise<Output<typeof approvals.decide>> {
  if (needsComment(decision) && comment === "") {
    throw commonRefusals.invalid_input({}, [{ path: "comment", code: "reason_required", message: "Enter a reason." }]);
  }
  const link = await inTransaction(ctx, async (inner) => {
    const record = await lockVisible(inner, approvables, { id, version });
    if (record.state !== "pending") throw approvalRefusals.already_decided({ state: record.state });
    if (ctx.now >= record.expiresAt) {
      await close(inner, record, { state: "expired" });
      return null;
    }
    await requireDecision(inner, approvableOf(approvables, record), record, decision);
    const made = decision === "approve" ? await makeChange(inner, approvables, record) : noChange;
    const state = made === null ? "stale" : stateAfter(decision);
    await close(inner, record, { state, comment: comment || null });
    return made?.link ?? null;
  });
  ctx.jobs.wake();
  return { ...(await getApproval(ctx, approvables, { id })), link };
}

type DecisionMade = { readonly link: string | null };
const noChange: DecisionMade = { link: null };

const meansChanged = new Set<string>([commonRefusals.version_conflict.code, commonRefusals.not_found.code]);

/** Returns null if the record has changed since the request. */
async function makeChange(ctx: Ctx, approvables: Approvables, record: ApprovalRecord): Promise<DecisionMade | null> {
  if (!(await isFresh(ctx, approvables, record))) return null;
  const declared = approvableOf(approvables, record);
  await requireRequester(ctx, declared, record);
  const approval = { id: record.id, requestedByName: record.requestedByName };
  try {
    // A nested transaction, so that a change that fails half-way is rolled back when the request is closed.
    const answer = await inTransaction({ ...asOperation(ctx, declared), approval }, (inner) =>
      declared.apply(inner, payloadOf(declared, record)),
    );
    return { link: declared.linkOf?.(answer) ?? null };
  } catch (error) {
    if (error instanceof Refusal && meansChanged.has(error.code)) return null;
    throw error;
  }
}

/** The requester must still be allowed to make the change: a request outlives a disabled account. */
async function requireRequester(
  ctx: Ctx,
  { operation }: Approvable,
  { requestedBy, requestedByName: name }: ApprovalRecord,
): Promise<void> {
  const requester = await ctx.readActor(ctx, requestedBy);
  if (!requester?.permissions.has(operation.permission)) throw approvalRefusals.requester_lost_rights({ name });
}

/**
 * Withdraws the caller's own request. Refuses with `not_found`, `version_conflict`, `not_yours` and `already_decided`.
 */
export async function withdraw(
  ctx: Ctx,
  approvables: Approvables,
  { id, version }: Input<typeof approvals.withdraw>,
): Promise<Approval> {
  await inTransaction(ctx, async (inner) => {
    const record = await lockVisible(inner, approvables, { id, version });
    if (record.requestedBy !== actorOf(ctx).userId) throw approvalRefusals.not_yours();
    if (record.state !== "pending") throw approvalRefusals.already_decided({ state: record.state });
    await close(inner, record, { state: "withdrawn" });
  });
  return getApproval(ctx, approvables, { id });
}

/** Adds a comment to a request. A repeated call changes nothing. Refuses with `not_found`. */
export async function addComment(
  ctx: Ctx,
  approvables: Approvables,
  { id, commentId, text }: Input<typeof approvals.comment>,
): Promise<Approval> {
  await getApproval(ctx, approvables, { id });
  const { userId, name } = actorOf(ctx);
  await inTransaction(ctx, async (inner) => {
    const made = await inner.db
      .insert(approvalCommentsTable)
      .values({ id: commentId, approvalId: id, at: ctx.now, byId: userId, byName: name, text })
      .onConflictDoNothing()
      .returning({ id: approvalCommentsTable.id });
    if (made.length === 0) return;
    await recordAudit(inner, [{ action: "comment", resource: auditResource, resourceId: id, changes: {} }]);
  });
  return getApproval(ctx, approvables, { id });
}

type ClosingDecision = { readonly state: Exclude<ApprovalState, "pending">; readonly comment?: string | null };

const verbs: Readonly<Record<ClosingDecision["state"], string>> = {
  approved: "approve",
  changes_requested: "ask_changes",
  rejected: "reject",
  withdrawn: "withdraw",
  stale: "find_stale",
  expired: "expire",
};
const decided: ReadonlySet<ApprovalState> = new Set(["approved", "changes_requested", "rejected", "stale"]);

/** Closes a locked request, and notifies its requester unless they closed it themselves. */
export async function close(
  ctx: Ctx,
  record: ApprovalRecord,
  { state, comment = null }: ClosingDecision,
): Promise<void> {
  const decider = decided.has(state) ? ctx.actor : null;
  await ctx.db
    .update(table)
    .set({
      state,
      comment,
      decidedBy: decider?.userId ?? null,
      decidedByName: decider?.name ?? null,
      closedAt: ctx.now,
      updatedAt: ctx.now,
      version: record.version + 1,
    })
    .where(eq(table.id, record.id));
  const changes = {
    state: { before: record.state, after: state },
    requestedBy: { before: null, after: record.requestedByName },
  };
  await recordAudit(ctx, [
    { action: verbs[state], resource: auditResource, resourceId: record.id, reason: comment, changes },
  ]);
  const isOwn = decider?.userId === record.requestedBy;
  const about = { resource: auditResource, resourceId: record.id };
  await withdrawNotifications(ctx, { kind: "approvalRequested", ...about });
  if (state === "withdrawn" || isOwn) return;
  const { action, requestedBy: userId } = record;
  // The requester's own, so without a permission.
  await notify(ctx, [{ kind: "approvalDecided", userId, ...about, permission: null, payload: { action, state } }]);
  const emailAt = (await emailTimes(ctx, "approvalDecided", [userId])).get(userId);
  if (emailAt !== undefined) await enqueueJob(ctx, emailJobKind, { approvalId: record.id }, emailAt);
}
