import { sql } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import { addMs, type Instant, instant, minuteMs } from "#base/time.ts";
import type { Catalogue, Ctx, RateLimit } from "#api/context.ts";

type KeyLimit = { readonly id: string; readonly max: number };

/** The calls of a key's current minute that this process took from the shared count. */
type Slice = {
  max: number;
  /** Taken and not used yet. */
  left: number;
  /** Taken by no process, as of the last statement. */
  free: number;
  endsAt: Instant;
  /** When it was taken. */
  day: string;
  /** Not in the database yet: the next statement adds them. */
  calls: number;
  refused: number;
  /** The statement that is taking the next slice. */
  taking: Promise<unknown> | null;
};

/** By API. */
const slicesByApi = new WeakMap<Catalogue, Map<string, Slice>>();
const slicesMax = 10_000;

/** However often a key calls, a process counts it with so many statements a minute: all of them write the same row. */
const statementsPerMinute = 600;

/**
 * Counts one call and returns the calls left in the minute, which starts with the key's first call.
 *
 * Each process takes slices of the minute from a shared count, in one statement each, and uses them up in memory: many
 * processes together never allow more than the limit. Up to 600 calls a minute a slice is one call. Refuses with
 * `rate_limited`.
 */
export async function countCall(ctx: Ctx, key: KeyLimit): Promise<RateLimit> {
  const slice = sliceOf(ctx, key);
  for (;;) {
    // Once the limit was changed, nothing that was taken under the old one is used.
    const isCurrent = slice.max === key.max && slice.endsAt > ctx.now;
    if (isCurrent && slice.left > 0) {
      slice.left--;
      slice.calls++;
      return rateLimitOf(ctx, slice);
    }
    if (isCurrent && slice.free === 0) {
      slice.refused++;
      throw usedUp(ctx, slice);
    }
    if (slice.taking === null) return countTaking(ctx, key, slice);
    await slice.taking;
  }
}

function sliceOf({ catalogue, now }: Ctx, { id, max }: KeyLimit): Slice {
  const slices = slicesByApi.get(catalogue) ?? new Map<string, Slice>();
  slicesByApi.set(catalogue, slices);
  const known = slices.get(id);
  if (known !== undefined) return known;
  if (slices.size >= slicesMax) slices.delete(slices.keys().next().value!);
  const slice = { max, left: 0, free: 0, endsAt: now, day: dayOf(now), calls: 0, refused: 0, taking: null };
  slices.set(id, slice);
  return slice;
}

/** Counts the call by the statement that takes the next slice. */
async function countTaking(ctx: Ctx, key: KeyLimit, slice: Slice): Promise<RateLimit> {
  const taking = takeSlice(ctx, key, slice);
  slice.taking = taking;
  try {
    if (!(await taking)) throw usedUp(ctx, slice);
    return rateLimitOf(ctx, slice);
  } finally {
    slice.taking = null;
  }
}

/** Answers whether there was anything left to take: then one of it is the caller's. */
async function takeSlice(ctx: Ctx, { id, max }: KeyLimit, slice: Slice): Promise<boolean> {
  const wanted = Math.ceil(max / statementsPerMinute);
  const today = dayOf(ctx.now);
  const { day, calls, refused } = slice;
  const result = await ctx.db.execute(sql`
    with counted as (
      insert into api_key_minutes as minute (key_id, count, ends_at)
      values (${id}::uuid, ${wanted}::int, ${addMs(ctx.now, minuteMs)}::timestamptz)
      on conflict (key_id) do update
         set count = case when minute.ends_at <= ${ctx.now}::timestamptz then excluded.count
                          else least(minute.count, ${max}::int) + excluded.count end,
             ends_at = case when minute.ends_at <= ${ctx.now}::timestamptz then excluded.ends_at else minute.ends_at end
      returning count, ends_at
    ), noted as (
      insert into api_key_days as past (key_id, day, calls, refused)
      select ${id}::uuid, day, sum(calls), sum(refused)
        from (select ${today}::date as day, (count - ${wanted}::int < ${max}::int)::int as calls,
                     (count - ${wanted}::int >= ${max}::int)::int as refused
                from counted
               union all
              select ${day}::date, ${calls}::int, ${refused}::int) as each
       group by day
      having sum(calls) + sum(refused) > 0
      on conflict (key_id, day) do update
         set calls = past.calls + excluded.calls, refused = past.refused + excluded.refused
    )
    select count, extract(epoch from ends_at)::float8 as ends_at from counted`);
  const [counted] = (result as { rows: [{ count: number; ends_at: number }] }).rows;
  const taken = Math.min(wanted, Math.max(0, max - (counted.count - wanted)));
  Object.assign(slice, {
    max,
    left: Math.max(0, taken - 1),
    free: Math.max(0, max - counted.count),
    endsAt: instant(Math.round(counted.ends_at * 1000)),
    day: today,
    calls: slice.calls - calls,
    refused: slice.refused - refused,
  });
  return taken > 0;
}

function rateLimitOf({ now }: Ctx, { max, left, free, endsAt }: Slice): RateLimit {
  const resetSeconds = Math.max(1, Math.ceil((Date.parse(endsAt) - Date.parse(now)) / 1000));
  return { limit: max, remaining: left + free, resetSeconds };
}

function usedUp(ctx: Ctx, slice: Slice) {
  const rateLimit = rateLimitOf(ctx, slice);
  return commonRefusals.rate_limited({ retryAfterSeconds: rateLimit.resetSeconds, rateLimit });
}

const dayOf = (at: Instant) => at.slice(0, 10);
