import { eq, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { omitUndefined } from "#base/omitUndefined.ts";
import type { Impact } from "#base/impact.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import { impactOf, requireFingerprint, requireGrounds, runAndRollBack, type Written } from "#api/impact.ts";
import { assertInScope } from "#api/scopeCondition.ts";
import { violationOf } from "#api/violations.ts";
import { duplicateRefusal } from "#features/catalogue/products/api/service/duplicates.ts";
import { writeImages } from "#features/catalogue/products/api/service/images.ts";
import { requireBrand, requireCategory } from "#features/catalogue/products/api/service/parents.ts";
import {
  auditResource,
  inputOf,
  keysOf,
  lockProduct,
  productRows,
  type StoredProduct,
  toProduct,
  withImages,
} from "#features/catalogue/products/api/service/records.ts";
import { type ProductChange, requirementLosses } from "#features/catalogue/products/api/service/requirementLosses.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import { productRefusals, type products } from "#features/catalogue/products/contract.ts";
import type { Product, ProductInput, ProductStatus } from "#features/catalogue/products/contract/product.ts";
import { emptyProduct, impactFields, noProduct, productErrors } from "#features/catalogue/products/rules.ts";

/**
 * Makes a draft.
 *
 * Sent again with the same id it answers the product that it made. Refuses with `duplicate_gtin`, `duplicate_sku`,
 * `brand_unavailable`, `category_unavailable`, `file_unknown`, and with `product_id_taken` when the id belongs to a product
 * of other content or of somebody else.
 */
export async function createProduct(ctx: Ctx, { id, ...sent }: Input<typeof products.create>): Promise<Product> {
  const values: ProductInput = { ...emptyProduct, ...omitUndefined(sent) };
  refuse(productErrors(values));
  try {
    return await inTransaction(ctx, async (inner) => toProduct(inner, await insertProduct(inner, { id, values })));
  } catch (error) {
    if (violationOf(error)?.kind !== "unique") throw error;
    const first = await findFirst(ctx, id, values);
    if (first !== null) return toProduct(ctx, first);
    throw (await duplicateRefusal(ctx, error, values)) ?? error;
  }
}

/** The product that an earlier copy of this request made; null when there is none under this id. */
async function findFirst(ctx: Ctx, id: string, values: ProductInput): Promise<StoredProduct | null> {
  const [record] = await ctx.db.select().from(productsTable).where(eq(productsTable.id, id));
  if (record === undefined) return null;
  const product = await withImages(ctx, record);
  // Once it has been edited, what was first sent can no longer be compared; that it is the person's own must do.
  const isFirst = record.version > 1 || Object.keys(changesBetween(inputOf(product), values)).length === 0;
  if (record.createdBy !== actorOf(ctx).userId || !isFirst) throw productRefusals.product_id_taken();
  return product;
}

/**
 * Changes some fields. Unchanged values make no new version. With a fingerprint, only if the consequences match the
 * preview.
 *
 * Refuses as `createProduct` does, with `not_found`, `version_conflict`, `preview_stale`, `loss_needs_reason`, and with
 * `invalid_input` if the fields contradict each other.
 */
export const updateProduct = (ctx: Ctx, { fingerprint, ...change }: Input<typeof products.update>): Promise<Product> =>
  writeUpdate(ctx, change, inTransaction, async (inner, { record, consequences }) => {
    requireGrounds(inner, consequences, change.reason);
    // An approved request says what was approved. Requester and approver may see different retailers, so previews
    // differ.
    if (inner.approval === undefined) await requireFingerprint(inner, consequences, fingerprint);
    return toProduct(inner, record);
  });

/** The consequences of a change, for trial runs. */
export const consequencesOfUpdate = (ctx: Ctx, { fingerprint: _, ...change }: Input<typeof products.update>) =>
  writeUpdate(ctx, change, inTransaction, async (_inner, { consequences }) => consequences);

/** What a change would bring about elsewhere: the change itself, undone. Refuses as it does. */
export const previewUpdate = (ctx: Ctx, change: Input<typeof products.previewUpdate>): Promise<Impact> =>
  writeUpdate(ctx, change, runAndRollBack, (inner, { consequences }) => impactOf(inner, consequences));

/** `run` decides whether the change stays. */
async function writeUpdate<Answer>(
  ctx: Ctx,
  { id, version, reason, ...patch }: Input<typeof products.previewUpdate> & { readonly reason?: string | undefined },
  run: typeof inTransaction,
  answer: (inner: Ctx, written: Written<StoredProduct>) => Promise<Answer>,
): Promise<Answer> {
  let wanted: ProductInput | undefined;
  try {
    return await run(ctx, async (inner) => {
      const before = await lockProduct(inner, { id, version });
      wanted = { ...inputOf(before), ...omitUndefined(patch) };
      refuse(productErrors(wanted, { status: before.status, imagesCount: before.images.length }));
      return answer(inner, await rewriteProduct(inner, before, wanted, reason));
    });
  } catch (error) {
    throw (wanted && (await duplicateRefusal(ctx, error, wanted))) ?? error;
  }
}

export type NewProduct = {
  readonly id: string;
  readonly values: ProductInput;
  /** A draft unless told: sample rows begin anywhere in a product's life. */
  readonly status?: ProductStatus;
  readonly statusReason?: string | null;
};

/** Writes a checked product with its pictures and its audit entry, in the caller's transaction. */
export async function insertProduct(
  ctx: Ctx,
  { id, values, status = "draft", statusReason = null }: NewProduct,
): Promise<StoredProduct> {
  await requireBrand(ctx, values.brandId);
  if (values.categoryId !== null) await requireCategory(ctx, values.categoryId);
  const { images, ...own } = values;
  const by = ctx.actor?.userId ?? null;
  const [record] = await ctx.db
    .insert(productsTable)
    .values({
      ...own,
      ...keysOf(values),
      id,
      status,
      statusReason,
      isStatusLocked: status === "unpublished",
      createdAt: ctx.now,
      createdBy: by,
      updatedAt: ctx.now,
      updatedBy: by,
    })
    .returning();
  if (images.length > 0) await writeImages(ctx, id, images);
  await assertInScope(ctx, productRows, [id]);
  const changes = changesBetween(noProduct, { ...values, status });
  await recordAudit(ctx, [{ action: "create", resource: auditResource, resourceId: id, changes }]);
  return { ...record!, images };
}

/** Writes a checked change to a product that the caller's transaction has locked, with what follows from it. */
async function rewriteProduct(
  ctx: Ctx,
  before: StoredProduct,
  wanted: ProductInput,
  reason: string | undefined,
): Promise<Written<StoredProduct>> {
  const changes = changesBetween(inputOf(before), wanted);
  if (Object.keys(changes).length === 0) return { record: before, consequences: [] };
  // Those that it names already may have been archived since.
  if (wanted.brandId !== before.brandId) await requireBrand(ctx, wanted.brandId);
  if (wanted.categoryId !== null && wanted.categoryId !== before.categoryId) {
    await requireCategory(ctx, wanted.categoryId);
  }
  const { images, ...own } = wanted;
  const [record] = await ctx.db
    .update(productsTable)
    .set({
      ...own,
      ...keysOf(wanted),
      version: sql`${productsTable.version} + 1`,
      updatedAt: ctx.now,
      updatedBy: ctx.actor?.userId ?? null,
    })
    .where(eq(productsTable.id, before.id))
    .returning();
  if ("images" in changes) await writeImages(ctx, before.id, images);
  await assertInScope(ctx, productRows, [before.id]);
  await recordAudit(ctx, [{ action: "update", resource: auditResource, resourceId: before.id, reason, changes }]);
  if (!isMoved(before, wanted)) return { record: { ...record!, images }, consequences: [] };
  const followed = await recordEvents(ctx, [movedEvent(before, wanted)]);
  const losses = await requirementLosses(ctx, { products: [requirementChange(before, wanted)] });
  return { record: { ...record!, images }, consequences: [...followed, ...losses] };
}

type Place = Pick<StoredProduct, "categoryId" | "brandId">;

type Asked = Pick<StoredProduct, "categoryId" | "containsMeat">;

/** The values that decide the requirements of a product, before and after. */
export const requirementChange = ({ id, ...before }: Asked & { readonly id: string }, after: Asked): ProductChange => ({
  id,
  from: before.categoryId,
  to: after.categoryId,
  meat: { before: before.containsMeat, after: after.containsMeat },
});

type Felt = Pick<StoredProduct, (typeof impactFields)[number]>;

/** Whether other rules apply to the product. A first number doesn't count, as no evidence names an older one. */
export const isMoved = (from: Felt, to: Felt): boolean =>
  impactFields.some((name) => from[name] !== to[name] && (name !== "gtin" || from.gtin !== null));

/** The event of a product that changed its category, its brand, its number, or whether it is meat. */
export const movedEvent = ({ id, ...from }: Place & { readonly id: string }, to: Place) => ({
  type: "product.moved" as const,
  resource: auditResource,
  resourceId: id,
  payload: { productId: id, from: from.categoryId, to: to.categoryId, brandId: to.brandId },
  concerns: { products: [id] },
});

function refuse(errors: ReturnType<typeof productErrors>): void {
  if (errors.length > 0) throw commonRefusals.invalid_input({}, errors);
}
