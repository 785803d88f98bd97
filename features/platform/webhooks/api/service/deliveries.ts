import { and, eq, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { recordAudit } from "#api/audit.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { insertDispatched } from "#api/events/outbox.ts";
import { eventsTable } from "#api/events/tables.ts";
import { isAnyOf, type ListDefinition, readPage } from "#api/list.ts";
import { bodyOf } from "#features/platform/webhooks/api/service/bodies.ts";
import { sendDue } from "#features/platform/webhooks/api/service/deliver.ts";
import { auditResource, webhookScope, webhookStore } from "#features/platform/webhooks/api/store.ts";
import {
  type DeliveryRecord,
  deliveriesTable as table,
  webhooksTable,
} from "#features/platform/webhooks/api/tables.ts";
import { type Delivery, webhookRefusals, type webhooks } from "#features/platform/webhooks/contract.ts";

const columns = {
  id: table.id,
  endpointId: table.endpointId,
  eventId: table.eventId,
  type: table.type,
  status: table.status,
  attempts: table.attempts,
  nextAttemptAt: table.nextAttemptAt,
  lastStatus: table.lastStatus,
  lastFailure: table.lastFailure,
  deliveredAt: table.deliveredAt,
  createdAt: table.createdAt,
  isReplay: table.isReplay,
};

const deliveryList: ListDefinition<typeof columns, Input<typeof webhooks.deliveries>> = {
  table,
  id: table.id,
  columns,
  search: table.type,
  sorts: { createdAt: [table.createdAt, table.id] },
  filters: {
    endpointId: (endpointId) => eq(table.endpointId, endpointId),
    status: (statuses) => isAnyOf(table.status, statuses),
  },
  scope: ofOwnWebhooks,
};

/** Deliveries of webhooks that the caller may meet. */
function ofOwnWebhooks(ctx: Ctx) {
  const scope = webhookScope(ctx);
  if (scope === undefined) return undefined;
  return sql`${table.endpointId} in (select ${webhooksTable.id} from ${webhooksTable} where ${scope})`;
}

/** Refuses with `invalid_cursor`. */
export const listDeliveries = (
  ctx: Ctx,
  input: Input<typeof webhooks.deliveries>,
): Promise<Output<typeof webhooks.deliveries>> => readPage(ctx, deliveryList, input);

/** Refuses with `not_found`. */
export async function getDelivery(
  ctx: Ctx,
  { id }: Input<typeof webhooks.delivery>,
): Promise<Output<typeof webhooks.delivery>> {
  const { delivery, event } = await findDelivery(ctx, id);
  return { ...delivery, body: bodyOf(event) };
}

/**
 * Sends the event of a delivery once more, now, and answers how it went. Asked again with the same `deliveryId` it answers
 * the delivery that was made.
 *
 * Refuses with `not_found`, `webhook_paused`, and with `id_taken` when the id belongs to another delivery.
 */
export async function replayDelivery(ctx: Ctx, { id, deliveryId }: Input<typeof webhooks.replay>): Promise<Delivery> {
  const { delivery, event } = await findDelivery(ctx, id);
  const { endpointId } = delivery;
  await inTransaction(ctx, (inner) => queue(inner, { id: deliveryId, endpointId, event }));
  return sendNow(ctx, deliveryId);
}

/**
 * Sends an event that says nothing, now, and answers how it went. Asked again with the same `deliveryId` it answers the
 * delivery that was made.
 *
 * Refuses with `not_found`, `webhook_paused`, and with `id_taken` when the id belongs to another delivery.
 */
export async function pingWebhook(ctx: Ctx, { id, deliveryId }: Input<typeof webhooks.ping>): Promise<Delivery> {
  const type = "webhook.ping";
  const occurred = { type, resource: auditResource, resourceId: id, occurredAt: ctx.now, payload: {} };
  await inTransaction(ctx, async (inner) => {
    // The event has the id of its one delivery, and is no news to other webhooks.
    await insertDispatched(inner, { id: deliveryId, ...occurred });
    const [event] = await inner.db.select().from(eventsTable).where(eq(eventsTable.id, deliveryId));
    await queue(inner, { id: deliveryId, endpointId: id, event: event! });
  });
  return sendNow(ctx, deliveryId);
}

type DeliveryRequest = Pick<DeliveryRecord, "id" | "endpointId"> & { readonly event: typeof eventsTable.$inferSelect };

async function queue(ctx: Ctx, request: DeliveryRequest): Promise<void> {
  const { id, endpointId, event } = request;
  const { type, resource, resourceId, position } = event;
  const endpoint = await webhookStore.handlers.get(ctx, { id: endpointId });
  if (endpoint.status === "paused") throw webhookRefusals.webhook_paused();
  const made = await ctx.db
    .insert(table)
    .values({
      id,
      endpointId,
      eventId: event.id,
      type,
      resource,
      resourceId,
      position,
      status: "waiting",
      nextAttemptAt: ctx.now,
      createdAt: ctx.now,
      isReplay: true,
    })
    .onConflictDoNothing()
    .returning({ id: table.id });
  if (made.length === 0) return requireSame(ctx, request);
  await recordAudit(ctx, [
    { action: "replay", resource: auditResource, resourceId: endpoint.id, changes: {}, reason: type },
  ]);
}

/** A repeated call returns the first result; another request under the same id would report a call that was never made. */
async function requireSame(ctx: Ctx, { id, endpointId, event }: DeliveryRequest): Promise<void> {
  const [made] = await ctx.db.select().from(table).where(eq(table.id, id));
  if (made?.endpointId !== endpointId || made.eventId !== event.id) throw webhookRefusals.id_taken();
}

async function sendNow(ctx: Ctx, id: string): Promise<Delivery> {
  await sendDue(ctx, id);
  return (await findDelivery(ctx, id)).delivery;
}

async function findDelivery(ctx: Ctx, id: string) {
  const [found] = await ctx.db
    .select({ delivery: table, event: eventsTable })
    .from(table)
    .innerJoin(eventsTable, eq(eventsTable.id, table.eventId))
    .where(and(eq(table.id, id), ofOwnWebhooks(ctx)));
  if (found === undefined) throw commonRefusals.not_found();
  return found;
}
