import { and, desc, eq, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import type { CsvValue } from "#api/csv.ts";
import { enqueueJob } from "#api/jobs.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { ScopePolicy } from "#api/scopePolicy.ts";
import { type TableFile, wholeTable } from "#api/tableFile.ts";
import { violationOf } from "#api/violations.ts";
import {
  campaignsTable as campaigns,
  codeBatchesTable as table,
  codesTable,
} from "#features/loyalty/promocodes/api/tables.ts";
import {
  batchRefusals as refused,
  type CodeBatch,
  type codeBatches,
} from "#features/loyalty/promocodes/contract/batches.ts";
import { codeKey, drawCode, drawnMin, isPatternSafe, readPattern } from "#features/loyalty/promocodes/rules/codes.ts";

/** Codes belong to the owner of their promocode. */
export const codeRows: ScopePolicy = {
  resource: "codes",
  table: campaigns,
  id: campaigns.id,
  own: campaigns.createdBy,
  by: { brand: campaigns.ownerBrandId },
};

export const generateKind = "promocodes.generateCodes";
const codesPerStatement = 5000;
/** After so many statements the job makes room for others of its lane. */
const statementsPerRun = 20;

/** The batches of a promocode, newest first. */
export async function listBatches(
  ctx: Ctx,
  { id }: Input<typeof codeBatches.list>,
): Promise<Output<typeof codeBatches.list>> {
  await requireCampaign(ctx, id);
  const rows = await ctx.db
    .select()
    .from(table)
    .where(eq(table.campaignId, id))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(1000);
  return { rows: rows.map(batchOf) };
}

/**
 * Starts a batch. Sent again with the same id, returns the first.
 *
 * Refuses with `not_found`, `codes_not_unique`, `pattern_too_short` and `batch_id_taken`.
 */
export async function createBatch(
  ctx: Ctx,
  { id, batchId, ...wanted }: Input<typeof codeBatches.create>,
): Promise<CodeBatch> {
  const pattern = readPattern(wanted.pattern)!;
  if (!isPatternSafe(pattern, wanted.quantity)) {
    const needed = isPatternSafe({ ...pattern, drawn: drawnMin + 1 }, wanted.quantity) ? drawnMin + 1 : 9;
    const { code, message } = refused.pattern_too_short({ needed });
    throw refused.pattern_too_short({ needed }, [{ path: "pattern", code, message, params: { needed } }]);
  }
  if (wanted.validFrom !== null && wanted.validTo !== null && wanted.validTo <= wanted.validFrom) {
    const ended = { path: "validTo", code: "ends_before_start", message: "Choose an end after the start." };
    throw commonRefusals.invalid_input({}, [ended]);
  }
  try {
    return await inTransaction(ctx, async (inner) => {
      const { codeMode } = await requireCampaign(inner, id);
      if (codeMode !== "unique") throw refused.codes_not_unique();
      const made = await startBatch(inner, {
        id: batchId,
        campaignId: id,
        ...wanted,
        createdBy: actorOf(inner).userId,
      });
      await recordBatch(inner, made, "createBatch", { quantity: { before: null, after: made.quantity } });
      return batchOf(made);
    });
  } catch (error) {
    if (violationOf(error)?.kind !== "unique") throw error;
    const known = await findBatch(ctx, batchId);
    const isSame = known?.campaignId === id && known.quantity === wanted.quantity && known.pattern === wanted.pattern;
    if (!isSame || known.createdBy !== actorOf(ctx).userId) throw refused.batch_id_taken();
    return batchOf(known);
  }
}

/** Enters a checked batch and queues its job, in the caller's transaction. */
export async function startBatch(
  ctx: Ctx,
  batch: Omit<typeof table.$inferInsert, "status" | "createdAt">,
): Promise<typeof table.$inferSelect> {
  const [made] = await ctx.db
    .insert(table)
    .values({ ...batch, status: "waiting", createdAt: ctx.now })
    .returning();
  await enqueueJob(ctx, generateKind, { batchId: batch.id });
  return made!;
}

/** Stops a batch; what it generated stays. Refuses with `not_found` and `batch_ended`. */
export const cancelBatch = (ctx: Ctx, { batchId }: Input<typeof codeBatches.cancel>): Promise<CodeBatch> =>
  inTransaction(ctx, async (inner) => {
    const found = await findBatch(inner, batchId);
    if (found === undefined) throw commonRefusals.not_found();
    const [batch] = await inner.db.select().from(table).where(eq(table.id, batchId)).for("update");
    if (batch!.status === "cancelled") return batchOf(batch!);
    if (batch!.status === "done" || batch!.status === "failed") throw refused.batch_ended();
    const [cancelled] = await inner.db
      .update(table)
      .set({ status: "cancelled" })
      .where(eq(table.id, batchId))
      .returning();
    await recordBatch(inner, batch!, "cancelBatch", {
      generated: { before: batch!.quantity, after: batch!.generated },
    });
    return batchOf(cancelled!);
  });

/** The codes of a batch with their uses, in the order of their keys. Refuses with `not_found`. */
export async function exportCodes(ctx: Ctx, { batchId }: Input<typeof codeBatches.exportCsv>): Promise<TableFile> {
  if ((await findBatch(ctx, batchId)) === undefined) throw commonRefusals.not_found();
  await recordAudit(ctx, [{ action: "export", resource: "codes", resourceId: batchId, changes: {} }]);
  const header = ["code", "status", "uses", "usesMax", "validFrom", "validTo"];
  return wholeTable(`codes-${ctx.now.slice(0, 10)}`, header, () => codesOf(ctx, batchId));
}

async function* codesOf(ctx: Ctx, batchId: string): AsyncGenerator<CsvValue[][]> {
  for (let after = ""; ; ) {
    const rows = await ctx.db
      .select()
      .from(codesTable)
      .where(and(eq(codesTable.batchId, batchId), sql`${codesTable.codeKey} > ${after}`))
      .orderBy(codesTable.codeKey)
      .limit(codesPerStatement);
    if (rows.length === 0) return;
    yield rows.map((row) => [row.codeDisplay, row.status, row.uses, row.usesMax, row.validFrom, row.validTo]);
    after = rows.at(-1)!.codeKey;
  }
}

/** The job of a batch: goes on where an earlier run ended, until there are exactly as many codes as were asked for. */
export async function generateCodes(ctx: Ctx, { batchId }: Readonly<Record<string, unknown>>): Promise<void> {
  for (let statement = 1; statement <= statementsPerRun; statement++) {
    const isOver = await inTransaction(ctx, (inner) => generateSome(inner, String(batchId)));
    if (isOver) return;
  }
  await enqueueJob(ctx, generateKind, { batchId });
}

/** Adds the next codes. Answers whether the batch is complete, or was cancelled. */
async function generateSome(ctx: Ctx, batchId: string): Promise<boolean> {
  const [batch] = await ctx.db.select().from(table).where(eq(table.id, batchId)).for("update");
  if (batch === undefined || (batch.status !== "waiting" && batch.status !== "running")) return true;
  const wanted = Math.min(codesPerStatement, batch.quantity - batch.generated);
  const added = await insertCodes(ctx, batch, drawSome(batch.pattern, wanted));
  const generated = batch.generated + added;
  // A drawn code that exists already is drawn again. None of thousands being new means that the pattern is used up.
  const status = generated === batch.quantity ? "done" : added === 0 ? "failed" : "running";
  await ctx.db.update(table).set({ generated, status }).where(eq(table.id, batchId));
  return status !== "running";
}

function drawSome(text: string, count: number): ReadonlyMap<string, string> {
  const pattern = readPattern(text)!;
  const length = pattern.drawn - 1;
  const codes = Array.from({ length: count }, () => drawCode(pattern, crypto.getRandomValues(new Uint8Array(length))));
  return new Map(codes.map((code) => [codeKey(code), code]));
}

/** Inserts those that don't exist yet. Answers how many. */
async function insertCodes(
  ctx: Ctx,
  { id, campaignId, usesMax, validFrom, validTo }: typeof table.$inferSelect,
  codesByKey: ReadonlyMap<string, string>,
): Promise<number> {
  const keys = `{${[...codesByKey.keys()].join(",")}}`;
  const codes = `{${[...codesByKey.values()].join(",")}}`;
  const inserted = await ctx.db.execute(sql`
    with added as (
      insert into ${codesTable}
             (bucket, code_key, campaign_id, batch_id, code_display, uses_max, status, valid_from, valid_to)
      select bucket_of(drawn.code_key), drawn.code_key, ${campaignId}::uuid, ${id}::uuid, drawn.code, ${usesMax}::int,
             'available', ${validFrom}::timestamptz, ${validTo}::timestamptz
        from unnest(${keys}::text[], ${codes}::text[]) as drawn (code_key, code)
       order by 1, 2
      on conflict do nothing
      returning 1)
    select count(*)::int as count from added`);
  return (inserted as { rows: { count: number }[] }).rows[0]!.count;
}

/** Refuses with `not_found`, also for a promocode outside the caller's scope. */
async function requireCampaign(ctx: Ctx, id: string): Promise<Pick<typeof campaigns.$inferSelect, "codeMode">> {
  const [found] = await ctx.db
    .select({ codeMode: campaigns.codeMode })
    .from(campaigns)
    .where(and(eq(campaigns.id, id), scopeCondition(ctx, codeRows)));
  if (found === undefined) throw commonRefusals.not_found();
  return found;
}

async function findBatch(ctx: Ctx, batchId: string): Promise<typeof table.$inferSelect | undefined> {
  const [batch] = await ctx.db.select().from(table).where(eq(table.id, batchId));
  if (batch === undefined) return undefined;
  const scope = scopeCondition(ctx, codeRows);
  const seen = await ctx.db
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.id, batch.campaignId), scope));
  return seen.length > 0 ? batch : undefined;
}

const recordBatch = (
  ctx: Ctx,
  { id, campaignId, pattern }: typeof table.$inferSelect,
  action: string,
  changes: Parameters<typeof recordAudit>[1][number]["changes"],
) =>
  recordAudit(ctx, [
    {
      action,
      resource: "promocodes",
      resourceId: campaignId,
      changes: { ...changes, batch: { before: null, after: `${pattern} ${id}` } },
    },
  ]);

const batchOf = ({ campaignId, createdBy: _, ...batch }: typeof table.$inferSelect): CodeBatch => ({
  ...batch,
  promocodeId: campaignId,
});
