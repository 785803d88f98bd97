import { and, eq, lte } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import type { Importer } from "#api/importer.ts";
import { RightsLostError } from "#api/jobActor.ts";
import { changeWriter } from "#features/platform/imports/api/service/changes.ts";
import { keepPlan, planOfChunk, readPlan, startDifferences } from "#features/platform/imports/api/service/plans.ts";
import { problemWriter } from "#features/platform/imports/api/service/problems.ts";
import { checkedChunks } from "#features/platform/imports/api/service/rows.ts";
import {
  beginRun,
  progressWriter,
  rightsLost,
  type Run,
  type RunRequest,
  stillRuns,
  notifyOwner,
} from "#features/platform/imports/api/service/runs.ts";
import { startTally } from "#features/platform/imports/api/service/reportCounters.ts";
import { importChangesTable, importProblemsTable, importsTable } from "#features/platform/imports/api/tables.ts";

/** The dry run: validates every row as the write will, but writes only its report and its plan. */
export async function runCheck(ctx: Ctx, importers: readonly Importer[], request: RunRequest): Promise<void> {
  const run = await beginRun(ctx, importers, request, "checking");
  if (!run) return;
  let processed = 0;
  try {
    await checkRows(ctx, run, (rows) => (processed = rows));
  } catch (error) {
    if (!(error instanceof RightsLostError)) throw error;
    await rightsLost(ctx, run.record, { state: "uploaded", processed });
  }
}

async function checkRows(ctx: Ctx, run: Run, note: (processed: number) => void): Promise<void> {
  const { record } = run;
  await ctx.db
    .delete(importProblemsTable)
    .where(and(eq(importProblemsTable.importId, record.id), lte(importProblemsTable.run, record.run)));
  await ctx.db.delete(importChangesTable).where(eq(importChangesTable.importId, record.id));
  const tally = startTally(record);
  const differences = record.notice === "changed_meanwhile" ? startDifferences() : null;
  const keepProblems = problemWriter(ctx, record);
  const keepChanges = changeWriter(ctx, record);
  const noteProgress = progressWriter(ctx, record);
  let processed = 0;
  for await (const chunk of checkedChunks(ctx, run)) {
    const [current] = await ctx.db.select({ id: importsTable.id }).from(importsTable).where(stillRuns(record));
    // Stopped, or restarted with another mapping.
    if (!current) return;
    const plan = planOfChunk(run.importer, chunk);
    const before = differences && (await readPlan(ctx, record.id, chunk.number));
    if (before && before.run !== record.run) differences.add(chunk, before.rows, plan);
    await keepPlan(ctx, record, chunk.number, plan);
    await keepProblems(chunk);
    await keepChanges(chunk);
    tally.add(chunk);
    processed += chunk.rows.length;
    note(processed);
    noteProgress(processed);
  }
  await ctx.db
    .update(importsTable)
    .set({
      state: "checked",
      report: { ...tally.report(), differences: differences?.found() ?? null },
      reportRun: record.run,
      processed,
    })
    .where(stillRuns(record));
  await notifyOwner(ctx, record);
}
