import { sql } from "drizzle-orm";
import { addDays, dayIn, instantAt } from "#base/days.ts";
import { commonRefusals } from "#base/refusal.ts";
import type { Instant } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { type Pair, pairKey } from "#features/retail/assignments/changes/api/findings.ts";
import { rowsOf } from "#features/retail/assignments/api/service/readRows.ts";
import { uuids } from "#features/retail/assignments/api/service/scopePolicy.ts";
import type { RetailerTerms } from "#features/retail/assignments/api/service/retailers.ts";

type Days = { readonly startsOn?: string | undefined; readonly endsOn?: string | undefined };
export type Period = { readonly startsAt: Instant; readonly endsAt: Instant | null };

/**
 * The period of new assignments, by retailer: a chain may have several time zones. Refuses with `invalid_input` if the
 * last day is before the first, or already over.
 */
export function periodsOf(
  now: Instant,
  shops: ReadonlyMap<string, RetailerTerms>,
  days: Days,
): ReadonlyMap<string, Period> {
  return new Map(
    [...shops].map(([id, { timezone }]) => {
      const period = periodIn(now, days, timezone ?? "UTC");
      if (period.endsAt !== null && period.endsAt <= period.startsAt) throw wrong("ends_before_start");
      if (period.endsAt !== null && period.endsAt <= now) throw wrong("day_over");
      return [id, period];
    }),
  );
}

function periodIn(now: Instant, { startsOn, endsOn }: Days, timeZone: string): Period {
  const isFromNow = startsOn === undefined || startsOn === dayIn(now, timeZone);
  return {
    startsAt: isFromNow ? now : instantAt({ day: startsOn, minute: 0, timeZone }),
    endsAt: endsOn === undefined ? null : instantAt({ day: addDays(endsOn, 1), minute: 0, timeZone }),
  };
}

const wrong = (code: "ends_before_start" | "day_over") =>
  commonRefusals.invalid_input({}, [
    {
      path: "change.endsOn",
      code,
      message: code === "day_over" ? "This date has passed." : "The end date can’t be before the start date.",
    },
  ]);

/**
 * Those of these pairs that have an earlier assignment overlapping the new period: possible only if it begins in the
 * past.
 */
export async function readTaken(
  ctx: Ctx,
  pairs: readonly Pair[],
  periods: ReadonlyMap<string, Period>,
): Promise<ReadonlySet<string>> {
  const past = [...periods].filter(([, { startsAt }]) => startsAt < ctx.now);
  if (past.length === 0) return new Set();
  const wanted = past.map(([retailer_id, { startsAt, endsAt }]) => ({
    retailer_id,
    starts_at: startsAt,
    ends_at: endsAt,
  }));
  const rows = await rowsOf<{ product_id: string; retailer_id: string; location_id: string | null }>(
    ctx,
    sql`
    select assignment.product_id, assignment.retailer_id, assignment.location_id
      from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
           as wanted (retailer_id uuid, starts_at timestamptz, ends_at timestamptz)
      join assignments as assignment on assignment.retailer_id = wanted.retailer_id
     where assignment.product_id = any(${uuids([...new Set(pairs.map(({ productId }) => productId))])})
       and assignment.ends_at <= ${ctx.now}::timestamptz
       and tstzrange(assignment.starts_at, assignment.ends_at) && tstzrange(wanted.starts_at, wanted.ends_at)`,
  );
  return new Set(
    rows.map((row) => pairKey({ productId: row.product_id, retailerId: row.retailer_id, locationId: row.location_id })),
  );
}
