import { and, getTableName, type SQL, sql } from "drizzle-orm";
import { addMs, dayMs, type Instant } from "#base/time.ts";
import { auditLogTable } from "#api/audit/tables.ts";
import type { Ctx } from "#api/context.ts";
import type { EventHistory, HomeFigure, PastCondition, StatusHistory } from "#api/home.ts";
import { countAll } from "#features/platform/home/api/service/counts.ts";

/** How many days before the first count are filled. */
const pastDaysMax = 90;

type DayValue = { readonly day: string; readonly value: number };

/** The value at the end of each of the last 90 days before today, derived from what is recorded. */
export async function pastDays(
  ctx: Ctx,
  figure: HomeFigure,
  { scope, current }: { scope: SQL | undefined; current: number },
): Promise<DayValue[]> {
  const { history } = figure;
  if (typeof history === "function") return daysByCondition(ctx, figure, { at: history, scope });
  if ("on" in history) return daysOfEvents(ctx, figure, { days: daysBack(ctx.now), scope });
  const deltas = await statusDeltas(ctx, figure, { history, scope });
  // Backwards: the value of a day is that of the next one without what changed on the next.
  let value = current;
  return daysBack(ctx.now).map((day) => {
    value -= deltas.get(nextDay(day)) ?? 0;
    return { day, value: Math.max(0, value) };
  });
}

/** Yesterday first. */
const daysBack = (now: Instant) =>
  Array.from({ length: pastDaysMax }, (_, place) => addMs(startOf(now), -(place + 1) * dayMs).slice(0, 10));
const startOf = (now: Instant): Instant => `${now.slice(0, 10)}T00:00:00.000Z`;
const nextDay = (day: string) => addMs(startOf(day), dayMs).slice(0, 10);

async function daysByCondition(
  ctx: Ctx,
  figure: HomeFigure,
  { at, scope }: { at: PastCondition; scope: SQL | undefined },
): Promise<DayValue[]> {
  const days: DayValue[] = [];
  for (const day of daysBack(ctx.now)) {
    const where = at(startOf(nextDay(day)));
    days.push({ day, value: await countAll(ctx, { ...figure, sliceRows: 50_000 }, where, scope) });
  }
  return days;
}

/** How many rows there were on each of these days, one statement a day. */
export async function daysOfEvents(
  ctx: Ctx,
  { rows, history }: HomeFigure,
  { days, scope }: { days: readonly string[]; scope: SQL | undefined },
): Promise<DayValue[]> {
  const { on } = history as EventHistory;
  const counted: DayValue[] = [];
  for (const day of days) {
    const isThen = and(
      sql`${on} >= ${startOf(day)}::timestamptz`,
      sql`${on} < ${startOf(nextDay(day))}::timestamptz`,
      scope,
    );
    const found = await ctx.db.execute(sql`select count(*)::int as value from ${rows.table} where ${isThen}`);
    counted.push({ day, value: (found as { rows: { value: number }[] }).rows[0]!.value });
  }
  return counted;
}

/** Those before today that may have changed since the last count, or were not counted as no process ran. */
export const recentDays = (now: Instant): string[] => daysBack(now).slice(0, recentDaysMax);
const recentDaysMax = 7;

/** By how much the figure rose or fell on each day. */
async function statusDeltas(
  ctx: Ctx,
  figure: HomeFigure,
  { history, scope }: { history: StatusHistory; scope: SQL | undefined },
): Promise<Map<string, number>> {
  const deltas = new Map<string, number>();
  const statements = [
    (after: Position) => changesSlice(figure, { history, scope, after, until: ctx.now }),
    (after: Position) => createdSlice(figure, { history, scope, after, until: ctx.now }),
  ];
  const [from] = daysBack(ctx.now).slice(-1);
  for (const [place, statement] of statements.entries()) {
    let after: Position | null = { at: startOf(from!), id: place === 0 ? "0" : nilId };
    while (after !== null) {
      const { rows } = (await ctx.db.execute(statement(after))) as { rows: SliceRow[] };
      for (const { day, delta } of rows) if (day !== null) deltas.set(day, (deltas.get(day) ?? 0) + delta);
      const last: SliceRow | undefined = rows[0];
      after = last === undefined || last.read < sliceRows ? null : { at: last.at, id: last.id };
    }
  }
  return deltas;
}

const nilId = "00000000-0000-0000-0000-000000000000";

type Position = { readonly at: Instant; readonly id: string };
type Slice = {
  readonly history: StatusHistory;
  readonly scope: SQL | undefined;
  readonly after: Position;
  readonly until: Instant;
};
type SliceRow = { day: string | null; delta: number; read: number; at: string; id: string };

/** Entries or rows per statement, so that each ends in time. */
const sliceRows = 20_000;

const last = sql`
  last as (select (select count(*)::int from slice) as read, to_json(slice.at)#>>'{}' as at, slice.id::text as id
             from slice order by slice.at desc, slice.id desc limit 1)`;
const dayOf = sql`(slice.at at time zone 'UTC')::date::text as day`;
const before = sql`slice.changes #>> '{status,before}'`;

/** Changes of the status of rows that exist today. Those without a status before are creations. */
function changesSlice({ rows }: HomeFigure, { history, scope, after, until }: Slice): SQL {
  const uuid = sql`case when slice.resource_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then slice.resource_id::uuid end`;
  const found = and(sql`slice.resource = ${rows.resource}`, sql`${before} is not null`, scope);
  return sql`
    with slice as materialized (
           select id, at, resource, resource_id, changes from ${auditLogTable}
            where (at, id) > (${after.at}::timestamptz, ${after.id}::bigint) and at <= ${until}::timestamptz
            order by at, id limit ${sliceRows}),
         ${last},
         by_day as (
           select ${dayOf},
                  sum((slice.changes #>> '{status,after}' = ${history.value})::int - (${before} = ${history.value})::int)::int
                    as delta
             from slice join ${rows.table} on ${rows.id} = ${uuid}
            where ${found}
            group by 1)
    select by_day.day, by_day.delta, last.read, last.at, last.id from last left join by_day on true`;
}

/** Rows that began with the status. What one began with is what its first change says, or what it still has. */
function createdSlice({ rows }: HomeFigure, { history, scope, after, until }: Slice): SQL {
  const { createdAt, status, value } = history;
  const found = and(
    sql`(${createdAt}, ${rows.id}) > (${after.at}::timestamptz, ${after.id}::uuid)`,
    sql`${createdAt} <= ${until}::timestamptz`,
    scope,
  );
  const table = sql.identifier(getTableName(rows.table));
  return sql`
    with slice as materialized (
           select ${rows.id} as id, ${createdAt} as at, ${status} as status from ${table}
            where ${found} order by ${createdAt}, ${rows.id} limit ${sliceRows}),
         ${last},
         by_day as (
           select ${dayOf}, count(*)::int as delta
             from slice
            where coalesce((
                    select entry.changes #>> '{status,before}' from ${auditLogTable} as entry
                     where entry.resource = ${rows.resource} and entry.resource_id = slice.id::text
                       and entry.changes #>> '{status,before}' is not null
                     order by entry.id limit 1), slice.status) = ${value}
            group by 1)
    select by_day.day, by_day.delta, last.read, last.at, last.id from last left join by_day on true`;
}
