import { type SQL, sql } from "drizzle-orm";
import type { SideEffect, EventType } from "#base/eventTypes.ts";
import type { Ctx } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";

/** SQL that counts a certifier’s certificates in force: verified or suspended, and not ended. */
export const inForceCount = (id: string, now: string): SQL => sql`(
  select count(*)::int from certificates
   where body_id = ${id}::uuid and state in ('verified', 'suspended')
     and (ends_at is null or ends_at > ${now}::timestamptz))`;

export type CertifierEvent = Extract<EventType, `certifier.${string}`>;

/**
 * Records an event of a certifier with the products and retailers that its certificates cover, so that they are reevaluated.
 * Returns the consequences.
 */
export async function recordCertifierEvent(
  ctx: Ctx,
  { id, acronym }: { readonly id: string; readonly acronym: string },
  type: CertifierEvent,
): Promise<readonly SideEffect[]> {
  const result = await ctx.db.execute(sql`
    with held as materialized (
      select id, kind, holder_retailer_id from certificates
       where body_id = ${id}::uuid and state in ('verified', 'suspended')
    )
    select array(select distinct line.product_id
                   from certificate_products as line
                  where line.certificate_id in (select id from held)
                    and line.product_id is not null and line.status = 'listed') as products,
           array(select below.descendant_id
                   from held
                   join retailer_closure as below on below.ancestor_id = held.holder_retailer_id
                  where held.kind = 'premise'
                  union
                 select location.retailer_id
                   from held
                   join certificate_sites as site on site.certificate_id = held.id
                   join retailer_locations as location on location.id = site.location_id
                  where held.kind = 'premise') as retailers`);
  const [{ products, retailers }] = (result as { rows: [{ products: string[]; retailers: string[] }] }).rows;
  return recordEvents(ctx, [
    {
      type,
      resource: "certifiers",
      resourceId: id,
      payload: { code: acronym, productCount: products.length },
      concerns: { products, retailers },
    },
  ]);
}
