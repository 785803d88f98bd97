import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#api/context.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";

// What a reservation or redemption has taken is taken in these statuses, and given back in the others.
const isTaken = sql`redemption.status in ('reserved', 'committed', 'partially_rolled_back')`;

/**
 * What is promised of redemptions, as queries for the rows that break it. The others are about calls rather than rows: no
 * refusal with room left, the rule at the moment of the call, and validation without an effect.
 */
const promises: Readonly<Record<string, SQL>> = {
  "a campaign is never used more often, nor for more money, than its limits allow": sql`
    select cap.campaign_id
      from campaign_caps as cap
      left join redemptions as redemption on redemption.campaign_id = cap.campaign_id and ${isTaken}
     group by cap.campaign_id, cap.uses_max, cap.budget_minor
    having count(redemption.id) > cap.uses_max or sum(redemption.cost_left_minor) > cap.budget_minor`,
  "nor a member, retailer or location more often than a version of its terms allows": sql`
    with counted as (
      select redemption.campaign_id, counted.id, counted.period, count(*) as uses,
             bool_or(counted.id = redemption.retailer_id) as is_retailer, bool_or(counted.id = redemption.member_id) as is_member
        from redemptions as redemption
       cross join unnest(redemption.counted_ids, redemption.counted_periods) as counted (id, period)
       where ${isTaken}
       group by redemption.campaign_id, counted.id, counted.period
    )
    select counted.campaign_id, counted.id, counted.period, counted.uses
      from counted
     cross join lateral (
            select max(case
                     when is_retailer then (version.terms #>> '{limits,perRetailer}')::int
                     when is_member then (select max((its ->> 'uses')::int)
                                            from jsonb_array_elements(version.terms #> '{limits,perMember}') as its)
                     else (version.terms #>> '{limits,perLocation}')::int end) as uses
              from campaign_versions as version where version.campaign_id = counted.campaign_id) as most
     where counted.uses > most.uses`,
  // What open offline lists may still use is taken already.
  "counters are what the rows say": sql`
    select counter.campaign_id, counter.bucket
      from campaign_counters as counter
     cross join lateral (
            select count(*) as uses, coalesce(sum(redemption.cost_left_minor), 0) as cost
              from redemptions as redemption
             where redemption.campaign_id = counter.campaign_id and redemption.counter_bucket = counter.bucket and ${isTaken}
          ) as redeemed
     cross join lateral (
            select coalesce(sum(lease.uses_granted - lease.uses_taken), 0) as uses,
                   coalesce(sum(lease.budget_granted_minor - lease.budget_taken_minor), 0) as cost
              from offline_leases as lease
             where lease.campaign_id = counter.campaign_id and lease.counter_bucket = counter.bucket
          ) as leased
     where counter.uses_taken <> redeemed.uses + leased.uses
        or counter.budget_taken_minor <> redeemed.cost + leased.cost`,
  "shares add up to the limits": sql`
    select cap.campaign_id
      from campaign_caps as cap join campaign_counters as counter on counter.campaign_id = cap.campaign_id
     group by cap.campaign_id, cap.uses_max, cap.budget_minor
    having sum(counter.uses_granted) <> coalesce(cap.uses_max, 70368744177664)
        or sum(counter.budget_granted_minor) <> coalesce(cap.budget_minor, 70368744177664)`,
  "so are the uses of members, retailers and locations": sql`
    select campaign_id, subject_id, period
      from (select counted.id as subject_id, redemption.campaign_id, counted.period, count(*) as uses
              from redemptions as redemption
             cross join unnest(redemption.counted_ids, redemption.counted_periods) as counted (id, period)
             where ${isTaken}
             group by 1, 2, 3) as counted
      full join campaign_uses as used using (subject_id, campaign_id, period)
     where coalesce(counted.uses, 0) <> coalesce(used.uses, 0)`,
  "and those of codes": sql`
    select code.code_key
      from codes as code
      left join redemptions as redemption
        on redemption.code_key = code.code_key and redemption.is_code_counted and ${isTaken}
     group by code.bucket, code.code_key
    having code.uses <> count(redemption.id)`,
  "a receipt uses a campaign once": sql`
    select retailer_id, order_ref, campaign_id, redemption.id, claim.redemption_id
      from (select * from redemptions as redemption where ${isTaken}) as redemption
      full join receipt_claims as claim using (retailer_id, order_ref, campaign_id)
     where redemption.id is distinct from claim.redemption_id`,
  "a key has one effect and one answer": sql`
    select redemption.id
      from redemptions as redemption
      left join (select (named ->> 'id')::uuid as id, count(*) as times
                   from idempotency_keys as key
                  cross join jsonb_array_elements(coalesce(key.answer -> 'redemptions', '[]')) as named
                  group by 1) as answered using (id)
     where answered.times is distinct from 1`,
  "nor does an answer name what is not there": sql`
    select key.key
      from idempotency_keys as key
     cross join jsonb_array_elements(coalesce(key.answer -> 'redemptions', '[]')) as named
     where not exists (select from redemptions where id = (named ->> 'id')::uuid)`,
  "a reservation ends by the clock": sql`
    select id from redemptions where committed_at >= reserved_until`,
  "what ended has nothing left": sql`
    select id from redemptions
     where status in ('released', 'expired', 'rolled_back')
       and (discount_left_minor, cashback_left_minor, cost_left_minor) is distinct from (0::bigint, 0::bigint, 0::bigint)`,
  "rollbacks and what is left are what was given": sql`
    select redemption.id
      from redemptions as redemption
      left join redemption_rollbacks as given on given.bucket = redemption.bucket and given.redemption_id = redemption.id
     where redemption.status in ('committed', 'partially_rolled_back', 'rolled_back')
     group by redemption.bucket, redemption.id
    having sum(coalesce(given.discount_minor, 0)) + redemption.discount_left_minor <> redemption.discount_minor
        or sum(coalesce(given.cashback_minor, 0)) + redemption.cashback_left_minor <> redemption.cashback_minor
        or sum(coalesce(given.cost_minor, 0)) + redemption.cost_left_minor <> redemption.cost_minor
        or redemption.rollbacks <> count(given.sequence)`,
  "lines add up to their redemption": sql`
    select redemption.id
      from redemptions as redemption
      left join redemption_lines as line on line.bucket = redemption.bucket and line.redemption_id = redemption.id
     where redemption.status in ('committed', 'partially_rolled_back', 'rolled_back')
     group by redemption.bucket, redemption.id
    having coalesce(sum(line.discount_minor), 0) <> redemption.discount_minor
        or coalesce(sum(line.cashback_minor), 0) <> redemption.cashback_minor`,
  "a redemption has the terms of a version": sql`
    select redemption.id
      from redemptions as redemption
      left join campaign_versions as version
        on version.campaign_id = redemption.campaign_id and version.number = redemption.campaign_version
     where version.number is null`,
};

/** The promises that rows break, with the first of those rows. Empty if all is well. */
export async function brokenPromises(db: Db, except: readonly string[] = []): Promise<Record<string, unknown>> {
  const broken: Record<string, unknown> = {};
  for (const [promise, statement] of Object.entries(promises)) {
    if (except.includes(promise)) continue;
    const rows = await rowsOf<object>(db, sql`${statement} limit 5`);
    if (rows.length > 0) broken[promise] = rows;
  }
  return broken;
}

/** Calls that were made without the API have no keys. */
export const keyPromise = "a key has one effect and one answer";
