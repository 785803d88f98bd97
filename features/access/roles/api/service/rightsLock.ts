import type { Permissions } from "#base/grants.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { takeLock } from "#api/transactions.ts";
import { readRights } from "#features/access/users/api/service/rights.ts";

/**
 * Whoever changes what people may do does so alone until their transaction ends: what a decision rests on, such as that
 * somebody holds what they give, or that another administrator remains, must not change under it. Such changes are rare.
 */
export const lockRights = (ctx: Ctx): Promise<void> => takeLock(ctx, "rights");

/** What the caller holds at this moment, and not when their request came in. Call it behind `lockRights`. */
export async function rightsNow(ctx: Ctx): Promise<Permissions> {
  const actor = actorOf(ctx);
  return actor.kind === "user" ? (await readRights(ctx, actor)).permissions : actor.permissions;
}
