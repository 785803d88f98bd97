import { sql } from "drizzle-orm";
import { addMs } from "#base/time.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { keptMs } from "#features/webhooks/rules.ts";

const batch = 500;

/**
 * Turns the events that wait into deliveries, one for each active webhook that wants them. Several processes may do so at
 * once: none takes what another holds.
 */
export async function dispatchEvents(ctx: Ctx): Promise<void> {
  // Most often there is nothing, and one look tells.
  while ((await dispatchSome(ctx)) === batch);
}

function dispatchSome(ctx: Ctx): Promise<number> {
  return inTransaction(ctx, async ({ db, now }) => {
    const taken = await db.execute(sql`
      with taken as (
        update outbox_events
           set dispatched_at = ${now}::timestamptz
         where id in (
           select id from outbox_events where dispatched_at is null order by occurred_at, id limit ${batch}
              for update skip locked)
        returning id, type),
      made as (
        insert into webhook_deliveries (id, endpoint_id, event_id, type, status, next_attempt_at, created_at)
        select gen_random_uuid(), endpoint.id, taken.id, taken.type, 'waiting', ${now}::timestamptz, ${now}::timestamptz
          from taken
          join webhook_endpoints endpoint on endpoint.status = 'active' and taken.type = any (endpoint.types)
            on conflict do nothing)
      select count(*)::int as count from taken`);
    return (taken as { rows: { count: number }[] }).rows[0]?.count ?? 0;
  });
}

/** Takes away what is older than anybody may replay, with its deliveries. */
export async function forgetOldEvents(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`
    delete from outbox_events
     where dispatched_at is not null and occurred_at < ${addMs(ctx.now, -keptMs)}::timestamptz`);
}
