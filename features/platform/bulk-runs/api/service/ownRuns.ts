import { and, eq, getTableColumns, inArray, lt, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { impactRefusals } from "#base/impact.ts";
import { commonRefusals } from "#base/refusal.ts";
import { addMs, dayMs } from "#base/time.ts";
import type { BulkService, BulkServiceInput } from "#api/bulkBatches.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { jobActorOf } from "#api/jobActor.ts";
import { enqueueJob } from "#api/jobs.ts";
import { checkInput } from "#api/readInput.ts";
import { type BulkRunRecord, bulkRunsTable as table } from "#features/platform/bulk-runs/api/tables.ts";
import { undoStateOf } from "#features/platform/bulk-runs/api/service/undoState.ts";
import { type BulkRun, bulkRunRefusals, type bulkRuns } from "#base/bulkRuns.ts";
import type { UndoState } from "#base/runs.ts";

export const bulkJob = "bulk.run";
const keptDays = 30;

/** Starts to count. Refuses with `not_found`, `permission_denied`, `invalid_input`, `all_at_once` and `run_exists`. */
export async function startRun(
  ctx: Ctx,
  services: readonly BulkService[],
  { runId: id, operation: path, input: sent }: Input<typeof bulkRuns.start>,
): Promise<BulkRun> {
  const service = permittedService(ctx, services, path);
  const input = inputOf(service, sent);
  const { hasImpact, undo } = await service.actionOf({ ...ctx, permission: service.operation.permission }, input);
  if (hasImpact) throw bulkRunRefusals.all_at_once();
  await removeOld(ctx);
  await inTransaction(ctx, async (inner) => {
    const [created] = await inner.db
      .insert(table)
      .values({
        id,
        operation: path,
        input,
        ownerId: actorOf(ctx).userId,
        caller: jobActorOf(ctx),
        state: "counting",
        isUndoable: undo !== undefined,
        createdAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning({ id: table.id });
    if (created) await enqueueJob(inner, bulkJob, { runId: id });
  });
  ctx.jobs.wake();
  const record = await readRecord(ctx, id);
  const isSame = record?.ownerId === actorOf(ctx).userId && record.operation === path;
  if (!isSame) throw bulkRunRefusals.run_exists();
  return viewRun(record);
}

/** Refuses with `not_found`, also for another user's run, and `permission_denied`. */
export async function readRun(ctx: Ctx, services: readonly BulkService[], runId: string): Promise<BulkRun> {
  return viewRun(await ownRun(ctx, services, runId));
}

/** Refuses as `readRun` does, with `preview_stale` if the run counted something else, and with `run_not_ready`. */
export async function confirmRun(
  ctx: Ctx,
  services: readonly BulkService[],
  { runId, changing, fingerprint, reason }: Input<typeof bulkRuns.confirm>,
): Promise<BulkRun> {
  const run = await ownRun(ctx, services, runId);
  const { preview } = run;
  if (preview === null) throw bulkRunRefusals.run_not_ready();
  if (preview.changing !== changing || preview.fingerprint !== fingerprint) throw impactRefusals.preview_stale();
  const service = permittedService(ctx, services, run.operation);
  const input = reason === undefined ? run.input : inputOf(service, { ...run.input, reason });
  await inTransaction(ctx, async (inner) => {
    const started = await inner.db
      .update(table)
      .set({ state: "running", input, attempts: 0, caller: jobActorOf(ctx) })
      .where(and(eq(table.id, runId), eq(table.state, "ready")))
      .returning({ id: table.id });
    if (started.length > 0) await enqueueJob(inner, bulkJob, { runId });
  });
  ctx.jobs.wake();
  const confirmed = await ownRun(ctx, services, runId);
  // It was stopped before it was confirmed.
  if (confirmed.state === "stopped" && confirmed.doneThrough === 0) throw bulkRunRefusals.run_not_ready();
  return viewRun(confirmed);
}

/** A run that changes records stops before its next batch; any other at once. */
export async function stopRun(ctx: Ctx, services: readonly BulkService[], runId: string): Promise<BulkRun> {
  await ownRun(ctx, services, runId);
  await requestStop(ctx, runId);
  return viewRun(await ownRun(ctx, services, runId));
}

/** False if it has ended. */
export async function requestStop(ctx: Ctx, runId: string): Promise<boolean> {
  const isRunning = sql`${table.state} = 'running'`;
  const stopping = await ctx.db
    .update(table)
    .set({
      stopRequestedAt: ctx.now,
      state: sql`case when ${isRunning} then ${table.state} else 'stopped' end`,
      finishedAt: sql`case when ${isRunning} then null else ${ctx.now}::timestamptz end`,
    })
    .where(and(eq(table.id, runId), inArray(table.state, ["counting", "ready", "running"])))
    .returning({ id: table.id });
  return stopping.length > 0;
}

/**
 * Starts a run that sets back what an ended one changed. Once for each: sent again, it answers the same run. Refuses as
 * `readRun` does, and with `run_not_undoable`.
 */
export async function undoRun(ctx: Ctx, services: readonly BulkService[], runId: string): Promise<BulkRun> {
  const { operation, input } = await ownRun(ctx, services, runId);
  const service = permittedService(ctx, services, operation);
  await inTransaction(ctx, async (inner) => {
    await lockRun(inner, runId);
    const { undo: state, changed } = await ownRun(inner, services, runId);
    if (state === "undone") return;
    const acting = { ...inner, permission: service.operation.permission };
    const isDeclared = state === "possible" && (await service.actionOf(acting, input)).undo !== undefined;
    if (!isDeclared) throw bulkRunRefusals.run_not_undoable();
    const id = crypto.randomUUID();
    await inner.db.insert(table).values({
      id,
      operation,
      input,
      undoesId: runId,
      ownerId: actorOf(ctx).userId,
      caller: jobActorOf(ctx),
      state: "running",
      matched: changed,
      // Nothing is left to confirm: these are the records that the run changed.
      preview: { fingerprint: "", matched: changed, changing: changed, examples: [], leftOut: [], consequences: null },
      createdAt: ctx.now,
    });
    await enqueueJob(inner, bulkJob, { runId: id });
  });
  ctx.jobs.wake();
  const [undo] = await ctx.db.select({ id: table.id }).from(table).where(eq(table.undoesId, runId));
  return readRun(ctx, services, undo!.id);
}

/** Waits for an undo of the run that starts now, and for the run if it is started again: the next statement sees them. */
export const lockRun = (ctx: Ctx, runId: string) =>
  ctx.db.select({ id: table.id }).from(table).where(eq(table.id, runId)).for("update");

type ViewedRun = BulkRunRecord & { readonly undo: UndoState | null };

async function readRecord(ctx: Ctx, runId: string): Promise<ViewedRun | undefined> {
  const columns = { ...getTableColumns(table), undo: undoStateOf(ctx) };
  const [run] = await ctx.db.select(columns).from(table).where(eq(table.id, runId));
  return run;
}

async function ownRun(ctx: Ctx, services: readonly BulkService[], runId: string): Promise<ViewedRun> {
  const run = await readRecord(ctx, runId);
  if (run?.ownerId !== actorOf(ctx).userId) throw commonRefusals.not_found();
  permittedService(ctx, services, run.operation);
  return run;
}

function permittedService(ctx: Ctx, services: readonly BulkService[], path: string): BulkService {
  const service = services.find(({ operation }) => operation.path === path);
  if (!service) throw commonRefusals.not_found();
  const { permission } = service.operation;
  if (!actorOf(ctx).permissions.has(permission)) throw commonRefusals.permission_denied({ permission });
  return service;
}

/** The input of the operation, checked as if it were sent to it. Refuses with `invalid_input`. */
function inputOf({ operation }: BulkService, sent: object): BulkServiceInput {
  const { fingerprint: _, ...input } = checkInput(operation, { ...sent, fingerprint: "" }) as BulkServiceInput & {
    fingerprint: string;
  };
  return input;
}

function viewRun({ stopRequestedAt, ...run }: ViewedRun): BulkRun {
  return { ...run, isStopping: stopRequestedAt !== null && run.state === "running" };
}

/** A run is needed until its undo has ended. */
const isNotBeingUndone = sql`not exists (
  select from ${table} as undo where undo.undoes_id = ${table}.id and undo.state = 'running')`;

/** Each start deletes a few old runs, which keeps the tables small. */
async function removeOld(ctx: Ctx): Promise<void> {
  const old = ctx.db
    .select({ id: table.id })
    .from(table)
    .where(
      and(lt(table.createdAt, addMs(ctx.now, -keptDays * dayMs)), sql`${table.state} <> 'running'`, isNotBeingUndone),
    )
    .limit(5);
  await ctx.db.delete(table).where(inArray(table.id, old));
}
