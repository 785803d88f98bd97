import { sql } from "drizzle-orm";
import { type BulkPreview, type BulkResult, bulkRefusals } from "#base/bulk.ts";
import type { SideEffect, DomainEvent } from "#base/eventTypes.ts";
import { losesRequirement } from "#base/impact.ts";
import { Refusal } from "#base/refusal.ts";
import { type Candidate, previewOf } from "#api/bulk.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import type { Approvable } from "#api/approvals.ts";
import { requireGrounds, runAndRollBack } from "#api/impact.ts";
import { refuseWhereNeeded } from "#features/access/approvals/api/service/requests.ts";
import { notifyChange } from "#features/catalogue/categories/record/api/impact.ts";
import { lockTree, type Inheritance } from "#features/catalogue/categories/api/service/tree.ts";
import { categoryScope, categoryStore, readRecords } from "#features/catalogue/categories/api/store.ts";
import type { CategoryRecord } from "#features/catalogue/categories/api/tables.ts";

// Categories are changed one after the other, each as it would be alone: each change sees the tree that the one before
// left. So nothing can be validated up front; a preview makes all changes and rolls them back.

/** The effects of changing one category; others are notified when all are done. */
export type TakenAction = {
  readonly reckoned: readonly Inheritance[];
  readonly events?: readonly DomainEvent[];
  readonly movedProducts?: number;
};

export type ManyChange = {
  readonly ids: readonly string[];
  /** The request itself, which is part of the fingerprint of the preview. */
  readonly intent: unknown;
  /** Parents first, or children first. */
  readonly order: "down" | "up";
  /** Changes one; returns a code if it stays as it is, or throws a refusal. */
  readonly take: (ctx: Ctx, category: CategoryRecord) => Promise<TakenAction | string>;
};

/** The outcome for each category, and the side effects. */
export const previewMany = (ctx: Ctx, change: ManyChange): Promise<BulkPreview> =>
  runAndRollBack(ctx, (inner) => takeAll(inner, change));

type AppliedChange = {
  readonly fingerprint: string;
  readonly reason?: string | undefined;
  /** The same change for one record. If lowering requirements needs a second person, records are changed one by one. */
  readonly ofOne?: Approvable;
};

/** Applies the preview, all or nothing. Refuses with `preview_stale`, `loss_needs_reason` and `one_at_a_time`. */
export const applyMany = (
  ctx: Ctx,
  change: ManyChange,
  { fingerprint, reason, ofOne }: AppliedChange,
): Promise<BulkResult> =>
  inTransaction(ctx, async (inner) => {
    const done = await takeAll(inner, change);
    if (done.fingerprint !== fingerprint) throw bulkRefusals.preview_stale();
    const consequences = done.consequences ?? [];
    requireGrounds(inner, consequences, reason);
    if (ofOne !== undefined && losesRequirement(consequences)) await refuseWhereNeeded(inner, ofOne);
    return { changed: done.changing, leftOut: done.matched - done.changing };
  });

async function takeAll(ctx: Ctx, change: ManyChange): Promise<BulkPreview> {
  await lockTree(ctx);
  const checked: Candidate<CategoryRecord> = { changing: [], leftOut: [] };
  const taken: TakenAction[] = [];
  for (const category of await readChosen(ctx, change)) {
    const outcome = await takeOne(ctx, category, change);
    if (typeof outcome === "string") checked.leftOut.push({ row: category, code: outcome });
    else {
      checked.changing.push(category);
      taken.push(outcome);
    }
  }
  const reported = { intent: change.intent, label: ({ name }: CategoryRecord) => name, hasImpact: true };
  return previewOf(ctx, reported, checked, await notifyAll(ctx, taken));
}

/** The chosen categories within the caller's scope, in tree order. */
async function readChosen(ctx: Ctx, { ids, order }: ManyChange): Promise<CategoryRecord[]> {
  const scope = categoryScope(ctx);
  const found = await readRecords(
    ctx,
    sql`where id = any(${`{${ids.join(",")}}`}::uuid[]) ${scope ? sql`and ${scope}` : sql``}
        order by (select array_agg(above.position order by link.distance desc)
                    from category_closure as link
                    join categories as above on above.id = link.ancestor_id
                   where link.descendant_id = categories.id)
          for update`,
  );
  return order === "down" ? found : found.toReversed();
}

/** In a savepoint of its own, so that a refused change leaves nothing behind. */
async function takeOne(ctx: Ctx, category: CategoryRecord, { take }: ManyChange): Promise<TakenAction | string> {
  try {
    return await inTransaction(ctx, (inner) => take(inner, category));
  } catch (error) {
    const refusal = error instanceof Refusal ? error : await categoryStore.refusalOf(ctx, error, undefined);
    if (!(refusal instanceof Refusal)) throw error;
    return refusal.code;
  }
}

/** Once for all of them, so that no side effect is counted twice. */
async function notifyAll(ctx: Ctx, taken: readonly TakenAction[]): Promise<readonly SideEffect[]> {
  const { consequences, products, newlyRequired, newlyMeat } = await notifyChange(
    ctx,
    lastOfEach(taken.flatMap(({ reckoned }) => reckoned)),
    taken.flatMap(({ events = [] }) => events),
  );
  const movedProducts = taken.reduce((sum, { movedProducts: moved = 0 }) => sum + moved, 0);
  const own = Object.entries({ movedProducts, askedOtherwise: products, newlyRequired, newlyMeat }).filter(
    ([, count]) => count > 0,
  );
  return [...own.map(([verb, count]) => ({ resource: "categories", verb, count, facts: {} })), ...consequences];
}

/** Merges several results for one category: its first values before and its last values after. */
function lastOfEach(reckoned: readonly Inheritance[]): Inheritance[] {
  const byId = new Map<string, Inheritance>();
  for (const each of reckoned) {
    const { before, meatBefore } = byId.get(each.id) ?? each;
    byId.set(each.id, { ...each, before, meatBefore });
  }
  return [...byId.values()].filter((each) => each.before !== each.after || each.meatBefore !== each.meatAfter);
}
