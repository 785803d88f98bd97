import { sql } from "drizzle-orm";
import { addMs } from "#base/time.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { deleteEventsBefore, takeEvents } from "#api/events/outbox.ts";
import { retentionMs } from "#features/platform/webhooks/rules.ts";

const batch = 500;

// Any number that no other advisory lock in this database uses.
const dispatchLock = 6_094_133;

/**
 * Turns waiting events into deliveries in order, one for each active webhook with that event type. One process at a
 * time: with two, later events of a record could be sent before earlier ones have a delivery.
 */
export async function dispatchEvents(ctx: Ctx): Promise<void> {
  // Usually no event is waiting, and one query shows it.
  while ((await dispatchSome(ctx)) === batch);
}

function dispatchSome(ctx: Ctx): Promise<number> {
  return inTransaction(ctx, async (inner) => {
    const { db, now } = inner;
    const locked = await db.execute(sql`select pg_try_advisory_xact_lock(${dispatchLock}) as "isOurs"`);
    if (!(locked as { rows: { isOurs: boolean }[] }).rows[0]!.isOurs) return 0;
    const taken = await db.execute(sql`
      with taken as (
        ${takeEvents(inner, batch)}),
      made as (
        insert into webhook_deliveries
               (id, endpoint_id, event_id, type, status, next_attempt_at, created_at, resource, resource_id, position)
        select gen_random_uuid(), endpoint.id, taken.id, taken.type, 'waiting', ${now}::timestamptz, ${now}::timestamptz,
               taken.resource, taken.resource_id, taken.position
          from taken
          join webhook_endpoints endpoint on endpoint.status = 'active' and taken.type = any (endpoint.types)
            on conflict do nothing)
      select count(*)::int as count from taken`);
    return (taken as { rows: { count: number }[] }).rows[0]?.count ?? 0;
  });
}

/** Deletes events that are too old to replay, with their deliveries. */
export async function deleteOldEvents(ctx: Ctx): Promise<void> {
  await deleteEventsBefore(ctx, addMs(ctx.now, -retentionMs));
}
