import { sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import type { SideEffect, DomainEvent } from "#base/eventTypes.ts";
import { recordEvents } from "#api/events.ts";
import { shownConsequences } from "#api/impact.ts";
import { type Inheritance, rowsOf } from "#features/catalogue/categories/api/service/tree.ts";
import type { Impact } from "#features/catalogue/categories/contract/impact.ts";
import { requirementLosses } from "#features/catalogue/products/api/service/requirementLosses.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";

/** The effects of a change of the tree. */
export type SideEffectCounts = Omit<Impact, "fingerprint" | "consequences"> & {
  readonly consequences: readonly SideEffect[];
};

/** The effects of a change that affects nothing else. */
export const nothingBrought: SideEffectCounts = {
  categories: 0,
  products: 0,
  newlyRequired: 0,
  newlyMeat: 0,
  consequences: [],
};

type ConcernedProducts = {
  readonly id: string;
  readonly categoryId: string;
  readonly isPublished: boolean;
  /** It inherits the setting from its category. */
  readonly isSilentOfMeat: boolean;
};

/**
 * Publishes events for the categories whose effective settings changed, with their products, and the further events of
 * the same change. Call it once per change, after its rows are written: event handlers run in the same transaction.
 */
export async function notifyChange(
  ctx: Ctx,
  changed: readonly Inheritance[],
  further: readonly DomainEvent[] = [],
): Promise<SideEffectCounts> {
  const products = await productsIn(ctx, changed);
  const idsByCategory = new Map<string, string[]>(changed.map(({ id }) => [id, []]));
  for (const { id, categoryId } of products) idsByCategory.get(categoryId)?.push(id);
  const events = changed.map(({ id, before, after, meatBefore, meatAfter }): DomainEvent => {
    const concerned = idsByCategory.get(id) ?? [];
    return {
      type: "category.relevance_changed",
      resource: "categories",
      resourceId: id,
      payload: { before, after, meatBefore, meatAfter, productCount: concerned.length },
      concerns: { products: concerned },
    };
  });
  const followed = await recordEvents(ctx, [...further, ...events]);
  const published = products.filter(({ isPublished }) => isPublished);
  const freed = new Set(
    changed.filter(({ before, after }) => before === "not_applicable" && after !== before).map(({ id }) => id),
  );
  const meat = new Set(changed.filter((each) => each.meatAfter && !each.meatBefore).map(({ id }) => id));
  return {
    categories: changed.length,
    products: products.length,
    newlyRequired: published.filter(({ categoryId }) => freed.has(categoryId)).length,
    newlyMeat: published.filter(({ categoryId, isSilentOfMeat }) => isSilentOfMeat && meat.has(categoryId)).length,
    consequences: [...followed, ...(await lossesOf(ctx, changed, further))],
  };
}

/** For moved products only the first and the last category count, however many moves there were in between. */
function lossesOf(ctx: Ctx, changed: readonly Inheritance[], further: readonly DomainEvent[]) {
  const moved = new Map<string, { readonly id: string; readonly from: string; readonly to: string }>();
  for (const { type, resourceId: id, payload } of further) {
    if (type !== "product.moved") continue;
    const { from, to } = payload as { from: string; to: string };
    moved.set(id, { id, from: moved.get(id)?.from ?? from, to });
  }
  return requirementLosses(ctx, {
    products: [...moved.values()],
    categories: changed.map(({ id, before, meatBefore }) => ({ id, relevance: before, meat: meatBefore })),
  });
}

function productsIn(ctx: Ctx, changed: readonly Inheritance[]): Promise<ConcernedProducts[]> {
  if (changed.length === 0) return Promise.resolve([]);
  return rowsOf<ConcernedProducts>(
    ctx,
    sql`select id, category_id as "categoryId", status = 'published' as "isPublished",
               contains_meat is null as "isSilentOfMeat"
          from ${productsTable}
         where category_id = any(${`{${changed.map(({ id }) => id).join(",")}}`}::uuid[]) and status <> 'archived'`,
  );
}

/** One total per kind, as one change may report several. */
export const reported = ({ consequences, ...brought }: SideEffectCounts): Omit<Impact, "fingerprint"> => ({
  ...brought,
  consequences: shownConsequences(consequences),
});
