import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { takeLock } from "#api/transactions.ts";
import { categoryRefusals, type HalalRelevance } from "#features/catalogue/categories/contract.ts";
import { categoryLimits } from "#features/catalogue/categories/fields.ts";
import { type Place, rootRelevance } from "#features/catalogue/categories/rules.ts";

// Maintains the structure of the tree. All of it runs under `lockTree`, in the transaction of the change.

/**
 * Serializes changes to the shape of the tree until the transaction ends: two moves that are each valid alone may form
 * a cycle together, and no row lock prevents that, since they share no row (decision 0025).
 */
export const lockTree = (ctx: Ctx): Promise<void> => takeLock(ctx, "categoryTree");

/** The position of a category, as far as a move needs it. */
export type Spot = { readonly id: string; readonly parentId: string | null; readonly depth: number };

/**
 * Moves a category and its subtree under another parent, before a sibling or after all of them.
 * Refuses with `category_cycle` and `category_too_deep`.
 */
export async function rehang(ctx: Ctx, moved: Spot, place: Place): Promise<void> {
  if (place.parentId !== moved.parentId) {
    const depth = await depthUnder(ctx, moved, place.parentId);
    await ctx.db.execute(sql`
      update categories set depth = categories.depth + ${depth - moved.depth}::int
        from category_closure as below
       where below.ancestor_id = ${moved.id} and categories.id = below.descendant_id`);
    await ctx.db.execute(sql`
      delete from category_closure as link
       using category_closure as below
       where below.ancestor_id = ${moved.id} and link.descendant_id = below.descendant_id
         and link.distance > below.distance`);
    await linkUnder(ctx, moved.id, place.parentId);
  }
  await ctx.db.execute(sql`update categories set parent_id = ${place.parentId}::uuid where id = ${moved.id}`);
  await numberSiblings(ctx, place, moved.id);
  if (place.parentId !== moved.parentId) await numberSiblings(ctx, { parentId: moved.parentId, beforeId: null }, null);
}

/** The depth that the category would have there. */
async function depthUnder(ctx: Ctx, { id }: Spot, parentId: string | null): Promise<number> {
  const [found] = await rowsOf<{ parentDepth: number; height: number; isBelow: boolean }>(
    ctx,
    sql`select coalesce((select depth from categories where id = ${parentId}::uuid), 0) as "parentDepth",
               (select max(distance) + 1 from category_closure where ancestor_id = ${id}) as height,
               exists (select 1 from category_closure
                        where ancestor_id = ${id} and descendant_id = ${parentId}::uuid) as "isBelow"`,
  );
  const { parentDepth, height, isBelow } = found!;
  if (isBelow) throw categoryRefusals.category_cycle();
  const maximum = categoryLimits.depthMax;
  if (parentDepth + height > maximum) throw categoryRefusals.category_too_deep({ maximum });
  return parentDepth + 1;
}

/** Links a new category to itself and to all its ancestors. */
export async function enterTree(ctx: Ctx, id: string, parentId: string | null): Promise<void> {
  await ctx.db.execute(sql`
    insert into category_closure (ancestor_id, descendant_id, distance) values (${id}, ${id}, 0)`);
  await linkUnder(ctx, id, parentId);
}

/** Links a category and its subtree to its parent and to all of the parent's ancestors. */
async function linkUnder(ctx: Ctx, id: string, parentId: string | null): Promise<void> {
  if (parentId === null) return;
  await ctx.db.execute(sql`
    insert into category_closure (ancestor_id, descendant_id, distance)
    select above.ancestor_id, below.descendant_id, above.distance + 1 + below.distance
      from category_closure as above, category_closure as below
     where above.descendant_id = ${parentId} and below.ancestor_id = ${id}`);
}

/** Numbers the children of a parent from 0, with the new one before a given sibling or after all others. */
async function numberSiblings(ctx: Ctx, { parentId, beforeId }: Place, cameId: string | null): Promise<void> {
  await ctx.db.execute(sql`
    with numbered as (
      select sibling.id,
             row_number() over (
               order by case when sibling.id = ${cameId}::uuid then coalesce(mark.position - 0.5, 'Infinity'::float8)
                             else sibling.position end, sibling.id) - 1 as position
        from categories as sibling
        left join categories as mark
          on mark.id = ${beforeId}::uuid and mark.parent_id is not distinct from ${parentId}::uuid
       where sibling.parent_id is not distinct from ${parentId}::uuid)
    update categories set position = numbered.position
      from numbered
     where categories.id = numbered.id and categories.position <> numbered.position`);
}

/** A category whose effective settings changed, by a setting of its own or by inheritance. */
export type Inheritance = {
  readonly id: string;
  readonly before: HalalRelevance;
  readonly after: HalalRelevance;
  readonly meatBefore: boolean | null;
  readonly meatAfter: boolean | null;
};

/**
 * Recomputes the effective settings of a category and its subtree, and returns the categories for which they changed.
 */
export const reckonHeld = (ctx: Ctx, id: string): Promise<Inheritance[]> =>
  rowsOf(
    ctx,
    sql`with recursive reckoned as (
          select categories.id,
                 coalesce(categories.halal_relevance, above.effective_halal_relevance, ${rootRelevance}) as relevance,
                 coalesce(categories.contains_meat, above.effective_contains_meat) as meat
            from categories left join categories as above on above.id = categories.parent_id
           where categories.id = ${id}
          union all
          select below.id, coalesce(below.halal_relevance, reckoned.relevance),
                 coalesce(below.contains_meat, reckoned.meat)
            from categories as below join reckoned on reckoned.id = below.parent_id)
        update categories
           set effective_halal_relevance = reckoned.relevance, effective_contains_meat = reckoned.meat
          from reckoned join categories as earlier on earlier.id = reckoned.id
         where categories.id = reckoned.id
           and (earlier.effective_halal_relevance <> reckoned.relevance
                or earlier.effective_contains_meat is distinct from reckoned.meat)
        returning categories.id, earlier.effective_halal_relevance as before, reckoned.relevance as after,
                  earlier.effective_contains_meat as "meatBefore", reckoned.meat as "meatAfter"`,
  );

export async function rowsOf<Row>(ctx: Ctx, query: SQL): Promise<Row[]> {
  return ((await ctx.db.execute(query)) as { rows: Row[] }).rows;
}
