import type { Input, Output } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import { readActivityOfUser } from "#features/access/audit/api/service/userActivity.ts";
import { auditResource, requireUser } from "#features/access/users/api/service/records.ts";
import { type users } from "#features/access/users/contract.ts";

/** Actions by and on a user, newest first. Refuses with `not_found`. */
export async function readUserActivity(
  ctx: Ctx,
  { id, before, limit }: Input<typeof users.activity>,
): Promise<Output<typeof users.activity>> {
  await requireUser(ctx, { id });
  const events = await readActivityOfUser(ctx, { userId: id, before, limit: limit + 1 });
  const shown = events.slice(0, limit).map(({ action, ...event }) => {
    const isAbout = event.resource === auditResource && event.resourceId === id;
    // Actions on other records include the resource: "brands.update" is not a change of this user.
    return { ...event, action: isAbout ? action : `${event.resource}.${action}` };
  });
  return { events: shown, hasMore: events.length > limit };
}
