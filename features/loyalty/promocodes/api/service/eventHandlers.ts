import { and, eq, inArray, sql } from "drizzle-orm";
import type { DomainEvent, EventType, SideEffect } from "#base/eventTypes.ts";
import type { AffectedRecord } from "#base/impact.ts";
import type { Ctx, EventHandler } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { categoryClosureTable } from "#features/catalogue/categories/api/tables.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import { closureTable } from "#features/retail/retailers/api/tables.ts";
import { releaseReservation } from "#features/loyalty/promocodes/api/service/statements.ts";
import { campaignsTable as table, redemptionsTable } from "#features/loyalty/promocodes/api/tables.ts";
import { promocodes } from "#features/loyalty/promocodes/contract.ts";

/** What changes where promocodes apply: products that can be promoted, and shops that can promote them. */
const touchingEvents: readonly EventType[] = [
  "brand.activated",
  "brand.suspended",
  "brand.archived",
  "product.published",
  "product.unpublished",
  "product.archived",
  "certificate.verified",
  "certificate.scope_reduced",
  "certificate.expired",
  "certificate.suspended",
  "certificate.reinstated",
  "certificate.withdrawn",
  "certificate.superseded",
  "retailer.activated",
  "retailer.suspended",
  "retailer.closed",
];

/** Counts and names the live promocodes that name what changes. The rule itself is asked at every call. */
export const promocodeImpacts: EventHandler = {
  types: touchingEvents,
  follow: async (ctx, events) => {
    // Nobody reads what a job affects.
    if (ctx.actor === null) return [];
    const ids = await touchedPromocodes(ctx, events);
    if (ids.length === 0) return [];
    const reaches = await readReached(ctx, ids);
    return [{ resource: "promocodes", verb: "affected", count: ids.length, facts: {}, reaches }];
  },
};

const idsOf = (events: readonly DomainEvent[], resource: string) => {
  const ids = new Set(events.flatMap(({ concerns }) => concerns?.[resource] ?? []));
  return sql`${`{${[...ids].join(",")}}`}::uuid[]`;
};

/**
 * Those of a brand, and those whose live terms name one of the products, its brand, a category above it, a retailer or a
 * chain above it. Terms that name nothing apply to everything: they don't depend on one record.
 */
async function touchedPromocodes(ctx: Ctx, events: readonly DomainEvent[]): Promise<string[]> {
  const found = await ctx.db.execute(sql`
    with changed as (
      select id from unnest(${idsOf(events, "products")}) as id
       union select product.brand_id from ${productsTable} as product where product.id = any(${idsOf(events, "products")})
       union select above.ancestor_id from ${productsTable} as product
               join ${categoryClosureTable} as above on above.descendant_id = product.category_id
              where product.id = any(${idsOf(events, "products")})
       union select id from unnest(${idsOf(events, "brands")}) as id
       union select product.id from ${productsTable} as product where product.brand_id = any(${idsOf(events, "brands")})
       union select above.ancestor_id from ${closureTable} as above
              where above.descendant_id = any(${idsOf(events, "retailers")})
    )
    select campaign.id
      from campaigns as campaign
      join campaign_versions as version
        on version.campaign_id = campaign.id and version.number = campaign.live_version
     where campaign.status <> 'archived' and (campaign.ends_at is null or ${ctx.now}::timestamptz < campaign.ends_at)
       and (campaign.owner_brand_id = any(${idsOf(events, "brands")})
            or exists (
              select from (
                       select jsonb_array_elements_text(condition -> 'ids') as id
                         from jsonb_array_elements(version.terms -> 'conditions') as condition
                        where condition ->> 'operator' = 'in'
                          and condition ->> 'field' in ('products', 'brands', 'categories', 'retailers')
                        union all
                       select jsonb_array_elements_text(coalesce(version.terms #> '{effect,productIds}', '[]'))
                        union all
                       select jsonb_array_elements_text(part -> 'productIds')
                         from jsonb_array_elements(coalesce(version.terms #> '{effect,parts}', '[]')) as part) as named
                join changed on changed.id = named.id::uuid))
     order by campaign.id`);
  return (found as { rows: { id: string }[] }).rows.map(({ id }) => id);
}

/** A preview names this many and counts the others. */
const namedMax = 10;

/** By name, as far as the caller may see promocodes: a user who may change a certificate may lack that permission. */
async function readReached(ctx: Ctx, ids: readonly string[]): Promise<AffectedRecord[]> {
  const { permission } = promocodes.list;
  if (!ctx.actor?.permissions.has(permission)) return [];
  const { id, code, name, nameI18n } = table;
  return ctx.db
    .select({ resource: sql<string>`'promocodes'`, id, code, name, nameI18n, count: sql<number>`1` })
    .from(table)
    .where(and(inArray(id, [...ids]), scopeCondition(ctx, promocodeRows, permission)))
    .orderBy(table.sortKey, id)
    .limit(namedMax);
}

const promocodeRows = { resource: "promocodes", table, id: table.id, by: { brand: table.ownerBrandId } };

/** A closed shop can't sell what it reserved, so that others can have it. */
export const closedRetailers: EventHandler = {
  types: ["retailer.closed"],
  follow: async (ctx, events): Promise<readonly SideEffect[]> => {
    const { id, retailerId, status, campaignId } = redemptionsTable;
    const closed = events.map(({ resourceId }) => resourceId);
    // Campaign by campaign, as everywhere.
    const held = await ctx.db
      .select({ id })
      .from(redemptionsTable)
      .where(and(inArray(retailerId, closed), eq(status, "reserved")))
      .orderBy(campaignId, id);
    let count = 0;
    for (const reservation of held) if (await releaseReservation(ctx, reservation.id)) count++;
    return count === 0 ? [] : [{ resource: "redemptions", verb: "released", count, facts: {} }];
  },
};
