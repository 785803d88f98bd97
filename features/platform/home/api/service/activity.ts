import { actorOf, type Ctx } from "#api/context.ts";
import { readRecentEntries } from "#features/access/audit/api/service/recentEntries.ts";
import type { Activity } from "#features/platform/home/contract.ts";

const shownMax = 8;

/** The latest changes, those of one actor, action and resource within a minute together. */
export async function readActivity(ctx: Ctx): Promise<Activity[]> {
  const me = actorOf(ctx).userId;
  const entries = await readRecentEntries(ctx);
  const groups = new Map<string, typeof entries>();
  for (const entry of entries) {
    const { at, actorId, actorName, action, resource } = entry;
    const key = [actorId ?? actorName, action, resource, at.slice(0, 16)].join(" ");
    groups.set(key, [...(groups.get(key) ?? []), entry]);
  }
  return [...groups.values()].slice(0, shownMax).map((group) => {
    const { id, at, actorType, actorId, actorName, action, resource, resourceId, resourceTitle } = group[0]!;
    const shown = { id: `${id}`, at, actorType, actorName, action, resource, resourceId, resourceTitle };
    return { ...shown, isMe: actorId === me, count: group.length };
  });
}
