import { eq } from "drizzle-orm";
import type { Changes } from "#base/activity.ts";
import type { DomainEvent, EventType } from "#base/eventTypes.ts";
import type { Ctx } from "#api/context.ts";
import { auditResource } from "#features/retail/retailers/api/service/rows.ts";
import { closureTable, type RetailerRecord } from "#features/retail/retailers/api/tables.ts";

type EventSubject = Pick<RetailerRecord, "id" | "code" | "tradingName" | "country" | "status">;

/** Something happened to a retailer, and perhaps to those below it. */
export const retailerEvent = (
  { id, code, tradingName, country, status }: EventSubject,
  type: Extract<EventType, `retailer.${string}`>,
  concerned: readonly string[] = [id],
): DomainEvent => ({
  type,
  resource: auditResource,
  resourceId: id,
  payload: { code, tradingName, country, status },
  concerns: { retailers: concerned },
});

/** What others follow of an edit: all of a retailer that decides what may be promoted there. */
export async function eventsOfEdit(ctx: Ctx, after: EventSubject, changes: Changes): Promise<DomainEvent[]> {
  const events: DomainEvent[] = [];
  if ("retailerTypeId" in changes) events.push(retailerEvent(after, "retailer.type_changed"));
  // The zone says which day it is there, and so which recognitions hold.
  if ("country" in changes || "timezone" in changes) events.push(retailerEvent(after, "retailer.market_changed"));
  // A certificate of the chain may cover those below.
  if ("parentId" in changes) {
    events.push(retailerEvent(after, "retailer.chain_changed", await readSubtree(ctx, after.id)));
  }
  return events;
}

async function readSubtree(ctx: Ctx, id: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: closureTable.descendantId })
    .from(closureTable)
    .where(eq(closureTable.ancestorId, id));
  return rows.map((row) => row.id);
}
