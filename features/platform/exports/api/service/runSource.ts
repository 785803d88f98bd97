import { and, eq, inArray, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { areaOfPath, type RunSource, runRow } from "#api/runSource.ts";
import { exportJob, requestStop } from "#features/platform/exports/api/service/ownExports.ts";
import { exportRunsTable as table } from "#features/platform/exports/api/tables.ts";

export const exportRunSource: RunSource = {
  kind: "export",
  rows: () =>
    runRow("export", {
      id: sql`id`,
      area: areaOfPath(sql`operation`),
      detail: sql`file_name || '.' || (presentation ->> 'format')`,
      ownerId: sql`owner_id`,
      state: sql`state`,
      notice: sql`notice`,
      processed: sql`rows_count`,
      total: sql`rows_total`,
      createdAt: sql`created_at`,
      finishedAt: sql`finished_at`,
      from: sql`${table}`,
    }),
  cancel: requestStop,
  retry: goOn,
};

/** Reads on after the last part that was stored. */
function goOn(ctx: Ctx, exportId: string): Promise<boolean> {
  return inTransaction(ctx, async (inner) => {
    const started = await inner.db
      .update(table)
      .set({ state: "running", notice: null, attempts: 0, finishedAt: null })
      .where(and(eq(table.id, exportId), inArray(table.state, ["stopped", "failed"])))
      .returning({ id: table.id });
    if (started.length === 0) return false;
    await enqueueJob(inner, exportJob, { exportId });
    return true;
  });
}
