import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "#api/context.ts";
import type { Importer } from "#api/importer.ts";
import { RightsLostError } from "#api/jobActor.ts";
import { enqueueJob } from "#api/jobs.ts";
import {
  type Import,
  type ImportLanguage,
  type ImportMode,
  importRefusals,
} from "#features/platform/imports/contract.ts";
import { type OwnImport, ownImport, viewImport } from "#features/platform/imports/api/service/ownImports.ts";
import { isSamePlan, planOfChunk, readPlan } from "#features/platform/imports/api/service/plans.ts";
import { problemWriter } from "#features/platform/imports/api/service/problems.ts";
import { checkedChunks } from "#features/platform/imports/api/service/rows.ts";
import {
  beginRun,
  notifyCaller,
  checkJob,
  commitJob,
  newRun,
  progressWriter,
  rightsLost,
  type Run,
  type RunRequest,
  stillRuns,
  notifyOwner,
} from "#features/platform/imports/api/service/runs.ts";
import { startTally } from "#features/platform/imports/api/service/reportCounters.ts";
import { importProblemsTable, type ImportRecord, importsTable } from "#features/platform/imports/api/tables.ts";

/** Starts the write of a checked import. A repeated call returns the write in progress or done. */
export async function startCommit(
  ctx: Ctx,
  { record, importer }: OwnImport,
  { mode, language }: { mode: ImportMode; language: ImportLanguage },
): Promise<Import> {
  const isRequested = (record.state === "importing" || record.state === "imported") && record.mode === mode;
  if (isRequested) return viewImport({ record, importer }, language);
  refuseCommit(record, mode);
  const started = await inTransaction(ctx, async (inner) => {
    const [row] = await inner.db
      .update(importsTable)
      .set({
        ...newRun(ctx),
        state: "importing",
        mode,
        stopRequestedAt: null,
      })
      .where(and(eq(importsTable.id, record.id), eq(importsTable.run, record.run), eq(importsTable.state, "checked")))
      .returning();
    if (row) await enqueueJob(inner, commitJob, { importId: row.id, run: row.run });
    return row;
  });
  // Another copy of this request came first: returns its result.
  if (!started) return startCommit(ctx, await ownImport(ctx, [importer], record.id), { mode, language });
  ctx.jobs.wake();
  return viewImport({ record: started, importer }, language);
}

function refuseCommit({ state, report }: ImportRecord, mode: ImportMode): void {
  if (state === "importing") throw importRefusals.import_busy();
  if (state === "imported") throw importRefusals.import_finished();
  if (state !== "checked" || !report) throw importRefusals.not_checked();
  if (mode === "all_or_nothing" && report.badCount > 0) {
    throw importRefusals.rows_have_problems({ count: report.badCount });
  }
  if (report.newCount + report.updateCount === 0) throw importRefusals.nothing_to_import();
}

/**
 * Stops a dry run immediately, and a write at its next chunk: the transaction is rolled back and nothing is written.
 * Anything else has ended already, and is returned unchanged.
 */
export async function stopImport(ctx: Ctx, { record, importer }: OwnImport, language: ImportLanguage): Promise<Import> {
  await requestStop(ctx, record.id);
  await notifyOwner(ctx, record);
  return viewImport(await ownImport(ctx, [importer], record.id), language);
}

/** False if there was nothing to stop. */
export async function requestStop(ctx: Ctx, importId: string): Promise<boolean> {
  const checking = await ctx.db
    .update(importsTable)
    .set({ state: "uploaded", run: sql`${importsTable.run} + 1`, notice: "stopped" })
    .where(and(eq(importsTable.id, importId), eq(importsTable.state, "checking")))
    .returning({ id: importsTable.id });
  const importing = await ctx.db
    .update(importsTable)
    .set({ stopRequestedAt: ctx.now })
    .where(and(eq(importsTable.id, importId), eq(importsTable.state, "importing")))
    .returning({ id: importsTable.id });
  return checking.length + importing.length > 0;
}

/**
 * Writes all good rows in one transaction, which also marks the import as done: if it is killed at any point, nothing
 * is written.
 */
export async function runCommit(ctx: Ctx, importers: readonly Importer[], request: RunRequest): Promise<void> {
  const run = await beginRun(ctx, importers, request, "importing");
  if (!run) return;
  let processed = 0;
  const noteProgress = progressWriter(ctx, run.record);
  const note = (rows: number) => {
    processed = rows;
    noteProgress(rows);
  };
  try {
    await inTransaction(ctx, (inner) => writeRows(inner, run, note));
  } catch (error) {
    if (error instanceof RightsLostError) return rightsLost(ctx, run.record, { state: "checked", processed });
    // Waiting for another run does not count as a failed attempt.
    if (error instanceof StillWriting) await uncountAttempt(ctx, run.record);
    if (!(error instanceof Halt)) throw error;
    if (error.because === "stopped") await backToChecked(ctx, run.record);
    if (error.because === "changed_meanwhile") await checkAgain(ctx, run.record);
  }
}

/** Rolls back the whole transaction, with a reason for the user. */
class Halt extends Error {
  readonly because: "stopped" | "changed_meanwhile" | "done_by_another";
  constructor(because: Halt["because"]) {
    super(`the import was halted: ${because}`);
    this.because = because;
  }
}

async function writeRows(
  ctx: Ctx,
  { record, importer, act }: Run,
  noteProgress: (processed: number) => void,
): Promise<void> {
  await claimWrite(ctx, record);
  const tally = startTally(record);
  const keepProblems = problemWriter(ctx, record);
  let processed = 0;
  // The next rows are validated while the database writes these. Importers' checks must not depend on what the run has
  // written, because the dry run writes nothing.
  for await (const chunk of oneAhead(comparedChunks(ctx, { record, importer, act }))) {
    await refuseToGoOn(ctx, record);
    // If a row would differ from the dry run, nothing is written until the user has seen the new report.
    if (!chunk.isAsShown) throw new Halt("changed_meanwhile");
    await importer.write(
      await act(ctx),
      chunk.good.filter(({ outcome }) => outcome !== "unchanged"),
      record,
    );
    await keepProblems(chunk);
    tally.add(chunk);
    processed += chunk.rows.length;
    noteProgress(processed);
  }
  await act(ctx);
  // The final check: a stop that came in time wins, and of two workers only one finds the import still running.
  const finished = await ctx.db
    .update(importsTable)
    .set({ state: "imported", report: tally.report(), reportRun: record.run, processed, finishedAt: ctx.now })
    .where(and(stillRuns(record), isNull(importsTable.stopRequestedAt)))
    .returning({ id: importsTable.id });
  if (finished.length === 0) throw new Halt("stopped");
  await notifyCaller(ctx, record, "imported");
  await notifyOwner(ctx, record);
  await ctx.db
    .delete(importProblemsTable)
    .where(and(eq(importProblemsTable.importId, record.id), lt(importProblemsTable.run, record.run)));
}

/** Yields each batch, and whether it matches the plan of the dry run, so that only what was shown is written. */
async function* comparedChunks(ctx: Ctx, { record, importer, act }: Omit<Run, "ctx">) {
  for await (const chunk of checkedChunks(ctx, { record, importer, act })) {
    const shown = await readPlan(ctx, record.id, chunk.number);
    const isAsShown =
      shown !== null && shown.run === record.reportRun && isSamePlan(shown.rows, planOfChunk(importer, chunk));
    yield { ...chunk, isAsShown };
  }
}

/** Computes the next value while the current one is used. Ends only when no computation is running. */
async function* oneAhead<Each>(source: AsyncGenerator<Each>): AsyncGenerator<Each> {
  let coming = source.next();
  try {
    for (let each = await coming; !each.done; each = await coming) {
      coming = source.next();
      // Its error is thrown when its turn comes.
      coming.catch(() => {});
      yield each.value;
    }
  } finally {
    await coming.catch(() => {});
  }
}

/**
 * A worker that was presumed dead may still be writing. Then this job is postponed, and finds the import done when it
 * runs again. Not a row lock, because progress and stop are written to the row meanwhile.
 */
async function claimWrite(ctx: Ctx, { id }: ImportRecord): Promise<void> {
  const result = await ctx.db.execute(sql`select pg_try_advisory_xact_lock(hashtextextended(${id}, 0)) as "isClaimed"`);
  const [answer] = (result as { rows: { isClaimed: boolean }[] }).rows;
  if (!answer?.isClaimed) throw new StillWriting(`another worker is writing the import ${id}`);
}

class StillWriting extends Error {}

/** Sees what other transactions have committed since this one began. */
async function refuseToGoOn(ctx: Ctx, record: ImportRecord): Promise<void> {
  const [current] = await ctx.db
    .select({ stopRequestedAt: importsTable.stopRequestedAt })
    .from(importsTable)
    .where(stillRuns(record));
  if (!current) throw new Halt("done_by_another");
  if (current.stopRequestedAt !== null) throw new Halt("stopped");
}

const uncountAttempt = (ctx: Ctx, record: ImportRecord) =>
  ctx.db
    .update(importsTable)
    .set({ attempts: sql`${importsTable.attempts} - 1` })
    .where(stillRuns(record));

const backToChecked = (ctx: Ctx, record: ImportRecord) =>
  ctx.db
    .update(importsTable)
    .set({ state: "checked", notice: "stopped", stopRequestedAt: null, processed: record.rowsCount, mode: null })
    .where(stillRuns(record));

/** A row that was valid in the dry run is invalid now, so the report that the user confirmed is out of date. */
async function checkAgain(ctx: Ctx, record: ImportRecord): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const [row] = await inner.db
      .update(importsTable)
      .set({
        state: "checking",
        run: record.run + 1,
        attempts: 0,
        processed: 0,
        notice: "changed_meanwhile",
        mode: null,
        report: null,
        reportRun: null,
      })
      .where(stillRuns(record))
      .returning();
    if (row) await enqueueJob(inner, checkJob, { importId: row.id, run: row.run });
  });
  ctx.jobs.wake();
}
