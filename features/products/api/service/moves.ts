import { sql } from "drizzle-orm";
import type { BulkPreview, BulkResult } from "#base/bulk.ts";
import type { Input } from "#base/contract.ts";
import type { Consequence } from "#base/eventTypes.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import type { Ctx } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import { isAnyOf } from "#api/list.ts";
import { requireInside } from "#api/rowScope.ts";
import { changesBetween, recordAudit } from "#features/audit/api/service.ts";
import { movedEvent } from "#features/products/api/service/changes.ts";
import { productList } from "#features/products/api/service/lists.ts";
import { requireCategory } from "#features/products/api/service/parents.ts";
import { auditResource, productRows } from "#features/products/api/service/records.ts";
import { type ProductRecord, productsTable } from "#features/products/api/tables.ts";
import type { products } from "#features/products/contract.ts";

type Move = Input<typeof products.previewMove>;

/** Refuses with `too_many_rows` and `category_unavailable`. */
export async function previewMove(ctx: Ctx, input: Move): Promise<BulkPreview> {
  await requireCategory(ctx, input.categoryId);
  return previewBulk(ctx, moveOf(ctx, input));
}

/** Refuses as the preview does, with `preview_stale`, and with `outside_scope` where the caller would lose a product. */
export const applyMove = (ctx: Ctx, { fingerprint, ...input }: Input<typeof products.applyMove>): Promise<BulkResult> =>
  applyBulk(ctx, moveOf(ctx, input), fingerprint);

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

function moveOf(ctx: Ctx, { selection, categoryId }: Move): BulkAction<Moved> {
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
    isFelt: true,
    change: (inner, rows) => writeMove(inner, rows, categoryId),
  };
}

async function writeMove(ctx: Ctx, rows: readonly Moved[], categoryId: string): Promise<readonly Consequence[]> {
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
  await requireInside(ctx, productRows, ids);
  await recordAudit(
    ctx,
    rows.map((product) => ({
      action: "move",
      resource: auditResource,
      resourceId: product.id,
      changes: changesBetween(product, { categoryId }),
    })),
  );
  return recordEvents(
    ctx,
    rows.map((product) => movedEvent(product, { categoryId, brandId: product.brandId })),
  );
}
