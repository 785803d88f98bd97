import { and, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { exportLimits } from "#base/exports.ts";
import { resourceOf } from "#base/grants.ts";
import { Refusal } from "#base/refusal.ts";
import { addMs, dayMs } from "#base/time.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { actingFor, RightsLostError } from "#api/jobActor.ts";
import { enqueueJob } from "#api/jobs.ts";
import { notify } from "#api/notifications.ts";
import type { Route } from "#api/serve.ts";
import type { TableFile, TableRow } from "#api/tableFile.ts";
import { exportJob, openTable } from "#features/platform/exports/api/service/ownExports.ts";
import {
  exportPartsTable,
  type ExportRunRecord,
  exportRunsTable as table,
} from "#features/platform/exports/api/tables.ts";

const attemptsMax = 3;
/** Parts of one job. Others of its lane run in between. */
const partsPerJob = 20;
const countedMax = 100_000_000;
const listedMs = 30 * dayMs;

/** The job of an export: stores its next parts. After a restart it reads on where the last part ended. */
export async function continueExport(ctx: Ctx, routes: readonly Route[], exportId: string): Promise<void> {
  const [run] = await ctx.db
    .update(table)
    .set({ attempts: sql`${table.attempts} + 1` })
    .where(and(eq(table.id, exportId), eq(table.state, "running")))
    .returning();
  if (!run) return;
  const route = routes.find(({ operation }) => operation.path === run.operation);
  const finish = (end: End) => finishExport(ctx, run, route ? resourceOf(route.operation.permission) : "exports", end);
  if (!route || run.attempts > attemptsMax) return finish({ state: "failed", notice: "failed" });
  const act = actingFor(run.caller, route.operation);
  try {
    const acting = await act(ctx);
    const isComplete = await storeParts(ctx, run, await openTable(acting, route, run.input), () => act(ctx));
    if (isComplete) await finish({ state: "done", notice: null });
  } catch (error) {
    if (error instanceof RightsLostError) return finish({ state: "failed", notice: "rights_lost" });
    if (error instanceof Refusal && error.status < 500) return finish({ state: "failed", notice: error.code });
    throw error;
  }
}

type End = { readonly state: "done" | "failed"; readonly notice: string | null };

/** The one place where an export ends, and where its owner is notified. */
async function finishExport(ctx: Ctx, run: ExportRunRecord, of: string, end: End): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    const ended = await inner.db
      .update(table)
      .set({ ...end, finishedAt: ctx.now })
      .where(and(eq(table.id, run.id), eq(table.state, "running")))
      .returning({ id: table.id });
    const payload = { of, state: end.state, path: "/apps/jobs" };
    await notify(
      inner,
      ended.map(({ id }) => ({
        kind: "exportFinished",
        userId: run.ownerId,
        resource: "exports",
        resourceId: id,
        permission: null,
        payload,
      })),
    );
  });
}

/** False if the rest is left to the next job, or the export was stopped. */
async function storeParts(
  ctx: Ctx,
  run: ExportRunRecord,
  file: TableFile,
  checkRights: () => Promise<unknown>,
): Promise<boolean> {
  if (run.rowsTotal === null) {
    const rowsTotal = (await file.countUpTo?.(countedMax)) ?? null;
    await ctx.db.update(table).set({ rowsTotal, header: file.header }).where(eq(table.id, run.id));
  }
  const position = { parts: run.partsCount, rows: run.rowsCount };
  let part: TableRow[] = [];
  for await (const { rows, next } of file.read(run.cursor ?? undefined)) {
    part.push(...rows);
    if (part.length < exportLimits.partRows && next !== null) continue;
    await checkRights();
    if (!(await storePart(ctx, run, position, { part, next }))) return false;
    part = [];
    const isTurnOver = position.parts - run.partsCount === partsPerJob;
    if (next !== null && isTurnOver) {
      await enqueueJob(ctx, exportJob, { exportId: run.id });
      return false;
    }
  }
  return true;
}

type Position = { parts: number; rows: number };

/** Stores a part and the cursor after it together. False if the export was stopped, or another worker stored it. */
async function storePart(
  ctx: Ctx,
  { id }: ExportRunRecord,
  position: Position,
  { part, next }: { readonly part: readonly TableRow[]; readonly next: string | null },
): Promise<boolean> {
  const isStored = await inTransaction(ctx, async ({ db }) => {
    const moved = await db
      .update(table)
      .set({
        attempts: 0,
        cursor: next,
        partsCount: position.parts + 1,
        rowsCount: position.rows + part.length,
      })
      .where(and(eq(table.id, id), eq(table.state, "running"), eq(table.partsCount, position.parts)))
      .returning({ id: table.id });
    if (moved.length === 0) return false;
    await db.insert(exportPartsTable).values({ runId: id, number: position.parts, rows: JSON.stringify(part) });
    return true;
  });
  position.parts += 1;
  position.rows += part.length;
  return isStored;
}

/** Deletes the rows of exports after a day, and the exports after a month. */
export async function removeOldExports(ctx: Ctx): Promise<void> {
  const old = ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(lt(table.createdAt, addMs(ctx.now, -exportLimits.keptMs)), ne(table.state, "running")));
  await ctx.db.delete(exportPartsTable).where(inArray(exportPartsTable.runId, old));
  await ctx.db
    .update(table)
    .set({ notice: "expired" })
    .where(and(inArray(table.id, old), eq(table.state, "done")));
  await ctx.db.delete(table).where(and(lt(table.createdAt, addMs(ctx.now, -listedMs)), ne(table.state, "running")));
}
