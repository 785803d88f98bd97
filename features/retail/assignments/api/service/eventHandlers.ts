import { sql } from "drizzle-orm";
import type { SideEffect, DomainEvent } from "#base/eventTypes.ts";
import type { Ctx, EventHandler } from "#api/context.ts";
import { rowsOf } from "#features/retail/assignments/api/service/readRows.ts";
import { uuids } from "#features/retail/assignments/api/service/scopePolicy.ts";
import { reevaluateAssignments } from "#features/retail/assignments/api/service/reevaluateAssignments.ts";
import { reevaluatingEvents } from "#features/retail/assignments/rules.ts";

/** Reevaluates assignments when records that they depend on change, in the transaction of that change. */
export const assignmentFollower: EventHandler = { types: reevaluatingEvents, follow };

async function follow(ctx: Ctx, events: readonly DomainEvent[]): Promise<readonly SideEffect[]> {
  const { products, retailers } = await reached(ctx, events);
  if (products.length === 0 && retailers.length === 0) return [];
  const codes = events.flatMap(({ payload: { code } }) => (typeof code === "string" ? [code] : []));
  return reevaluateAssignments(ctx, { products, retailers }, { what: events[0]!.type, codes });
}

/** Products and retailers that events affect, by id or through their brand or market. */
async function reached(ctx: Ctx, events: readonly DomainEvent[]) {
  const of = (resource: string) => [...new Set(events.flatMap(({ concerns }) => concerns?.[resource] ?? []))];
  const products = new Set(of("products"));
  const retailers = new Set(of("retailers"));
  const brands = of("brands");
  // Retailers can have premise certificates too, whatever they sell.
  const markets = events.flatMap(({ type, payload: { market } }) =>
    type === "certifier.recognition_changed" && typeof market === "string" ? [market] : [],
  );
  if (brands.length > 0) {
    const rows = await rowsOf<{ id: string }>(ctx, sql`select id from products where brand_id = any(${uuids(brands)})`);
    for (const { id } of rows) products.add(id);
  }
  if (markets.length > 0) {
    const rows = await rowsOf<{ id: string }>(
      ctx,
      sql`select id from retailers where country = any(${`{${markets.join(",")}}`}::text[])`,
    );
    for (const { id } of rows) retailers.add(id);
  }
  return { products: [...products], retailers: [...retailers] };
}
