import type { Operation } from "#base/contract.ts";
import { type Actor, actorOf, type Ctx } from "#api/context.ts";

/** The user a job acts for, and the call that queued it. The user's rights are never stored with the job. */
export type JobActor = Pick<Actor, "userId"> & Pick<Ctx, "requestId" | "address">;

export const jobActorOf = (ctx: Ctx): JobActor => ({
  userId: actorOf(ctx).userId,
  requestId: ctx.requestId,
  address: ctx.address,
});

/** The user was disabled or lost rights. What the job has not committed is rolled back. */
export class RightsLostError extends Error {}

/**
 * The only way for a job to act for a user: each call reads the user's current status, rights and scopes and returns
 * the context for one batch. Call it again for every batch.
 *
 * Throws RightsLostError if the user is not active, has a required action pending, lacks the permission, or has other
 * rights or scopes than at the first batch.
 */
export function actingFor(
  { userId, requestId, address }: JobActor,
  { permission }: Pick<Operation, "permission">,
): (ctx: Ctx) => Promise<Ctx> {
  let atFirst: string | null = null;
  return async (ctx) => {
    const actor = await ctx.readActor(ctx, userId);
    if (actor === null || actor.mustFirst !== null || !actor.permissions.has(permission))
      throw new RightsLostError(`${userId} may not ${permission} any more`);
    const rights = rightsKey(actor);
    atFirst ??= rights;
    if (rights !== atFirst) throw new RightsLostError(`the rights of ${userId} have changed`);
    return { ...ctx, actor, permission, requestId, address };
  };
}

const rightsKey = ({ permissions, scopes }: Actor): string =>
  JSON.stringify([[...permissions].sort(), scopes.map(({ kind, target }) => `${kind}:${target}`).sort()]);
