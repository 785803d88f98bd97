import type { BulkPreview, BulkResult } from "#base/bulk.ts";
import type { Input } from "#base/contract.ts";
import type { SideEffect } from "#base/eventTypes.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import { losesRequirement } from "#base/impact.ts";
import type { Ctx } from "#api/context.ts";
import { requireGrounds } from "#api/impact.ts";
import { recordEvents } from "#api/events.ts";
import { refuseWhereNeeded } from "#features/access/approvals/api/service/requests.ts";
import { productUpdate } from "#features/catalogue/products/api/service/approvable.ts";
import { movedEvent } from "#features/catalogue/products/api/service/followMove.ts";
import { requireCategory } from "#features/catalogue/products/api/service/parents.ts";
import { requirementLosses } from "#features/catalogue/products/api/service/requirementLosses.ts";
import { productStore } from "#features/catalogue/products/api/store.ts";
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
  const change = async (inner: Ctx, rows: readonly MovedProduct[]) => {
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
type MovedProduct = Pick<ProductRecord, keyof typeof columns>;

type MoveAction = Omit<BulkAction<MovedProduct>, "change"> & {
  readonly change: (ctx: Ctx, rows: readonly MovedProduct[]) => Promise<readonly SideEffect[]>;
};

function moveOf(ctx: Ctx, { selection, categoryId }: Move, reason?: string): MoveAction {
  const { list } = productStore;
  return {
    list,
    selected: selectedFrom(ctx, list, selection as never),
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

async function writeMove(
  ctx: Ctx,
  rows: readonly MovedProduct[],
  { categoryId, reason }: { readonly categoryId: string; readonly reason: string | undefined },
): Promise<readonly SideEffect[]> {
  await requireCategory(ctx, categoryId);
  await productStore.set(ctx, rows, { categoryId }, () => ({ action: "move", reason }));
  const consequences = await recordEvents(
    ctx,
    rows.map((product) => movedEvent(product, { categoryId, brandId: product.brandId })),
  );
  const moved = rows.map(({ id, categoryId: from }) => ({ id, from, to: categoryId }));
  return [...consequences, ...(await requirementLosses(ctx, { products: moved }))];
}
