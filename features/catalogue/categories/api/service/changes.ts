import { eq, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { assertInScope } from "#api/scopeCondition.ts";
import { violationOf } from "#api/violations.ts";
import { duplicateRefusal } from "#features/catalogue/categories/api/service/duplicates.ts";
import { impactOf, requireFingerprint, requireGrounds, runAndRollBack } from "#api/impact.ts";
import { type Brought, nothingBrought, tellChange } from "#features/catalogue/categories/api/service/impact.ts";
import { attachImage } from "#features/catalogue/categories/api/service/pictures.ts";
import {
  auditResource,
  categoryRows,
  getCategory,
  keysOf,
  lockCategory,
  readRecords,
  toCategory,
} from "#features/catalogue/categories/api/service/records.ts";
import { freeSlug } from "#features/catalogue/categories/api/service/slugs.ts";
import { linkUnder, lockTree, reckonHeld, rowsOf } from "#features/catalogue/categories/api/service/tree.ts";
import { type CategoryRecord, categoriesTable } from "#features/catalogue/categories/api/tables.ts";
import {
  type categories,
  type Category,
  type CategoryInput,
  categoryLimits,
  type CategoryPatch,
  categoryRefusals,
} from "#features/catalogue/categories/contract.ts";
import type { Impact } from "#features/catalogue/categories/contract/impact.ts";
import { emptyCategory, impactFields } from "#features/catalogue/categories/rules.ts";

/**
 * Makes a category, the last of its parent.
 *
 * Sent again with the same id it answers the one that it made. Refuses with `duplicate_category_name`, `duplicate_slug`,
 * `category_too_deep`, `tree_full`, `parent_archived`, with `invalid_input` for a parent that is not there, and with
 * `category_id_taken` when the id belongs to another.
 */
export async function createCategory(ctx: Ctx, input: Input<typeof categories.create>): Promise<Category> {
  const { id, parentId, ...typed } = input;
  const values = { ...emptyCategory, ...omitUndefined(typed) };
  try {
    return await inTransaction(ctx, async (inner) => {
      await lockTree(inner);
      await insertCategory(inner, { id, parentId, values, action: "create" });
      return getCategory(inner, { id });
    });
  } catch (error) {
    if (violationOf(error)?.constraint === "categories_pkey") return answerFirst(ctx, input);
    throw duplicateRefusal(error) ?? error;
  }
}

/** The category that an earlier copy of this request made. */
async function answerFirst(ctx: Ctx, { id, name, parentId }: Input<typeof categories.create>): Promise<Category> {
  const [record] = await readRecords(ctx, sql`where ${eq(categoriesTable.id, id)}`);
  // Once it has been edited, what was first sent can no longer be compared; that it is the person's own must do.
  const isFirst = record && (record.version > 1 || (record.name === name && record.parentId === parentId));
  if (!isFirst || record.createdBy !== actorOf(ctx).userId) throw categoryRefusals.category_id_taken();
  return toCategory(ctx, record);
}

export type NewCategory = {
  readonly id: string;
  readonly parentId: string | null;
  readonly values: CategoryInput;
  readonly action: "create" | "import";
  readonly reason?: string;
};

/** Writes a category with its links and its audit entry, behind `lockTree`. */
export async function insertCategory(ctx: Ctx, { id, parentId, values, action, reason }: NewCategory): Promise<void> {
  const parent = await parentFor(ctx, parentId);
  const maximum = categoryLimits.depthMax;
  if (parent !== null && parent.depth >= maximum) throw categoryRefusals.category_too_deep({ maximum });
  if (parent?.status === "archived") throw categoryRefusals.parent_archived();
  await requireRoom(ctx);
  const slug = values.slug ?? (await freeSlug(ctx, { parentId, ...values, exceptId: id }));
  const by = ctx.actor?.userId ?? null;
  await attachImage(ctx, id, values.imageFileId);
  await ctx.db.insert(categoriesTable).values({
    ...values,
    ...keysOf(values),
    id,
    parentId,
    slug,
    position: sql`(select count(*) from categories where parent_id is not distinct from ${parentId}::uuid)`,
    depth: (parent?.depth ?? 0) + 1,
    effectiveHalalRelevance: values.halalRelevance ?? parent?.effectiveHalalRelevance ?? "required",
    effectiveContainsMeat: values.containsMeat ?? parent?.effectiveContainsMeat ?? null,
    status: "active",
    createdAt: ctx.now,
    createdBy: by,
    updatedAt: ctx.now,
    updatedBy: by,
  });
  await ctx.db.execute(sql`
    insert into category_closure (ancestor_id, descendant_id, distance) values (${id}, ${id}, 0)`);
  await linkUnder(ctx, id, parentId);
  await assertInScope(ctx, categoryRows, [id]);
  const changes = changesBetween({ ...emptyCategory, name: null, parentId: null }, { ...values, slug, parentId });
  await recordAudit(ctx, [{ action, resource: auditResource, resourceId: id, reason, changes }]);
}

/** Refuses with `invalid_input` for a parent that the caller does not meet. */
export async function parentFor(ctx: Ctx, parentId: string | null): Promise<CategoryRecord | null> {
  if (parentId === null) return null;
  try {
    return await lockCategory(ctx, { id: parentId });
  } catch (error) {
    if (error !== null && typeof error === "object" && "code" in error && error.code === commonRefusals.not_found.code)
      throw commonRefusals.invalid_input({}, [
        { path: "parentId", code: "parent_unknown", message: "There is no such category, or you may not see it." },
      ]);
    throw error;
  }
}

async function requireRoom(ctx: Ctx): Promise<void> {
  const [found] = await rowsOf<{ count: number }>(ctx, sql`select count(*)::int as count from categories`);
  const maximum = categoryLimits.treeMax;
  if (found!.count >= maximum) throw categoryRefusals.tree_full({ maximum });
}

/**
 * Changes some fields. What is as it was is no change and makes no version. Another relevance or word on meat holds for all
 * below that have none of their own, at once. With a fingerprint only if just that follows which was previewed.
 *
 * Refuses with `not_found`, `version_conflict`, `duplicate_category_name`, `duplicate_slug`, `category_archived`,
 * `preview_stale`, and with `loss_needs_reason`.
 */
export async function updateCategory(
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof categories.update>,
): Promise<Category> {
  try {
    return await inTransaction(ctx, async (inner) => {
      const { consequences, ...brought } = await makeUpdate(inner, input);
      requireGrounds(inner, consequences, input.reason);
      // An approved request says what was approved. Requester and approver may see different retailers, so previews
      // differ.
      if (inner.approval === undefined) await requireFingerprint(inner, consequences, fingerprint, brought);
      return getCategory(inner, input);
    });
  } catch (error) {
    throw duplicateRefusal(error) ?? error;
  }
}

/** Makes the change without checking its preview. Trial runs call it too. */
export async function makeUpdate(
  ctx: Ctx,
  { id, version, reason, ...patch }: Omit<Input<typeof categories.update>, "fingerprint">,
): Promise<Brought> {
  await lockTree(ctx);
  const before = await lockCategory(ctx, { id, version });
  if (before.status === "archived") throw categoryRefusals.category_archived();
  return rewriteCategory(ctx, before, patch, reason);
}

/** Writes a change to a category behind `lockTree`, and tells of what comes of it. */
export async function rewriteCategory(
  ctx: Ctx,
  before: CategoryRecord,
  patch: CategoryPatch,
  reason?: string,
): Promise<Brought> {
  const after = { ...before, ...omitUndefined(patch) };
  // Emptied, it is made of the name anew.
  const slug = patch.slug === null ? await freeSlug(ctx, { ...after, exceptId: before.id }) : patch.slug;
  const wanted = { ...omitUndefined(patch), ...(slug === undefined ? {} : { slug }) };
  const changes = changesBetween(before, wanted);
  const changed = Object.fromEntries(Object.keys(changes).map((name) => [name, wanted[name as keyof typeof wanted]]));
  if (Object.keys(changed).length === 0) return nothingBrought;
  if ("imageFileId" in changed) await attachImage(ctx, before.id, after.imageFileId);
  await ctx.db
    .update(categoriesTable)
    .set({
      ...changed,
      ...keysOf(after),
      version: before.version + 1,
      updatedAt: ctx.now,
      updatedBy: ctx.actor?.userId ?? null,
    })
    .where(eq(categoriesTable.id, before.id));
  await recordAudit(ctx, [{ action: "update", resource: auditResource, resourceId: before.id, reason, changes }]);
  if (!impactFields.some((name) => name in changed)) return nothingBrought;
  return tellChange(ctx, await reckonHeld(ctx, before.id));
}

/** What another relevance, or another word on meat, would bring about. Refuses with `not_found`. */
export function previewRelevance(
  ctx: Ctx,
  { id, ...words }: Input<typeof categories.previewRelevance>,
): Promise<Impact> {
  return runAndRollBack(ctx, async (inner) => {
    await lockTree(inner);
    const before = await lockCategory(inner, { id });
    await inner.db
      .update(categoriesTable)
      .set({ halalRelevance: before.halalRelevance, ...omitUndefined(words) })
      .where(eq(categoriesTable.id, id));
    const { consequences, ...brought } = await tellChange(inner, await reckonHeld(inner, id));
    return { ...brought, ...(await impactOf(inner, consequences, brought)) };
  });
}
