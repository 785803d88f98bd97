import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import type { Importer } from "#api/importer.ts";
import { actingFor, jobActorOf } from "#api/jobActor.ts";
import { notify } from "#api/notifications.ts";
import { recordLive } from "#api/live/record.ts";
import { type ImportRecord, importsTable } from "#features/platform/imports/api/tables.ts";

export const checkJob = "imports.check";
export const commitJob = "imports.commit";
/** A run that was started this often and never completed is given up, and reported. */
const attemptsMax = 3;
const progressEveryMs = 300;

/** Payload of a run's job. */
export type RunRequest = { readonly importId: string; readonly run: number };
export type Run = {
  readonly record: ImportRecord;
  readonly importer: Importer;
  /** The context of the next batch, in the name of the user who started the run. Throws RightsLostError. */
  readonly act: ReturnType<typeof actingFor>;
};

/** Columns of an import when the caller starts a run. */
export const newRun = (ctx: Ctx) => ({
  run: sql`${importsTable.run} + 1`,
  attempts: 0,
  processed: 0,
  notice: null,
  caller: jobActorOf(ctx),
  startedAt: ctx.now,
});

/** The same for a dry run, which replaces the last report. */
export const newCheck = (ctx: Ctx) => ({
  ...newRun(ctx),
  state: "checking" as const,
  mode: null,
  report: null,
  reportRun: null,
});

/**
 * Takes up a run as the user who started it; null if it is out of date, or has failed too often, which it then reports.
 */
export async function beginRun(
  ctx: Ctx,
  importers: readonly Importer[],
  { importId, run }: RunRequest,
  state: "checking" | "importing",
): Promise<Run | null> {
  const isCurrent = and(eq(importsTable.id, importId), eq(importsTable.run, run), eq(importsTable.state, state));
  const [record] = await ctx.db
    .update(importsTable)
    .set({ attempts: sql`${importsTable.attempts} + 1`, processed: 0 })
    .where(isCurrent)
    .returning();
  if (!record) return null;
  const importer = importers.find((each) => each.resource === record.resource);
  if (!importer || record.caller === null || record.attempts > attemptsMax) {
    await ctx.db.update(importsTable).set({ state: "failed" }).where(isCurrent);
    await notifyCaller(ctx, record, "failed");
    await notifyOwner(ctx, record);
    return null;
  }
  return { record, importer, act: actingFor(record.caller, importer.needs) };
}

/** Ends a run whose user has lost the rights, with the number of rows processed. None of them was written. */
export async function rightsLost(
  ctx: Ctx,
  record: ImportRecord,
  { state, processed }: Pick<ImportRecord, "state" | "processed">,
): Promise<void> {
  const { id: importId, ownerId, resource } = record;
  ctx.log.warn("import stopped: rights lost", { importId, ownerId, resource, processed });
  await ctx.db
    .update(importsTable)
    .set({ state, processed, notice: "rights_lost", stopRequestedAt: null, mode: null })
    .where(stillRuns(record));
  await notifyOwner(ctx, record);
}

/** Notifies the pages of the user that their import began or ended. Its progress is read step by step. */
export const notifyOwner = (ctx: Ctx, { id, ownerId }: Pick<ImportRecord, "id" | "ownerId">) =>
  recordLive(ctx, { resource: "imports", ids: [id], audience: [ownerId] });

/** Still the same run, and neither stopped nor completed by another worker. */
export const stillRuns = ({ id, run, state }: ImportRecord) =>
  and(eq(importsTable.id, id), eq(importsTable.run, run), eq(importsTable.state, state));

/**
 * Writes the progress of a run, outside its transaction and at most every 300 ms. Never awaits it: on a single
 * connection the update would wait for the transaction, and the transaction for the update.
 */
export function progressWriter(ctx: Ctx, record: ImportRecord): (processed: number) => void {
  let writtenAtMs = performance.now();
  let isWriting = false;
  return (processed) => {
    if (isWriting || performance.now() - writtenAtMs < progressEveryMs) return;
    isWriting = true;
    writtenAtMs = performance.now();
    ctx.db
      .update(importsTable)
      .set({ processed })
      .where(stillRuns(record))
      .catch((error: unknown) =>
        ctx.log.warn("progress of an import not noted", { importId: record.id, error: String(error) }),
      )
      .finally(() => {
        isWriting = false;
      });
  };
}

/** Notifies the user who started a run that wrote, or couldn’t. */
export async function notifyCaller(ctx: Ctx, record: ImportRecord, state: "imported" | "failed"): Promise<void> {
  if (record.caller === null) return;
  const { id, resource } = record;
  const payload = { of: resource, state, path: `/apps/import/${resource}/${id}` };
  const { userId } = record.caller;
  await notify(ctx, [
    { kind: "importFinished", userId, resource: "imports", resourceId: id, permission: null, payload },
  ]);
}
