import { and, eq, sql } from "drizzle-orm";
import type { AuditEvent, Changes } from "#base/activity.ts";
import type { PendingApproval } from "#base/approvals.ts";
import type { Input, Operation, Output } from "#base/contract.ts";
import { newId } from "#api/newId.ts";
import { searchKey } from "#base/searchKey.ts";
import { addMs } from "#base/time.ts";
import type { Approvable, RequestDescription } from "#api/approvals.ts";
import { changesBetween, readActivity, recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { notify } from "#api/notifications.ts";
import {
  approvalNeed,
  isApprovalNeeded,
  type Need,
  usersToAsk,
} from "#features/access/approvals/api/service/deciders.ts";
import { noticeKind } from "#features/access/approvals/api/service/emails.ts";
import { auditResource } from "#features/access/approvals/api/service/records.ts";
import { type ApprovalRecord, approvalRequestsTable as table } from "#features/access/approvals/api/tables.ts";
import { approvalRefusals } from "#features/access/approvals/contract/refusals.ts";
import { objectionMs, waitingMs } from "#features/access/approvals/rules.ts";

/**
 * Applies a change, or requests approval if its rule requires it. Then the result is the request's id.
 *
 * What the operation would refuse is refused before anything is requested: the change is tried and rolled back. A
 * repeated call returns the same request; another change of the same record refuses with `approval_pending`.
 */
export async function throughApproval<Op extends Operation, Answer extends Output<Op> | PendingApproval>(
  ctx: Ctx,
  declared: Approvable,
  input: Input<Op>,
): Promise<Answer> {
  const apply = () => declared.apply(ctx, input) as Promise<Answer>;
  const need = ctx.approval === undefined ? await needOf(ctx, declared, input) : "nothing";
  if (need === "nothing") return apply();
  const tried = await tryOut(ctx, declared, input);
  // A change without effect needs no approval.
  if (Object.keys(tried.changes).length === 0) return apply();
  const approvalId = await ask(ctx, declared, input, { ...tried, need });
  ctx.jobs.wake();
  return { approvalId } satisfies PendingApproval as Answer;
}

/** What this change waits for, if it can need approval. */
async function needOf(ctx: Ctx, declared: Approvable, input: Input<Operation>): Promise<Need> {
  // Some changes need a trial run for `isMeant`. That is expensive, so first check whether approval is needed at all.
  const need = await approvalNeed(ctx, declared, declared.resourceIdOf(input));
  if (need === "nothing") return need;
  return ((await declared.isMeant?.(input, ctx)) ?? true) ? need : "nothing";
}

/** Refuses with `one_at_a_time` a bulk change that would need approval for a single record. */
export async function refuseWhereNeeded(ctx: Ctx, declared: Approvable): Promise<void> {
  if (await isApprovalNeeded(ctx, declared)) throw approvalRefusals.one_at_a_time();
}

type TriedChange = RequestDescription & { readonly changes: Changes; readonly baseVersion: string | null };

/** Thrown to roll back a change that was only tried. */
class Undone extends Error {
  readonly tried: TriedChange;
  constructor(tried: TriedChange) {
    super("tried and undone");
    this.tried = tried;
  }
}

/** The effect of the change, from its own audit entry. Refuses like the change. */
async function tryOut(ctx: Ctx, declared: Approvable, input: Input<Operation>): Promise<TriedChange> {
  const subject = { resource: declared.resource, resourceId: declared.resourceIdOf(input), limit: 1 };
  const attempt = inTransaction(ctx, async (inner): Promise<never> => {
    const version = await declared.baseVersion(inner, input);
    const described = await declared.describe(inner, input);
    const [last] = await readActivity(inner, subject);
    await declared.apply(inner, input);
    const [event] = await readActivity(inner, subject);
    const changes = event === undefined || event.id === last?.id ? {} : withReason(event);
    throw new Undone({ ...described, changes, baseVersion: version === null ? null : String(version) });
  });
  return attempt.catch((error: unknown) => {
    if (error instanceof Undone) return error.tried;
    throw error;
  });
}

/** Shows the reason next to the changes. */
const withReason = ({ changes, reason }: Pick<AuditEvent, "changes" | "reason">): Changes =>
  reason === null ? changes : { ...changes, reason: { before: null, after: reason } };

async function ask(
  ctx: Ctx,
  declared: Approvable,
  payload: Input<Operation>,
  { title, impact = [], changes, baseVersion, need }: TriedChange & { readonly need: Need },
): Promise<string> {
  const { action, resource } = declared;
  const actor = actorOf(ctx);
  const resourceId = declared.resourceIdOf(payload);
  const id = newId(ctx);
  const requested = { action, resource, resourceId, payload: payload as Record<string, unknown>, baseVersion };
  return inTransaction(ctx, async (inner) => {
    const made = await inner.db
      .insert(table)
      .values({
        id,
        ...requested,
        title,
        changes,
        impact: [...impact],
        state: "pending",
        requestedBy: actor.userId,
        requestedByName: actor.name,
        expiresAt: addMs(ctx.now, waitingMs),
        aloneAfter: need === "objection" ? addMs(ctx.now, objectionMs) : null,
        searchKey: ` ${searchKey(title)} ${searchKey(actor.name)}`,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      })
      .onConflictDoNothing({
        target: [table.resourceId, table.action, table.requestedBy],
        where: sql`state = 'pending'`,
      })
      .returning({ id: table.id });
    if (made.length === 0) return findSameRequest(inner, requested);
    if (need === "objection") await enqueueJob(inner, noticeKind, { approvalId: id });
    // Without its title, which may be a name: the log is permanent.
    const request = { action: { before: null, after: action }, resourceId: { before: null, after: resourceId } };
    await recordAudit(inner, [{ action: "request", resource: auditResource, resourceId: id, changes: request }]);
    const about = { kind: "approvalRequested", resource: auditResource, resourceId: id } as const;
    const userIds = await usersToAsk(inner, declared, { resourceId, need });
    const permission = "approvals.decide";
    await notify(
      inner,
      userIds.map((userId) => ({ ...about, userId, permission, payload: { action } })),
    );
    return id;
  });
}

/** The pending request, if it is for the same change. Refuses with `approval_pending` if it is for another. */
async function findSameRequest(
  ctx: Ctx,
  requested: Pick<ApprovalRecord, "action" | "resourceId" | "payload" | "baseVersion">,
): Promise<string> {
  const isOwn = and(
    eq(table.action, requested.action),
    eq(table.resourceId, requested.resourceId),
    eq(table.requestedBy, actorOf(ctx).userId),
    eq(table.state, "pending"),
  );
  const [found] = await ctx.db.select().from(table).where(isOwn);
  const isSame =
    found !== undefined &&
    found.baseVersion === requested.baseVersion &&
    Object.keys(changesBetween({ payload: found.payload }, { payload: requested.payload })).length === 0;
  if (!isSame) throw approvalRefusals.approval_pending({ approvalId: found?.id ?? null });
  return found.id;
}
