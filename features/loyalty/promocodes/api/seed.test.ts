import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMs, dayMs } from "#base/time.ts";
import { seedOnce } from "#api/seed.ts";
import { testApi, type TestApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { features } from "#features/api.ts";

let app: TestApi;
beforeAll(async () => {
  app = await testApi(features);
  await seedOnce(app.api.systemContext(), features);
}, 120_000);
afterAll(() => app.close());

const rows = <Row>(query: ReturnType<typeof sql>) => rowsOf<Row>(app.db, query);

test("a year of redemptions ends today, with a peak in Ramadan and at weekends", async () => {
  const { now } = app.clock;
  const [span] = await rows<{ first: Date; last: Date; shops: number; campaigns: number }>(sql`
    select min(created_at) as first, max(created_at) as last, count(distinct retailer_id)::int as shops,
           count(distinct campaign_id)::int as campaigns
      from redemptions`);
  expect(new Date(span!.first).getTime()).toBeLessThan(Date.parse(addMs(now, -355 * dayMs)));
  expect(new Date(span!.last).getTime()).toBeGreaterThan(Date.parse(addMs(now, -4 * dayMs)));
  expect(new Date(span!.last).toISOString() < now).toBe(true);
  expect(span!.shops).toBeGreaterThanOrEqual(4);
  expect(span!.campaigns).toBeGreaterThanOrEqual(8);
  const [weeks] = await rows<{ busy: number; quiet: number; ramadan: number; other: number }>(sql`
    select (count(*) filter (where extract(isodow from created_at) in (5, 6)))::int as busy,
           (count(*) filter (where extract(isodow from created_at) in (1, 2)))::int as quiet,
           (count(*) filter (where created_at::date between '2026-02-18' and '2026-03-19'))::int as ramadan,
           (count(*) filter (where created_at::date between '2026-04-18' and '2026-05-17'))::int as other
      from redemptions`);
  expect(weeks!.busy).toBeGreaterThan(weeks!.quiet);
  expect(weeks!.ramadan).toBeGreaterThan(weeks!.other);
});

test("every end of a redemption and every state of a promocode is there", async () => {
  const statuses = await rows<{ status: string }>(sql`select distinct status from redemptions order by 1`);
  expect(statuses.map(({ status }) => status)).toEqual(
    expect.arrayContaining(["committed", "expired", "partially_rolled_back", "released", "rolled_back"]),
  );
  expect(await rows(sql`select 1 from redemptions where status = 'reserved'`)).toEqual([]);
  const effects = await rows<{ kind: string }>(
    sql`select distinct draft #>> '{effect,kind}' as kind from campaigns order by 1`,
  );
  expect(effects.map(({ kind }) => kind)).toEqual(["bundle", "cashback", "cheapestFree", "fixed", "item", "percent"]);
  const states = await rows<{ name: string }>(sql`
    select distinct coalesce(pause_source, case when status <> 'approved' then status
                                                when starts_at > ${app.clock.now}::timestamptz then 'scheduled'
                                                when ends_at <= ${app.clock.now}::timestamptz then 'ended'
                                                else status end) as name
      from campaigns order by 1`);
  expect(states.map(({ name }) => name)).toEqual([
    "approved",
    "draft",
    "ended",
    "halal",
    "manual",
    "pending_approval",
    "scheduled",
  ]);
  const [first] = await rows<{ taken: number }>(sql`
    select sum(uses_taken)::int as taken from campaign_counters as counter join campaigns on campaigns.id = counter.campaign_id
     where campaigns.shared_code = 'FIRST-12'`);
  expect(first!.taken).toBe(12);
});

test("counters, uses and claims are those of the rows", async () => {
  const counts = sql`redemptions.status in ('reserved', 'committed', 'partially_rolled_back')`;
  const counters = await rows(sql`
    select counter.campaign_id, counter.bucket, counter.uses_taken, counter.budget_taken_minor, made.uses, made.cost
      from campaign_counters as counter
      left join (select campaign_id, counter_bucket, count(*) as uses, sum(cost_left_minor) as cost
                   from redemptions where ${counts} group by 1, 2) as made
             on made.campaign_id = counter.campaign_id and made.counter_bucket = counter.bucket
     where counter.uses_taken <> coalesce(made.uses, 0) or counter.budget_taken_minor <> coalesce(made.cost, 0)`);
  const uses = await rows(sql`
    select * from (
      select counted.id, redemptions.campaign_id, counted.period, count(*)::int as uses
        from redemptions cross join unnest(counted_ids, counted_periods) as counted (id, period)
       where ${counts} group by 1, 2, 3) as made
      full join (select * from campaign_uses where uses > 0) as used
        on used.subject_id = made.id and used.campaign_id = made.campaign_id and used.period = made.period
     where made.uses is distinct from used.uses`);
  const claims = await rows(sql`
    select 1 from receipt_claims as claim
      full join (select * from redemptions where ${counts}) as made on made.id = claim.redemption_id
     where made.id is null or claim.redemption_id is null`);
  const lines = await rows(sql`
    select redemptions.id from redemptions join redemption_lines as line on line.redemption_id = redemptions.id
     group by redemptions.id, redemptions.discount_minor having sum(line.discount_minor) <> redemptions.discount_minor`);
  expect({ counters, uses, claims, lines }).toEqual({ counters: [], uses: [], claims: [], lines: [] });
});

test("limits that samples have reached are no news", async () => {
  const reached = await rows<{ about: string }>(sql`select distinct about from campaign_notices order by 1`);
  expect(reached).toEqual([{ about: "uses" }]);
  await app.runJobs();
  expect(await rows(sql`select from collected_notices where kind = 'promocodes.notices'`)).toEqual([]);
});
