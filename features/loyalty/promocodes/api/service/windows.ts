import { sql } from "drizzle-orm";
import { dayIn } from "#base/days.ts";
import { computedMonthOf, hijriYears, type Sighting } from "#base/hijriMonths.ts";
import type { DomainEvent } from "#base/eventTypes.ts";
import { type Ctx, type EventHandler, inTransaction } from "#api/context.ts";
import { sightingsJson } from "#features/halal/sightings/api/service.ts";
import { campaignsTable, campaignVersionsTable } from "#features/loyalty/promocodes/api/tables.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import { hijriPeriods } from "#features/loyalty/promocodes/rules/windows.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";

/** Every year of a Hijri range without years is resolved from last year to so many years ahead. */
const yearsAhead = 4;

type Which = { readonly campaignIds?: readonly string[]; readonly markets?: readonly string[] };

/**
 * Writes the Hijri windows of live versions as instants, for each market with retailers. Windows that have ended stay
 * as they were. By default of all campaigns in all markets.
 */
export async function resolveWindows(ctx: Ctx, { campaignIds, markets }: Which = {}): Promise<void> {
  const live = await readHijriVersions(ctx, campaignIds);
  if (live.length === 0) return;
  const known = await readMarkets(ctx, markets);
  const thisYear = computedMonthOf(dayIn(ctx.now, "UTC")).hijriYear;
  const rows = live.flatMap(({ campaignId, version, window: { hijri, timeZone } }) => {
    const years = (hijri!.years ?? Array.from({ length: yearsAhead + 2 }, (_, place) => thisYear - 1 + place)).filter(
      (year) => hijriYears.first <= year && year < hijriYears.last,
    );
    return known.flatMap(({ market, sightings }) =>
      hijriPeriods(hijri!, { years, sightings, timeZone })
        .filter(({ endsAt }) => ctx.now < endsAt)
        .map(({ startsAt, endsAt, isConfirmed }) => ({
          campaign_id: campaignId,
          version,
          market,
          starts_at: startsAt,
          ends_at: endsAt,
          is_confirmed: isConfirmed,
        })),
    );
  });
  const campaigns = sql`${`{${live.map(({ campaignId }) => campaignId).join(",")}}`}::uuid[]`;
  const places = sql`${`{${known.map(({ market }) => market).join(",")}}`}::text[]`;
  await ctx.db.execute(sql`
    delete from campaign_windows as its
     using ${campaignsTable} as campaign
     where campaign.id = its.campaign_id and its.version = campaign.live_version and campaign.id = any(${campaigns})
       and its.market = any(${places}) and ${ctx.now}::timestamptz < its.ends_at`);
  await ctx.db.execute(sql`
    insert into campaign_windows (campaign_id, version, market, starts_at, ends_at, is_confirmed)
    select campaign_id, version, market, starts_at, ends_at, is_confirmed
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as its (campaign_id uuid, version int, market text, starts_at timestamptz, ends_at timestamptz, is_confirmed boolean)
    on conflict (campaign_id, version, market, starts_at) do update
       set ends_at = excluded.ends_at, is_confirmed = excluded.is_confirmed`);
}

/** Windows follow the confirmed months of their market. */
export const sightingChanges: EventHandler = {
  types: ["sighting.changed"],
  follow: async (ctx, events) => {
    await resolveWindows(ctx, { markets: events.map(marketOf) });
    return [];
  },
};
const marketOf = ({ payload }: DomainEvent) => String(payload["market"]);

/** Adds the years and the markets that have come since. */
export const resolveAllWindows = (ctx: Ctx): Promise<void> => inTransaction(ctx, (inner) => resolveWindows(inner));

type LiveVersion = { readonly campaignId: string; readonly version: number; readonly window: Terms["window"] };

async function readHijriVersions(ctx: Ctx, campaignIds: readonly string[] | undefined): Promise<LiveVersion[]> {
  const isMeant =
    campaignIds === undefined ? sql`true` : sql`campaign.id = any(${`{${campaignIds.join(",")}}`}::uuid[])`;
  const found = await ctx.db.execute(sql`
    select campaign.id as "campaignId", version.number as version, version.terms -> 'window' as window
      from ${campaignsTable} as campaign
      join ${campaignVersionsTable} as version
        on version.campaign_id = campaign.id and version.number = campaign.live_version
     where ${isMeant} and campaign.status <> 'archived'
       and jsonb_typeof(version.terms #> '{window,hijri}') = 'object'
       and (version.ends_at is null or ${ctx.now}::timestamptz < version.ends_at)`);
  return (found as { rows: LiveVersion[] }).rows;
}

type Market = { readonly market: string; readonly sightings: readonly Sighting[] };

async function readMarkets(ctx: Ctx, markets: readonly string[] | undefined): Promise<Market[]> {
  const isMeant = markets === undefined ? sql`true` : sql`shop.country = any(${`{${markets.join(",")}}`}::text[])`;
  const found = await ctx.db.execute(sql`
    select places.market, ${sightingsJson(ctx, sql`places.market`)} as sightings
      from (select distinct shop.country as market from ${retailersTable} as shop
             where shop.country is not null and ${isMeant}) as places`);
  return (found as { rows: Market[] }).rows;
}
