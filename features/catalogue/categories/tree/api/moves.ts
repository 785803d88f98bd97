import type { Input } from "#base/contract.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { parentFor } from "#features/catalogue/categories/record/api/changes.ts";
import { impactRefusals } from "#base/impact.ts";
import { consequenceFacts, fingerprintOf, requireGrounds, runAndRollBack } from "#api/impact.ts";
import { type SideEffectCounts, notifyChange, reported } from "#features/catalogue/categories/record/api/impact.ts";
import { lockTree, type Inheritance, reckonHeld, rehang } from "#features/catalogue/categories/api/service/tree.ts";
import { categoryStore as store, getCategory, lockCategory } from "#features/catalogue/categories/api/store.ts";
import type { CategoryRecord } from "#features/catalogue/categories/api/tables.ts";
import { type categories, type Category, categoryRefusals } from "#features/catalogue/categories/contract.ts";
import type { Impact } from "#features/catalogue/categories/contract/impact.ts";

type MoveTarget = Omit<Input<typeof categories.previewMove>, "id"> & { readonly reason?: string | undefined };

/**
 * Moves a category, with its subtree, elsewhere in the tree. What it inherits there applies at once.
 *
 * Refuses with `not_found`, `version_conflict`, `category_cycle`, `category_too_deep`, `parent_archived`,
 * `duplicate_category_name`, `duplicate_slug`, `outside_scope`, `preview_stale`, `loss_needs_reason`, and with
 * `invalid_input` if the parent does not exist.
 */
export async function moveCategory(
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof categories.move>,
): Promise<Category> {
  try {
    return await inTransaction(ctx, async (inner) => {
      const brought = await makeMove(inner, input);
      requireGrounds(inner, brought.consequences, input.reason);
      const isShown = fingerprint === undefined || inner.approval !== undefined;
      if (!isShown && fingerprint !== (await impactOf(inner, input, brought)).fingerprint)
        throw impactRefusals.preview_stale();
      return getCategory(inner, input);
    });
  } catch (error) {
    throw await store.refusalOf(ctx, error, undefined);
  }
}

/** Makes the move without checking its preview. Trial runs call it too. */
export async function makeMove(
  ctx: Ctx,
  { id, version, ...wanted }: Omit<Input<typeof categories.move>, "fingerprint">,
): Promise<SideEffectCounts> {
  await lockTree(ctx);
  return move(ctx, await lockCategory(ctx, { id, version }), wanted);
}

/** The effects of a move. Refuses as the move does. */
export async function previewMove(ctx: Ctx, { id, ...wanted }: Input<typeof categories.previewMove>): Promise<Impact> {
  try {
    return await runAndRollBack(ctx, async (inner) => {
      await lockTree(inner);
      return impactOf(inner, { id, ...wanted }, await move(inner, await lockCategory(inner, { id }), wanted));
    });
  } catch (error) {
    throw await store.refusalOf(ctx, error, undefined);
  }
}

async function impactOf(
  ctx: Ctx,
  { id, parentId, beforeId }: MoveTarget & { id: string },
  brought: SideEffectCounts,
): Promise<Impact> {
  const { consequences, ...counts } = brought;
  const facts = [id, parentId, beforeId, counts, consequenceFacts(consequences)];
  return { ...reported(brought), fingerprint: await fingerprintOf(ctx, facts) };
}

const move = async (ctx: Ctx, before: CategoryRecord, wanted: MoveTarget): Promise<SideEffectCounts> =>
  notifyChange(ctx, await hangElsewhere(ctx, before, wanted));

/** Moves a locked category under `lockTree`, and returns the changed effective settings to notify others of. */
export async function hangElsewhere(
  ctx: Ctx,
  before: CategoryRecord,
  { parentId, beforeId = null, reason }: MoveTarget,
): Promise<Inheritance[]> {
  const parent = await parentFor(ctx, parentId);
  if (parent?.status === "archived" && before.status !== "archived") throw categoryRefusals.parent_archived();
  await rehang(ctx, before, { parentId, beforeId });
  await store.set(ctx, [before], { parentId }, () => ({ action: "move", reason }));
  return parentId === before.parentId ? [] : reckonHeld(ctx, before.id);
}
