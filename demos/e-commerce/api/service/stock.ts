import { and, eq, gte, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import { type OrderRecord, shopProductsTable as table } from "#demos/e-commerce/api/tables.ts";
import { orderRefusals } from "#demos/e-commerce/orders/contract.ts";
import { addTodo } from "#demos/todo/api/service/todos.ts";

type Lines = Pick<OrderRecord, "lines">;

/**
 * Takes the products of orders out of stock; one statement for each checks and takes. Refuses with `out_of_stock`. A
 * product that falls to its limit becomes a to-do of the user who prepares the order, once for each time it is low.
 */
export async function takeFromStock(ctx: Ctx, orders: readonly Lines[]): Promise<void> {
  for (const [id, { quantity, name }] of totalsOf(orders)) {
    const [left] = await ctx.db
      .update(table)
      .set({ quantity: sql`${table.quantity} - ${quantity}` })
      .where(and(eq(table.id, id), gte(table.quantity, quantity)))
      .returning({ quantity: table.quantity, lowStockAt: table.lowStockAt, name: table.name });
    if (left === undefined) throw await outOfStock(ctx, id, name);
    const isJustLow = left.quantity <= left.lowStockAt && left.quantity + quantity > left.lowStockAt;
    if (isJustLow && ctx.actor !== null)
      await addTodo(ctx, {
        id: `low-stock-${id.slice(0, 13)}-${Date.parse(ctx.now)}`,
        set: {
          title: `Low stock · مخزون منخفض: \u2068${left.name}\u2069 (${left.quantity})`,
          notes: `/apps/e-commerce/products/${id}`,
        },
      });
  }
}

/** Puts the products of orders back. */
export async function returnToStock(ctx: Ctx, orders: readonly Lines[]): Promise<void> {
  for (const [id, { quantity }] of totalsOf(orders))
    await ctx.db
      .update(table)
      .set({ quantity: sql`${table.quantity} + ${quantity}` })
      .where(eq(table.id, id));
}

type Total = { readonly quantity: number; readonly name: string };

/** In the order of the ids, so that two of these never deadlock. */
function totalsOf(orders: readonly Lines[]): [string, Total][] {
  const totals = new Map<string, Total>();
  for (const { id, name, quantity } of orders.flatMap(({ lines }) => lines))
    totals.set(id, { name, quantity: (totals.get(id)?.quantity ?? 0) + quantity });
  return [...totals].sort(([a], [b]) => (a < b ? -1 : 1));
}

async function outOfStock(ctx: Ctx, id: string, product: string) {
  const [known] = await ctx.db.select({ quantity: table.quantity }).from(table).where(eq(table.id, id));
  return orderRefusals.out_of_stock({ product, quantity: known?.quantity ?? 0 });
}
