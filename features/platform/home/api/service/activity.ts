import { actorOf, type Ctx } from "#api/context.ts";
import { readRecentEntries } from "#features/access/audit/api/service/recentEntries.ts";
import type { Activity } from "#features/platform/home/contract.ts";

const shownMax = 8;

/** The latest changes, those of one actor, action and resource within a minute together. */
export async function readActivity(ctx: Ctx): Promise<Activity[]> {
  const me = actorOf(ctx).userId;
  const entries = await readRecentEntries(ctx, { limit: shownMax });
  return entries.map(({ id, actorId, ...entry }) => ({ ...entry, id: `${id}`, isMe: actorId === me }));
}
