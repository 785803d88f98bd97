import { sql } from "drizzle-orm";
import { type Closing, type Openness, opennessAt, type SeasonHours } from "#base/openingHours.ts";
import type { Ctx } from "#api/context.ts";
import { sightingsJson } from "#features/halal/sightings/api/service.ts";

export type OpeningHours = SeasonHours & {
  readonly timeZone: string | null;
  readonly closings: readonly Closing[];
};

/** Hours and closures of locations, and the Hijri months that their markets confirmed, by location id. */
export async function readOpening(
  ctx: Ctx,
  locationIds: readonly string[],
): Promise<ReadonlyMap<string, OpeningHours>> {
  if (locationIds.length === 0) return new Map();
  const found = await ctx.db.execute(sql`
    select location.id, coalesce(location.timezone, retailer.timezone) as "timeZone",
           coalesce((select json_agg(json_build_object(
                              'weekday', hours.weekday, 'opens', hours.opens, 'closes', hours.closes,
                              'closesNextDay', hours.closes_next_day, 'season', hours.season,
                              'validFrom', hours.valid_from, 'validTo', hours.valid_to))
                       from retailer_hours hours where hours.location_id = location.id), '[]') as spans,
           coalesce((select json_agg(case closure.kind
                              when 'dates' then json_build_object(
                                'kind', 'dates', 'startsOn', closure.starts_on, 'endsOn', closure.ends_on)
                              else json_build_object('kind', 'weekly', 'weekday', closure.weekday,
                                                     'from', closure.from_time, 'to', closure.to_time) end)
                       from retailer_closures closure
                      where closure.retailer_id = location.retailer_id
                        and (closure.location_id is null or closure.location_id = location.id)), '[]') as closings,
           ${sightingsJson(ctx, sql`coalesce(location.country, retailer.country)`)} as sightings
      from retailer_locations location
      join retailers retailer on retailer.id = location.retailer_id
     where location.id in (select jsonb_array_elements_text(${JSON.stringify(locationIds)}::jsonb)::uuid)`);
  const rows = (found as { rows: (OpeningHours & { id: string })[] }).rows;
  return new Map(rows.map(({ id, ...opening }) => [id, opening]));
}

/** Whether locations are open now, by their ids. */
export async function readOpenness(
  ctx: Ctx,
  locationIds: readonly string[],
): Promise<ReadonlyMap<string, Openness | null>> {
  const places = await readOpening(ctx, [...new Set(locationIds)]);
  return new Map([...places].map(([id, place]) => [id, opennessAt(ctx.now, place)]));
}
