import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { notePresence, readPresence } from "#api/live/presence.ts";
import { readableIds } from "#api/live/visibility.ts";
import type { live } from "#features/platform/live/contract.ts";

/** Those who may not read a record learn as little from it as from one that does not exist. */
export async function setPresence(
  ctx: Ctx,
  place: Input<typeof live.setPresence>,
): Promise<Output<typeof live.setPresence>> {
  const { resource, id } = place;
  const readable = await readableIds(ctx, actorOf(ctx), { resource, ids: [id] });
  if (!readable.has(id)) throw commonRefusals.not_found();
  await notePresence(ctx, place);
  const [there] = await readPresence(ctx, resource, [id]);
  return there!;
}

export async function listPresence(
  ctx: Ctx,
  { resource }: Input<typeof live.listPresence>,
): Promise<Output<typeof live.listPresence>> {
  const rows = await readPresence(ctx, resource);
  const ids = rows.map(({ id }) => id);
  const readable = await readableIds(ctx, actorOf(ctx), { resource, ids });
  return { rows: rows.filter(({ id }) => readable.has(id)) };
}
