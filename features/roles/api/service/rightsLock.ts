import { sql } from "drizzle-orm";
import type { Permissions } from "#base/grants.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { readRights } from "#features/users/api/service/rights.ts";

// Any number that no other lock of the house has.
const rightsLock = 7_201_503;

/**
 * Whoever changes what people may do does so alone until their transaction ends: what a decision rests on, such as that
 * somebody holds what they give, or that another administrator remains, must not change under it. Such changes are rare.
 */
export async function lockRights(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(${rightsLock})`);
}

/** What the caller holds at this moment, and not when their request came in. Call it behind `lockRights`. */
export async function rightsNow(ctx: Ctx): Promise<Permissions> {
  const actor = actorOf(ctx);
  return actor.kind === "user" ? (await readRights(ctx, actor)).permissions : actor.permissions;
}
