import { sql } from "drizzle-orm";
import { createLocalJWKSet, compactVerify } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Input } from "#base/contract.ts";
import { addMs, dayMs, hourMs, minuteMs } from "#base/time.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { approvedCampaign } from "#api/testing/redemptionFactory.ts";
import { newId, testApi, type TestApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { promocodesFeature } from "#features/loyalty/promocodes/api/routes.ts";
import { redemptionCalls } from "#features/loyalty/promocodes/contract/calls.ts";
import { offlineCalls, type OfflineSale } from "#features/loyalty/promocodes/contract/offline.ts";
import { evaluateOffline, type OfflineList } from "#features/loyalty/promocodes/rules/offline.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let till: Transport;
let otherTill: Transport;
let shop: string;
let otherShop: string;
let location: string;
let dates: string;

beforeAll(async () => {
  app = await testApi([promocodesFeature]);
  const rows = market(app.db);
  const brand = await rows.brand();
  const stationery = await rows.category({ effective_halal_relevance: "not_applicable" });
  dates = await rows.product({ brand_id: brand, category_id: stationery });
  const type = await rows.type({ certificate_policy: "none" });
  shop = await rows.retailer({ retailer_type_id: type });
  otherShop = await rows.retailer({ retailer_type_id: type });
  location = await rows.location({ retailer_id: shop });
  const started = "2026-01-01T00:00:00.000Z";
  await rows.insert("assignments", {
    retailer_id: shop,
    product_id: dates,
    status: "active",
    stock_status: "in_stock",
    cashback_mode: "inherit",
    version: 1,
    starts_at: started,
    created_at: started,
    updated_at: started,
  });
  till = await tillOf(shop);
  otherTill = await tillOf(otherShop);
});
afterAll(() => app.close());

async function tillOf(retailer: string): Promise<Transport> {
  const permissions = ["redemptions.validate", "redemptions.create", "redemptions.rollback", "redemptions.read"];
  const key = await app.signIn(
    `Till of ${retailer}`,
    permissions.map((permission) => `${permission}@scope`),
    [{ kind: "retailer", target: retailer }],
  );
  Object.assign(key.actor, { kind: "apiKey" });
  return key.transport;
}

const noLimits = { total: null, perCode: null, perMember: [], perRetailer: null, perLocation: null, budgetMinor: null };
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
  limits: noLimits,
  stacking: { group: null, isExclusive: false, priority: 0 },
  funding: { brandBps: 0, retailerBps: 0, platformBps: 10_000 },
};

let made = 0;
const campaign = (limits: Partial<Terms["limits"]> = {}) =>
  approvedCampaign(app.db, app.clock.now, {
    code: `SOUK-${++made}`,
    terms: { ...plainTerms, limits: { ...noLimits, ...limits } },
  });

/** Every list starts without those of earlier tests. */
async function issue(changed: Partial<Input<typeof offlineCalls.issue>> = {}) {
  await app.db.execute(sql`select close_offline_list(id, now()) from offline_lists where closed_at is null`);
  const input = { retailerId: shop, locationId: location, currency: "GBP", minutes: 240, uses: 20, ...changed };
  const answer = await call(till, offlineCalls.issue, input);
  return { ...answer, contents: await verified(answer.list) };
}

async function verified(list: string): Promise<OfflineList> {
  const keys = createLocalJWKSet(await call(till, offlineCalls.keys, {}));
  const { payload } = await compactVerify(list, keys, { algorithms: ["ES256"] });
  return JSON.parse(new TextDecoder().decode(payload)) as OfflineList;
}

let receipts = 0;
/** A sale of two packets of dates at 20% off. */
const sale = (code: string, changed: Partial<OfflineSale> = {}): OfflineSale => ({
  codes: [code],
  order: { ref: `OFF-${++receipts}`, currency: "GBP", lines: [{ productId: dates, quantity: 2, unitMinor: 500 }] },
  withoutLines: [],
  soldAt: app.clock.now,
  discountMinor: 200,
  ...changed,
});
const online = (code: string) => {
  const { codes, order, withoutLines } = sale(code);
  const input = { codes, order, withoutLines, memberId: null, retailerId: shop, locationId: location };
  return call(till, redemptionCalls.redeem, input);
};
const send = (listId: string, sales: OfflineSale[], isLast = false) =>
  call(till, offlineCalls.commitLate, { listId, sales, isLast });

async function taken(campaignId: string): Promise<{ uses: number; budget: number; granted: number }> {
  const [row] = await rowsOf<{ uses: string; budget: string; granted: string }>(
    app.db,
    sql`select sum(uses_taken) as uses, sum(budget_taken_minor) as budget, sum(uses_granted) as granted
          from campaign_counters where campaign_id = ${campaignId}`,
  );
  return { uses: Number(row!.uses), budget: Number(row!.budget), granted: Number(row!.granted) };
}

describe("an offline list", () => {
  test("is signed, and the till computes what the server would", async () => {
    const { code } = await campaign();
    const { contents, list } = await issue();
    const wanted = sale(code.toLowerCase());
    const basket = { codes: wanted.codes, currency: "GBP", lines: wanted.order.lines };
    const local = evaluateOffline(contents, basket, { at: app.clock.now, used: new Map() });
    expect(local.discountMinor).toBe((await online(code)).discountMinor);
    const [header, , signature] = list.split(".");
    const forged = btoa(JSON.stringify({ ...contents, expiresAt: "2099-01-01T00:00:00.000Z" }));
    await expect(verified(`${header}.${forged.replaceAll("=", "")}.${signature}`)).rejects.toThrow(
      "signature verification failed",
    );
  });

  test("takes at most a quarter of what is left, and gives back what was not used", async () => {
    const { id, code } = await campaign({ total: 40, perLocation: 1000 });
    const { id: listId, contents } = await issue();
    const own = contents.candidates.find(({ campaign: its }) => its?.id === id);
    expect(own?.campaign?.terms.limits.total).toBe(10);
    expect(await taken(id)).toMatchObject({ uses: 10 });
    expect((await send(listId, [sale(code), sale(code)])).sales.map(({ status }) => status)).toEqual([
      "accepted",
      "accepted",
    ]);
    expect(await taken(id)).toMatchObject({ uses: 10 });
    expect((await send(listId, [], true)).isClosed).toBe(true);
    expect(await taken(id)).toEqual({ uses: 2, budget: 400, granted: 40 });
    const uses = await rowsOf(
      app.db,
      sql`select uses from campaign_uses where subject_id = ${location} and campaign_id = ${id}`,
    );
    expect(uses).toEqual([{ uses: 2 }]);
  });

  test("is given back by the clock, and what comes later is redeemed only if there is room", async () => {
    const { id, code } = await campaign({ total: 8 });
    const { id: listId } = await issue();
    expect(await taken(id)).toMatchObject({ uses: 2 });
    const sold = sale(code);
    app.clock.advance(29 * hourMs);
    await app.runJobs();
    expect(await taken(id)).toMatchObject({ uses: 0 });
    for (let use = 0; use < 8; use++) await online(code);
    const [answer] = (await send(listId, [sold])).sales;
    expect(answer).toMatchObject({ status: "conflict", reason: "campaign_limit_reached", borneByShopMinor: 200 });
    expect(await taken(id)).toMatchObject({ uses: 8 });
  });

  test("says nothing of promotions that depend on a member, and of those that are nearly used up", async () => {
    const ofMembers = await campaign({ perMember: [{ period: "day", uses: 1 }] });
    const small = await campaign({ total: 3 });
    const { contents } = await issue();
    const ids = contents.candidates.map(({ campaign: its }) => its?.id);
    expect(ids).not.toContain(ofMembers.id);
    expect(ids).not.toContain(small.id);
    expect(await taken(small.id)).toMatchObject({ uses: 0 });
  });

  test("is refused at the shop of another, at an unknown location, and while two are open", async () => {
    const input = { retailerId: shop, locationId: location, currency: "GBP", minutes: 60, uses: 1 };
    expect((await refusalOf(call(otherTill, offlineCalls.issue, input))).code).toBe("unknown_retailer");
    expect((await refusalOf(call(till, offlineCalls.issue, { ...input, locationId: newId() }))).code).toBe(
      "unknown_location",
    );
    const { id } = await issue();
    await call(till, offlineCalls.issue, input);
    expect((await refusalOf(call(till, offlineCalls.issue, input))).code).toBe("too_many_open_lists");
    expect(
      (await refusalOf(call(otherTill, offlineCalls.commitLate, { listId: id, sales: [], isLast: true }))).code,
    ).toBe("not_found");
  });
});

describe("a late sale", () => {
  test("has room in the lease when everything else is used up", async () => {
    const { id, code } = await campaign({ total: 4, perRetailer: 4 });
    const { id: listId } = await issue();
    for (let use = 0; use < 3; use++) await online(code);
    expect((await refusalOf(online(code))).code).toMatch(/limit_reached$/);
    const { sales } = await send(listId, [sale(code), sale(code)]);
    expect(sales).toMatchObject([
      { status: "accepted", takenOverMinor: 200, borneByShopMinor: 0 },
      { status: "conflict", borneByShopMinor: 200 },
    ]);
    expect(await taken(id)).toMatchObject({ uses: 4 });
  });

  test("is redeemed once, however often and in however many copies it is sent", async () => {
    const { id, code } = await campaign({ total: 100 });
    const { id: listId } = await issue();
    const sold = sale(code);
    const copies = await Promise.all(Array.from({ length: 4 }, () => send(listId, [sold])));
    const [again] = (await send(listId, [sold])).sales;
    expect(again).toMatchObject({ status: "accepted", isKnown: true });
    for (const { sales } of copies) expect(["accepted", "retry"]).toContain(sales[0]!.status);
    await send(listId, [], true);
    expect(await taken(id)).toMatchObject({ uses: 1 });
    const other = { ...sold, discountMinor: 100 };
    expect((await send(listId, [other])).sales).toMatchObject([{ status: "conflict", reason: "receipt_already_used" }]);
  });

  test("is a conflict with another amount, outside the list’s time, and after a pause", async () => {
    const { id, code } = await campaign();
    const { id: listId, expiresAt } = await issue();
    app.clock.advance(minuteMs);
    const wrong = sale(code, { discountMinor: 250 });
    const late = sale(code, { soldAt: expiresAt });
    const early = sale(code, { soldAt: addMs(app.clock.now, -dayMs) });
    await app.db.execute(sql`update campaigns set pause_source = 'manual', pause_reason = 'x' where id = ${id}`);
    const paused = sale(code);
    const unpause = () =>
      app.db.execute(sql`update campaigns set pause_source = null, pause_reason = null where id = ${id}`);
    const first = (await send(listId, [paused])).sales;
    await unpause();
    const { sales } = await send(listId, [wrong, late, early]);
    expect([...first, ...sales].map(({ reason }) => reason)).toEqual([
      "campaign_paused",
      "amount_differs",
      "sold_outside_list",
      "sold_outside_list",
    ]);
    expect(await taken(id)).toEqual({ uses: 20, budget: expect.any(Number) as number, granted: 2 ** 46 });
  });

  test("is a conflict if the product was withdrawn after the sale", async () => {
    const { code } = await campaign();
    const { id: listId } = await issue();
    const sold = sale(code);
    app.clock.advance(minuteMs);
    await app.db.execute(sql`update products set status = 'draft' where id = ${dates}`);
    const { sales } = await send(listId, [sold]);
    await app.db.execute(sql`update products set status = 'published' where id = ${dates}`);
    expect(sales).toMatchObject([{ status: "conflict", reason: "product_not_published" }]);
  });

  test("can be rolled back, and its use is free again", async () => {
    const { id, code } = await campaign({ total: 12 });
    const { id: listId } = await issue();
    const [answer] = (await send(listId, [sale(code)], true)).sales;
    const redemption = answer!.redemptionIds[0]!;
    await call(till, redemptionCalls.rollback, { id: redemption, reason: "Returned" });
    expect(await taken(id)).toEqual({ uses: 0, budget: 0, granted: 12 });
  });
});
