import { eq, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { violationOf } from "#api/violations.ts";
import { impactOf, requireFingerprint, requireGrounds, runAndRollBack } from "#api/impact.ts";
import {
  type SideEffectCounts,
  nothingBrought,
  notifyChange,
} from "#features/catalogue/categories/record/api/impact.ts";
import { freeSlug } from "#features/catalogue/categories/api/service/slugs.ts";
import { lockTree, reckonHeld, rowsOf } from "#features/catalogue/categories/api/service/tree.ts";
import {
  categoryStore as store,
  getCategory,
  lockCategory,
  readRecords,
} from "#features/catalogue/categories/api/store.ts";
import { type CategoryRecord, categoriesTable } from "#features/catalogue/categories/api/tables.ts";
import { type categories, type Category, categoryRefusals } from "#features/catalogue/categories/contract.ts";
import type { Impact } from "#features/catalogue/categories/contract/impact.ts";
import { rootRelevance } from "#features/catalogue/categories/rules.ts";
import {
  categoryFields,
  type CategoryInput,
  categoryLimits,
  impactFields,
} from "#features/catalogue/categories/fields.ts";

/**
 * Creates a category as the last child of its parent.
 *
 * Sent again with the same id, it returns the category that it created. Refuses with `duplicate_category_name`,
 * `duplicate_slug`, `category_too_deep`, `tree_full`, `parent_archived`, with `invalid_input` for a parent that doesn't
 * exist, and with `category_id_taken` if the id belongs to another category.
 */
export async function createCategory(ctx: Ctx, input: Input<typeof categories.create>): Promise<Category> {
  const { id, parentId, ...typed } = input;
  const values = { ...categoryFields.empty, ...omitUndefined(typed) };
  try {
    return await inTransaction(ctx, async (inner) => {
      await lockTree(inner);
      await insertCategory(inner, { id, parentId, values, action: "create" });
      return getCategory(inner, { id });
    });
  } catch (error) {
    if (violationOf(error)?.constraint === "categories_pkey") return answerFirst(ctx, input);
    throw await store.refusalOf(ctx, error, undefined);
  }
}

/** The category that an earlier copy of this request created. */
async function answerFirst(ctx: Ctx, { id, name, parentId }: Input<typeof categories.create>): Promise<Category> {
  const [record] = await readRecords(ctx, sql`where ${eq(categoriesTable.id, id)}`);
  // An edited record no longer matches the original request, so it is enough that the caller created it.
  const isFirst = record && (record.version > 1 || (record.name === name && record.parentId === parentId));
  if (!isFirst || record.createdBy !== actorOf(ctx).userId) throw categoryRefusals.category_id_taken();
  return store.answer(ctx, record);
}

export type NewCategory = {
  readonly id: string;
  readonly parentId: string | null;
  readonly values: CategoryInput;
  readonly action: "create" | "import";
  readonly reason?: string;
};

/** Adds a category to the tree, under `lockTree`. */
export async function insertCategory(ctx: Ctx, { id, parentId, values, action, reason }: NewCategory): Promise<void> {
  const parent = await parentFor(ctx, parentId);
  const maximum = categoryLimits.depthMax;
  if (parent !== null && parent.depth >= maximum) throw categoryRefusals.category_too_deep({ maximum });
  if (parent?.status === "archived") throw categoryRefusals.parent_archived();
  const position = await requireRoom(ctx, parentId);
  const slug = values.slug ?? (await freeSlug(ctx, { parentId, ...values, exceptId: id }));
  const columns = {
    parentId,
    position,
    depth: (parent?.depth ?? 0) + 1,
    effectiveHalalRelevance: values.halalRelevance ?? parent?.effectiveHalalRelevance ?? rootRelevance,
    effectiveContainsMeat: values.containsMeat ?? parent?.effectiveContainsMeat ?? null,
  };
  const changes = changesBetween({}, { parentId });
  await store.insert(ctx, [{ id, values: { ...values, slug }, columns }], { action, reason, changes });
}

/** Refuses with `invalid_input` for a parent that doesn't exist or is outside the caller's scope. */
export async function parentFor(ctx: Ctx, parentId: string | null): Promise<CategoryRecord | null> {
  if (parentId === null) return null;
  try {
    return await lockCategory(ctx, { id: parentId });
  } catch (error) {
    if (error !== null && typeof error === "object" && "code" in error && error.code === commonRefusals.not_found.code)
      throw commonRefusals.invalid_input({}, [
        { path: "parentId", code: "parent_unknown", message: "This category no longer exists." },
      ]);
    throw error;
  }
}

/** The position of a new child, after all others. Refuses with `tree_full`. */
async function requireRoom(ctx: Ctx, parentId: string | null): Promise<number> {
  const [found] = await rowsOf<{ all: number; siblings: number }>(
    ctx,
    sql`select count(*)::int as "all",
               (count(*) filter (where parent_id is not distinct from ${parentId}::uuid))::int as siblings
          from categories`,
  );
  const maximum = categoryLimits.treeMax;
  if (found!.all >= maximum) throw categoryRefusals.tree_full({ maximum });
  return found!.siblings;
}

/**
 * Changes some fields. Unchanged values create no version. A new halal relevance or meat setting applies at once to all
 * descendants that have none of their own. With a fingerprint, it saves only if the effects match the preview.
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
    throw await store.refusalOf(ctx, error, undefined);
  }
}

/** Makes the change without checking its preview. Trial runs call it too. */
export async function makeUpdate(
  ctx: Ctx,
  { id, version, reason, ...patch }: Omit<Input<typeof categories.update>, "fingerprint">,
): Promise<SideEffectCounts> {
  await lockTree(ctx);
  const before = await lockCategory(ctx, { id, version });
  return rewriteCategory(ctx, before, patch, reason);
}

/** Writes a change to a category under `lockTree`, and notifies others of its effects. */
export async function rewriteCategory(
  ctx: Ctx,
  before: CategoryRecord,
  patch: Partial<CategoryInput>,
  reason?: string,
): Promise<SideEffectCounts> {
  const { record } = await store.update(ctx, before, omitUndefined(patch), { action: "update", reason });
  if (impactFields.every((name) => record[name] === before[name])) return nothingBrought;
  return notifyChange(ctx, await reckonHeld(ctx, before.id));
}

/** The effects of a different halal relevance or meat setting. Refuses with `not_found`. */
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
    const { consequences, ...brought } = await notifyChange(inner, await reckonHeld(inner, id));
    return { ...brought, ...(await impactOf(inner, consequences, brought)) };
  });
}
