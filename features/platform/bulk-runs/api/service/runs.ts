import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { type BulkPreview, examplesMax } from "#base/bulk.ts";
import { resourceOf } from "#base/grants.ts";
import { Refusal } from "#base/refusal.ts";
import { type BulkAction, type BulkRow, validateRows } from "#api/bulk.ts";
import {
  type BulkService,
  changeFrozen,
  type FrozenRow,
  readSlice,
  type RowResult,
  setBackFrozen,
} from "#api/bulkBatches.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { fingerprintOf } from "#api/impact.ts";
import { actingFor, RightsLostError } from "#api/jobActor.ts";
import { enqueueJob } from "#api/jobs.ts";
import { notify } from "#api/notifications.ts";
import { violationOf } from "#api/violations.ts";
import { bulkJob } from "#features/platform/bulk-runs/api/service/ownRuns.ts";
import {
  type BulkRunRecord,
  bulkRunRowsTable as rowsTable,
  bulkRunsTable as table,
} from "#features/platform/bulk-runs/api/tables.ts";
import { bulkRunLimits } from "#base/bulkRuns.ts";

/** A run that was taken up so often without getting on is given up, and reported. */
const attemptsMax = 3;
/** Batches of one job. Others of its lane run in between. */
const batchesPerJob = 25;

type Run = {
  readonly record: BulkRunRecord;
  readonly service: BulkService;
  readonly act: ReturnType<typeof actingFor>;
};

/** The job of a run: counts its records, or changes the next batches. May run twice, and goes on where it ended. */
export async function continueRun(ctx: Ctx, services: readonly BulkService[], runId: string): Promise<void> {
  const record = await takeUp(ctx, runId);
  if (record === null) return;
  const service = services.find(({ operation }) => operation.path === record.operation);
  const fail = (notice: string) => finishRun(ctx, record, changedBy(service), { state: "failed", notice });
  if (!service || record.attempts > attemptsMax) return fail("failed");
  const run = { record, service, act: actingFor(record.caller, service.operation) };
  try {
    if (record.state === "counting") await countRows(ctx, run);
    else await changeRows(ctx, run);
  } catch (error) {
    if (error instanceof RightsLostError) return fail("rights_lost");
    if (error instanceof Refusal && error.status < 500) return fail(error.code);
    throw error;
  }
}

async function takeUp(ctx: Ctx, runId: string): Promise<BulkRunRecord | null> {
  const isUnderWay = sql`${table.state} in ('counting', 'running')`;
  const [record] = await ctx.db
    .update(table)
    .set({ attempts: sql`${table.attempts} + 1` })
    .where(and(eq(table.id, runId), isUnderWay))
    .returning();
  return record ?? null;
}

const isStill = ({ id, state }: BulkRunRecord) => and(eq(table.id, id), eq(table.state, state));

type End = { readonly state: "done" | "stopped" | "failed"; readonly notice?: string };

/** The one place where a run ends, and where its owner is notified, except of having stopped it. */
async function finishRun(ctx: Ctx, record: BulkRunRecord, of: string, { state, notice }: End): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const ended = await inner.db
      .update(table)
      .set({ state, notice: notice ?? null, finishedAt: ctx.now })
      .where(isStill(record))
      .returning();
    await notify(
      inner,
      ended
        .filter(() => state !== "stopped")
        .map(({ id, ownerId, undoesId }) => ({
          kind: "bulkFinished",
          userId: ownerId,
          resource: "bulkRuns",
          resourceId: id,
          permission: null,
          payload: { of, state, path: "/apps/jobs", ...(undoesId === null ? {} : { isUndo: 1 }) },
        })),
    );
  });
}

/** The resource whose records a run changes. */
const changedBy = (service: BulkService | undefined) =>
  service ? resourceOf(service.operation.permission) : "bulkRuns";

// ------------------------------------------------------------------------------------------------ counting

/** Freezes ids and versions, and judges them, in slices: no statement is long, and no transaction stays open. */
async function countRows(ctx: Ctx, { record, service, act }: Run): Promise<void> {
  const { id: runId } = record;
  // An earlier attempt did not get to its end.
  await ctx.db.delete(rowsTable).where(eq(rowsTable.runId, runId));
  const preview = previewCounter();
  let fingerprint = "";
  let after: string | null = null;
  for (let counted = 0; ; ) {
    const inner = await act(ctx);
    const action = await service.actionOf(inner, record.input);
    const rows: BulkRow[] = await readSlice(inner, action, { after, limit: bulkRunLimits.sliceRows });
    if (rows.length === 0) break;
    counted += rows.length;
    if (counted > bulkRunLimits.rowsMax)
      return finishRun(ctx, record, changedBy(service), { state: "failed", notice: "too_many_rows" });
    const outcomes = await validateSlice(inner, action, rows);
    preview.add(action, rows, outcomes);
    fingerprint = await fingerprintOf(inner, [
      fingerprint,
      action.intent,
      rows.map(({ id, version }) => [id, version, outcomes.get(id) ?? null]),
    ]);
    await freeze(ctx, { runId, first: counted - rows.length + 1, rows, outcomes });
    const kept = await ctx.db
      .update(table)
      .set({ matched: counted })
      .where(isStill(record))
      .returning({ id: table.id });
    if (kept.length === 0) return;
    after = rows.at(-1)!.id;
    if (rows.length < bulkRunLimits.sliceRows) break;
  }
  await ctx.db
    .update(table)
    .set({ state: "ready", preview: preview.result(fingerprint), attempts: 0 })
    .where(isStill(record));
}

async function validateSlice(ctx: Ctx, action: BulkAction<BulkRow>, rows: readonly BulkRow[]) {
  const { leftOut } = await validateRows(ctx, action, rows);
  return new Map(leftOut.map(({ row, code }) => [row.id, code]));
}

type Slice = {
  readonly runId: string;
  readonly first: number;
  readonly rows: readonly BulkRow[];
  readonly outcomes: ReadonlyMap<string, string>;
};

/** One parameter, however many rows there are. */
async function freeze(ctx: Ctx, { runId, first, rows, outcomes }: Slice): Promise<void> {
  const frozen = rows.map(({ id, version }, place) => ({
    n: first + place,
    record_id: id,
    version,
    outcome: outcomes.get(id) ?? null,
  }));
  await ctx.db.execute(sql`
    insert into ${rowsTable} (run_id, n, record_id, version, outcome)
    select ${runId}::uuid, n, record_id, version, outcome
      from jsonb_to_recordset(${JSON.stringify(frozen)}::jsonb)
        as frozen (n int, record_id uuid, version int, outcome text)`);
}

type Group = { count: number; readonly examples: { id: string; label: string }[] };

/** Counts what a preview shows, slice by slice. */
function previewCounter() {
  const changing: Group = { count: 0, examples: [] };
  const leftOut = new Map<string, Group>();
  let matched = 0;
  return {
    add: ({ label }: BulkAction<BulkRow>, rows: readonly BulkRow[], outcomes: ReadonlyMap<string, string>) => {
      matched += rows.length;
      for (const row of rows) {
        const code = outcomes.get(row.id);
        if (code !== undefined && !leftOut.has(code)) leftOut.set(code, { count: 0, examples: [] });
        const group = code === undefined ? changing : leftOut.get(code)!;
        group.count++;
        if (group.examples.length < examplesMax) group.examples.push({ id: row.id, label: label(row) });
      }
    },
    result: (fingerprint: string): BulkPreview => ({
      fingerprint,
      matched,
      changing: changing.count,
      examples: changing.examples,
      leftOut: [...leftOut]
        .sort(([, a], [, b]) => b.count - a.count)
        .map(([code, { count, examples }]) => ({ code, count, examples })),
      consequences: null,
    }),
  };
}

// ------------------------------------------------------------------------------------------------ changing

async function changeRows(ctx: Ctx, run: Run): Promise<void> {
  const { record } = run;
  for (let batch = 0; batch < batchesPerJob; batch++) {
    const rows = await nextRows(ctx, record);
    if (rows.length === 0) return finishRun(ctx, record, changedBy(run.service), { state: "done" });
    if (!(await changeBatch(ctx, run, rows))) return;
  }
  await enqueueJob(ctx, bulkJob, { runId: record.id });
}

type NextRow = FrozenRow & { readonly n: number };

/** Those that it has frozen, or those that the run which it undoes has changed, as that left them. */
async function nextRows(ctx: Ctx, { id, undoesId }: BulkRunRecord): Promise<NextRow[]> {
  const doneThrough = sql`(select ${table.doneThrough} from ${table} where ${table.id} = ${id}::uuid)`;
  const { n, recordId, version, leftVersion, outcome, before } = rowsTable;
  const isPending = undoesId === null ? isNull(outcome) : eq(outcome, "changed");
  return ctx.db
    .select({ n, recordId, version: undoesId === null ? version : leftVersion, before })
    .from(rowsTable)
    .where(and(eq(rowsTable.runId, undoesId ?? id), gt(n, doneThrough), isPending))
    .orderBy(asc(rowsTable.n))
    .limit(bulkRunLimits.batchRows);
}

/**
 * Changes a batch in one transaction, together with its audit entries, its events and the mark that it is done. If the
 * batch is refused, its records are changed one by one, so that one of them does not stop the others. False if the run
 * has ended.
 */
async function changeBatch(ctx: Ctx, run: Run, rows: readonly NextRow[]): Promise<boolean> {
  const isUndo = run.record.undoesId !== null;
  const change = isUndo ? setBackFrozen : changeFrozen;
  try {
    return await commitBatch(ctx, run, rows, async (inner, action) => change(inner, action, rows));
  } catch (error) {
    const outcome = refusalOf(error, isUndo);
    if (outcome === null) throw error;
    if (rows.length === 1)
      return commitBatch(ctx, run, rows, async () => new Map(rows.map(({ recordId }) => [recordId, { outcome }])));
    for (const row of rows) if (!(await changeBatch(ctx, run, [row]))) return false;
    return true;
  }
}

type Change = (ctx: Ctx, action: BulkAction<BulkRow>) => Promise<ReadonlyMap<string, RowResult>>;

async function commitBatch(
  ctx: Ctx,
  { record, service, act }: Run,
  rows: readonly NextRow[],
  change: Change,
): Promise<boolean> {
  const acting = await act(ctx);
  return inTransaction(acting, async (inner) => {
    const [run] = await inner.db.select().from(table).where(isStill(record)).for("update");
    // Another worker has changed these rows, or ended the run.
    if (!run || run.doneThrough >= rows[0]!.n) return false;
    if (run.stopRequestedAt !== null) {
      await finishRun(inner, run, changedBy(service), { state: "stopped" });
      return false;
    }
    const selection = { ids: rows.map(({ recordId }) => recordId) };
    const results = await change(inner, await service.actionOf(inner, { ...run.input, selection }));
    await recordResults(inner, run, rows, results);
    return true;
  });
}

async function recordResults(
  ctx: Ctx,
  run: BulkRunRecord,
  rows: readonly NextRow[],
  results: ReadonlyMap<string, RowResult>,
): Promise<void> {
  const decided = rows.map(({ n, recordId, version }) => ({
    n,
    record_id: recordId,
    version,
    outcome: results.get(recordId)!.outcome,
    before: results.get(recordId)!.before,
    left_version: results.get(recordId)!.leftVersion,
  }));
  // An undo has frozen no rows: it follows those of the other run.
  await ctx.db.execute(sql`
    insert into ${rowsTable} (run_id, n, record_id, version, outcome, before, left_version)
    select ${run.id}::uuid, n, record_id, version, outcome, before, left_version
      from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb)
        as decided (n int, record_id uuid, version int, outcome text, before jsonb, left_version int)
        on conflict (run_id, n) do update
       set outcome = excluded.outcome, before = excluded.before, left_version = excluded.left_version`);
  const counted = (wanted: string) => decided.filter(({ outcome }) => outcome === wanted).length;
  const [changed, moved] = [counted("changed"), counted("moved")];
  await ctx.db
    .update(table)
    .set({
      attempts: 0,
      doneThrough: rows.at(-1)!.n,
      changed: run.changed + changed,
      moved: run.moved + moved,
      leftOut: run.leftOut + decided.length - changed - moved,
    })
    .where(eq(table.id, run.id));
}

/**
 * The code of an expected failure; a row that others refer to meanwhile counts as moved, and so does one whose earlier
 * values the database does not accept any more. Null for any other error.
 */
function refusalOf(error: unknown, isUndo: boolean): string | null {
  if (error instanceof Refusal) return error.status < 500 ? error.code : null;
  const violation = violationOf(error);
  return violation !== null && (isUndo || violation.kind === "foreign_key") ? "moved" : null;
}
