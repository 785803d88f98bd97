import { eq, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { duplicateRefusal } from "#features/catalogue/categories/api/service/duplicates.ts";
import { auditResource, getCategory, lockCategory } from "#features/catalogue/categories/api/service/records.ts";
import { releaseImage } from "#features/catalogue/categories/api/service/pictures.ts";
import { lockTree, rowsOf } from "#features/catalogue/categories/api/service/tree.ts";
import { type CategoryRecord, categoriesTable } from "#features/catalogue/categories/api/tables.ts";
import {
  type categories,
  type Category,
  categoryRefusals,
  type InUseDetails,
} from "#features/catalogue/categories/contract.ts";
import { emptyCategory } from "#features/catalogue/categories/rules.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import { userScopesTable } from "#features/access/users/api/tables.ts";

/**
 * Archives a category, or restores it.
 *
 * Refuses with `not_found`, `version_conflict`, with `category_in_use` and how many living children and products keep it
 * from the archive, with `parent_archived`, and with `duplicate_category_name` or `duplicate_slug` when another has taken
 * its place meanwhile.
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
    throw duplicateRefusal(error) ?? error;
  }
}

/** Archives a locked category behind `lockTree`. Refuses with `category_in_use`. */
export async function archiveUnused(ctx: Ctx, before: CategoryRecord): Promise<void> {
  await requireUnused(ctx, before.id);
  await writeStatus(ctx, before, "archived");
}

async function writeStatus(ctx: Ctx, before: CategoryRecord, to: Category["status"]): Promise<void> {
  await ctx.db
    .update(categoriesTable)
    .set({
      status: to,
      mergedIntoId: null,
      version: before.version + 1,
      updatedAt: ctx.now,
      updatedBy: ctx.actor?.userId ?? null,
    })
    .where(eq(categoriesTable.id, before.id));
  const action = to === "archived" ? "archive" : "restore";
  const changes = changesBetween(before, { status: to });
  await recordAudit(ctx, [{ action, resource: auditResource, resourceId: before.id, changes }]);
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
 * Deletes a category that has no child, no product and nobody bound to it.
 *
 * Refuses with `not_found`, `version_conflict`, and with `category_in_use` and what still rests on it.
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
    await releaseImage(inner, id);
    await inner.db.delete(categoriesTable).where(eq(categoriesTable.id, id));
    await inner.db.execute(sql`
      update categories set position = position - 1
       where parent_id is not distinct from ${before.parentId}::uuid and position > ${before.position}`);
    const values = Object.fromEntries(Object.keys(emptyCategory).map((name) => [name, before[name as "name"]]));
    const changes = changesBetween(values, { ...emptyCategory, name: null });
    await recordAudit(inner, [{ action: "delete", resource: auditResource, resourceId: id, changes }]);
    return undefined;
  });
}
