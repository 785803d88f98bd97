import { and, eq, sql } from "drizzle-orm";
import { type RunSource, runRow, stateCase } from "#api/runSource.ts";
import { deliveriesTable as table, webhooksTable } from "#features/platform/webhooks/api/tables.ts";

/** Deliveries that have not arrived. Those that have are listed with their webhook. */
export const deliveryRunSource: RunSource = {
  kind: "delivery",
  rows: () =>
    runRow("delivery", {
      id: sql`delivery.id`,
      area: sql`'webhooks'`,
      detail: sql`endpoint.title || ' · ' || delivery.type`,
      ownerId: sql`null`,
      state: stateCase(sql`delivery.status`, { delivered: "done" }),
      notice: sql`delivery.last_failure`,
      processed: sql`null`,
      total: sql`null`,
      createdAt: sql`delivery.created_at`,
      finishedAt: sql`null`,
      nextAt: sql`delivery.next_attempt_at`,
      from: sql`${table} as delivery join ${webhooksTable} as endpoint on endpoint.id = delivery.endpoint_id
                where delivery.status <> 'delivered'`,
    }),
  /** Due at once, with all its attempts. */
  retry: async (ctx, id) => {
    const queued = await ctx.db
      .update(table)
      .set({ status: "waiting", attempts: 0, nextAttemptAt: ctx.now })
      .where(and(eq(table.id, id), eq(table.status, "failed")))
      .returning({ id: table.id });
    return queued.length > 0;
  },
};
