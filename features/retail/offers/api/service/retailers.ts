import { sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { dayIn, isTimeZone } from "#base/days.ts";
import { opennessAt, seasonOn, weekOf } from "#base/openingHours.ts";
import type { Ctx } from "#api/context.ts";
import { readMark, writeMark } from "#features/retail/offers/api/service/cursors.ts";
import { type OpeningHours, readOpening } from "#features/retail/offers/api/service/openingHours.ts";
import { addressOf, placesNear } from "#features/retail/offers/api/service/locations.ts";
import { type Around, type offers, readNear, type NearbyRetailer } from "#features/retail/offers/contract.ts";

type RetailersInput = Input<typeof offers.retailers>;

type RetailerRow = Pick<NearbyRetailer, "retailer"> & {
  readonly location: Omit<NearbyRetailer["location"], "openness" | "address"> & { readonly lines: (string | null)[] };
};

/**
 * The open locations around a point, of active retailers that are not hidden, the nearest first.
 *
 * Refuses with `invalid_cursor`.
 */
export async function listRetailers(ctx: Ctx, requested: RetailersInput): Promise<Output<typeof offers.retailers>> {
  const found = await readRetailers(ctx, readNear(requested.near)!, requested);
  const page = found.slice(0, requested.limit);
  const openings = await readOpening(
    ctx,
    page.map(({ location }) => location.id),
  );
  const last = page.at(-1)?.location;
  return {
    at: ctx.now,
    rows: page.map((row) => toRetailer(ctx, row, openings.get(row.location.id)!)),
    next: found.length > requested.limit && last ? writeMark({ distanceM: last.distanceM, ids: [last.id] }) : null,
  };
}

function toRetailer(
  ctx: Ctx,
  { retailer, location: { lines, ...location } }: RetailerRow,
  opening: OpeningHours,
): NearbyRetailer {
  const place = { ...location, address: addressOf(lines), openness: opennessAt(ctx.now, opening) };
  return { retailer, location: place, hours: hoursOf(ctx, opening) };
}

function hoursOf(ctx: Ctx, { timeZone, closings, ...hours }: OpeningHours): NearbyRetailer["hours"] {
  if (timeZone === null || hours.spans.length === 0 || !isTimeZone(timeZone)) return null;
  const today = dayIn(ctx.now, timeZone);
  return {
    timeZone,
    season: seasonOn(today, hours),
    spans: weekOf(today, hours).map(({ weekday, opens, closes, closesNextDay }) => ({
      weekday,
      opens,
      closes,
      closesNextDay,
    })),
    closings: closings.filter((closing) => closing.kind === "weekly" || closing.endsOn >= today),
  };
}

async function readRetailers(ctx: Ctx, around: Around, { limit, cursor }: RetailersInput): Promise<RetailerRow[]> {
  const after = readMark(cursor, 1);
  const found = await ctx.db.execute(sql`
    with near as (
${placesNear(around)}
    )
    select json_build_object('code', retailer.code, 'name', retailer.trading_name,
                             'nameI18n', retailer.trading_name_i18n, 'website', retailer.website,
                             'type', json_build_object('code', type.code, 'name', type.name,
                                                       'nameI18n', type.name_i18n)) as retailer,
           json_build_object('id', near.id, 'name', near.name, 'country', coalesce(near.country, retailer.country),
                             'lines', near.lines, 'latitude', near.latitude, 'longitude', near.longitude,
                             'phone', near.phone, 'distanceM', near.distance) as location
      from near
      join retailers retailer
        on retailer.id = near.retailer_id and retailer.status = 'active' and retailer.visibility = 'public'
      join retailer_types type on type.id = retailer.retailer_type_id
     where near.distance <= ${around.radius * 1000}::float8
       ${after === null ? sql`` : sql`and (near.distance, near.id) > (${after.distanceM}::int, ${after.ids[0]}::uuid)`}
     order by near.distance, near.id
     limit ${limit + 1}`);
  return (found as { rows: RetailerRow[] }).rows;
}
