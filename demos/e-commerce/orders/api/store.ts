import { and, eq, gte, lt, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { addMs, dayMs } from "#base/time.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { recordTransitions } from "#api/records/lifecycle.ts";
import { recordStore } from "#api/records/store.ts";
import { takeFromStock, returnToStock } from "#demos/e-commerce/api/service/stock.ts";
import { type OrderRecord, shopOrdersTable as table } from "#demos/e-commerce/api/tables.ts";
import { type Order, orderRecords, orderRefusals, type shopOrders } from "#demos/e-commerce/orders/contract.ts";
import { orderLifecycle, type OrderStatus, paidBy } from "#demos/e-commerce/orders/lifecycle.ts";

const startOf = (day: string) => `${day}T00:00:00.000Z`;

export const orderStore = recordStore({
  record: orderRecords,
  table,
  scope: { own: null, label: { title: table.customerName, code: table.reference, search: table.searchKey } },
  searched: ["note"],
  sorts: {
    orderedAt: [table.orderedAt, table.id],
    customerName: [table.sortKey, table.id],
    totalMinor: [table.totalMinor, table.id],
  },
  filters: {
    method: (methods: string[]) => isAnyOf(table.method, methods),
    carrier: (carriers: string[]) => isAnyOf(table.carrier, carriers),
    orderedFrom: (day: string) => gte(table.orderedAt, startOf(day)),
    orderedTo: (day: string) => lt(table.orderedAt, addMs(startOf(day), dayMs)),
  },
  list: { steady: ["status"], splitBy: "status" },
  unique: {},
  idTaken: orderRefusals.order_id_taken,
  // An order is found by its reference, customer and products, which a change of the note leaves as they are.
  derive: async (_ctx, _values, before) => (before ? { words: before.words, sortKey: before.sortKey } : {}),
});

const stepOf = ({ now, actor }: Ctx, status: OrderStatus) =>
  JSON.stringify([{ status, at: now, by: actor?.userId ?? null }]);

export const orderTransitions = recordTransitions(orderStore, orderLifecycle, {
  label: ({ reference, customerName }) => `${reference} ${customerName}`,
  invalid: orderRefusals.invalid_order_step,
  blocked: orderRefusals.order_step_blocked,
  sets: (ctx, to) => ({
    steps: sql`${stepOf(ctx, to)}::jsonb || ${table.steps}`,
    // Cash on delivery is paid when it is delivered.
    ...(paidBy.includes(to) || to === "delivered"
      ? { paidMinor: sql`${table.totalMinor}`, paidAt: sql`coalesce(${table.paidAt}, ${ctx.now}::timestamptz)` }
      : {}),
    // Canceling a paid order gives everything back.
    ...(to === "canceled"
      ? { refundedMinor: sql`${table.paidMinor}`, refunds: restRefunded(ctx), hasStock: sql`false` }
      : {}),
    ...(to === "preparing" ? { hasStock: sql`true` } : {}),
  }),
  follow: async (ctx, records, to) => {
    if (to === "preparing") await takeFromStock(ctx, records);
    // What was shipped is not in the shop any more.
    if (to === "canceled")
      await returnToStock(
        ctx,
        records.filter(({ hasStock }) => hasStock),
      );
  },
});

const restRefunded = ({
  now,
  actor,
}: Ctx) => sql`case when ${table.paidMinor} = ${table.refundedMinor} then ${table.refunds}
  else jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'amountMinor', ${table.paidMinor} - ${table.refundedMinor},
         'reason', 'Canceled', 'at', ${now}::text, 'by', ${actor?.userId ?? null}::text)) || ${table.refunds} end`;

/** Ships a prepared order. Refuses with `version_conflict` and `invalid_order_step`. */
export const shipOrder = (ctx: Ctx, { id, version, ...sent }: Input<typeof shopOrders.ship>): Promise<Order> =>
  inTransaction(ctx, async (inner) => {
    const before = await orderStore.lock(inner, { id, version });
    const shipments = [{ ...sent, at: ctx.now }, ...before.shipments];
    const transition = orderLifecycle.find({ ...before, shipments }, "shipped");
    if (transition === null) throw orderRefusals.invalid_order_step({ from: before.status, to: "shipped" });
    await orderStore.set(inner, [before], { shipments, carrier: sent.carrier }, () => ({ action: "addShipment" }));
    await orderTransitions.write(inner, [{ ...before, shipments }], { to: "shipped" });
    return orderStore.answer(inner, await orderStore.lock(inner, { id }));
  });

/**
 * Gives back a part of what was paid. Once all of it is, the order is refunded. The same refund sent again changes
 * nothing. Refuses with `version_conflict`, `not_refundable` and `refund_too_large`.
 */
export const refundOrder = (
  ctx: Ctx,
  { id, version, refundId, amountMinor, reason }: Input<typeof shopOrders.refund>,
): Promise<Order> =>
  inTransaction(ctx, async (inner) => {
    const before = await orderStore.lock(inner, { id });
    if (before.refunds.some((each) => each.id === refundId)) return orderStore.answer(inner, before);
    if (before.version !== version) await orderStore.lock(inner, { id, version });
    if (orderLifecycle.find(before, "refunded") === null || before.paidMinor === 0)
      throw orderRefusals.not_refundable();
    const leftMinor = before.paidMinor - before.refundedMinor;
    if (amountMinor > leftMinor) throw orderRefusals.refund_too_large({ leftMinor });
    const refundedMinor = before.refundedMinor + amountMinor;
    const refunds = [{ id: refundId, amountMinor, reason, at: ctx.now, by: actorOf(ctx).userId }, ...before.refunds];
    await orderStore.set(inner, [before], { refunds, refundedMinor }, () => ({ action: "refundPart", reason }));
    const refunded = { ...before, refunds, refundedMinor };
    if (amountMinor === leftMinor) {
      await orderTransitions.write(inner, [refunded], { to: "refunded", reason });
      if (before.status === "preparing") await returnStockOf(inner, refunded);
    }
    return orderStore.answer(inner, await orderStore.lock(inner, { id }));
  });

/** What was prepared and is not shipped goes back into the shop. */
async function returnStockOf(ctx: Ctx, order: OrderRecord): Promise<void> {
  if (!order.hasStock) return;
  await ctx.db
    .update(table)
    .set({ hasStock: false })
    .where(and(eq(table.id, order.id), eq(table.hasStock, true)));
  await returnToStock(ctx, [order]);
}
