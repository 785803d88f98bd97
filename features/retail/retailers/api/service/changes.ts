import { and, eq } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import type { Impact } from "#base/impact.ts";
import { commonRefusals, type FieldError, type Refusal, type RefusalMaker } from "#base/refusal.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { impactOf, requireFingerprint, runAndRollBack, type Written } from "#api/impact.ts";
import { hasOtherHolder } from "#api/decisions.ts";
import { countReferences } from "#api/references.ts";
import { recordEvents } from "#api/events.ts";
import { assertInScope } from "#api/scopeCondition.ts";
import { violationOf } from "#api/violations.ts";
import { attachPictures, releasePictures } from "#features/retail/retailers/api/service/pictures.ts";
import { enterChain, lockChains, moveChain } from "#features/retail/retailers/api/service/chains.ts";
import { eventsOfEdit } from "#features/retail/retailers/api/service/events.ts";
import { keysOf, lockRetailer, toRetailer } from "#features/retail/retailers/api/service/records.ts";
import { auditResource, retailerRows, retailerScope } from "#features/retail/retailers/api/service/rows.ts";
import { type RetailerRecord, retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import type { retailers } from "#features/retail/retailers/contract.ts";
import {
  type DuplicateDetails,
  type Retailer,
  type RetailerInput,
  type RetailerPatch,
  retailerRefusals,
  type RetailerStatus,
} from "#features/retail/retailers/contract/records.ts";
import { emptyRetailer, isDeletable, isFinal, noRetailer, retailerErrors } from "#features/retail/retailers/rules.ts";
import { holdRetailerType } from "#features/retail/retailer-types/api/store.ts";

/**
 * Makes a draft.
 *
 * Sent again with the same id it answers the retailer that it made. Refuses with `duplicate_gln`,
 * `duplicate_registration`, `type_not_available`, `parent_not_found`, `chain_too_deep`, and with `retailer_id_taken` when
 * the id belongs to a retailer of other content or of somebody else.
 */
export async function createRetailer(ctx: Ctx, { id, ...typed }: Input<typeof retailers.create>): Promise<Retailer> {
  const values: RetailerInput = { ...emptyRetailer, ...omitUndefined(typed) };
  refuseErrors(retailerErrors(values));
  const first = await findFirst(ctx, id, values);
  if (first !== null) return toRetailer(ctx, first);
  try {
    return await inTransaction(ctx, async (inner) => toRetailer(inner, await insertRetailer(inner, { id, values })));
  } catch (error) {
    if (violationOf(error)?.kind !== "unique") throw error;
    const made = await findFirst(ctx, id, values);
    if (made !== null) return toRetailer(ctx, made);
    throw (await duplicateRefusal(ctx, error, values)) ?? error;
  }
}

/** The retailer that an earlier copy of this request made; null when there is none under this id. */
async function findFirst(ctx: Ctx, id: string, values: RetailerInput): Promise<RetailerRecord | null> {
  const [record] = await ctx.db.select().from(table).where(eq(table.id, id));
  if (record === undefined) return null;
  // Once it has been edited, what was first sent can no longer be compared; that it is the person's own must do.
  const isFirst = record.version > 1 || Object.keys(changesBetween(record, values)).length === 0;
  if (record.createdBy !== actorOf(ctx).userId || !isFirst) throw retailerRefusals.retailer_id_taken();
  return record;
}

export type NewRetailer = {
  readonly id: string;
  readonly values: RetailerInput;
  /** Of its primary location, where that is written with it. */
  readonly city?: string | null;
};

/**
 * Writes a checked draft with its audit entry, in the caller's transaction. Refuses as `createRetailer` does, but for what
 * is unique, which the database says.
 */
export async function insertRetailer(ctx: Ctx, { id, values, city = null }: NewRetailer): Promise<RetailerRecord> {
  await requireType(ctx, values.retailerTypeId);
  if (values.parentId !== null) await lockChains(ctx);
  const by = ctx.actor?.userId ?? null;
  const { logoFileId: _, coverFileId: __, ...row } = values;
  await ctx.db.insert(table).values({
    id,
    ...row,
    ...keysOf({ ...values, city }),
    city,
    depth: 1,
    status: "draft",
    kycStatus: "not_started",
    locationsCount: 0,
    contactsCount: 0,
    createdAt: ctx.now,
    createdBy: by,
    updatedAt: ctx.now,
    updatedBy: by,
  });
  const depth = await enterChain(ctx, { id, parentId: values.parentId });
  await attachPictures(ctx, id, values);
  const [record] = await ctx.db
    .update(table)
    .set({ depth, logoFileId: values.logoFileId, coverFileId: values.coverFileId })
    .where(eq(table.id, id))
    .returning();
  await assertInScope(ctx, retailerRows, [id]);
  const changes = changesBetween(noRetailer, { ...values, status: "draft" satisfies RetailerStatus });
  await recordAudit(ctx, [{ action: "create", resource: auditResource, resourceId: id, changes }]);
  return record!;
}

/**
 * Changes some fields. What is as it was is no change and makes no version. With a fingerprint only if just that follows
 * which was previewed.
 *
 * Refuses with `not_found`, `version_conflict`, `duplicate_gln`, `duplicate_registration`, `type_not_available`,
 * `parent_not_found`, `chain_cycle`, `chain_too_deep`, `retailer_step_invalid` for one that is closed, `preview_stale`, and
 * `invalid_input`.
 */
export const updateRetailer = (
  ctx: Ctx,
  { fingerprint, ...change }: Input<typeof retailers.update>,
): Promise<Retailer> =>
  writeUpdate(ctx, change, inTransaction, async (inner, { record, consequences }) => {
    await requireFingerprint(inner, consequences, fingerprint);
    return toRetailer(inner, record);
  });

/** What a change would bring about elsewhere: the change itself, undone. Refuses as it does. */
export const previewUpdate = (ctx: Ctx, change: Input<typeof retailers.previewUpdate>): Promise<Impact> =>
  writeUpdate(ctx, change, runAndRollBack, (inner, { consequences }) => impactOf(inner, consequences));

/** `run` decides whether the change stays. */
async function writeUpdate<Answer>(
  ctx: Ctx,
  { id, version, ...patch }: Input<typeof retailers.previewUpdate>,
  run: typeof inTransaction,
  answer: (inner: Ctx, written: Written<RetailerRecord>) => Promise<Answer>,
): Promise<Answer> {
  let wanted: RetailerRecord | undefined;
  try {
    return await run(ctx, async (inner) => {
      // Before the row: whoever moves another chain holds this and waits for rows.
      if (patch.parentId !== undefined) await lockChains(inner);
      const before = await lockRetailer(inner, { id, version });
      if (isFinal(before.status))
        throw retailerRefusals.retailer_step_invalid({ from: before.status, to: before.status });
      wanted = { ...before, ...omitUndefined(patch) };
      refuseErrors(retailerErrors(wanted, before.status));
      return answer(inner, await rewriteRetailer(inner, before, omitUndefined(patch)));
    });
  } catch (error) {
    throw (wanted && (await duplicateRefusal(ctx, error, wanted))) ?? error;
  }
}

/**
 * Writes a checked change to a retailer that the caller's transaction has locked, with its audit entry, and lets follow what
 * rests on it.
 */
export async function rewriteRetailer(
  ctx: Ctx,
  before: RetailerRecord,
  patch: RetailerPatch,
): Promise<Written<RetailerRecord>> {
  const changes = changesBetween(before, patch);
  if (Object.keys(changes).length === 0) return { record: before, consequences: [] };
  const after: RetailerRecord = { ...before, ...(omitUndefined(patch) as Partial<RetailerRecord>) };
  const { id } = before;
  if (changes.riskFlags) await refuseOwnRisk(ctx, before, after);
  if (changes.retailerTypeId) await requireType(ctx, after.retailerTypeId);
  const depth = changes.parentId ? await moveChain(ctx, { id, parentId: after.parentId }) : before.depth;
  if (changes.logoFileId || changes.coverFileId) await attachPictures(ctx, id, after);
  const changed = Object.fromEntries(Object.keys(changes).map((name) => [name, after[name as keyof RetailerRecord]]));
  const [record] = await ctx.db
    .update(table)
    .set({
      ...changed,
      ...keysOf(after),
      depth,
      version: before.version + 1,
      updatedAt: ctx.now,
      updatedBy: ctx.actor?.userId ?? null,
    })
    .where(eq(table.id, id))
    .returning();
  await assertInScope(ctx, retailerRows, [id]);
  await recordAudit(ctx, [{ action: "update", resource: auditResource, resourceId: id, changes }]);
  return { record: record!, consequences: await recordEvents(ctx, await eventsOfEdit(ctx, record!, changes)) };
}

/**
 * Deletes a draft with its parts.
 *
 * Refuses with `not_found`, `version_conflict`, `only_draft_retailers_deleted`, and with `retailer_in_use` and the number
 * of rows by table when other records refer to it.
 */
export async function removeRetailer(ctx: Ctx, { id, version }: Input<typeof retailers.remove>): Promise<undefined> {
  try {
    await inTransaction(ctx, async (inner) => {
      await lockChains(inner);
      const before = await lockRetailer(inner, { id, version });
      if (!isDeletable(before)) throw retailerRefusals.only_draft_retailers_deleted({ status: before.status });
      await inner.db.delete(table).where(eq(table.id, id));
      await releasePictures(inner, id);
      const changes = changesBetween(inputOf(before), noRetailer);
      await recordAudit(inner, [{ action: "delete", resource: auditResource, resourceId: id, changes }]);
    });
  } catch (error) {
    // The foreign key decides: a count taken before could be old by now.
    if (violationOf(error)?.kind !== "foreign_key") throw error;
    throw retailerRefusals.retailer_in_use({ references: await countReferences(ctx, table, id) });
  }
}

/** Until the transaction of `ctx` ends nobody archives the type. Refuses with `type_not_available`. */
export async function requireType(ctx: Ctx, typeId: string): Promise<void> {
  if ((await holdRetailerType(ctx, typeId)) !== null) return;
  throw atField(retailerRefusals.type_not_available, "retailerTypeId");
}

/** Refuses with `own_risk` if the caller submitted the retailer and removes a risk flag, and another user could. */
async function refuseOwnRisk(
  ctx: Ctx,
  before: RetailerRecord,
  after: Pick<RetailerRecord, "riskFlags">,
): Promise<void> {
  const isCleared = before.riskFlags.some((flag) => !after.riskFlags.includes(flag));
  const isOwn = ctx.actor !== null && before.submittedBy === ctx.actor.userId;
  if (isCleared && isOwn && (await hasOtherHolder(ctx, ["retailers.assessRisk"])))
    throw atField(retailerRefusals.own_risk, "riskFlags");
}

export function refuseErrors(errors: readonly FieldError[]) {
  if (errors.length > 0) throw commonRefusals.invalid_input({}, errors);
}

/** A refusal that is told at one field. */
export const atField = (make: RefusalMaker, path: string, details: DuplicateDetails | object = {}): Refusal =>
  make({ ...details }, [{ path, code: make.code, message: make.message }]);

/** Only the index knows, however many take the same number at once. Call it outside the transaction that failed. */
async function duplicateRefusal(
  ctx: Ctx,
  error: unknown,
  { gln, registrationNo, registrationCountry }: Pick<RetailerInput, "gln" | "registrationNo" | "registrationCountry">,
): Promise<Refusal | null> {
  const holder = async (condition: ReturnType<typeof and>): Promise<DuplicateDetails> => {
    const [other] = await ctx.db
      .select({ id: table.id, code: table.code, name: table.tradingName })
      .from(table)
      .where(and(condition, retailerScope(ctx)));
    return { other: other ?? null };
  };
  switch (violationOf(error)?.constraint) {
    case "retailers__gln_key":
      return atField(retailerRefusals.duplicate_gln, "gln", await holder(eq(table.gln, gln ?? "")));
    case "retailers__registration_key": {
      const isSame = and(
        eq(table.registrationNo, registrationNo ?? ""),
        eq(table.registrationCountry, registrationCountry ?? ""),
      );
      return atField(retailerRefusals.duplicate_registration, "registrationNo", await holder(isSame));
    }
    default:
      return null;
  }
}

export const inputOf = (record: RetailerRecord): RetailerInput =>
  Object.fromEntries(
    Object.keys(emptyRetailer).map((name) => [name, record[name as keyof RetailerInput]]),
  ) as RetailerInput;
