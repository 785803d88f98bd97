import { and, eq, sql } from "drizzle-orm";
import type { Refusal, RefusalMaker } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { takeLock } from "#api/transactions.ts";
import { retailerRows } from "#features/retail/retailers/api/service/rows.ts";
import { closureTable, retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { isFinal, retailerRefusals } from "#features/retail/retailers/record/contract.ts";
import { retailerLimits } from "#features/retail/retailers/record/fields.ts";

/** Moves run one at a time: two that are each valid alone could form a cycle together. */
export const lockChains = (ctx: Ctx): Promise<void> => takeLock(ctx, "retailerChains");

/** Adds new retailers, which have no branches yet. Call it with `lockChains` held if one has a parent. */
export async function enterChains(ctx: Ctx, ids: readonly string[]): Promise<void> {
  const isNew = isAnyOf(table.id, ids);
  await ctx.db.execute(sql`
    insert into ${closureTable} (ancestor_id, descendant_id, distance)
    select id, id, 0 from ${table} where ${isNew}
     union all
    select above.ancestor_id, ${table.id}, above.distance + 1
      from ${table} join ${closureTable} as above on above.descendant_id = ${table.parentId}
     where ${isNew}`);
}

type ChainMove = { readonly id: string; readonly parentId: string | null };

/**
 * Moves a retailer, with all its branches, under another one or under none. Call it with `lockChains` held. Returns its
 * depth, which the caller writes; the depth of its branches is written here.
 *
 * Refuses with `parent_not_found`, `chain_cycle` and `chain_too_deep`.
 */
export async function moveChain(ctx: Ctx, { id, parentId }: ChainMove): Promise<number> {
  const below = await readBelow(ctx, id);
  if (parentId !== null && below.some((each) => each.id === parentId)) throw atParent(retailerRefusals.chain_cycle);
  const depth = await readDepthBelow(ctx, parentId);
  refuseDepth(depth + Math.max(...below.map(({ distance }) => distance)));
  const subtree = sql`(select descendant_id from ${closureTable} where ancestor_id = ${id}::uuid)`;
  await ctx.db.execute(sql`
    delete from ${closureTable}
     where descendant_id in ${subtree} and ancestor_id not in ${subtree}`);
  await ctx.db.execute(sql`
    insert into ${closureTable} (ancestor_id, descendant_id, distance)
    select above.ancestor_id, below.descendant_id, above.distance + below.distance + 1
      from ${closureTable} as above cross join ${closureTable} as below
     where above.descendant_id = ${parentId}::uuid and below.ancestor_id = ${id}::uuid`);
  await ctx.db.execute(sql`
    update ${table}
       set depth = ${depth} + below.distance
      from ${closureTable} as below
     where below.ancestor_id = ${id}::uuid and below.descendant_id = ${table.id} and below.distance > 0`);
  return depth;
}

/**
 * The depth of a retailer below this parent; 1 without a parent. Refuses with `chain_too_deep`, and with
 * `parent_not_found` also if the caller may not read the parent, so that no user can discover chains by joining them.
 */
export async function readDepthBelow(ctx: Ctx, parentId: string | null): Promise<number> {
  if (parentId === null) return 1;
  const [parent] = await ctx.db
    .select({ depth: table.depth, status: table.status })
    .from(table)
    .where(and(eq(table.id, parentId), scopeCondition(ctx, retailerRows, retailers.get.permission)));
  if (parent === undefined || isFinal(parent.status)) throw atParent(retailerRefusals.parent_not_found);
  refuseDepth(parent.depth + 1);
  return parent.depth + 1;
}

const readBelow = (ctx: Ctx, id: string) =>
  ctx.db
    .select({ id: closureTable.descendantId, distance: closureTable.distance })
    .from(closureTable)
    .where(eq(closureTable.ancestorId, id));

function refuseDepth(depth: number) {
  if (depth > retailerLimits.depthMax) throw atParent(retailerRefusals.chain_too_deep);
}

/** Shows the error at the field of the chain. */
const atParent = (make: RefusalMaker): Refusal =>
  make({}, [{ path: "parentId", code: make.code, message: make.message }]);
