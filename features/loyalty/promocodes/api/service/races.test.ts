import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Refusal } from "#base/refusal.ts";
import { addMs, minuteMs } from "#base/time.ts";
import { type Actor, type Ctx, inTransaction } from "#api/context.ts";
import { sqlStateOf } from "#api/sqlState.ts";
import { dice } from "#base/testing/dice.ts";
import { limitedTo, type Order, redemptionMarket, type RedemptionMarket } from "#api/testing/redemptionFactory.ts";
import { brokenPromises, keyPromise } from "#api/testing/redemptionPromises.ts";
import { newId, testApi, type TestApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { promocodesFeature } from "#features/loyalty/promocodes/api/routes.ts";
import { redeem, reserve } from "#features/loyalty/promocodes/api/service/calls.ts";
import { commit, release } from "#features/loyalty/promocodes/api/service/reservations.ts";
import { rollback } from "#features/loyalty/promocodes/api/service/rollbacks.ts";
import { expireReservations } from "#features/loyalty/promocodes/api/service/statements.ts";

// Issue 14, proof. statements.test.ts races the functions of the database; here the services race, with facts that are
// read before others write, with levelling, and with everything that gives back.

const clients = 64;
/** 4,000 in `npm run soak:redeem`. */
const attempts = Number(process.env.REDEEM_ATTEMPTS ?? 240);
const cap = Math.floor(attempts / 4);

let app: TestApi;
let shop: RedemptionMarket;
let actor: Actor;
beforeAll(async () => {
  app = await testApi([promocodesFeature], { connections: clients });
  shop = await redemptionMarket(app.db, app.clock.now);
  actor = (await app.signIn("Till", ["redemptions.create"])).actor;
});
afterAll(() => app.close());

const permission = "redemptions.create";
const ctxAt = (now: string): Ctx => ({ ...app.api.systemContext(), actor, permission, now, requestId: newId() });
const now = () => ctxAt(app.clock.now);

type Attempt = () => Promise<unknown>;

/** Runs all of them, 64 at once, and counts the outcomes. Who is asked to try again tries again. */
async function race(all: readonly Attempt[]): Promise<Record<string, number>> {
  const outcomes: Record<string, number> = {};
  const waiting = [...all];
  const client = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const outcome = await outcomeOf(next);
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: app.engine === "postgres" ? clients : 1 }, client));
  return outcomes;
}

async function outcomeOf(attempt: Attempt): Promise<string> {
  for (;;) {
    try {
      await attempt();
      return "done";
    } catch (error) {
      if (error instanceof Refusal && error.code !== "retry_later") return error.code;
      if (!(error instanceof Refusal) && !isTooSlow(error)) throw error;
    }
  }
}

/** 64 clients of a busy machine may wait too long for a row or a connection. Nothing was done then. */
const isTooSlow = (error: unknown) => sqlStateOf(error) === "57014" || /timeout exceeded/.test(String(error));

const takenBy = async (campaignId: string) => {
  const [taken] = await rowsOf<{ uses: number; cost: number }>(
    app.db,
    sql`select count(*)::int as uses, coalesce(sum(cost_left_minor), 0)::int as cost from redemptions
         where campaign_id = ${campaignId} and status in ('reserved', 'committed', 'partially_rolled_back')`,
  );
  return taken!;
};

/** One limit: how its campaign is made, and the order of each attempt. */
type Limit = {
  readonly name: string;
  readonly refusal: string;
  readonly make: () => Promise<{ readonly id: string; readonly orderOf: (place: number) => Order }>;
};
const sharedBy = async (terms: Parameters<RedemptionMarket["campaign"]>[0], changed: Partial<Order> = {}) => {
  const { id, code } = await shop.campaign(terms);
  return { id, orderOf: () => shop.order([code], changed) };
};
const memberOf = async () => (await shop.members(1))[0]!;

const limits: readonly Limit[] = [
  { name: "a campaign", refusal: "campaign_limit_reached", make: () => sharedBy(limitedTo({ total: cap })) },
  // £2.00 each: the budget is used up to the last penny.
  { name: "a budget", refusal: "budget_exhausted", make: () => sharedBy(limitedTo({ budgetMinor: cap * 200 })) },
  {
    name: "a code",
    refusal: "code_limit_reached",
    make: async () => {
      const { id } = await shop.campaign();
      const code = await shop.uniqueCode(id, cap);
      return { id, orderOf: () => shop.order([code]) };
    },
  },
  {
    name: "a member",
    refusal: "member_limit_reached",
    make: async () =>
      sharedBy(limitedTo({ perMember: [{ period: "campaign", uses: cap }] }), { memberId: await memberOf() }),
  },
  {
    name: "a member in a month",
    refusal: "period_limit_reached",
    make: async () =>
      sharedBy(limitedTo({ perMember: [{ period: "month", uses: cap }] }), { memberId: await memberOf() }),
  },
  { name: "a retailer", refusal: "retailer_limit_reached", make: () => sharedBy(limitedTo({ perRetailer: cap })) },
];

describe.each(limits)("the limit of $name", ({ refusal, make }) => {
  test("is reached by exactly as many of 64 clients, and a use that is given back is used again", async () => {
    const { id, orderOf } = await make();
    const first = await race(Array.from({ length: attempts }, (_, place) => () => redeem(now(), orderOf(place))));
    expect(first).toEqual({ done: cap, [refusal]: attempts - cap });
    const [given] = await rowsOf<{ ids: string[] }>(
      app.db,
      sql`select jsonb_agg(id) as ids from (select id from redemptions where campaign_id = ${id} limit ${Math.floor(cap / 3)}) as chosen`,
    );
    const back = given!.ids.map((redeemed) => () => rollback(now(), { id: redeemed, reason: "Returned" }));
    const again = Array.from({ length: cap }, (_, place) => () => redeem(now(), orderOf(place)));
    await race(mixed([...back, ...again], 1));
    await race(again);
    expect(await takenBy(id)).toEqual({ uses: cap, cost: cap * 200 });
    expect(await brokenPromises(app.db, [keyPromise])).toEqual({});
  });
});

test("reservations that end by the clock, releases, commits and partial rollbacks in any mixture leave no use unused", async () => {
  const limited = limitedTo({ total: cap, budgetMinor: cap * 200, perRetailer: cap });
  const { id, code } = await shop.campaign(limited);
  const roll = dice(2026);
  const open: string[] = [];
  const step = async () => {
    // The clocks of servers differ, and jobs run late.
    const ctx = ctxAt(addMs(app.clock.now, roll(4) * minuteMs));
    const chosen = open.length > 0 && roll(2) === 0 ? open.splice(roll(open.length), 1)[0]! : null;
    if (chosen === null) {
      const order = shop.order([code]);
      const made = await (roll(3) === 0 ? redeem(ctx, order) : reserve(ctx, { ...order, minutes: 1 + roll(3) }));
      return void open.push(made.redemptions[0]!.id);
    }
    switch (roll(5)) {
      case 0:
        return release(ctx, { id: chosen });
      case 1:
        return inTransaction(ctx, (inner) => expireReservations(inner, 20));
      case 2:
        await commit(ctx, { id: chosen, withoutLines: [] });
        return void open.push(chosen);
      case 3:
        await rollback(ctx, { id: chosen, reason: "One returned", lines: [{ number: 1, quantity: 1 }] });
        return void open.push(chosen);
      default:
        return rollback(ctx, { id: chosen, reason: "Returned" });
    }
  };
  const outcomes = await race(Array.from({ length: 2 * attempts }, () => step));
  expect(Object.keys(outcomes)).toEqual(expect.arrayContaining(["done", "already_rolled_back", "reservation_expired"]));
  expect(await brokenPromises(app.db, [keyPromise])).toEqual({});
  const later = ctxAt(addMs(app.clock.now, 60 * minuteMs));
  while ((await inTransaction(later, (inner) => expireReservations(inner, 50))) > 0);
  // Whatever is free can be used, to the last use; part of the budget of those that were partly rolled back stays over.
  await race(Array.from({ length: cap + clients }, () => () => redeem(later, shop.order([code]))));
  expect((await takenBy(id)).uses).toBe(cap);
  expect(await brokenPromises(app.db, [keyPromise])).toEqual({});
});

test("a budget that is raised meanwhile is used up exactly", async () => {
  const { id, code } = await shop.campaign(limitedTo({ total: cap }));
  const raise = () =>
    inTransaction(now(), async ({ db }) => {
      await db.execute(sql`select set_campaign_caps(${id}::uuid, ${2 * cap}::bigint, null, 0)`);
    });
  const calls = Array.from({ length: attempts }, () => () => redeem(now(), shop.order([code])));
  // The terms that were read say the old limit; the database knows the new one.
  await race([...calls.slice(0, cap), raise, ...calls.slice(cap)]);
  expect((await takenBy(id)).uses).toBeLessThanOrEqual(2 * cap);
  expect(await brokenPromises(app.db, [keyPromise])).toEqual({});
});

test("orders with several codes in any order don't block each other for good", async () => {
  const made = [await shop.campaign(limitedTo({ total: cap })), await shop.campaign(limitedTo({ perRetailer: cap }))];
  const codes = made.map(({ code }) => code);
  const calls = Array.from(
    { length: attempts },
    (_, place) => () => redeem(now(), shop.order(place % 2 === 0 ? codes : [...codes].reverse())),
  );
  expect(await race(calls)).toMatchObject({ done: cap });
  expect(await Promise.all(made.map(({ id }) => takenBy(id)))).toMatchObject([{ uses: cap }, { uses: cap }]);
  expect(await brokenPromises(app.db, [keyPromise])).toEqual({});
});

/** The same in another order, always the same one for a seed. */
function mixed<Value>(values: readonly Value[], seed: number): Value[] {
  const roll = dice(seed);
  return values
    .map((value) => ({ value, at: roll(1e6) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value);
}
