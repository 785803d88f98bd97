import type { Permissions } from "#base/grants.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { takeLock } from "#api/transactions.ts";
import { readRights } from "#features/access/users/api/service/rights.ts";

/**
 * Changes of permissions run one at a time, until their transaction ends: what a decision depends on, such as that the
 * caller holds what they grant, or that another administrator remains, must not change meanwhile. Such changes are
 * rare.
 */
export const lockRights = (ctx: Ctx): Promise<void> => takeLock(ctx, "rights");

/** What the caller holds at this moment, not when the request came in. Call it after `lockRights`. */
export async function rightsNow(ctx: Ctx): Promise<Permissions> {
  const actor = actorOf(ctx);
  return actor.kind === "user" ? (await readRights(ctx, actor)).permissions : actor.permissions;
}
