import { and, eq, inArray, lt, sql } from "drizzle-orm";
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
import { type BulkRun, bulkRunRefusals, type bulkRuns } from "#base/bulkRuns.ts";

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
  const { hasImpact } = await service.actionOf({ ...ctx, permission: service.operation.permission }, input);
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
        createdAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning({ id: table.id });
    if (created) await enqueueJob(inner, bulkJob, { runId: id });
  });
  ctx.jobs.wake();
  const [record] = await ctx.db.select().from(table).where(eq(table.id, id));
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

async function ownRun(ctx: Ctx, services: readonly BulkService[], runId: string): Promise<BulkRunRecord> {
  const [run] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, runId), eq(table.ownerId, actorOf(ctx).userId)));
  if (!run) throw commonRefusals.not_found();
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

export function viewRun({ stopRequestedAt, ...run }: BulkRunRecord): BulkRun {
  return { ...run, isStopping: stopRequestedAt !== null && run.state === "running" };
}

/** Each start deletes a few old runs, which keeps the tables small. */
async function removeOld(ctx: Ctx): Promise<void> {
  const old = ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(lt(table.createdAt, addMs(ctx.now, -keptDays * dayMs)), sql`${table.state} <> 'running'`))
    .limit(5);
  await ctx.db.delete(table).where(inArray(table.id, old));
}
