import { and, eq, sql } from "drizzle-orm";
import type { Refusal, RefusalMaker } from "#base/refusal.ts";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { takeLock } from "#api/transactions.ts";
import { retailerRows } from "#features/retail/retailers/api/service/rows.ts";
import { closureTable, retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import { retailers } from "#features/retail/retailers/contract.ts";
import { retailerLimits, retailerRefusals } from "#features/retail/retailers/contract/records.ts";

/** No two moves run at once, in the whole house: each could be right alone, and both together a circle. */
export const lockChains = (ctx: Ctx): Promise<void> => takeLock(ctx, "retailerChains");

/**
 * Enters a new retailer, which has nothing below it yet. Call it with `lockChains` held when it has a parent.
 *
 * Refuses with `parent_not_found` and `chain_too_deep`.
 */
export async function enterChain(ctx: Ctx, { id, parentId }: Placed): Promise<number> {
  const depth = parentId === null ? 1 : (await readDepth(ctx, parentId)) + 1;
  refuseDepth(depth);
  await ctx.db.execute(sql`
    insert into ${closureTable} (ancestor_id, descendant_id, distance)
    select ${id}::uuid, ${id}::uuid, 0
     union all
    select ancestor_id, ${id}::uuid, distance + 1 from ${closureTable} where descendant_id = ${parentId}::uuid`);
  return depth;
}

type Placed = { readonly id: string; readonly parentId: string | null };

/**
 * Puts a retailer with all that is below it under another one, or under none. Call it with `lockChains` held. Answers its
 * depth; those below have theirs written, the retailer's own is the caller's.
 *
 * Refuses with `parent_not_found`, `chain_cycle` and `chain_too_deep`.
 */
export async function moveChain(ctx: Ctx, { id, parentId }: Placed): Promise<number> {
  const below = await readBelow(ctx, id);
  if (parentId !== null && below.some((each) => each.id === parentId)) throw atParent(retailerRefusals.chain_cycle);
  const depth = parentId === null ? 1 : (await readDepth(ctx, parentId)) + 1;
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

/** The chain must be one that the caller may read; nobody finds out about others by hanging on to them. */
async function readDepth(ctx: Ctx, parentId: string): Promise<number> {
  const [parent] = await ctx.db
    .select({ depth: table.depth, status: table.status })
    .from(table)
    .where(and(eq(table.id, parentId), scopeCondition(ctx, retailerRows, retailers.get.permission)));
  if (parent === undefined || parent.status === "closed" || parent.status === "rejected")
    throw atParent(retailerRefusals.parent_not_found);
  return parent.depth;
}

const readBelow = (ctx: Ctx, id: string) =>
  ctx.db
    .select({ id: closureTable.descendantId, distance: closureTable.distance })
    .from(closureTable)
    .where(eq(closureTable.ancestorId, id));

function refuseDepth(depth: number) {
  if (depth > retailerLimits.depthMax) throw atParent(retailerRefusals.chain_too_deep);
}

/** It is the chain that was chosen wrong. */
const atParent = (make: RefusalMaker): Refusal =>
  make({}, [{ path: "parentId", code: make.code, message: make.message }]);
