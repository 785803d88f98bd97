import { and, eq, sql } from "drizzle-orm";
import { type Actor, actorOf, type Ctx } from "#api/context.ts";
import type { Importer } from "#api/importer.ts";
import { type Caller, type ImportRecord, importsTable } from "#features/imports/api/tables.ts";

export const checkJob = "imports.check";
export const commitJob = "imports.commit";
/** A run that began this often and never ended is given up, and says so. */
const attemptsMax = 3;
const progressEveryMs = 300;

/** What the job of a run carries. */
export type RunRequest = { readonly importId: string; readonly run: number };
export type Run = { readonly record: ImportRecord; readonly importer: Importer; readonly ctx: Ctx };

/** What a job needs of the request that started it: whose audit entries it writes, and what that person may do. */
export function callerOf(ctx: Ctx): Caller {
  const { permissions, kind: _, sessionId: __, mustFirst: ___, isViewingAs: ____, ...person } = actorOf(ctx);
  return { ...person, permissions: [...permissions], requestId: ctx.requestId, address: ctx.address };
}

/** Takes up a run in the name of whoever started it; null when it is out of date, or has failed too often and now says so. */
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
    return null;
  }
  return { record, importer, ctx: inNameOf(record.caller, ctx, importer) };
}

function inNameOf({ requestId, address, permissions, ...person }: Caller, ctx: Ctx, { needs }: Importer): Ctx {
  const rights = { permissions: new Map(permissions), mustFirst: null, isViewingAs: false };
  const actor: Actor = { ...person, ...rights, kind: "user", sessionId: "" };
  return { ...ctx, actor, permission: needs.permission, requestId, address };
}

/** Still this very run, and neither stopped nor done by another worker. */
export const stillRuns = ({ id, run, state }: ImportRecord) =>
  and(eq(importsTable.id, id), eq(importsTable.run, run), eq(importsTable.state, state));

/**
 * Writes how far a run is, outside its transaction and at most every 300 ms, and never waits for it: on a single
 * connection the note would wait for the transaction, and the transaction for the note.
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
