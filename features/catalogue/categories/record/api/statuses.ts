import { eq, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { lockTree, rowsOf } from "#features/catalogue/categories/api/service/tree.ts";
import { categoryStore as store, getCategory, lockCategory } from "#features/catalogue/categories/api/store.ts";
import { type CategoryRecord, categoriesTable } from "#features/catalogue/categories/api/tables.ts";
import {
  type categories,
  type Category,
  categoryLifecycle,
  categoryRefusals,
  type InUseDetails,
} from "#features/catalogue/categories/contract.ts";
import { categoryFields } from "#features/catalogue/categories/fields.ts";
import { releaseFiles } from "#features/platform/files/api/service/attachments.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import { userScopesTable } from "#features/access/users/api/tables.ts";

/**
 * Archives a category, or restores it.
 *
 * Refuses with `not_found`, `version_conflict`, with `category_in_use` and the number of active children and products
 * that prevent archiving, with `parent_archived`, and with `duplicate_category_name` or `duplicate_slug` if another
 * category has taken its name or slug in the meantime.
 */
export async function changeCategoryStatus(
  ctx: Ctx,
  { id, version, to }: Input<typeof categories.changeStatus>,
): Promise<Category> {
  try {
    return await inTransaction(ctx, async (inner) => {
      await lockTree(inner);
      const before = await lockCategory(inner, { id, version });
      if (before.status === to) return getCategory(inner, { id });
      if (to === "archived") await archiveUnused(inner, before);
      else {
        await requireLivingParent(inner, before.parentId);
        await writeStatus(inner, before, to);
      }
      return getCategory(inner, { id });
    });
  } catch (error) {
    throw await store.refusalOf(ctx, error, undefined);
  }
}

/** Archives a locked category under `lockTree`. Refuses with `category_in_use`. */
export async function archiveUnused(ctx: Ctx, before: CategoryRecord): Promise<void> {
  await requireUnused(ctx, before.id);
  await writeStatus(ctx, before, "archived");
}

function writeStatus(ctx: Ctx, before: CategoryRecord, to: Category["status"]): Promise<void> {
  const { action } = categoryLifecycle.find(before, to)!;
  return store.set(ctx, [before], { status: to, mergedIntoId: sql`null` }, () => ({ action }));
}

async function requireUnused(ctx: Ctx, id: string): Promise<void> {
  const [use] = await rowsOf<InUseDetails>(
    ctx,
    sql`select (select count(*)::int from categories where parent_id = ${id} and status <> 'archived') as children,
               (select count(*)::int from ${productsTable} where category_id = ${id} and status <> 'archived') as products,
               0 as scopes`,
  );
  if (use!.children + use!.products > 0) throw categoryRefusals.category_in_use(use);
}

async function requireLivingParent(ctx: Ctx, parentId: string | null): Promise<void> {
  if (parentId === null) return;
  const [parent] = await rowsOf<{ status: string }>(ctx, sql`select status from categories where id = ${parentId}`);
  if (parent!.status === "archived") throw categoryRefusals.parent_archived();
}

/**
 * Deletes a category that has no children, no products and no users limited to it.
 *
 * Refuses with `not_found`, `version_conflict`, and with `category_in_use` and what still refers to it.
 */
export function removeCategory(ctx: Ctx, { id, version }: Input<typeof categories.remove>): Promise<undefined> {
  return inTransaction(ctx, async (inner) => {
    await lockTree(inner);
    const before = await lockCategory(inner, { id, version });
    const [use] = await rowsOf<InUseDetails>(
      inner,
      sql`select (select count(*)::int from categories where ${id} in (parent_id, merged_into_id)) as children,
                 (select count(*)::int from ${productsTable} where category_id = ${id}) as products,
                 (select count(*)::int from ${userScopesTable} where kind = 'category' and target = ${id}) as scopes`,
    );
    if (use!.children + use!.products + use!.scopes > 0) throw categoryRefusals.category_in_use(use);
    await releaseFiles(inner, { recordId: id });
    await inner.db.delete(categoriesTable).where(eq(categoriesTable.id, id));
    await inner.db.execute(sql`
      update categories set position = position - 1
       where parent_id is not distinct from ${before.parentId}::uuid and position > ${before.position}`);
    const changes = changesBetween({ ...categoryFields.valuesOf(before) }, { ...categoryFields.absent });
    await recordAudit(inner, [{ action: "delete", resource: "categories", resourceId: id, changes }]);
    return undefined;
  });
}
