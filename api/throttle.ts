import { type SQL, sql } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import { addMs, type Instant, instant, minuteMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";

/** `key` contains only what the server determined, never a caller's spelling (reliability R3, finding 8). */
export type Limit = { readonly key: string; readonly max: number };
export type Limits = readonly [Limit, ...Limit[]];

/** Attempts at passwords, codes and links are counted in windows of this length. No user waits longer. */
export const windowMs = 15 * minuteMs;

type AttemptCount = { is_within: boolean; wait_seconds: number };

/** Counts one attempt like `countAttempt`. Refuses with `rate_limited`. */
export async function countOrRefuse(ctx: Ctx, limits: Limits): Promise<void> {
  const retryAfterSeconds = await countAttempt(ctx, limits, windowMs);
  if (retryAfterSeconds !== null) throw commonRefusals.rate_limited({ retryAfterSeconds });
}

/**
 * Counts one attempt against every limit, before it runs: simultaneous attempts can't all read the same old count.
 * Answers null within all limits, otherwise the seconds until the window of the exhausted one ends, which began with
 * its first attempt.
 *
 * One statement, for all processes. Limits after an exhausted one are not counted, so that a caller who has used up the
 * limit of their address can't go on using up those of other users' accounts.
 */
export async function countAttempt(ctx: Ctx, limits: Limits, lengthMs: number): Promise<number | null> {
  const windowEndsAt = addMs(ctx.now, lengthMs);
  const steps = limits.map((limit, position) => countOne(ctx.now, windowEndsAt, limit, limits[position - 1], position));
  const counted = limits.map(
    ({ max }, position) => sql`
      select count <= ${max}::int as is_within,
             ceil(extract(epoch from window_ends_at - ${ctx.now}::timestamptz))::int as wait_seconds
        from ${sql.identifier(stepName(position))}`,
  );
  const result = await ctx.db.execute(sql`with ${sql.join(steps, sql`, `)} ${sql.join(counted, sql` union all `)}`);
  const exhausted = (result as { rows: AttemptCount[] }).rows.find((counter) => !counter.is_within);
  return exhausted ? Math.max(1, exhausted.wait_seconds) : null;
}

/** Counts several attempts at once, and returns how many the window has now, and when it ends. */
export async function addAttempts(
  ctx: Ctx,
  key: string,
  { by, lengthMs }: { readonly by: number; readonly lengthMs: number },
): Promise<{ readonly count: number; readonly endsAt: Instant }> {
  const result = await ctx.db.execute(sql`
    insert into attempts as counter (key, count, window_ends_at)
    values (${key}, ${by}::int, ${addMs(ctx.now, lengthMs)}::timestamptz)
    on conflict (key) do update
       set count = case when counter.window_ends_at <= ${ctx.now}::timestamptz then excluded.count
                        else least(counter.count + excluded.count, 1000000) end,
           window_ends_at = case when counter.window_ends_at <= ${ctx.now}::timestamptz
                                 then excluded.window_ends_at else counter.window_ends_at end
    returning count, extract(epoch from window_ends_at)::float8 as ends_at`);
  const [counted] = (result as { rows: { count: number; ends_at: number }[] }).rows;
  return { count: counted!.count, endsAt: instant(Math.round(counted!.ends_at * 1000)) };
}

/** The seconds until the window of an exhausted limit ends; null if another attempt is allowed. Counts nothing. */
export async function secondsUntilAllowed(ctx: Ctx, limit: Limit): Promise<number | null> {
  const result = await ctx.db.execute(sql`select ${secondsToWait(ctx, limit)} as seconds`);
  return (result as { rows: { seconds: number | null }[] }).rows[0]!.seconds;
}

/** The same as SQL, for a statement that reads other things too. */
export const secondsToWait = ({ now }: Ctx, { key, max }: Limit): SQL => sql`(
  select greatest(1, ceil(extract(epoch from window_ends_at - ${now}::timestamptz))::int)
    from attempts
   where key = ${key} and count >= ${max}::int and window_ends_at > ${now}::timestamptz)`;

/** Deletes windows that have ended. */
export async function forgetAttempts(ctx: Ctx): Promise<void> {
  await ctx.db.execute(sql`delete from attempts where window_ends_at <= ${ctx.now}::timestamptz`);
}

/** The same without a refusal: the caller must not learn whether an address has an account. */
export async function isWithin(ctx: Ctx, limits: Limits): Promise<boolean> {
  return (await countAttempt(ctx, limits, windowMs)) === null;
}

/** Takes back what `takeAttempt` counted, after a successful attempt. */
export async function refundAttempt(ctx: Ctx, limits: Limits): Promise<void> {
  // In the order of counting: two statements that lock two rows in opposite order would deadlock.
  for (const { key } of limits) {
    await ctx.db.execute(
      sql`update attempts set count = count - 1 where key = ${key} and count > 0 and window_ends_at > ${ctx.now}::timestamptz`,
    );
  }
}

const stepName = (position: number) => `step_${position}`;

function countOne(
  now: Instant,
  windowEndsAt: Instant,
  limit: Limit,
  previous: Limit | undefined,
  position: number,
): SQL {
  const condition =
    previous === undefined
      ? sql``
      : sql`from ${sql.identifier(stepName(position - 1))} as previous where previous.count <= ${previous.max}`;
  return sql`${sql.identifier(stepName(position))} as (
    insert into attempts as counter (key, count, window_ends_at)
    select ${limit.key}::text, 1, ${windowEndsAt}::timestamptz ${condition}
    on conflict (key) do update
       set count = case when counter.window_ends_at <= ${now}::timestamptz then 1 else least(counter.count + 1, 1000000) end,
           window_ends_at = case when counter.window_ends_at <= ${now}::timestamptz
                                 then excluded.window_ends_at else counter.window_ends_at end
    returning counter.count, counter.window_ends_at)`;
}
