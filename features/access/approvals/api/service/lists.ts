import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { isAnyOf, type ListDefinition, readPage } from "#api/list.ts";
import { type Approvables, isMyTurn, toRow, visibleTo } from "#features/access/approvals/api/service/records.ts";
import { approvalRequestsTable as table } from "#features/access/approvals/api/tables.ts";
import type { ApprovalBox, approvals } from "#features/access/approvals/contract.ts";

const columns = {
  id: table.id,
  action: table.action,
  resource: table.resource,
  resourceId: table.resourceId,
  title: table.title,
  state: table.state,
  requestedBy: table.requestedBy,
  requestedByName: table.requestedByName,
  decidedByName: table.decidedByName,
  createdAt: table.createdAt,
  expiresAt: table.expiresAt,
  closedAt: table.closedAt,
  version: table.version,
};

/** The inbox depends on the caller, so the definition is created for each call. */
const approvalList = (
  ctx: Ctx,
  approvables: Approvables,
): ListDefinition<typeof columns, Input<typeof approvals.list>> => ({
  table,
  id: table.id,
  columns,
  search: table.searchKey,
  sorts: { createdAt: [table.createdAt, table.id], updatedAt: [table.updatedAt, table.id] },
  filters: {
    box: (boxes) => or(...boxes.map((box) => isIn(ctx, approvables, box))),
    state: (states) => isAnyOf(table.state, states),
    action: (actions) => isAnyOf(table.action, actions),
  },
  unless: ({ box, state }) => (box || state ? undefined : isMyTurn(ctx, approvables)),
  scope: () => visibleTo(ctx, approvables),
});

function isIn(ctx: Ctx, approvables: Approvables, box: ApprovalBox): SQL {
  if (box === "waiting") return isMyTurn(ctx, approvables);
  return box === "mine" ? eq(table.requestedBy, actorOf(ctx).userId) : sql`true`;
}

/** Refuses with `invalid_cursor`. */
export async function listApprovals(
  ctx: Ctx,
  approvables: Approvables,
  input: Input<typeof approvals.list>,
): Promise<Output<typeof approvals.list>> {
  const { rows, ...rest } = await readPage(ctx, approvalList(ctx, approvables), input);
  const turns = await turnsAmong(
    ctx,
    approvables,
    rows.map(({ id }) => id),
  );
  return { ...rest, rows: rows.map((row) => toRow(ctx, { ...row, isMyTurn: turns.has(row.id) })) };
}

async function turnsAmong(ctx: Ctx, approvables: Approvables, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const mine = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(isAnyOf(table.id, ids), isMyTurn(ctx, approvables)));
  return new Set(mine.map(({ id }) => id));
}

const waitingMax = 100;

export async function countWaiting(ctx: Ctx, approvables: Approvables): Promise<Output<typeof approvals.countWaiting>> {
  const waiting = await ctx.db.select({ one: sql`1` }).from(table).where(isMyTurn(ctx, approvables)).limit(waitingMax);
  return { count: waiting.length };
}
