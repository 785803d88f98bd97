import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ctx } from "#api/context.ts";
import { newId } from "#api/testing/testApi.ts";
import { openTestDatabase, rowsOf, type TestDatabase } from "#api/testing/testDatabase.ts";
import { dice } from "#base/testing/dice.ts";
import {
  commitReservation,
  expireReservations,
  levelCampaign,
  LimitReached,
  redeemCampaign,
  type RedemptionCall,
  releaseReservation,
  rollBackRedemption,
  setCampaignCaps,
} from "#features/loyalty/promocodes/api/service/statements.ts";

let database: TestDatabase;
const start = Date.parse("2026-11-20T09:00:00.000Z");
const ctxAt = (ms: number) => ({ db: database.db, now: new Date(start + ms).toISOString() }) as Ctx;
const now = () => ctxAt(0);
const clients = 64;

beforeAll(async () => {
  database = await openTestDatabase({ connections: clients });
});
afterAll(() => database.close());

type Limits = { uses?: number | null; budget?: number | null; largestCost?: number };

async function makeCampaign({ uses = null, budget = null, largestCost = 100 }: Limits = {}): Promise<string> {
  const id = newId();
  await database.db.execute(sql`
    insert into campaigns (id, name, name_key, sort_key, name_i18n, code_mode, currency, draft, live_version, status, words,
      created_at, updated_at)
    values (${id}, 'Dates', ${id}, ${id}, '{}', 'shared', 'USD', '{}', 1, 'approved', '', now(), now())`);
  await setCampaignCaps(now(), id, { uses, budget, largestCost });
  return id;
}

/** A call of its own member, unless one is given: an id in the member's bucket. */
function callOf(campaign: string, given: Partial<RedemptionCall> = {}): RedemptionCall {
  const member = given.member_id === undefined ? newId() : given.member_id;
  const id = member === null ? newId() : newId().slice(0, -2) + member.slice(-2);
  return {
    id,
    campaign_id: campaign,
    campaign_version: 1,
    code_key: null,
    is_code_counted: false,
    retailer_id: retailer,
    location_id: null,
    order_ref: id,
    currency: "USD",
    caller_id: retailer,
    request_id: "test",
    reserved_until: null,
    discount_minor: 100,
    cashback_minor: 0,
    cost_minor: 100,
    counted: [],
    lines: [],
    trace: {},
    ...given,
    member_id: member,
  };
}
const retailer = newId();

/** Redeems as the service does: levels the buckets when one of them is empty. */
async function redeem(call: RedemptionCall): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      await redeemCampaign(now(), call);
      return "done";
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      if (error.code !== "campaign_limit_reached") return error.code;
      const answer = await levelCampaign(now(), call.campaign_id, { cost: call.cost_minor, largestCost: 100 });
      if (answer !== "again") return answer;
    }
  }
  return "campaign_busy";
}

/** Runs all of them, at most 64 at once, and counts the outcomes. */
async function race(attempts: readonly (() => Promise<string>)[]): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  const waiting = [...attempts];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const outcome = await next();
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: database.engine === "postgres" ? clients : 1 }, worker));
  return outcomes;
}

/** Promise 3 of loyalty.md section 4: counters are what the rows say. */
async function expectCountersToMatch(campaign: string) {
  const [found] = await rowsOf<object>(
    database.db,
    sql`
      select (select sum(uses_taken)::int from campaign_counters where campaign_id = ${campaign}) as uses,
             (select sum(budget_taken_minor)::int from campaign_counters where campaign_id = ${campaign}) as budget,
             (select coalesce(sum(uses), 0)::int from campaign_uses where campaign_id = ${campaign}) as subjects,
             (select count(*)::int from receipt_claims where campaign_id = ${campaign}) as receipts,
             (select coalesce(sum(uses), 0)::int from codes where campaign_id = ${campaign}) as codes`,
  );
  const [counted] = await rowsOf<object>(
    database.db,
    sql`
      select count(*)::int as uses, coalesce(sum(cost_left_minor), 0)::int as budget,
             coalesce(sum(cardinality(counted_ids)), 0)::int as subjects, count(*)::int as receipts,
             count(*) filter (where is_code_counted)::int as codes
        from redemptions
       where campaign_id = ${campaign} and status in ('reserved', 'committed', 'partially_rolled_back')`,
  );
  expect(found).toEqual(counted);
}

const many = (count: number, make: (index: number) => RedemptionCall) =>
  Array.from({ length: count }, (_, index) => () => redeem(make(index)));

describe("a limit is never exceeded and never refused with room left", () => {
  test.each([
    ["uses of a small campaign", { uses: 100 }, 100, "campaign_limit_reached"],
    ["uses of a campaign in 64 buckets", { uses: 1000, largestCost: 0 }, 1000, "campaign_limit_reached"],
    ["the budget", { budget: 40_000 }, 400, "budget_exhausted"],
  ])("%s", async (_name, limits, most, refusal) => {
    const campaign = await makeCampaign(limits);
    const attempts = most + 200;
    const outcomes = await race(many(attempts, () => callOf(campaign)));
    expect(outcomes).toEqual({ done: most, [refusal]: attempts - most });
    await expectCountersToMatch(campaign);
  });

  test("uses of a member in a period, and of a retailer", async () => {
    const campaign = await makeCampaign();
    const members = Array.from({ length: 5 }, newId);
    const shop = newId();
    const outcomes = await race(
      many(300, (index) => {
        const member = members[index % 5]!;
        const counted = [
          { id: member, period: "2026-W47", max: 7, refusal: "period_limit_reached" },
          { id: shop, period: "", max: 30, refusal: "retailer_limit_reached" },
        ];
        return callOf(campaign, { member_id: member, counted });
      }),
    );
    expect(outcomes["done"]).toBe(30);
    expect(Object.values(outcomes).reduce((sum, count) => sum + count)).toBe(300);
    const used = await rowsOf<{ uses: number }>(
      database.db,
      sql`select uses from campaign_uses where campaign_id = ${campaign} and subject_id = any(${`{${members.join()}}`}::uuid[])`,
    );
    expect(Math.max(...used.map(({ uses }) => uses))).toBeLessThanOrEqual(7);
    await expectCountersToMatch(campaign);
  });

  test("uses of a unique code", async () => {
    const campaign = await makeCampaign();
    const key = "ABCD2345";
    await database.db.execute(sql`
      insert into codes (bucket, code_key, campaign_id, code_display, uses_max, status)
      values (bucket_of(${key}::text), ${key}, ${campaign}, ${key}, 3, 'available')`);
    const outcomes = await race(many(100, () => callOf(campaign, { code_key: key, is_code_counted: true })));
    expect(outcomes).toEqual({ done: 3, code_limit_reached: 97 });
    await expectCountersToMatch(campaign);
  });

  test("one receipt", async () => {
    const campaign = await makeCampaign();
    const outcomes = await race(many(100, () => callOf(campaign, { order_ref: "R-1" })));
    expect(outcomes).toEqual({ done: 1, receipt_already_used: 99 });
  });
});

describe("what ends gives back what it took, where it was", () => {
  test("redemptions, reservations, releases, expiry and rollbacks in any mixture", async () => {
    const campaign = await makeCampaign({ uses: 60, budget: 5000 });
    const roll = dice(20_261_124);
    const open: string[] = [];
    const partly = new Map<string, number>();
    const shop = newId();
    const step = async (): Promise<string> => {
      const chosen = open.length > 0 ? open.splice(roll(open.length), 1)[0]! : null;
      const kind = roll(6);
      if (kind < 2 || chosen === null) {
        if (chosen !== null) open.push(chosen);
        const counted = [{ id: shop, period: "", max: 50, refusal: "retailer_limit_reached" }];
        const reserved_until = roll(2) === 0 ? new Date(start + roll(6) * 1000 - 1000).toISOString() : null;
        const call = callOf(campaign, { counted, reserved_until });
        const outcome = await redeem(call);
        if (outcome === "done") open.push(call.id);
        return outcome;
      }
      // What was refused stays open, so that uses come back as long as there are steps. Only what can't be rolled back
      // is left alone.
      if (kind === 2) {
        const isReleased = await releaseReservation(now(), chosen);
        if (!isReleased) open.push(chosen);
        return `released ${isReleased}`;
      }
      if (kind === 3) {
        open.push(chosen);
        return `expired ${(await expireReservations(now(), 5)) > 0}`;
      }
      if (kind === 4) {
        const amounts = { discount_minor: 80, cashback_minor: 0, cost_minor: 80 };
        const isCommitted = await commitReservation(now(), { id: chosen, ...amounts, trace: {}, lines: [] });
        open.push(chosen);
        return `committed ${isCommitted}`;
      }
      const seen = partly.get(chosen) ?? 0;
      const isWhole = seen === 3;
      const [left] = await rowsOf<{ cost: number; discount: number }>(
        database.db,
        sql`select cost_left_minor::int as cost, discount_left_minor::int as discount from redemptions where id = ${chosen}`,
      );
      const part = isWhole ? left!.cost : 10;
      const amounts = { discount_minor: part, cashback_minor: 0, cost_minor: part };
      const call = { redemption_id: chosen, reason: "Returned", actor_id: shop, lines: [], ...amounts };
      const isDone = await rollBackRedemption(now(), call, { seen, isWhole });
      if (isDone) partly.set(chosen, seen + 1);
      if (isDone && !isWhole) open.push(chosen);
      return `rolled back ${isDone}`;
    };
    const outcomes = await race(Array.from({ length: 1500 }, () => step));
    for (const expected of ["done", "released true", "expired true", "committed true", "rolled back true"])
      expect(outcomes[expected], expected).toBeGreaterThan(0);
    await expectCountersToMatch(campaign);
    while ((await expireReservations(ctxAt(86_400_000), 50)) > 0);
    await expectCountersToMatch(campaign);
  });

  test("twenty rollbacks at once: one succeeds", async () => {
    const campaign = await makeCampaign({ uses: 1 });
    const call = callOf(campaign);
    await redeem(call);
    const amounts = { discount_minor: 100, cashback_minor: 0, cost_minor: 100 };
    const back = { redemption_id: call.id, reason: "Returned", actor_id: retailer, lines: [], ...amounts };
    const outcomes = await race(
      Array.from(
        { length: 20 },
        () => async () => `${await rollBackRedemption(now(), back, { seen: 0, isWhole: true })}`,
      ),
    );
    expect(outcomes).toEqual({ true: 1, false: 19 });
    expect(await redeem(callOf(campaign))).toBe("done");
    await expectCountersToMatch(campaign);
  });

  test("a paused campaign, or one with a newer version, is not redeemed", async () => {
    const campaign = await makeCampaign();
    expect(await redeem(callOf(campaign, { campaign_version: 2 }))).toBe("campaign_changed");
    await database.db.execute(
      sql`update campaigns set pause_source = 'manual', pause_reason = 'Fraud' where id = ${campaign}`,
    );
    expect(await redeem(callOf(campaign))).toBe("campaign_changed");
  });

  test("limits can't be set below what is used", async () => {
    const campaign = await makeCampaign({ uses: 10 });
    await race(many(6, () => callOf(campaign)));
    await expect(setCampaignCaps(now(), campaign, { uses: 5, budget: null, largestCost: 100 })).rejects.toMatchObject({
      code: "limit_below_used",
    });
    await setCampaignCaps(now(), campaign, { uses: 7, budget: null, largestCost: 100 });
    expect(await race(many(3, () => callOf(campaign)))).toEqual({ done: 1, campaign_limit_reached: 2 });
  });
});

test("what a redemption was can't be changed", async () => {
  const campaign = await makeCampaign();
  await redeem(callOf(campaign));
  for (const statement of [
    sql`update redemptions set order_ref = 'R-2' where campaign_id = ${campaign}`,
    sql`delete from redemptions where campaign_id = ${campaign}`,
    sql`delete from redemption_lines`,
  ])
    await expect(database.db.execute(statement)).rejects.toThrow(/redemption/);
});
