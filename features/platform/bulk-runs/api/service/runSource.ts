import { and, eq, inArray, sql } from "drizzle-orm";
import type { BulkService } from "#api/bulkBatches.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { areaOfPath, type RunSource, runRow, stateCase } from "#api/runSource.ts";
import { bulkJob, lockRun, requestStop } from "#features/platform/bulk-runs/api/service/ownRuns.ts";
import { undoStateOf } from "#features/platform/bulk-runs/api/service/undoState.ts";
import { bulkRunsTable as table } from "#features/platform/bulk-runs/api/tables.ts";

/** A run that was only counted is waiting for its user. */
export const bulkRunSource = (services: readonly BulkService[]): RunSource => ({
  kind: "bulk",
  rows: (ctx) =>
    runRow("bulk", {
      id: sql`id`,
      area: areaOfPath(sql`operation`),
      detail: sql`null`,
      ownerId: sql`owner_id`,
      state: stateCase(sql`state`, { counting: "running", ready: "waiting" }),
      notice: sql`notice`,
      processed: sql`case when state in ('counting', 'ready') then null else changed + moved + left_out end`,
      total: sql`(preview ->> 'changing')`,
      createdAt: sql`created_at`,
      finishedAt: sql`finished_at`,
      moved: sql`case when state in ('counting', 'ready') then null else moved end`,
      undo: sql`case when operation = any(${permittedPaths(ctx, services)}::text[]) then ${undoStateOf(ctx)}
                     else nullif(${undoStateOf(ctx)}, 'possible') end`,
      from: sql`${table}`,
    }),
  cancel: requestStop,
  retry: goOn,
});

/** The actions that the caller may still do. */
function permittedPaths(ctx: Ctx, services: readonly BulkService[]): string {
  const { permissions } = actorOf(ctx);
  const permitted = services.filter(({ operation }) => permissions.has(operation.permission));
  return `{${permitted.map(({ operation }) => operation.path).join(",")}}`;
}

/** Goes on where it ended, unless it was undone. A run that was never confirmed is started anew on its list. */
function goOn(ctx: Ctx, runId: string): Promise<boolean> {
  return inTransaction(ctx, async (inner) => {
    await lockRun(inner, runId);
    const started = await inner.db
      .update(table)
      .set({ state: "running", notice: null, attempts: 0, stopRequestedAt: null, finishedAt: null })
      .where(
        and(
          eq(table.id, runId),
          inArray(table.state, ["stopped", "failed"]),
          sql`${table.preview} is not null`,
          sql`${undoStateOf(inner)} is distinct from 'undone'`,
        ),
      )
      .returning({ id: table.id });
    if (started.length === 0) return false;
    await enqueueJob(inner, bulkJob, { runId });
    return true;
  });
}
