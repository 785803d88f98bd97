import { sql } from "drizzle-orm";
import type { BulkPreview, BulkResult } from "#base/bulk.ts";
import type { Input } from "#base/contract.ts";
import type { Consequence } from "#base/eventTypes.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import { losesRequirement } from "#base/impact.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { requireGrounds } from "#api/impact.ts";
import { recordEvents } from "#api/events.ts";
import { isAnyOf } from "#api/list.ts";
import { assertInScope } from "#api/scopeCondition.ts";
import { refuseWhereNeeded } from "#features/access/approvals/api/service/requests.ts";
import { productUpdate } from "#features/catalogue/products/api/service/approvable.ts";
import { movedEvent } from "#features/catalogue/products/api/service/changes.ts";
import { productList } from "#features/catalogue/products/api/service/lists.ts";
import { requireCategory } from "#features/catalogue/products/api/service/parents.ts";
import { auditResource, productRows } from "#features/catalogue/products/api/service/records.ts";
import { requirementLosses } from "#features/catalogue/products/api/service/requirementLosses.ts";
import { type ProductRecord, productsTable } from "#features/catalogue/products/api/tables.ts";
import type { products } from "#features/catalogue/products/contract.ts";

type Move = Input<typeof products.previewMove>;

/** Refuses with `too_many_rows` and `category_unavailable`. */
export async function previewMove(ctx: Ctx, input: Move): Promise<BulkPreview> {
  await requireCategory(ctx, input.categoryId);
  return previewBulk(ctx, moveOf(ctx, input));
}

/**
 * Refuses as the preview does, with `preview_stale`, and with `outside_scope` if a product would leave the caller's
 * scope. If products lose requirements, refuses with `loss_needs_reason` without a reason, and with `one_at_a_time` if
 * the loss needs a second person.
 */
export function applyMove(
  ctx: Ctx,
  { fingerprint, reason, ...input }: Input<typeof products.applyMove>,
): Promise<BulkResult> {
  const action = moveOf(ctx, input, reason);
  const change = async (inner: Ctx, rows: readonly Moved[]) => {
    const consequences = await action.change(inner, rows);
    requireGrounds(inner, consequences, reason);
    if (losesRequirement(consequences)) await refuseWhereNeeded(inner, productUpdate);
    return consequences;
  };
  return applyBulk(ctx, { ...action, change }, fingerprint);
}

const columns = {
  id: productsTable.id,
  version: productsTable.version,
  code: productsTable.code,
  name: productsTable.name,
  status: productsTable.status,
  categoryId: productsTable.categoryId,
  brandId: productsTable.brandId,
};
type Moved = Pick<ProductRecord, keyof typeof columns>;

type MoveAction = Omit<BulkAction<Moved>, "change"> & {
  readonly change: (ctx: Ctx, rows: readonly Moved[]) => Promise<readonly Consequence[]>;
};

function moveOf(ctx: Ctx, { selection, categoryId }: Move, reason?: string): MoveAction {
  const list = productList(ctx);
  return {
    list,
    selected: selectedFrom(ctx, list, selection),
    columns,
    label: ({ code, name }) => `${code} ${name}`,
    judge: (product) => {
      if (product.status === "archived") return "product_archived";
      return product.categoryId === categoryId ? "already_there" : null;
    },
    intent: [categoryId],
    // Another category may ask for a certificate.
    hasImpact: true,
    change: (inner, rows) => writeMove(inner, rows, { categoryId, reason }),
  };
}

type Wanted = { readonly categoryId: string; readonly reason: string | undefined };

async function writeMove(
  ctx: Ctx,
  rows: readonly Moved[],
  { categoryId, reason }: Wanted,
): Promise<readonly Consequence[]> {
  await requireCategory(ctx, categoryId);
  const ids = rows.map(({ id }) => id);
  await ctx.db
    .update(productsTable)
    .set({
      categoryId,
      version: sql`${productsTable.version} + 1`,
      updatedAt: ctx.now,
      updatedBy: ctx.actor?.userId ?? null,
    })
    .where(isAnyOf(productsTable.id, ids));
  await assertInScope(ctx, productRows, ids);
  await recordAudit(
    ctx,
    rows.map((product) => ({
      action: "move",
      resource: auditResource,
      resourceId: product.id,
      reason,
      changes: changesBetween(product, { categoryId }),
    })),
  );
  const followed = await recordEvents(
    ctx,
    rows.map((product) => movedEvent(product, { categoryId, brandId: product.brandId })),
  );
  const moved = rows.map(({ id, categoryId: from }) => ({ id, from, to: categoryId }));
  return [...followed, ...(await requirementLosses(ctx, { products: moved }))];
}
