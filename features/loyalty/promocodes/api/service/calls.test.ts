import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Input } from "#base/contract.ts";
import { minuteMs } from "#base/time.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { withKey } from "#api/testing/redemptionFactory.ts";
import { approvedCampaign } from "#api/testing/redemptionFactory.ts";
import { newId, testApi, type TestApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { promocodesFeature } from "#features/loyalty/promocodes/api/routes.ts";
import { redemptionCalls } from "#features/loyalty/promocodes/contract/calls.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let till: Transport;
let shop: string;
let otherShop: string;
let dates: string;
let lamb: string;

beforeAll(async () => {
  app = await testApi([promocodesFeature]);
  const rows = market(app.db);
  const brand = await rows.brand();
  const food = await rows.category();
  const stationery = await rows.category({ effective_halal_relevance: "not_applicable" });
  dates = await rows.product({ brand_id: brand, category_id: stationery });
  lamb = await rows.product({ brand_id: brand, category_id: food });
  const type = await rows.type({ certificate_policy: "none" });
  shop = await rows.retailer({ retailer_type_id: type });
  otherShop = await rows.retailer({ retailer_type_id: type });
  const permissions = ["redemptions.validate", "redemptions.create", "redemptions.rollback", "redemptions.read"];
  const key = await app.signIn(
    "Till",
    permissions.map((permission) => `${permission}@scope`),
    [{ kind: "retailer", target: shop }],
  );
  Object.assign(key.actor, { kind: "apiKey" });
  till = key.transport;
});
afterAll(() => app.close());

const plainTerms: Terms = {
  currency: "GBP",
  effect: { kind: "percent", bps: 2000, maxMinor: null },
  conditions: [],
  window: {
    startsAt: "2026-11-01T00:00:00.000Z",
    endsAt: null,
    timeZone: "Europe/London",
    weekdays: null,
    hours: null,
    hijri: null,
  },
  limits: { total: null, perCode: null, perMember: [], perRetailer: null, perLocation: null, budgetMinor: null },
  stacking: { group: null, isExclusive: false, priority: 0 },
  funding: { brandBps: 7000, retailerBps: 2000, platformBps: 1000 },
};

let made = 0;
const campaign = (changed: Partial<Terms> = {}) =>
  approvedCampaign(app.db, app.clock.now, { code: `DATES-${++made}`, terms: { ...plainTerms, ...changed } });

async function member(): Promise<string> {
  const id = newId();
  await app.db.execute(sql`
    insert into members (bucket, id, language, status, created_at, updated_at)
    values (bucket_of(${id}::uuid), ${id}, 'en', 'active', now(), now())`);
  return id;
}

let receipts = 0;
type Called = Input<typeof redemptionCalls.validate>;
const order = (codes: string[], changed: Partial<Called> = {}): Called => ({
  codes,
  memberId: null,
  retailerId: shop,
  locationId: null,
  order: { ref: `R-${++receipts}`, currency: "GBP", lines: [{ productId: dates, quantity: 2, unitMinor: 500 }] },
  withoutLines: [],
  ...changed,
});

/** The same transport with an `Idempotency-Key`, a new one for each call unless one is given. */
const keyed =
  (key: string = newId()): Transport =>
  (request) =>
    withKey(till, key)(request);
const redeem = (wanted: Called, key?: string) => call(keyed(key), redemptionCalls.redeem, wanted);

describe("a code", () => {
  test("is validated with its checks, and nothing is written", async () => {
    const { code } = await campaign();
    const answer = await call(till, redemptionCalls.validate, order([code.toLowerCase().replace("-", " ")]));
    expect(answer).toMatchObject({
      discountMinor: 200,
      paidMinor: 800,
      outcomes: [{ applies: true, discountMinor: 200 }],
    });
    expect(await rowsOf(app.db, sql`select 1 from redemptions where order_ref = ${`R-${receipts}`}`)).toEqual([]);
  });

  test("is redeemed once for a receipt, and a repeated call gets the first answer", async () => {
    const { code } = await campaign();
    const wanted = order([code]);
    const key = newId();
    const first = await redeem(wanted, key);
    expect(first.redemptions).toMatchObject([{ status: "committed", discountMinor: 200, discountLeftMinor: 200 }]);
    expect(await redeem(wanted, key)).toEqual(first);
    expect((await refusalOf(redeem(wanted))).code).toBe("receipt_already_used");
    const found = await call(till, redemptionCalls.find, { retailerId: shop, orderRef: wanted.order.ref });
    expect(found.rows).toEqual(first.redemptions);
  });

  test("that does not exist, and a shop that the key may not use, are refused without a hint", async () => {
    expect((await refusalOf(redeem(order(["NOTHING"])))).code).toBe("code_invalid");
    const { code } = await campaign();
    const elsewhere = await refusalOf(redeem(order([code], { retailerId: otherShop })));
    const nowhere = await refusalOf(redeem(order([code], { retailerId: newId() })));
    expect([elsewhere.code, elsewhere.message]).toEqual([nowhere.code, nowhere.message]);
  });

  test("can't be found by trying: after 60 unknown ones in a minute, not even a right one is answered", async () => {
    const { code } = await campaign();
    const [prober] = [await app.signIn("Prober", ["redemptions.validate", "redemptions.create"])];
    const tryOut = (attempt: string) => call(prober.transport, redemptionCalls.validate, order([attempt]));
    const redeemAs = (attempt: string) => call(withKey(prober.transport), redemptionCalls.redeem, order([attempt]));
    for (let attempt = 0; attempt < 30; attempt++) {
      await tryOut(`GUESS-${attempt}`);
      expect((await refusalOf(redeemAs(`GUESS-${attempt}`))).code).toBe("code_invalid");
    }
    expect((await refusalOf(tryOut(code))).code).toBe("too_many_codes_tried");
    expect((await refusalOf(redeemAs(code))).code).toBe("too_many_codes_tried");
    await redeem(order([code]));
    app.clock.advance(minuteMs);
    await redeemAs(code);
  });

  test("gives nothing for a product whose certificate is missing, and names the line to leave out", async () => {
    const { code } = await campaign();
    const lines = [
      { productId: dates, quantity: 1, unitMinor: 500 },
      { productId: lamb, quantity: 1, unitMinor: 900 },
    ];
    const wanted = order([code], { order: { ref: `R-${++receipts}`, currency: "GBP", lines } });
    const refusal = await refusalOf(redeem(wanted));
    expect(refusal.code).toBe("line_not_promotable");
    expect(refusal.details).toMatchObject({ finding: "product_halal_missing", wouldApplyWithout: { lines: [2] } });
    expect(await redeem({ ...wanted, withoutLines: [2] })).toMatchObject({ discountMinor: 100 });
  });
});

describe("limits", () => {
  test("of a member and of the campaign are kept, and a rollback gives a use back", async () => {
    const limits = { ...plainTerms.limits, total: 2, perMember: [{ period: "day" as const, uses: 1 }] };
    const { code } = await campaign({ limits });
    const [memberId, other, third] = [await member(), await member(), await member()];
    const first = await redeem(order([code], { memberId }));
    expect((await refusalOf(redeem(order([code], { memberId })))).code).toBe("period_limit_reached");
    expect((await refusalOf(redeem(order([code])))).code).toBe("member_not_eligible");
    await redeem(order([code], { memberId: other }));
    expect((await refusalOf(redeem(order([code], { memberId: third })))).code).toBe("campaign_limit_reached");
    const { id } = first.redemptions[0]!;
    const back = await call(keyed(), redemptionCalls.rollback, { id, reason: "Returned" });
    expect(back).toMatchObject({ status: "rolled_back", discountLeftMinor: 0 });
    await redeem(order([code], { memberId }));
  });

  test("a part of the order is given back line by line", async () => {
    const { code } = await campaign();
    const [redeemed] = (await redeem(order([code]))).redemptions;
    const lines = [{ number: 1, quantity: 1 }];
    const part = await call(keyed(), redemptionCalls.rollback, { id: redeemed!.id, reason: "One returned", lines });
    expect(part).toMatchObject({ status: "partially_rolled_back", discountLeftMinor: 100 });
    const rest = await call(keyed(), redemptionCalls.rollback, { id: redeemed!.id, reason: "The other too", lines });
    expect(rest).toMatchObject({ status: "rolled_back", discountLeftMinor: 0 });
  });
});

describe("a reservation", () => {
  test("holds the last use until it is committed", async () => {
    const { code } = await campaign({ limits: { ...plainTerms.limits, total: 1 } });
    const wanted = order([code]);
    const { redemptions } = await call(keyed(), redemptionCalls.reserve, { ...wanted, minutes: 15 });
    const { id } = redemptions[0]!;
    expect((await refusalOf(redeem(order([code])))).code).toBe("campaign_limit_reached");
    const committed = await call(keyed(), redemptionCalls.commit, { id, withoutLines: [] });
    expect(committed).toMatchObject({ status: "committed", discountMinor: 200 });
    expect(await call(keyed(), redemptionCalls.commit, { id, withoutLines: [] })).toEqual(committed);
    expect((await refusalOf(call(keyed(), redemptionCalls.release, { id }))).code).toBe("reservation_expired");
  });

  test("keeps the terms that it was made under", async () => {
    const { id: campaignId, code } = await campaign();
    const { redemptions } = await call(keyed(), redemptionCalls.reserve, { ...order([code]), minutes: 15 });
    const half = { ...plainTerms, effect: { kind: "percent", bps: 5000, maxMinor: null } };
    await app.db.execute(sql`
      insert into campaign_versions (campaign_id, number, terms, approved_at)
      values (${campaignId}, 2, ${JSON.stringify(half)}::jsonb, now())`);
    await app.db.execute(sql`update campaigns set live_version = 2 where id = ${campaignId}`);
    const committed = await call(keyed(), redemptionCalls.commit, { id: redemptions[0]!.id, withoutLines: [] });
    expect(committed.discountMinor).toBe(200);
    expect((await redeem(order([code]))).discountMinor).toBe(500);
  });

  test("that is given up, or whose time is over, frees the use", async () => {
    const { code } = await campaign({ limits: { ...plainTerms.limits, total: 1 } });
    const reserve = async () =>
      (await call(keyed(), redemptionCalls.reserve, { ...order([code]), minutes: 15 })).redemptions[0]!.id;
    await call(keyed(), redemptionCalls.release, { id: await reserve() });
    const second = await reserve();
    app.clock.advance(16 * minuteMs);
    expect((await refusalOf(call(keyed(), redemptionCalls.commit, { id: second, withoutLines: [] }))).code).toBe(
      "reservation_expired",
    );
    await app.runJobs();
    await redeem(order([code]));
  });
});
