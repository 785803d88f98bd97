import { and, eq, sql } from "drizzle-orm";
import type { Input, Operation } from "#base/contract.ts";
import { type exportFiles, exportLimits, exportRefusals, type ExportRun } from "#base/exports.ts";
import { commonRefusals } from "#base/refusal.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { jobActorOf } from "#api/jobActor.ts";
import { enqueueJob } from "#api/jobs.ts";
import { checkInput } from "#api/readInput.ts";
import type { Route } from "#api/serve.ts";
import type { TableFile } from "#api/tableFile.ts";
import { type ExportRunRecord, exportRunsTable as table } from "#features/platform/exports/api/tables.ts";
import { presentTable } from "#features/platform/exports/api/service/presentTable.ts";

export const exportJob = "exports.prepare";

/** Exports of lists: those of other areas, and of no templates. */
export const isExport = ({ reply, holdsNoRecords, permission }: Operation): boolean =>
  reply === "csv" && !holdsNoRecords && permission !== "public" && permission !== "session";

/**
 * Streams a list at once. Refuses with `not_found`, `permission_denied` and `invalid_input`, and with `export_too_long`
 * if it has more rows than one call streams.
 */
export async function streamExport(
  ctx: Ctx,
  routes: readonly Route[],
  { operation: path, input: sent, presentation }: Input<typeof exportFiles.stream>,
): Promise<TableFile> {
  const route = permittedRoute(ctx, routes, path);
  const input = inputOf(route, sent);
  const acting = { ...ctx, permission: route.operation.permission };
  const file = await openTable(acting, route, input);
  const maximum = exportLimits.streamedRows;
  if (((await file.countUpTo?.(maximum + 1)) ?? 0) > maximum) throw exportRefusals.export_too_long({ maximum });
  return { ...presentTable(file, presentation), standsFor: { ctx: acting, operation: route.operation, input } };
}

export const openTable = (ctx: Ctx, { handle }: Route, input: object) =>
  handle(ctx, input as never) as Promise<TableFile>;

/**
 * Refuses with `not_found`, also for a table that is no list and so always short, `permission_denied`, `invalid_input`
 * and `export_exists`.
 */
export async function startExport(
  ctx: Ctx,
  routes: readonly Route[],
  { exportId: id, operation: path, input: sent, presentation }: Input<typeof exportFiles.start>,
): Promise<ExportRun> {
  const route = permittedRoute(ctx, routes, path);
  const input = inputOf(route, sent);
  const { name, countUpTo } = await openTable({ ...ctx, permission: route.operation.permission }, route, input);
  if (!countUpTo) throw commonRefusals.not_found();
  await inTransaction(ctx, async (inner) => {
    const [created] = await inner.db
      .insert(table)
      .values({
        id,
        operation: path,
        input,
        presentation,
        ownerId: actorOf(ctx).userId,
        caller: jobActorOf(ctx),
        state: "running",
        fileName: name,
        createdAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning({ id: table.id });
    if (created) await enqueueJob(inner, exportJob, { exportId: id });
  });
  ctx.jobs.wake();
  const [run] = await ctx.db.select().from(table).where(eq(table.id, id));
  if (run?.ownerId !== actorOf(ctx).userId || run.operation !== path) throw exportRefusals.export_exists();
  return viewExport(run);
}

/** Refuses with `not_found`, also for another user's export, and `permission_denied`. */
export const readExport = async (ctx: Ctx, routes: readonly Route[], exportId: string): Promise<ExportRun> =>
  viewExport(await ownExport(ctx, routes, exportId));

export async function stopExport(ctx: Ctx, routes: readonly Route[], exportId: string): Promise<ExportRun> {
  await ownExport(ctx, routes, exportId);
  await requestStop(ctx, exportId);
  return readExport(ctx, routes, exportId);
}

/** Its job finds out with its next part. False if it has ended. */
export async function requestStop(ctx: Ctx, exportId: string): Promise<boolean> {
  const stopped = await ctx.db
    .update(table)
    .set({ state: "stopped", finishedAt: ctx.now })
    .where(and(eq(table.id, exportId), eq(table.state, "running")))
    .returning({ id: table.id });
  return stopped.length > 0;
}

export async function ownExport(ctx: Ctx, routes: readonly Route[], exportId: string): Promise<ExportRunRecord> {
  const [run] = await ctx.db
    .select()
    .from(table)
    .where(and(eq(table.id, exportId), eq(table.ownerId, actorOf(ctx).userId)));
  if (!run) throw commonRefusals.not_found();
  permittedRoute(ctx, routes, run.operation);
  return run;
}

function permittedRoute(ctx: Ctx, routes: readonly Route[], path: string): Route {
  const route = routes.find(({ operation }) => operation.path === path);
  if (!route) throw commonRefusals.not_found();
  const { permission } = route.operation;
  if (!actorOf(ctx).permissions.has(permission)) throw commonRefusals.permission_denied({ permission });
  return route;
}

/** Refuses with `invalid_input`. */
const inputOf = ({ operation }: Route, sent: Readonly<Record<string, unknown>>) =>
  checkInput(operation, sent) as Readonly<Record<string, unknown>>;

export const viewExport = ({ presentation, fileName, ...run }: ExportRunRecord): ExportRun => ({
  ...run,
  format: presentation.format,
  fileName: `${fileName}.${presentation.format}`,
});

/** Tickets are stored as their hash, which the database computes: browsers can only do so on secure pages. */
export const ticketHash = (ticket: string) => sql<string>`encode(sha256(convert_to(${ticket}, 'UTF8')), 'hex')`;
