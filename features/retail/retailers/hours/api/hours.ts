import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { addDays, type Day } from "#base/days.ts";
import { currentOrNext, isConfirmed, monthStart, nextMonth, ramadan, type Sighting } from "#base/hijriMonths.ts";
import type { Closing } from "#base/openingHours.ts";
import { commonRefusals } from "#base/refusal.ts";
import { changesBetween } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { isAnyOf } from "#api/list.ts";
import { sightingsJson } from "#features/halal/sightings/api/service.ts";
import { readRetailer, refuseErrors } from "#features/retail/retailers/record/api/store.ts";
import { changePart } from "#features/retail/retailers/record/api/parts.ts";
import {
  closuresTable,
  hoursTable,
  locationsTable,
  type RetailerRecord,
} from "#features/retail/retailers/api/tables.ts";
import type { Closure, Hours, RamadanDays, retailerHours, Span } from "#features/retail/retailers/hours/contract.ts";
import { closureErrors, hoursErrors } from "#features/retail/retailers/hours/rules.ts";

/** The opening hours of a retailer's locations. Refuses with `not_found`. */
export const readHours = async (ctx: Ctx, { id }: Input<typeof retailerHours.read>): Promise<Hours> =>
  readHoursOf(ctx, await readRetailer(ctx, id));

export async function readHoursOf(ctx: Ctx, { id, version }: Pick<RetailerRecord, "id" | "version">): Promise<Hours> {
  const spans = await readSpans(ctx, id);
  const closures = await readClosures(ctx, id);
  const calendars = await readCalendars(ctx, id);
  const byLocation: Record<string, Span[]> = {};
  for (const { locationId, ...span } of spans) (byLocation[locationId] ??= []).push(span);
  const ramadanDays = Object.fromEntries(
    [...calendars].map(([locationId, { today, sightings }]) => [locationId, ramadanOn(today, sightings)]),
  );
  return { byLocation, closures, ramadan: ramadanDays, version };
}

type Calendar = { readonly id: string; readonly today: Day; readonly sightings: readonly Sighting[] };

/** The current day at each location of a retailer, and the months around now that its market has confirmed. */
async function readCalendars(ctx: Ctx, retailerId: string): Promise<ReadonlyMap<string, Calendar>> {
  const found = await ctx.db.execute(sql`
    select location.id,
           to_char(${ctx.now}::timestamptz at time zone coalesce(location.timezone, retailer.timezone, 'UTC'),
                   'YYYY-MM-DD') as today,
           ${sightingsJson(ctx, sql`coalesce(location.country, retailer.country)`)} as sightings
      from retailer_locations as location
      join retailers as retailer on retailer.id = location.retailer_id
     where location.retailer_id = ${retailerId}::uuid`);
  return new Map((found as { rows: Calendar[] }).rows.map((row) => [row.id, row]));
}

/** The months around now that the market of each location has confirmed, by location id. */
export const readSightingsOf = async (
  ctx: Ctx,
  retailerId: string,
): Promise<ReadonlyMap<string, readonly Sighting[]>> =>
  new Map([...(await readCalendars(ctx, retailerId))].map(([id, { sightings }]) => [id, sightings]));

function ramadanOn(today: Day, sightings: readonly Sighting[]): RamadanDays {
  const begins = currentOrNext(today, ramadan, sightings);
  const ends = nextMonth(begins);
  return {
    firstDay: monthStart(begins, sightings),
    lastDay: addDays(monthStart(ends, sightings), -1),
    isStartConfirmed: isConfirmed(begins, sightings),
    isEndConfirmed: isConfirmed(ends, sightings),
  };
}

const readSpans = (ctx: Ctx, retailerId: string) => {
  const { locationId, season, validFrom, validTo, weekday, opens, closes, closesNextDay } = hoursTable;
  return ctx.db
    .select({ locationId, weekday, opens, closes, closesNextDay, season, validFrom, validTo })
    .from(hoursTable)
    .innerJoin(locationsTable, eq(locationsTable.id, locationId))
    .where(eq(locationsTable.retailerId, retailerId))
    .orderBy(asc(season), asc(validFrom), asc(weekday), asc(opens));
};

async function readClosures(ctx: Ctx, retailerId: string): Promise<Closure[]> {
  const rows = await ctx.db
    .select()
    .from(closuresTable)
    .where(eq(closuresTable.retailerId, retailerId))
    .orderBy(asc(closuresTable.kind), asc(closuresTable.startsOn), asc(closuresTable.weekday), asc(closuresTable.id));
  return rows.map(({ id, locationId, reason, kind, startsOn, endsOn, weekday, fromTime, toTime }) =>
    // The table's constraint says which of these columns are set.
    kind === "dates"
      ? { id, locationId, reason, kind, startsOn: startsOn!, endsOn: endsOn! }
      : { id, locationId, reason, kind, weekday: weekday!, from: fromTime!, to: toTime! },
  );
}

/** The closures of one location: its own, and those of all locations. */
export const closingsFor = (closures: readonly Closure[], locationId: string): Closing[] =>
  closures.filter((closure) => closure.locationId === null || closure.locationId === locationId);

/**
 * Replaces the hours of the given locations, the same for all: so they are copied from one to others. Takes the lock of
 * the retailer, so that what was validated is what is written.
 *
 * Refuses with `not_found`, also for a location of another retailer, `version_conflict`, and `invalid_input` if spans
 * overlap.
 */
export async function saveHours(
  ctx: Ctx,
  { id, version, locationIds, spans }: Input<typeof retailerHours.save>,
): Promise<Output<typeof retailerHours.save>> {
  refuseErrors(hoursErrors(spans));
  const retailer = await changePart(ctx, { id, version }, async (inner, before) => {
    const wanted = [...new Set(locationIds)];
    const places = await inner.db
      .select({ id: locationsTable.id, name: locationsTable.name })
      .from(locationsTable)
      .where(and(eq(locationsTable.retailerId, id), inArray(locationsTable.id, wanted)));
    if (places.length !== wanted.length) throw commonRefusals.not_found();
    const { byLocation } = await readHoursOf(inner, before);
    const described = spans.map(written).sort();
    const changes = Object.assign(
      {},
      ...places.map((place) =>
        changesBetween(
          { [`hours.${place.name}`]: (byLocation[place.id] ?? []).map(written).sort() },
          { [`hours.${place.name}`]: described },
        ),
      ),
    ) as ReturnType<typeof changesBetween>;
    if (Object.keys(changes).length === 0) return { action: "change_hours", changes };
    await inner.db.delete(hoursTable).where(isAnyOf(hoursTable.locationId, wanted));
    await insertHours(
      inner,
      wanted.flatMap((locationId) => spans.map((span) => ({ locationId, ...span }))),
    );
    return { action: "change_hours", changes };
  });
  return readHoursOf(ctx, retailer);
}

/** A span as the history shows it: `regular 1 09:00–17:00`. */
const written = ({ season, weekday, opens, closes, closesNextDay, validFrom, validTo }: Span): string =>
  [
    season,
    ...(validFrom ? [`${validFrom}–${validTo}`] : []),
    weekday,
    `${opens}–${closes}${closesNextDay ? "+1" : ""}`,
  ].join(" ");

/** Inserts spans for locations that have none. */
export async function insertHours(ctx: Ctx, spans: readonly (Span & { readonly locationId: string })[]): Promise<void> {
  if (spans.length === 0) return;
  const rows = spans.map(({ locationId, closesNextDay, validFrom, validTo, ...span }) => ({
    ...span,
    location_id: locationId,
    closes_next_day: closesNextDay,
    valid_from: validFrom,
    valid_to: validTo,
  }));
  await ctx.db.execute(sql`
    insert into ${hoursTable} (location_id, season, valid_from, valid_to, weekday, opens, closes, closes_next_day)
    select location_id, season, valid_from, valid_to, weekday, opens, closes, closes_next_day
      from jsonb_populate_recordset(null::retailer_hours, ${JSON.stringify(rows)}::jsonb)`);
}

/**
 * Replaces the closures of a retailer's locations.
 *
 * Refuses with `not_found`, also for a location of another retailer, `version_conflict` and `invalid_input`.
 */
export async function saveClosures(
  ctx: Ctx,
  { id, version, closures }: Input<typeof retailerHours.saveClosures>,
): Promise<Output<typeof retailerHours.saveClosures>> {
  refuseErrors(closureErrors(closures));
  const retailer = await changePart(ctx, { id, version }, async (inner) => {
    const before = await readClosures(inner, id);
    const plain = (list: readonly Closure[]) => [...list].sort((one, other) => (one.id < other.id ? -1 : 1));
    const changes = changesBetween({ closures: plain(before) }, { closures: plain(closures) });
    if (Object.keys(changes).length === 0) return { action: "change_closures", changes };
    await requireOwn(inner, id, closures);
    await inner.db.delete(closuresTable).where(eq(closuresTable.retailerId, id));
    if (closures.length > 0)
      await inner.db.insert(closuresTable).values(closures.map((closure) => rowOf(inner, id, closure)));
    return { action: "change_closures", changes };
  });
  return readHoursOf(ctx, retailer);
}

async function requireOwn(ctx: Ctx, retailerId: string, closures: readonly Closure[]): Promise<void> {
  const wanted = [...new Set(closures.flatMap(({ locationId }) => locationId ?? []))];
  if (wanted.length === 0) return;
  const own = await ctx.db
    .select({ id: locationsTable.id })
    .from(locationsTable)
    .where(and(eq(locationsTable.retailerId, retailerId), inArray(locationsTable.id, wanted)));
  if (own.length !== wanted.length) throw commonRefusals.not_found();
}

function rowOf(ctx: Ctx, retailerId: string, closure: Closure): typeof closuresTable.$inferInsert {
  const { id, locationId, reason, kind } = closure;
  const shared = { id, retailerId, locationId, reason, kind, createdAt: ctx.now, updatedAt: ctx.now };
  return closure.kind === "dates"
    ? { ...shared, startsOn: closure.startsOn, endsOn: closure.endsOn }
    : { ...shared, weekday: closure.weekday, fromTime: closure.from, toTime: closure.to };
}
