import { eq, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import type { DomainEvent } from "#base/eventTypes.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { consequenceFacts, fingerprintOf, requireGrounds, runAndRollBack } from "#api/impact.ts";
import { notifyChange, reported } from "#features/catalogue/categories/record/api/impact.ts";
import { freeSlug } from "#features/catalogue/categories/api/service/slugs.ts";
import {
  lockTree,
  type Inheritance,
  reckonHeld,
  rehang,
  rowsOf,
} from "#features/catalogue/categories/api/service/tree.ts";
import { moveScopes } from "#features/catalogue/categories/merge/api/scopes.ts";
import { getCategory, lockCategory, readRecords } from "#features/catalogue/categories/api/store.ts";
import { type CategoryRecord, categoriesTable } from "#features/catalogue/categories/api/tables.ts";
import { type categories, type Category, categoryRefusals } from "#features/catalogue/categories/contract.ts";
import type { MergePreview } from "#features/catalogue/categories/contract/impact.ts";
import { type MovedProduct, moveMergedProducts } from "#features/catalogue/products/api/service/categoryMerges.ts";
import { lockRights } from "#features/access/roles/api/service/rightsLock.ts";

/**
 * Returns what a merge would move and cause. Refuses with `not_found`, `merge_into_itself`, `merge_target_archived`,
 * `category_archived` and `category_too_deep`.
 */
export const previewMerge = (ctx: Ctx, input: Input<typeof categories.previewMerge>): Promise<MergePreview> =>
  runAndRollBack(ctx, (inner) => mergeAll(inner, input));

/**
 * Moves the products of a category, its children and the scopes of users limited to it to another category, and
 * archives it with a link to that category. A child with the same name as a child of the target is merged into that
 * child.
 *
 * Refuses as the preview does, with `impact_stale` if the facts have changed since, and with `loss_needs_reason`.
 */
export function mergeCategory(ctx: Ctx, { fingerprint, ...input }: Input<typeof categories.merge>): Promise<Category> {
  return inTransaction(ctx, async (inner) => {
    const preview = await mergeAll(inner, input);
    requireGrounds(inner, preview.consequences, input.reason);
    // An approved request says what was approved. Requester and approver may see different retailers, so previews
    // differ.
    if (inner.approval === undefined && preview.fingerprint !== fingerprint) throw categoryRefusals.impact_stale();
    return getCategory(inner, { id: input.intoId });
  });
}

/** The totals moved so far; passed down the tree. */
type MovedRecords = {
  readonly products: MovedProduct[];
  readonly events: DomainEvent[];
  readonly reckoned: Inheritance[];
  children: number;
  scopes: number;
  readonly reason: string | undefined;
};

type Two = { readonly id: string; readonly intoId: string; readonly reason?: string | undefined };

/** Merges one category into another, and returns what to notify others of. Refuses as `previewMerge` does. */
export async function mergeInto(
  ctx: Ctx,
  { id, intoId, reason }: Two,
): Promise<MovedRecords & { readonly into: CategoryRecord }> {
  await lockTree(ctx);
  await lockRights(ctx);
  const [from, into] = await lockBoth(ctx, id, intoId);
  const moved: MovedRecords = { products: [], events: [], reckoned: [], children: 0, scopes: 0, reason };
  await mergeOne(ctx, from, into, moved);
  return { ...moved, into };
}

export async function mergeAll(ctx: Ctx, { id, intoId, reason }: Two) {
  const { into, ...moved } = await mergeInto(ctx, { id, intoId, reason });
  const { consequences, ...effects } = await notifyChange(ctx, moved.reckoned, moved.events);
  const counts = { movedProducts: moved.products.length, movedChildren: moved.children, movedScopes: moved.scopes };
  const followed = [effects, consequenceFacts(consequences)];
  const facts = [id, intoId, into.version, moved.products, moved.events.length, followed, counts];
  return { ...reported({ ...effects, consequences }), ...counts, fingerprint: await fingerprintOf(ctx, facts) };
}

async function lockBoth(ctx: Ctx, id: string, intoId: string): Promise<[CategoryRecord, CategoryRecord]> {
  if (id === intoId) throw categoryRefusals.merge_into_itself();
  const from = await lockCategory(ctx, { id });
  const into = await lockCategory(ctx, { id: intoId });
  if (from.status === "archived") throw categoryRefusals.category_archived();
  if (into.status === "archived") throw categoryRefusals.merge_target_archived();
  const [below] = await rowsOf(
    ctx,
    sql`select 1 from category_closure where ancestor_id = ${id} and descendant_id = ${intoId}`,
  );
  if (below) throw categoryRefusals.merge_into_itself();
  return [from, into];
}

async function mergeOne(ctx: Ctx, from: CategoryRecord, into: CategoryRecord, moved: MovedRecords): Promise<void> {
  await moveProducts(ctx, from, into, moved);
  for (const child of await childrenOf(ctx, from.id)) {
    const [twin] = await readRecords(
      ctx,
      sql`where parent_id = ${into.id} and name_key = ${child.nameKey} and status = 'active' for update`,
    );
    if (twin && child.status === "active") await mergeOne(ctx, child, twin, moved);
    else await moveChild(ctx, child, into, moved);
  }
  moved.scopes += await moveScopes(ctx, { from: from.id, into: into.id });
  await retire(ctx, from, into, moved.reason);
}

const childrenOf = (ctx: Ctx, parentId: string) =>
  readRecords(ctx, sql`where ${eq(categoriesTable.parentId, parentId)} order by position for update`);

async function moveChild(ctx: Ctx, child: CategoryRecord, into: CategoryRecord, moved: MovedRecords): Promise<void> {
  const slug = await freeSlug(ctx, { ...child, name: child.slug, parentId: into.id, exceptId: child.id });
  await ctx.db
    .update(categoriesTable)
    .set({ slug, version: child.version + 1, updatedAt: ctx.now, updatedBy: ctx.actor?.userId ?? null })
    .where(eq(categoriesTable.id, child.id));
  await rehang(ctx, child, { parentId: into.id, beforeId: null });
  const changes = changesBetween(child, { parentId: into.id, slug });
  await recordAudit(ctx, [{ action: "move", resource: "categories", resourceId: child.id, changes }]);
  moved.reckoned.push(...(await reckonHeld(ctx, child.id)));
  moved.children++;
}

async function moveProducts(ctx: Ctx, from: CategoryRecord, into: CategoryRecord, moved: MovedRecords): Promise<void> {
  const products = await moveMergedProducts(ctx, { from: from.id, into: into.id });
  moved.products.push(...products);
  moved.events.push(
    ...products
      .filter(({ status }) => status !== "archived")
      .map(
        ({ id }): DomainEvent => ({
          type: "product.moved",
          resource: "products",
          resourceId: id,
          payload: { from: from.id, to: into.id },
          concerns: { products: [id] },
        }),
      ),
  );
}

/** The old id, which external systems may know, redirects to the target. */
async function retire(ctx: Ctx, from: CategoryRecord, into: CategoryRecord, reason: string | undefined): Promise<void> {
  const written = { status: "archived" as const, mergedIntoId: into.id };
  await ctx.db
    .update(categoriesTable)
    .set({ ...written, version: from.version + 1, updatedAt: ctx.now, updatedBy: ctx.actor?.userId ?? null })
    .where(eq(categoriesTable.id, from.id));
  // With two merges in a row, the first must not end at an archived category.
  await ctx.db.update(categoriesTable).set({ mergedIntoId: into.id }).where(eq(categoriesTable.mergedIntoId, from.id));
  await recordAudit(ctx, [
    { action: "merge", resource: "categories", resourceId: from.id, reason, changes: changesBetween(from, written) },
  ]);
}
