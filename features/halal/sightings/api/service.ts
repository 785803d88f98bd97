import { type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import { addDays, type Day, daysBetween, dayIn } from "#base/days.ts";
import {
  computedMonthOf,
  computedStart,
  type HijriMonth,
  isInMonth,
  monthLength,
  monthStart,
  nextMonth,
  previousMonth,
  ramadan,
  type Sighting,
  sightingShiftMax,
} from "#base/hijriMonths.ts";
import { impactRefusals } from "#base/impact.ts";
import { commonRefusals, type FieldError } from "#base/refusal.ts";
import { changesBetween, recordAudit } from "#api/audit.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import { recordEvents } from "#api/events.ts";
import { fingerprintOf } from "#api/impact.ts";
import type { MarketMonth, SightingMarket, SightingPreview, sightings } from "#features/halal/sightings/contract.ts";
import { hoursTable, locationsTable, retailersTable } from "#features/retail/retailers/api/tables.ts";
import { usersTable } from "#features/access/users/api/tables.ts";

const auditResource = "sightings";

/**
 * SQL of the months around now that a market has confirmed, as JSON of `Sighting[]`. The range covers opening hours a
 * week ahead and the next Ramadan.
 */
export const sightingsJson = (ctx: Ctx, market: SQL): SQL => sql`
  coalesce((select json_agg(json_build_object('hijriYear', sighting.hijri_year, 'month', sighting.month,
                                              'gregorianStart', sighting.gregorian_start))
              from moon_sightings as sighting
             where sighting.market = ${market}
               and sighting.computed_start between ${ctx.now}::timestamptz::date - 70
                                               and ${ctx.now}::timestamptz::date + 430), '[]')`;

/** Months listed around the current one. They always include a Ramadan to come. */
const monthsShown = { before: 3, after: 13 } as const;

/** The months around now in a market. */
export async function listSightings(
  ctx: Ctx,
  { market: asked }: Input<typeof sightings.list>,
): Promise<Output<typeof sightings.list>> {
  const markets = await readMarkets(ctx);
  const market = asked ?? markets[0]?.market ?? null;
  if (market === null) return { market, markets, months: [] };
  const found = await readConfirmed(ctx, market);
  // The time zone of a market is not known. UTC is close enough for a range of months.
  const today = dayIn(ctx.now, "UTC");
  let month = computedMonthOf(today);
  for (let back = 0; back < monthsShown.before; back++) month = previousMonth(month);
  const months: MarketMonth[] = [];
  for (let shown = 0; shown <= monthsShown.before + monthsShown.after; shown++) {
    months.push(toMonth(month, found, today));
    month = nextMonth(month);
  }
  return { market, markets, months };
}

async function readMarkets(ctx: Ctx): Promise<SightingMarket[]> {
  const found = await ctx.db.execute(sql`
    select market, sum(locations)::int as "locationsCount", sum(with_ramadan)::int as "ramadanLocationsCount"
      from (
        select coalesce(location.country, retailer.country) as market, 1 as locations,
               case when exists (select from ${hoursTable} as hours
                                  where hours.location_id = location.id and hours.season = 'ramadan') then 1 else 0 end
                 as with_ramadan
          from ${locationsTable} as location
          join ${retailersTable} as retailer on retailer.id = location.retailer_id
         where location.status = 'open' and retailer.status not in ('closed', 'rejected')
         union all
        select distinct market, 0, 0 from moon_sightings) as counted
     where market is not null
     group by market
     order by "ramadanLocationsCount" desc, "locationsCount" desc, market`);
  return (found as { rows: SightingMarket[] }).rows;
}

type Confirmed = Sighting & { readonly source: string; readonly at: string; readonly by: string | null };

/** All months that a market has ever confirmed, at most twelve rows a year. */
async function readConfirmed(ctx: Ctx, market: string): Promise<Confirmed[]> {
  const found = await ctx.db.execute(sql`
    select sighting.hijri_year as "hijriYear", sighting.month, sighting.gregorian_start::text as "gregorianStart",
           sighting.source, to_char(sighting.confirmed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
           person.name as by
      from moon_sightings as sighting
      left join ${usersTable} as person on person.id = sighting.confirmed_by
     where sighting.market = ${market}`);
  return (found as { rows: Confirmed[] }).rows;
}

const isOf =
  ({ hijriYear, month }: HijriMonth) =>
  (each: HijriMonth) =>
    each.hijriYear === hijriYear && each.month === month;

function toMonth(month: HijriMonth, found: readonly Confirmed[], today: Day): MarketMonth {
  const own = found.find(isOf(month));
  const start = monthStart(month, found);
  return {
    ...month,
    computedStart: computedStart(month),
    start,
    length: monthLength(month, found),
    isCurrent: start <= today && today < monthStart(nextMonth(month), found),
    confirmed: own ? { at: own.at, by: own.by, source: own.source } : null,
  };
}

type RequestedSighting = HijriMonth & { readonly market: string; readonly gregorianStart: Day | null };

/** What a confirmation would change. Refuses with `invalid_input` for an impossible day. */
export const previewSighting = async (
  ctx: Ctx,
  wanted: Input<typeof sightings.preview>,
): Promise<Output<typeof sightings.preview>> => previewOf(ctx, await readConfirmed(ctx, wanted.market), wanted);

async function previewOf(ctx: Ctx, found: readonly Confirmed[], wanted: RequestedSighting): Promise<SightingPreview> {
  const month = { hijriYear: wanted.hijriYear, month: wanted.month };
  const after: Sighting[] = [
    ...found.filter((each) => !isOf(month)(each)),
    ...(wanted.gregorianStart === null ? [] : [{ ...month, gregorianStart: wanted.gregorianStart }]),
  ];
  refuseImpossible(month, after);
  const own = found.find(isOf(month));
  const [startBefore, start] = [monthStart(month, found), monthStart(month, after)];
  const reached = await countRamadanHours(ctx, wanted.market);
  const shown = {
    startBefore,
    start,
    previousLength: monthLength(previousMonth(month), after),
    length: monthLength(month, after),
    movedDays: movedDays(startBefore, start, [found, after]),
    ...reached,
  };
  const facts = [wanted.market, month, wanted.gregorianStart, own?.at ?? null, shown];
  return { fingerprint: await fingerprintOf(ctx, facts), ...shown };
}

/** The days between the old start and the new one that join or leave Ramadan. */
function movedDays(
  one: Day,
  other: Day,
  [before, after]: readonly [readonly Sighting[], readonly Sighting[]],
): SightingPreview["movedDays"] {
  const [first, last] = one < other ? [one, other] : [other, one];
  return Array.from({ length: daysBetween(first, last) }, (_, distance) => addDays(first, distance))
    .filter((day) => isInMonth(day, ramadan, before) !== isInMonth(day, ramadan, after))
    .map((day) => ({ day, isRamadan: isInMonth(day, ramadan, after) }));
}

/** Between two confirmed starts a month must have 29 or 30 days. Computed starts don't count: they may still move. */
function refuseImpossible(month: HijriMonth, after: readonly Sighting[]): void {
  const own = after.find(isOf(month));
  if (own === undefined) return;
  const wrong = (code: string, message: string, params: FieldError["params"]) =>
    commonRefusals.invalid_input({}, [{ path: "gregorianStart", code, message, ...(params ? { params } : {}) }]);
  const computed = computedStart(month);
  if (Math.abs(daysBetween(computed, own.gregorianStart)) > sightingShiftMax) {
    const [first, last] = [addDays(computed, -sightingShiftMax), addDays(computed, sightingShiftMax)];
    throw wrong("sighting_too_far", `Choose a day from ${first} to ${last}.`, { first, last });
  }
  for (const each of [previousMonth(month), month]) {
    const ends = [each, nextMonth(each)].filter((end) => !after.some(isOf(end)));
    const length = monthLength(each, after);
    if (ends.length === 0 && length !== 29 && length !== 30)
      throw wrong(
        "month_length",
        `The month between two confirmed first days would have ${length} days. A month has 29 or 30.`,
        { length },
      );
  }
}

async function countRamadanHours(ctx: Ctx, market: string) {
  const found = await ctx.db.execute(sql`
    select count(*)::int as "locationsCount", count(distinct location.retailer_id)::int as "retailersCount"
      from ${locationsTable} as location
      join ${retailersTable} as retailer on retailer.id = location.retailer_id
     where coalesce(location.country, retailer.country) = ${market}
       and location.status = 'open' and retailer.status not in ('closed', 'rejected')
       and exists (select from ${hoursTable} as hours
                    where hours.location_id = location.id and hours.season = 'ramadan')`);
  return (found as { rows: Pick<SightingPreview, "locationsCount" | "retailersCount">[] }).rows[0]!;
}

/**
 * Confirms the first day of a month in a market. Confirming it again needs a reason.
 *
 * Refuses with `preview_stale` if the change differs from its preview, and with `invalid_input` for an impossible day
 * or a missing reason.
 */
export const confirmSighting = (
  ctx: Ctx,
  { fingerprint, source, reason, ...wanted }: Input<typeof sightings.confirm>,
): Promise<MarketMonth> =>
  inTransaction(ctx, async (inner) => {
    const before = await lockConfirmed(inner, wanted, fingerprint);
    if (before !== undefined && reason === undefined)
      throw commonRefusals.invalid_input({}, [{ path: "reason", code: "reason_missing", message: "Enter a reason." }]);
    await inner.db.execute(sql`
      insert into moon_sightings (market, hijri_year, month, computed_start, gregorian_start, source, confirmed_at, confirmed_by)
      select ${wanted.market}, hijri_year, month, computed_start, ${wanted.gregorianStart}::date, ${source},
             ${inner.now}::timestamptz, ${actorOf(inner).userId}::uuid
        from hijri_months
       where hijri_year = ${wanted.hijriYear}::int and month = ${wanted.month}::int
      on conflict (market, hijri_year, month) do update
         set gregorian_start = excluded.gregorian_start, source = excluded.source,
             confirmed_at = excluded.confirmed_at, confirmed_by = excluded.confirmed_by`);
    const changes = changesBetween(
      { gregorianStart: before?.gregorianStart ?? null, source: before?.source ?? null },
      { gregorianStart: wanted.gregorianStart, source },
    );
    return recorded(inner, wanted, { action: "confirm", changes, reason: reason ?? null });
  });

/** Cancels a confirmation, so that the month starts as computed. Refuses with `preview_stale`. */
export const resetSighting = (
  ctx: Ctx,
  { fingerprint, reason, ...month }: Input<typeof sightings.reset>,
): Promise<MarketMonth> =>
  inTransaction(ctx, async (inner) => {
    const wanted = { ...month, gregorianStart: null };
    const before = await lockConfirmed(inner, wanted, fingerprint);
    // Another user has already reset it.
    if (before === undefined) return readMonth(inner, wanted);
    await inner.db.execute(sql`
      delete from moon_sightings
       where market = ${wanted.market} and hijri_year = ${wanted.hijriYear}::int and month = ${wanted.month}::int`);
    const changes = changesBetween(
      { gregorianStart: before.gregorianStart, source: before.source },
      { gregorianStart: null, source: null },
    );
    return recorded(inner, wanted, { action: "reset", changes, reason });
  });

/** Reads the confirmation, and locks its month in `hijri_months`, as the confirmation may not have a row yet. */
async function lockConfirmed(ctx: Ctx, wanted: RequestedSighting, fingerprint: string): Promise<Confirmed | undefined> {
  await ctx.db.execute(sql`
    select from hijri_months
     where (hijri_year, month) in ((${wanted.hijriYear}::int, ${wanted.month}::int)) for update`);
  const found = await readConfirmed(ctx, wanted.market);
  if ((await previewOf(ctx, found, wanted)).fingerprint !== fingerprint) throw impactRefusals.preview_stale();
  return found.find(isOf(wanted));
}

type Entry = {
  readonly action: "confirm" | "reset";
  readonly changes: ReturnType<typeof changesBetween>;
  readonly reason: string | null;
};

async function recorded(ctx: Ctx, wanted: RequestedSighting, entry: Entry): Promise<MarketMonth> {
  const resourceId = `${wanted.market} ${wanted.hijriYear}-${String(wanted.month).padStart(2, "0")}`;
  await recordAudit(ctx, [{ ...entry, resource: auditResource, resourceId }]);
  const { market, hijriYear, month, gregorianStart } = wanted;
  const payload = { market, hijriYear, month, gregorianStart };
  await recordEvents(ctx, [{ type: "sighting.changed", resource: auditResource, resourceId, payload }]);
  return readMonth(ctx, wanted);
}

const readMonth = async (ctx: Ctx, { market, hijriYear, month }: RequestedSighting): Promise<MarketMonth> =>
  toMonth({ hijriYear, month }, await readConfirmed(ctx, market), dayIn(ctx.now, "UTC"));
