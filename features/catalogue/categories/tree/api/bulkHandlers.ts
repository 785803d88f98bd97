import { sql } from "drizzle-orm";
import type { BulkPreview, BulkResult } from "#base/bulk.ts";
import type { Input } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import { categoryMerge, categoryMove } from "#features/catalogue/categories/record/api/approvable.ts";
import { applyMany, type ManyChange, previewMany } from "#features/catalogue/categories/tree/api/bulk.ts";
import { mergeInto } from "#features/catalogue/categories/merge/api/merges.ts";
import { hangElsewhere } from "#features/catalogue/categories/tree/api/moves.ts";
import { archiveUnused } from "#features/catalogue/categories/record/api/statuses.ts";
import { rowsOf } from "#features/catalogue/categories/api/service/tree.ts";
import type { manyCategories } from "#features/catalogue/categories/contract/bulk.ts";

/** What moving several would bring about. Refuses with nothing: what cannot move is left out, with the reason. */
export const previewMoves = (ctx: Ctx, input: Input<typeof manyCategories.previewMoves>): Promise<BulkPreview> =>
  previewMany(ctx, movesOf(input));

/** Moves several, as previewed: all of them or none. Refuses with `preview_stale`. */
export const applyMoves = (
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof manyCategories.applyMoves>,
): Promise<BulkResult> => applyMany(ctx, movesOf(input), { fingerprint, reason: input.reason, ofOne: categoryMove });

/** What merging several into one would bring about. */
export const previewMerges = (ctx: Ctx, input: Input<typeof manyCategories.previewMerges>): Promise<BulkPreview> =>
  previewMany(ctx, mergesOf(input));

/** Merges several into one, as previewed: all of them or none. Refuses with `preview_stale`. */
export const applyMerges = (
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof manyCategories.applyMerges>,
): Promise<BulkResult> => applyMany(ctx, mergesOf(input), { fingerprint, reason: input.reason, ofOne: categoryMerge });

/** What archiving several would do. */
export const previewArchivings = (
  ctx: Ctx,
  input: Input<typeof manyCategories.previewArchivings>,
): Promise<BulkPreview> => previewMany(ctx, archivingsOf(input));

/** Archives several, as previewed: all of them or none. Refuses with `preview_stale`. */
export const applyArchivings = (
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof manyCategories.applyArchivings>,
): Promise<BulkResult> => applyMany(ctx, archivingsOf(input), { fingerprint });

type WithReason = { readonly reason?: string | undefined };
type Moves = Input<typeof manyCategories.previewMoves> & WithReason;
type Merges = Input<typeof manyCategories.previewMerges> & WithReason;

/** In the order of the tree, each as the last of its new parent. What goes along with a chosen one above it stays below it. */
const movesOf = ({ selection: { ids }, parentId, reason }: Moves): ManyChange => ({
  ids,
  intent: ["move", parentId],
  order: "down",
  take: async (ctx, category) => {
    if (await isBelow(ctx, category.id, ids)) return "moves_along";
    if (category.parentId === parentId) return "already_there";
    return { reckoned: await hangElsewhere(ctx, category, { parentId, reason }) };
  },
});

const mergesOf = ({ selection: { ids }, intoId, reason }: Merges): ManyChange => ({
  ids,
  intent: ["merge", intoId],
  order: "down",
  take: async (ctx, { id }) => {
    const { reckoned, events, products } = await mergeInto(ctx, { id, intoId, reason });
    return { reckoned, events, movedProducts: products.length };
  },
});

/** Children first: a branch that is chosen as a whole can go as a whole. */
const archivingsOf = ({ selection: { ids } }: Input<typeof manyCategories.previewArchivings>): ManyChange => ({
  ids,
  intent: ["archive"],
  order: "up",
  take: async (ctx, category) => {
    if (category.status === "archived") return "already_there";
    await archiveUnused(ctx, category);
    return { reckoned: [] };
  },
});

async function isBelow(ctx: Ctx, id: string, ids: readonly string[]): Promise<boolean> {
  const found = await rowsOf(
    ctx,
    sql`select 1 from category_closure
         where descendant_id = ${id} and distance > 0 and ancestor_id = any(${`{${ids.join(",")}}`}::uuid[])
         limit 1`,
  );
  return found.length > 0;
}
