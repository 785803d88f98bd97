import { eq } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import type { Consequence } from "#base/eventTypes.ts";
import { type Impact, requirementLost } from "#base/impact.ts";
import { commonRefusals, type Refusal } from "#base/refusal.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import { impactOf, requireFingerprint, requireGrounds, undone, type Written } from "#api/impact.ts";
import { violationOf } from "#api/violations.ts";
import {
  auditResource,
  counted,
  countRetailers,
  keysOf,
  lockRetailerType,
} from "#features/retailerTypes/api/service/records.ts";
import {
  retailersTable,
  type RetailerTypeRecord,
  retailerTypesTable as table,
} from "#features/retailerTypes/api/tables.ts";
import {
  type RetailerType,
  type RetailerTypeInput,
  type RetailerTypePatch,
  retailerTypeRefusals,
  type retailerTypes,
} from "#features/retailerTypes/contract.ts";
import { asksLess, emptyRetailerType, feltFields, retailerTypeErrors } from "#features/retailerTypes/rules.ts";

/**
 * Makes a type. Sent again with the same id it answers the type that it made.
 *
 * Refuses with `duplicate_type_code`, `duplicate_type_name`, and with `type_id_taken` when the id belongs to another one.
 */
export async function createRetailerType(
  ctx: Ctx,
  { id, ...values }: Input<typeof retailerTypes.create>,
): Promise<RetailerType> {
  refuseErrors(values);
  try {
    return await inTransaction(ctx, async (inner) => {
      const [record] = await insertRetailerTypes(inner, [{ id, values }]);
      return counted(inner, record!);
    });
  } catch (error) {
    if (violationOf(error)?.kind !== "unique") throw error;
    const [first] = await ctx.db.select().from(table).where(eq(table.id, id));
    if (first === undefined) throw duplicateRefusal(error) ?? error;
    const isFirst = first.version > 1 || Object.keys(changesBetween(first, values)).length === 0;
    if (first.createdBy !== actorOf(ctx).userId || !isFirst) throw retailerTypeRefusals.type_id_taken();
    return counted(ctx, first);
  }
}

/**
 * Changes some fields. What is as it was is no change and makes no version. With a fingerprint only if just that follows
 * which was previewed.
 *
 * Refuses with `not_found`, `version_conflict`, `duplicate_type_code`, `duplicate_type_name`, `preview_stale`,
 * `loss_needs_reason`, and `invalid_input`.
 */
export const updateRetailerType = (
  ctx: Ctx,
  { fingerprint, ...change }: Input<typeof retailerTypes.update>,
): Promise<RetailerType> =>
  writeUpdate(ctx, change, inTransaction, async (inner, { record, consequences }) => {
    requireGrounds(inner, consequences, change.reason);
    // What was approved is what the request says; who asked for it saw other retailers than who approves it.
    if (inner.approval === undefined) await requireFingerprint(inner, consequences, fingerprint);
    return counted(inner, record);
  });

/** What follows from a change, for whoever tries it. */
export const consequencesOfUpdate = (ctx: Ctx, { fingerprint: _, ...change }: Input<typeof retailerTypes.update>) =>
  writeUpdate(ctx, change, inTransaction, async (_inner, { consequences }) => consequences);

/** What a change would bring about elsewhere: the change itself, undone. Refuses as it does. */
export const previewUpdate = (ctx: Ctx, change: Input<typeof retailerTypes.previewUpdate>): Promise<Impact> =>
  writeUpdate(ctx, change, undone, (inner, { consequences }) => impactOf(inner, consequences));

/** `run` decides whether the change stays. */
async function writeUpdate<Answer>(
  ctx: Ctx,
  {
    id,
    version,
    reason,
    ...patch
  }: Input<typeof retailerTypes.previewUpdate> & { readonly reason?: string | undefined },
  run: typeof inTransaction,
  answer: (inner: Ctx, written: Written<RetailerTypeRecord>) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await run(ctx, async (inner) => {
      const before = await lockRetailerType(inner, { id, version });
      return answer(inner, await rewriteRetailerType(inner, before, patch, reason));
    });
  } catch (error) {
    throw duplicateRefusal(error) ?? error;
  }
}

/** Writes a change to a locked type, and lets its retailers follow. Refuses with `invalid_input`. */
export async function rewriteRetailerType(
  ctx: Ctx,
  before: RetailerTypeRecord,
  patch: RetailerTypePatch,
  reason?: string,
): Promise<Written<RetailerTypeRecord>> {
  const changes = changesBetween(before, patch);
  if (Object.keys(changes).length === 0) return { record: before, consequences: [] };
  const after = { ...before, ...patch } as RetailerTypeRecord;
  refuseErrors(after);
  const changed = Object.fromEntries(Object.keys(changes).map((name) => [name, after[name as keyof typeof after]]));
  const record = await rewrite(ctx, before, { ...changed, ...keysOf(after) });
  await recordAudit(ctx, [{ action: "update", resource: auditResource, resourceId: before.id, reason, changes }]);
  if (!feltFields.some((name) => name in changes)) return { record, consequences: [] };
  const followed = await tellPolicy(ctx, record);
  return { record, consequences: asksLess(before, after) ? [...followed, ...(await losses(ctx, record))] : followed };
}

/** The retailers of which less is asked; without any, nothing is lost by it yet. */
async function losses(ctx: Ctx, { id }: RetailerTypeRecord): Promise<readonly Consequence[]> {
  const count = (await countRetailers(ctx, [id])).get(id) ?? 0;
  return count === 0 ? [] : [{ resource: auditResource, verb: requirementLost, count, facts: {} }];
}

/** Its retailers look again at what they sell, in the transaction of the change. */
async function tellPolicy(
  ctx: Ctx,
  { id, code, certificatePolicy, needsSlaughterPolicy }: RetailerTypeRecord,
): Promise<readonly Consequence[]> {
  const retailers = await ctx.db
    .select({ id: retailersTable.id })
    .from(retailersTable)
    .where(eq(retailersTable.retailerTypeId, id));
  return recordEvents(ctx, [
    {
      type: "retailer_type.policy_changed",
      resource: auditResource,
      resourceId: id,
      payload: { code, certificatePolicy, needsSlaughterPolicy },
      concerns: { retailers: retailers.map((each) => each.id) },
    },
  ]);
}

/**
 * Archives a type, or brings it back.
 *
 * Refuses with `not_found`, `version_conflict`, and with `retailer_type_in_use` and how many retailers use it that are not closed. A
 * retailer that is being given the type waits for this, and then finds it archived (`retailers`).
 */
export async function archiveRetailerType(
  ctx: Ctx,
  { id, version, to }: Input<typeof retailerTypes.archive>,
): Promise<RetailerType> {
  try {
    return await inTransaction(ctx, async (inner) => {
      const before = await lockRetailerType(inner, { id, version });
      if (before.status === to) return counted(inner, before);
      const retailers = (await countRetailers(inner, [id])).get(id) ?? 0;
      if (to === "archived" && retailers > 0) throw retailerTypeRefusals.retailer_type_in_use({ retailers });
      const record = await rewrite(inner, before, { status: to });
      const action = to === "archived" ? "archive" : "reopen";
      const changes = changesBetween(before, { status: to });
      await recordAudit(inner, [{ action, resource: auditResource, resourceId: id, changes }]);
      return counted(inner, record);
    });
  } catch (error) {
    throw duplicateRefusal(error) ?? error;
  }
}

/** Writes checked types with their audit entries, in the caller's transaction. */
export async function insertRetailerTypes(
  ctx: Ctx,
  added: readonly { readonly id: string; readonly values: RetailerTypeInput }[],
  { action, reason }: { readonly action: string; readonly reason?: string } = { action: "create" },
): Promise<RetailerTypeRecord[]> {
  const by = ctx.actor?.userId ?? null;
  const at = { createdAt: ctx.now, createdBy: by, updatedAt: ctx.now, updatedBy: by };
  const records = await ctx.db
    .insert(table)
    .values(added.map(({ id, values }) => ({ id, ...values, ...keysOf(values), ...at, status: "active" as const })))
    .returning();
  await recordAudit(
    ctx,
    added.map(({ id, values }) => ({
      action,
      resource: auditResource,
      resourceId: id,
      reason,
      changes: changesBetween({ ...emptyRetailerType, code: null, name: null }, values),
    })),
  );
  return records;
}

async function rewrite(
  ctx: Ctx,
  before: RetailerTypeRecord,
  changed: Partial<RetailerTypeRecord>,
): Promise<RetailerTypeRecord> {
  const [record] = await ctx.db
    .update(table)
    .set({ ...changed, version: before.version + 1, updatedAt: ctx.now, updatedBy: ctx.actor?.userId ?? null })
    .where(eq(table.id, before.id))
    .returning();
  return record!;
}

function refuseErrors(values: RetailerTypeInput) {
  const errors = retailerTypeErrors(values);
  if (errors.length > 0) throw commonRefusals.invalid_input({}, errors);
}

/** Only the index knows, however many take the same code at once. */
function duplicateRefusal(error: unknown): Refusal | null {
  const { duplicate_type_code, duplicate_type_name } = retailerTypeRefusals;
  switch (violationOf(error)?.constraint) {
    case "retailer_types__code_key":
      return duplicate_type_code({}, [{ path: "code", ...plain(duplicate_type_code) }]);
    case "retailer_types__name_key":
      return duplicate_type_name({}, [{ path: "name", ...plain(duplicate_type_name) }]);
    default:
      return null;
  }
}

const plain = ({ code, message }: { readonly code: string; readonly message: string }) => ({ code, message });
