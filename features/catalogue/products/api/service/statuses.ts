import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { BulkPreview, BulkResult } from "#base/bulk.ts";
import type { Input } from "#base/contract.ts";
import type { Impact } from "#base/impact.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { applyBulk, type BulkAction, previewBulk, selectedFrom } from "#api/bulk.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { hasOtherHolder, isDecidable, requireStanding } from "#api/decisions.ts";
import { recordEvents } from "#api/events.ts";
import { impactOf, requireFingerprint, runAndRollBack } from "#api/impact.ts";
import { isAnyOf } from "#api/list.ts";
import { imagesCountOf } from "#features/catalogue/products/api/service/images.ts";
import { productList } from "#features/catalogue/products/api/service/lists.ts";
import {
  auditResource,
  judged,
  lockProduct,
  productRows,
  productStanding,
  type StoredProduct,
  toProduct,
} from "#features/catalogue/products/api/service/records.ts";
import { readSurroundings } from "#features/catalogue/products/api/service/relatedRecords.ts";
import { type ProductRecord, productsTable } from "#features/catalogue/products/api/tables.ts";
import { productRefusals, type products } from "#features/catalogue/products/contract.ts";
import {
  type Product,
  type ProductStatus,
  productStatusPermissions as permissions,
} from "#features/catalogue/products/contract/product.ts";
import {
  allowedTransitions,
  hasImpact,
  needsReason,
  transitionTo,
  verbOf,
} from "#features/catalogue/products/rules.ts";

/**
 * Takes one step in a product's life, and lets follow what rests on it. With a fingerprint only if just that follows which
 * was previewed.
 *
 * Refuses with `not_found`, `version_conflict`, `invalid_product_step`, `product_step_blocked` and what is missing,
 * `preview_stale`, and with `invalid_input` when the step needs a reason.
 */
export function changeProductStatus(
  ctx: Ctx,
  { id, version, to, reason, fingerprint }: Input<typeof products.changeStatus>,
): Promise<Product> {
  return inTransaction(ctx, async (inner) => {
    const before = await lockProduct(inner, { id, version });
    await requireStep(inner, before, to);
    const { consequences } = await writeStatus(inner, [before], { to, statusReason: reasonFor(to, reason) });
    await requireFingerprint(inner, consequences, fingerprint);
    return toProduct(inner, await lockProduct(inner, { id }));
  });
}

/**
 * What a step would bring about elsewhere: the step itself, undone. Refuses with `not_found`, `invalid_product_step` and
 * `product_step_blocked`.
 */
export const previewStatus = (ctx: Ctx, { id, to }: Input<typeof products.previewStatus>): Promise<Impact> =>
  runAndRollBack(ctx, async (inner) => {
    const before = await lockProduct(inner, { id });
    await requireStep(inner, before, to);
    const { consequences } = await writeStatus(inner, [before], { to, statusReason: needsReason(to) ? "…" : null });
    return impactOf(inner, consequences);
  });

async function requireStep(ctx: Ctx, before: StoredProduct, to: ProductStatus): Promise<void> {
  const asked = judged(before, (await readSurroundings(ctx, [before.id])).get(before.id)!);
  const transition = transitionTo(asked, to, await productStanding(ctx, before));
  if (transition === null) {
    const allowed = allowedTransitions(asked).map((each) => each.to);
    throw productRefusals.invalid_product_step({ from: before.status, to, allowed });
  }
  requireStanding(transition.blockers, permissions);
  if (!transition.isAllowed) throw productRefusals.product_step_blocked({ to, blockers: transition.blockers });
}

type StatusChange = Input<typeof products.previewStatusChange>;

/** Refuses with `too_many_rows`, and with `invalid_input` when the step needs a reason. */
export const previewStatusChange = async (ctx: Ctx, input: StatusChange): Promise<BulkPreview> =>
  previewBulk(ctx, await statusChangeOf(ctx, input));

/** Refuses as the preview does, and with `preview_stale`. */
export const applyStatusChange = async (
  ctx: Ctx,
  { fingerprint, ...input }: Input<typeof products.applyStatusChange>,
): Promise<BulkResult> => applyBulk(ctx, await statusChangeOf(ctx, input), fingerprint);

// What a step depends on beside the row stands in the statement that reads and locks it.
const brandStatusOf = sql<string>`(select status from brands where brands.id = products.brand_id)`;
const columnsFor = (ctx: Ctx) => ({
  id: productsTable.id,
  version: productsTable.version,
  code: productsTable.code,
  name: productsTable.name,
  status: productsTable.status,
  statusReason: productsTable.statusReason,
  categoryId: productsTable.categoryId,
  gtin: productsTable.gtin,
  noBarcodeReason: productsTable.noBarcodeReason,
  imagesCount: imagesCountOf as unknown as PgColumn,
  brandStatus: brandStatusOf as unknown as PgColumn,
  submittedBy: productsTable.submittedBy,
  isStatusLocked: productsTable.isStatusLocked,
  mayApprove: isDecidable(ctx, productRows, permissions.approve),
  mayLift: isDecidable(ctx, productRows, permissions.lift),
});
type Columns = ReturnType<typeof columnsFor>;
type Written = Pick<ProductRecord, "id" | "code" | "status" | "statusReason">;
type Candidate = Pick<ProductRecord, Extract<keyof Columns, keyof ProductRecord>> & {
  readonly mayApprove: boolean;
  readonly mayLift: boolean;
  readonly imagesCount: number;
  readonly brandStatus: string;
};

async function statusChangeOf(ctx: Ctx, { selection, to, reason }: StatusChange): Promise<BulkAction<Candidate>> {
  const hasOther = to === "published" && (await hasOtherHolder(ctx, [permissions.approve]));
  const isOwn = ({ submittedBy }: Candidate) => ctx.actor !== null && submittedBy === ctx.actor.userId;
  const statusReason = reasonFor(to, reason);
  const list = productList(ctx);
  return {
    list,
    selected: selectedFrom(ctx, list, selection),
    columns: columnsFor(ctx),
    label: ({ code, name }) => `${code} ${name}`,
    judge: (product) => {
      if (product.status === to) return "already_there";
      const standing = { ...product, needsSecondPerson: hasOther && isOwn(product) };
      const transition = transitionTo(product, to, standing);
      return transition === null ? "invalid_product_step" : (transition.blockers[0] ?? null);
    },
    intent: [to],
    hasImpact: hasImpact(to),
    change: async (inner, rows) => (await writeStatus(inner, rows, { to, statusReason })).consequences,
  };
}

function reasonFor(to: ProductStatus, reason = ""): string | null {
  if (reason !== "") return reason;
  if (!needsReason(to)) return null;
  throw commonRefusals.invalid_input({}, [{ path: "reason", code: "reason_required", message: "Say why." }]);
}

// Each row is entered anew in every index, and no statement of a call may take longer than 3.5 s on a busy machine.
const rowsPerStatement = 1000;

/** Writes a step that was found allowed to products that are locked, each with its audit entry, and what follows from it. */
async function writeStatus(
  ctx: Ctx,
  steps: readonly Written[],
  { to, statusReason }: { to: ProductStatus; statusReason: string | null },
) {
  const by = ctx.actor?.userId ?? null;
  const written = {
    status: to,
    statusReason,
    isStatusLocked: to === "unpublished" ? isDecidable(ctx, productRows, permissions.lift) : false,
    ...(to === "in_review" ? { submittedBy: by } : {}),
    updatedAt: ctx.now,
    updatedBy: by,
  };
  for (let start = 0; start < steps.length; start += rowsPerStatement) {
    const chunk = steps.slice(start, start + rowsPerStatement);
    const ids = chunk.map(({ id }) => id);
    const changed = await ctx.db
      .update(productsTable)
      .set({ ...written, version: sql`${productsTable.version} + 1` })
      .where(isAnyOf(productsTable.id, ids))
      .returning({ id: productsTable.id });
    if (changed.length !== ids.length) throw new Error(`${ids.length} products were locked, ${changed.length} changed`);
    await recordAudit(
      ctx,
      chunk.map((product) => ({
        action: verbOf(product.status, to),
        resource: auditResource,
        resourceId: product.id,
        reason: statusReason,
        changes: changesBetween(product, { status: to, statusReason }),
      })),
    );
  }
  return { consequences: await recordEvents(ctx, eventsOf(steps, { to, statusReason })) };
}

/** What others follow: whether it may be promoted. */
function eventsOf(steps: readonly Written[], { to, statusReason }: { to: ProductStatus; statusReason: string | null }) {
  if (to !== "published" && to !== "unpublished" && to !== "archived") return [];
  return steps.map(({ id, code }) => ({
    type: `product.${to}` as const,
    resource: auditResource,
    resourceId: id,
    payload: { productId: id, code, reason: statusReason },
    concerns: { products: [id] },
  }));
}
