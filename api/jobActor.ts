import type { Operation } from "#base/contract.ts";
import { type Actor, actorOf, type Ctx } from "#api/context.ts";

/** For whom a job works, and from where it was asked: what is kept of a call. What that person may do is never kept. */
export type JobActor = Pick<Actor, "userId"> & Pick<Ctx, "requestId" | "address">;

export const jobActorOf = (ctx: Ctx): JobActor => ({
  userId: actorOf(ctx).userId,
  requestId: ctx.requestId,
  address: ctx.address,
});

/** Whoever the job works for was disabled, or may not do the same any more. What the job has not committed is rolled back. */
export class RightsLostError extends Error {}

/**
 * The only way for a job to work in somebody's name: each call reads that person's status, rights and scopes as they are
 * now and answers the context of one batch. Take a new one for every batch.
 *
 * Throws RightsLostError when the person is not active, has something to do before anything else, lacks the permission, or
 * has other rights or scopes than at the first batch.
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
