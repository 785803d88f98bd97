import type { SideEffect } from "#base/eventTypes.ts";
import type { Ctx } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import { type ProductChange, requirementLosses } from "#features/catalogue/products/api/service/requirementLosses.ts";
import type { ProductRecord } from "#features/catalogue/products/api/tables.ts";
import { impactFields } from "#features/catalogue/products/fields.ts";

type Place = Pick<ProductRecord, "categoryId" | "brandId">;
type Declared = Pick<ProductRecord, "categoryId" | "containsMeat">;
type ImpactValues = Pick<ProductRecord, (typeof impactFields)[number]>;

/** Whether other rules apply to the product. A first number doesn't count, as no evidence names an older one. */
export const isMoved = (from: ImpactValues, to: ImpactValues): boolean =>
  impactFields.some((name) => from[name] !== to[name] && (name !== "gtin" || from.gtin !== null));

/** The values that decide the requirements of a product, before and after. */
export const requirementChange = (
  { id, ...before }: Declared & { readonly id: string },
  after: Declared,
): ProductChange => ({
  id,
  from: before.categoryId,
  to: after.categoryId,
  meat: { before: before.containsMeat, after: after.containsMeat },
});

/** The event of a product that changed its category, its brand, its number, or whether it is meat. */
export const movedEvent = ({ id, ...from }: Place & { readonly id: string }, to: Place) => ({
  type: "product.moved" as const,
  resource: "products",
  resourceId: id,
  payload: { productId: id, from: from.categoryId, to: to.categoryId, brandId: to.brandId },
  concerns: { products: [id] },
});

/** The side effects of a change that is written: assignments that pause, and requirements that the product loses. */
export async function followMove(
  ctx: Ctx,
  before: ImpactValues & { readonly id: string },
  after: ImpactValues,
): Promise<readonly SideEffect[]> {
  if (!isMoved(before, after)) return [];
  const consequences = await recordEvents(ctx, [movedEvent(before, after)]);
  return [...consequences, ...(await requirementLosses(ctx, { products: [requirementChange(before, after)] }))];
}
