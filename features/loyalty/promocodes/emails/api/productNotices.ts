import { sql } from "drizzle-orm";
import type { Ctx, EventHandler } from "#api/context.ts";
import { notifyResponsible } from "#features/loyalty/promocodes/emails/api/recipients.ts";
import { type ProductState, readProductStates } from "#features/loyalty/promocodes/emails/api/productStates.ts";

/**
 * Notifies of promocodes that are limited to products none of which has a valid certificate any more: once, until one of
 * them has a certificate again.
 */
export const lostProducts: EventHandler = {
  types: [
    "certificate.expired",
    "certificate.suspended",
    "certificate.withdrawn",
    "certificate.superseded",
    "certificate.scope_reduced",
    "certificate.verified",
    "certificate.reinstated",
  ],
  follow: async (ctx, events) => {
    if (ctx.isPreview) return [];
    const productIds = [...new Set(events.flatMap(({ concerns }) => concerns?.products ?? []))];
    const states = await readProductStates(ctx, { productIds });
    const isLost = await markLost(ctx, states);
    await notifyResponsible(
      ctx,
      states
        .filter(({ campaignId }) => isLost.has(campaignId))
        .map(({ campaignId, products }) => ({ campaignId, about: "products", products })),
    );
    return [];
  },
};

/** Stores which promocodes have lost all products, and removes the marks of the others. Answers the new ones. */
async function markLost(ctx: Ctx, states: readonly ProductState[]): Promise<ReadonlySet<string>> {
  if (states.length === 0) return new Set();
  const rows = sql`jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
    as state ("campaignId" uuid, version int, "isLost" boolean)`;
  await ctx.db.execute(sql`
    delete from campaign_notices as notice using ${rows}
     where notice.campaign_id = state."campaignId" and notice.about = 'products' and not state."isLost"`);
  const found = await ctx.db.execute(sql`
    insert into campaign_notices (campaign_id, version, about, percent, recorded_at)
    select state."campaignId", state.version, 'products', 100, ${ctx.now}::timestamptz from ${rows} where state."isLost"
    on conflict do nothing
    returning campaign_id as id`);
  return new Set((found as { rows: { id: string }[] }).rows.map(({ id }) => id));
}
