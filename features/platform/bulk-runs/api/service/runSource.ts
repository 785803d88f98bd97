import { and, eq, inArray, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { areaOfPath, type RunSource, runRow, stateCase } from "#api/runSource.ts";
import { bulkJob, requestStop } from "#features/platform/bulk-runs/api/service/ownRuns.ts";
import { bulkRunsTable as table } from "#features/platform/bulk-runs/api/tables.ts";

/** A run that was only counted is waiting for its user. */
export const bulkRunSource: RunSource = {
  kind: "bulk",
  rows: () =>
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
      from: sql`${table}`,
    }),
  cancel: requestStop,
  retry: goOn,
};

/** Goes on where it ended. A run that was never confirmed is started anew on its list. */
function goOn(ctx: Ctx, runId: string): Promise<boolean> {
  return inTransaction(ctx, async (inner) => {
    const started = await inner.db
      .update(table)
      .set({ state: "running", notice: null, attempts: 0, stopRequestedAt: null, finishedAt: null })
      .where(and(eq(table.id, runId), inArray(table.state, ["stopped", "failed"]), sql`${table.preview} is not null`))
      .returning({ id: table.id });
    if (started.length === 0) return false;
    await enqueueJob(inner, bulkJob, { runId });
    return true;
  });
}
