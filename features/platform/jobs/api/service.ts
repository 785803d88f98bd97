import { and, type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { instant } from "#base/time.ts";
import { recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import type { RunSource } from "#api/runSource.ts";
import { usersTable } from "#features/access/users/api/tables.ts";
import { type JobRun, jobRefusals, jobs, jobsPageMax } from "#features/platform/jobs/contract.ts";

type Row = Omit<JobRun, "isOwn" | "canCancel" | "canRetry" | "canDownload" | "createdAt" | "finishedAt" | "nextAt"> & {
  readonly ownerId: string | null;
  readonly createdAt: Date | string;
  readonly finishedAt: Date | string | null;
  readonly nextAt: Date | string | null;
};

/** Whose runs the caller asks for: all that they may see, or their own. */
type Reach = "all" | "own";

/** Refuses with `invalid_cursor`. */
export async function listRuns(
  ctx: Ctx,
  sources: readonly RunSource[],
  { kind, state, cursor }: Input<typeof jobs.list>,
  reach: Reach,
): Promise<Output<typeof jobs.list>> {
  const wanted = sources.filter((source) => kind === undefined || kind.includes(source.kind));
  if (wanted.length === 0) return { rows: [], next: null };
  const states = state === undefined ? undefined : sql`runs.state = any(${`{${state.join(",")}}`}::text[])`;
  // Work that is scheduled every few seconds and went well would hide the rest.
  const notable = kind === undefined ? sql`(runs.kind <> 'scheduled' or runs.state = 'failed')` : undefined;
  const rows = await readRuns(ctx, wanted, and(reachCondition(ctx, reach), notable, states, afterCursor(cursor)));
  const shown = rows.slice(0, jobsPageMax);
  const last = shown.at(-1);
  return {
    rows: shown.map((row) => viewRow(ctx, sources, row, reach)),
    next: rows.length > jobsPageMax && last ? `${instantOf(last.createdAt)} ${last.kind} ${last.id}` : null,
  };
}

async function readRuns(ctx: Ctx, sources: readonly RunSource[], where: SQL | undefined): Promise<Row[]> {
  const all = sql.join(
    sources.map((source) => source.rows(ctx)),
    sql` union all `,
  );
  const result = await ctx.db.execute(sql`
    select runs.kind, runs.id, runs.area, runs.detail, runs.owner_id as "ownerId", owner.name as "ownerName",
           runs.state, runs.notice, runs.processed, runs.total, runs.created_at as "createdAt",
           runs.finished_at as "finishedAt", runs.next_at as "nextAt", runs.moved, runs.undo
      from (${all}) as runs
      left join ${usersTable} as owner on owner.id = runs.owner_id
     where ${where ?? sql`true`}
     order by runs.created_at desc, runs.kind desc, runs.id desc
     limit ${jobsPageMax + 1}::int`);
  return (result as { rows: Row[] }).rows;
}

const reachCondition = (ctx: Ctx, reach: Reach): SQL | undefined =>
  reach === "all" ? undefined : sql`runs.owner_id = ${actorOf(ctx).userId}::uuid`;

function afterCursor(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [at = "", kind = "", id = ""] = cursor.split(" ");
  if (id === "" || Number.isNaN(Date.parse(at)) || instant(Date.parse(at)) !== at)
    throw commonRefusals.invalid_cursor();
  return sql`(runs.created_at, runs.kind, runs.id) < (${at}::timestamptz, ${kind}::text, ${id}::text)`;
}

function viewRow(ctx: Ctx, sources: readonly RunSource[], row: Row, reach: Reach): JobRun {
  const { ownerId, createdAt, finishedAt, nextAt, ...shown } = row;
  const { userId, permissions } = actorOf(ctx);
  const isOwn = ownerId === userId;
  const source = sources.find(({ kind }) => kind === row.kind)!;
  const mayAct = isOwn || (reach === "all" && permissions.has(jobs.cancel.permission));
  const hasEnded = row.state === "failed" || row.state === "stopped";
  return {
    ...shown,
    isOwn,
    canCancel: mayAct && source.cancel !== undefined && (row.state === "running" || row.state === "waiting"),
    undo: row.undo === "possible" && !isOwn ? null : row.undo,
    // To go on with what was undone would change the records again.
    canRetry: mayAct && source.retry !== undefined && hasEnded && row.undo !== "undone",
    canDownload: isOwn && row.kind === "export" && row.state === "done" && row.notice === null,
    createdAt: instantOf(createdAt),
    finishedAt: finishedAt && instantOf(finishedAt),
    nextAt: nextAt && instantOf(nextAt),
  };
}

const instantOf = (at: Date | string) => instant(new Date(at).getTime());

type RunKey = Input<typeof jobs.cancel>;

/** Refuses with `not_found` and `run_not_running`. */
export async function cancelRun(
  ctx: Ctx,
  sources: readonly RunSource[],
  wanted: RunKey,
  reach: Reach,
): Promise<undefined> {
  await act(ctx, sources, wanted, { reach, action: "cancel", refusal: jobRefusals.run_not_running });
  return undefined;
}

/** Refuses with `not_found` and `run_not_failed`. */
export async function retryRun(
  ctx: Ctx,
  sources: readonly RunSource[],
  wanted: RunKey,
  reach: Reach,
): Promise<undefined> {
  await act(ctx, sources, wanted, { reach, action: "retry", refusal: jobRefusals.run_not_failed });
  ctx.jobs.wake();
  return undefined;
}

type Act = {
  readonly reach: Reach;
  readonly action: "cancel" | "retry";
  readonly refusal: (typeof jobRefusals)[keyof typeof jobRefusals];
};

async function act(
  ctx: Ctx,
  sources: readonly RunSource[],
  { kind, id }: RunKey,
  { reach, action, refusal }: Act,
): Promise<void> {
  const source = sources.find((each) => each.kind === kind);
  const found = source && (await readRuns(ctx, [source], and(reachCondition(ctx, reach), sql`runs.id = ${id}`)));
  if (!source || found?.length !== 1) throw commonRefusals.not_found();
  await inTransaction(ctx, async (inner) => {
    if (!(await source[action]?.(inner, id))) throw refusal();
    await recordAudit(inner, [{ action, resource: "jobs", resourceId: id, changes: {}, reason: null }]);
  });
}
