import { eq } from "drizzle-orm";
import type { Changes } from "#base/activity.ts";
import type { DomainEvent } from "#base/eventTypes.ts";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import type { WriteResult } from "#api/impact.ts";
import { assertInScope } from "#api/scopeCondition.ts";
import { keysOf, lockRetailer } from "#features/retail/retailers/record/api/store.ts";
import { auditResource, retailerRows } from "#features/retail/retailers/api/service/rows.ts";
import { type RetailerRecord, retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import { isFinal, retailerRefusals } from "#features/retail/retailers/record/contract.ts";

type RecordVersion = { readonly id: string; readonly version: number };

/** A change of a part, and the columns of the retailer that change with it. */
type PartChange = {
  readonly action: string;
  /** If empty, nothing changed and no version is written. */
  readonly changes: Changes;
  readonly reason?: string | null;
  readonly set?: Partial<RetailerRecord>;
  /** For areas that listen to them. */
  readonly events?: readonly DomainEvent[];
};

/**
 * Changes a part of a retailer under the lock of its row, with one audit entry and one new version. Returns the changed
 * retailer.
 *
 * Refuses with `not_found`, `version_conflict`, and `retailer_step_invalid` for one that is closed.
 */
export const changePart = (ctx: Ctx, at: RecordVersion, work: ChangeOf): Promise<RetailerRecord> =>
  inTransaction(ctx, async (inner) => (await writePart(inner, at, work)).record);

type ChangeOf = (ctx: Ctx, before: RetailerRecord) => Promise<PartChange>;

/** Does as `changePart`, in the caller's transaction. */
export async function writePart(
  ctx: Ctx,
  { id, version }: RecordVersion,
  work: ChangeOf,
): Promise<WriteResult<RetailerRecord>> {
  const before = await lockRetailer(ctx, { id, version });
  if (isFinal(before.status)) throw retailerRefusals.retailer_step_invalid({ from: before.status, to: before.status });
  const change = await work(ctx, before);
  if (Object.keys(change.changes).length === 0) return { record: before, consequences: [] };
  return writeChange(ctx, before, change);
}

async function writeChange(
  ctx: Ctx,
  before: RetailerRecord,
  { action, changes, reason = null, set = {}, events = [] }: PartChange,
): Promise<WriteResult<RetailerRecord>> {
  const after = { ...before, ...set };
  const [record] = await ctx.db
    .update(table)
    .set({
      ...set,
      ...("city" in set ? keysOf(after) : {}),
      version: before.version + 1,
      updatedAt: ctx.now,
      updatedBy: ctx.actor?.userId ?? null,
    })
    .where(eq(table.id, before.id))
    .returning();
  await assertInScope(ctx, retailerRows, [before.id]);
  await recordAudit(ctx, [{ action, resource: auditResource, resourceId: before.id, changes, reason }]);
  return { record: record!, consequences: await recordEvents(ctx, events) };
}
