import type { Input, Output } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import { readPersonActivity } from "#features/audit/api/service/personActivity.ts";
import { requireUser } from "#features/users/api/service/records.ts";
import { type users } from "#features/users/contract.ts";

/** What was done by and to a person, newest first. Refuses with `not_found`. */
export async function readUserActivity(
  ctx: Ctx,
  { id, before, limit }: Input<typeof users.activity>,
): Promise<Output<typeof users.activity>> {
  await requireUser(ctx, { id });
  const events = await readPersonActivity(ctx, { userId: id, before, limit: limit + 1 });
  return { events: events.slice(0, limit), hasMore: events.length > limit };
}
