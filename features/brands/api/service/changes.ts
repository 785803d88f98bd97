import { eq } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { given } from "#base/given.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { requireInside } from "#api/rowScope.ts";
import { violationOf } from "#api/violations.ts";
import { duplicateRefusal } from "#features/brands/api/service/duplicates.ts";
import { attachLogo } from "#features/brands/api/service/logos.ts";
import {
  auditResource,
  brandRows,
  insertRecords,
  keysOf,
  lockBrand,
  makeSlug,
  toBrand,
} from "#features/brands/api/service/records.ts";
import { type BrandRecord, brandsTable } from "#features/brands/api/tables.ts";
import { type Brand, type BrandInput, type BrandPatch, brandRefusals, type brands } from "#features/brands/contract.ts";
import { type BrandStatus } from "#features/brands/contract/statuses.ts";
import { brandErrors, brandInputOf, emptyBrand, noBrand } from "#features/brands/rules.ts";

/**
 * Makes a draft.
 *
 * Sent again with the same id it answers the brand that it made. Refuses with `duplicate_name`, `duplicate_slug`,
 * `duplicate_wikidata_id` or `file_unknown`, and with `id_taken` when the id belongs to a brand of other content or of somebody else.
 */
export async function createBrand(ctx: Ctx, { id, ...input }: Input<typeof brands.create>): Promise<Brand> {
  const values = filled(input);
  refuseErrors(values, "draft");
  try {
    const [record] = await inTransaction(ctx, (inner) => insertBrands(inner, [{ id, values }]));
    return await toBrand(ctx, record!);
  } catch (error) {
    if (violationOf(error)?.kind !== "unique") throw error;
    const first = await findFirst(ctx, id, values);
    if (first !== null) return toBrand(ctx, first);
    // Somebody took the address that was made for this one a moment before: the next one that is made is another.
    if (values.slug === null && isTakenSlug(error)) return createBrand(ctx, { id, ...input });
    throw (await duplicateRefusal(ctx, error, values)) ?? error;
  }
}

/** The brand that an earlier copy of this request made; null when there is none under this id. */
async function findFirst(ctx: Ctx, id: string, values: BrandInput): Promise<BrandRecord | null> {
  const [record] = await ctx.db.select().from(brandsTable).where(eq(brandsTable.id, id));
  if (record === undefined) return null;
  // Once it has been edited, what was first sent can no longer be compared; that it is the person's own must do.
  const same = { ...values, slug: values.slug ?? record.slug };
  const isFirst = record.version > 1 || Object.keys(changesBetween(record, same)).length === 0;
  if (record.createdBy !== actorOf(ctx).userId || !isFirst) throw brandRefusals.id_taken();
  return record;
}

/**
 * Changes some fields. What is as it was is no change and makes no version.
 *
 * Refuses with `not_found`, `version_conflict`, `duplicate_name`, `duplicate_slug`, `duplicate_wikidata_id`,
 * `file_unknown`, and with `invalid_input` when the brand as a whole would not hold together.
 */
export async function updateBrand(ctx: Ctx, { id, version, ...patch }: Input<typeof brands.update>): Promise<Brand> {
  let wanted: BrandInput | undefined;
  try {
    return await inTransaction(ctx, async (inner) => {
      const before = await lockBrand(inner, { id, version });
      wanted = { ...before, ...given(patch) };
      refuseErrors(wanted, before.status);
      const { slug = before.slug, ...others } = patch;
      const after = { ...before, ...given(others) };
      const wholePatch = { ...others, slug: slug ?? (await makeSlug(inner, after)) };
      return toBrand(inner, await rewriteBrand(inner, before, wholePatch));
    });
  } catch (error) {
    throw (wanted && (await duplicateRefusal(ctx, error, wanted))) ?? error;
  }
}

export type NewBrand = {
  readonly id: string;
  readonly values: BrandInput;
  /** A draft unless told: sample rows begin anywhere in a brand's life. */
  readonly status?: BrandStatus;
  readonly statusReason?: string | null;
};

/** Writes checked brands with their audit entries, in the caller's transaction. Answers them in the given order. */
export async function insertBrands(ctx: Ctx, added: readonly NewBrand[]): Promise<BrandRecord[]> {
  const by = ctx.actor?.userId ?? null;
  for (const { id, values } of added) if (values.logoFileId !== null) await attachLogo(ctx, id, values);
  const records = await insertRecords(
    ctx,
    added.map(({ id, values, status = "draft", statusReason = null }) => ({
      ...values,
      ...keysOf(values),
      id,
      status,
      statusReason,
      submittedBy: null,
      isStatusLocked: status === "suspended",
      createdAt: ctx.now,
      createdBy: by,
      updatedAt: ctx.now,
      updatedBy: by,
    })),
  );
  await requireInside(
    ctx,
    brandRows,
    records.map(({ id }) => id),
  );
  await recordAudit(
    ctx,
    // What the house makes of a name, such as the address, is nobody's entry.
    added.map(({ id, values, status = "draft" }) => ({
      action: "create",
      resource: auditResource,
      resourceId: id,
      changes: changesBetween(noBrand, { ...values, status }),
    })),
  );
  return records;
}

/**
 * Writes a checked change to a brand that the caller's transaction has locked, with its audit entry.
 * Answers the brand as it was when nothing differs.
 */
export async function rewriteBrand(ctx: Ctx, before: BrandRecord, patch: BrandPatch): Promise<BrandRecord> {
  const changes = changesBetween(before, given(patch));
  if (Object.keys(changes).length === 0) return before;
  const changed = Object.fromEntries(Object.keys(changes).map((name) => [name, patch[name as keyof BrandPatch]]));
  const after = { ...brandInputOf(before), ...given(patch) };
  if (changes.logoFileId) await attachLogo(ctx, before.id, after);
  const [record] = await ctx.db
    .update(brandsTable)
    .set({
      ...changed,
      ...keysOf(after),
      version: before.version + 1,
      updatedAt: ctx.now,
      updatedBy: ctx.actor?.userId ?? null,
    })
    .where(eq(brandsTable.id, before.id))
    .returning();
  await requireInside(ctx, brandRows, [before.id]);
  await recordAudit(ctx, [{ action: "update", resource: auditResource, resourceId: before.id, changes }]);
  return record!;
}

const isTakenSlug = (error: unknown) => violationOf(error)?.constraint === "brands__slug_key";

function refuseErrors(values: BrandInput, status: BrandStatus) {
  const errors = brandErrors(values, status);
  if (errors.length > 0) throw commonRefusals.invalid_input({}, errors);
}

const filled = (patch: BrandPatch & { name: string }): BrandInput => ({ ...emptyBrand, ...given(patch) });
