import { sql } from "drizzle-orm";
import type { Consequence, DomainEvent } from "#base/eventTypes.ts";
import type { Ctx } from "#api/context.ts";

/**
 * Records what happened for the outside (webhooks), and lets the areas that rest on it follow. Call it in the
 * transaction of the change, after its rows are written: followers look at them.
 */
export async function recordEvents(ctx: Ctx, events: readonly DomainEvent[]): Promise<readonly Consequence[]> {
  if (events.length === 0) return [];
  const rows = events.map(({ type, resource, resourceId, payload }) => ({
    type,
    resource,
    resource_id: resourceId,
    payload,
  }));
  await ctx.db.execute(sql`
    insert into outbox_events (id, type, resource, resource_id, occurred_at, payload)
    select gen_random_uuid(), type, resource, resource_id, ${ctx.now}::timestamptz, payload
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as events (type text, resource text, resource_id text, payload jsonb)`);
  const consequences: Consequence[] = [];
  for (const { types, follow } of ctx.catalogue.followers) {
    const theirs = events.filter(({ type }) => types.includes(type));
    if (theirs.length > 0) consequences.push(...(await follow(ctx, theirs)));
  }
  return consequences;
}
