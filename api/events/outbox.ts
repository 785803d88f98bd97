import { type SQL, sql } from "drizzle-orm";
import type { Instant } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { eventsTable } from "#api/events/tables.ts";

/** Marks the first undispatched events as dispatched now: a statement to use inside another one. */
export const takeEvents = (ctx: Ctx, countMax: number): SQL => sql`
  update outbox_events
     set dispatched_at = ${ctx.now}::timestamptz
   where id in (
     select id from outbox_events where dispatched_at is null order by position limit ${countMax})
  returning id, type, resource, resource_id, position`;

type OutboxEvent = typeof eventsTable.$inferInsert;

/** Adds an already dispatched event in the caller's transaction. Adding it again changes nothing. */
export async function insertDispatched(ctx: Ctx, event: Omit<OutboxEvent, "dispatchedAt">): Promise<void> {
  await ctx.db
    .insert(eventsTable)
    .values({ ...event, dispatchedAt: ctx.now })
    .onConflictDoNothing();
}

/** Deletes dispatched events that occurred before an instant. */
export async function deleteEventsBefore(ctx: Ctx, before: Instant): Promise<void> {
  await ctx.db.execute(sql`
    delete from outbox_events
     where dispatched_at is not null and occurred_at < ${before}::timestamptz`);
}
