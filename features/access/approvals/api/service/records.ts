import { and, asc, eq, gt, inArray, isNotNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Input } from "#base/contract.ts";
import { commonRefusals, Refusal } from "#base/refusal.ts";
import type { Approvable } from "#api/approvals.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { decisionsOpen, pausedUntil } from "#features/access/approvals/api/service/approvers.ts";
import {
  approvalCommentsTable,
  type ApprovalRecord,
  approvalRequestsTable as table,
} from "#features/access/approvals/api/tables.ts";
import { Approval, type ApprovalRow, type approvals } from "#features/access/approvals/contract.ts";

/** The resource of a request's audit entries. */
export const auditResource = "approvals";

export const approvalRows: ScopePolicy = {
  resource: auditResource,
  table,
  id: table.id,
  own: table.requestedBy,
  by: {},
};

/** All changes of the app that can need approval. */
export type Approvables = readonly Approvable[];

/**
 * The requests that a user may see: those in the scope of their own grants, those in their inbox, and those they
 * decided.
 */
export const visibleTo = (ctx: Ctx, approvables: Approvables): SQL | undefined => {
  const scope = scopeCondition(ctx, approvalRows, "approvals.read");
  const isDecidedByMe = eq(table.decidedBy, actorOf(ctx).userId);
  return scope === undefined ? undefined : or(scope, isDecidedByMe, isMyTurn(ctx, approvables));
};

/**
 * The requests in the caller's inbox: by another user, about another user, not expired, and for changes that the caller
 * could make to this very record. Users can't approve what they couldn't do themselves. Also those that the caller can
 * object to, and their own that they may apply: service/approvers.ts says which decisions are possible.
 */
export function isMyTurn(ctx: Ctx, approvables: Approvables): SQL {
  const { userId, permissions } = actorOf(ctx);
  if (!permissions.get("approvals.decide")?.includes("all")) return sql`false`;
  const able = approvables
    .filter(({ operation }) => permissions.has(operation.permission))
    .map((approvable) =>
      and(
        eq(table.action, approvable.action),
        approvable.isAboutPerson ? ne(table.resourceId, userId) : undefined,
        isWithinReach(ctx, approvable),
      ),
    );
  const canObject = and(isNotNull(table.aloneAfter), ne(table.requestedBy, userId));
  const isAble = able.length === 0 ? sql`false` : or(...able);
  const isOfOthers = and(ne(table.requestedBy, userId), isAble);
  const isOver = and(isNotNull(table.aloneAfter), lte(table.aloneAfter, ctx.now));
  const isToCarryOut = and(eq(table.requestedBy, userId), isOver, isAble);
  const isOpen = and(eq(table.state, "pending"), gt(table.expiresAt, ctx.now));
  return and(isOpen, or(isOfOthers, canObject, isToCarryOut))!;
}

function isWithinReach(ctx: Ctx, { resource, operation }: Approvable): SQL | undefined {
  if (actorOf(ctx).permissions.get(operation.permission)?.includes("all")) return undefined;
  const rows = ctx.catalogue.scopedRows.find((each) => each.resource === resource);
  if (rows === undefined) return sql`false`;
  const scope = scopeCondition(ctx, rows, operation.permission) ?? sql`true`;
  return inArray(
    table.resourceId,
    ctx.db
      .select({ id: sql<string>`${rows.id}::text` })
      .from(rows.table)
      .where(scope),
  );
}

/** Refuses with `not_found`. */
export async function getApproval(
  ctx: Ctx,
  approvables: Approvables,
  { id }: Input<typeof approvals.get>,
): Promise<Approval> {
  return toApproval(ctx, approvables, await readVisible(ctx, approvables, id));
}

type ReadRecord = ApprovalRecord & { isMyTurn: boolean };

export async function readVisible(
  ctx: Ctx,
  approvables: Approvables,
  id: string,
  { isLocked = false } = {},
): Promise<ReadRecord> {
  const query = ctx.db
    .select({ record: table, isMyTurn: sql<boolean>`${isMyTurn(ctx, approvables)}` })
    .from(table)
    .where(and(eq(table.id, id), visibleTo(ctx, approvables)));
  const [found] = await (isLocked ? query.for("update") : query);
  if (found === undefined) throw commonRefusals.not_found();
  return { ...found.record, isMyTurn: found.isMyTurn };
}

/**
 * Reads and locks a request until the transaction of `ctx` ends. Refuses with `not_found`, and with `version_conflict`
 * and the current request.
 */
export async function lockVisible(
  ctx: Ctx,
  approvables: Approvables,
  { id, version }: { id: string; version: number },
): Promise<ReadRecord> {
  const record = await readVisible(ctx, approvables, id, { isLocked: true });
  if (record.version === version) return record;
  const current = z.parse(Approval, await toApproval(ctx, approvables, record));
  throw commonRefusals.version_conflict({
    current,
    changedBy: record.decidedByName,
    changedAt: record.updatedAt,
    changes: {},
  });
}

export const toRow = (
  ctx: Ctx,
  record: Omit<ApprovalRow, "isMine" | "isMyTurn"> & { isMyTurn: boolean; requestedBy: string },
): ApprovalRow => ({ ...record, isMine: record.requestedBy === ctx.actor?.userId });

export async function toApproval(ctx: Ctx, approvables: Approvables, record: ReadRecord): Promise<Approval> {
  const { id, at, byName, text } = approvalCommentsTable;
  const comments = await ctx.db
    .select({ id, at, byName, text })
    .from(approvalCommentsTable)
    .where(eq(approvalCommentsTable.approvalId, record.id))
    .orderBy(asc(at), asc(id));
  const { changes, impact, comment, aloneAfter } = record;
  const isOutdated = record.state === "pending" && !(await isFresh(ctx, approvables, record));
  const decisions = record.isMyTurn ? await decisionsOpen(ctx, approvableOf(approvables, record), record) : [];
  const paused = decisions.includes("approve") ? await pausedUntil(ctx, record) : null;
  return {
    ...toRow(ctx, record),
    changes,
    impact,
    comment,
    comments,
    isOutdated,
    aloneAfter,
    decisions: [...decisions],
    pausedUntil: paused,
  };
}

/** The change that a request is for. */
export function approvableOf(approvables: Approvables, { action }: Pick<ApprovalRecord, "action">): Approvable {
  const found = approvables.find((each) => each.action === action);
  if (found === undefined) throw new Error(`a request for ${action}, which nothing here can make`);
  return found;
}

/** The requested input, validated again: the operation may have changed since. */
export const payloadOf = ({ operation }: Approvable, { payload }: Pick<ApprovalRecord, "payload">) =>
  z.parse<Approvable["operation"]["input"]>(operation.input, payload);

/**
 * Whether the record is unchanged since the request. Runs without an actor, because the reader may not see the record.
 */
export async function isFresh(ctx: Ctx, approvables: Approvables, record: ApprovalRecord): Promise<boolean> {
  const approvable = approvableOf(approvables, record);
  try {
    const version = await approvable.baseVersion({ ...ctx, actor: null }, payloadOf(approvable, record));
    return version !== null && String(version) === record.baseVersion;
  } catch (error) {
    if (error instanceof Refusal && error.code === commonRefusals.not_found.code) return false;
    throw error;
  }
}

/** The same caller in the operation of the change: scopes depend on the operation. */
export const asOperation = (ctx: Ctx, { operation }: Approvable): Ctx => ({ ...ctx, permission: operation.permission });
