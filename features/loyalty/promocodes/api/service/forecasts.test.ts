import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decidingPermissions } from "#base/decisions.ts";
import { dice } from "#base/testing/dice.ts";
import { addMs, dayMs, hourMs } from "#base/time.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { newId, testApi, type TestApi } from "#api/testing/testApi.ts";
import { promocodesFeature } from "#features/loyalty/promocodes/api/routes.ts";
import { type Promocode, promocodes } from "#features/loyalty/promocodes/contract.ts";
import { redemptionCalls } from "#features/loyalty/promocodes/contract/calls.ts";
import { forecasts } from "#features/loyalty/promocodes/contract/forecasts.ts";
import { promocodeDecisions } from "#features/loyalty/promocodes/contract/statuses.ts";
import { promocodeFields } from "#features/loyalty/promocodes/fields.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";
import { call, type Transport } from "#web/call.ts";

// Forty orders of the last weeks, redeemed through the API with the clock in the past; forecasts replay them.

let app: TestApi;
let author: Transport;
let approver: Transport;
let till: Transport;
let brand: string;
let dates: string;
let honey: string;
let shops: readonly string[];
let members: readonly string[];

/** An order as the test remembers it: the naive replay reads nothing else. */
type Order = { readonly at: string; readonly memberId: string | null; readonly shop: string; readonly lines: Line[] };
type Line = { productId: string; quantity: number; unitMinor: number };
const orders: Order[] = [];

const { empty } = promocodeFields;
const noLimits = { ...empty.terms.limits, perMember: [] };

beforeAll(async () => {
  app = await testApi([promocodesFeature]);
  const rights = ["read", "create", "update"].map((action) => `promocodes.${action}`);
  const all = [...rights, ...decidingPermissions(promocodeDecisions), "redemptions.create", "redemptions.rollback"];
  author = (await app.signIn("Aisyah", all)).transport;
  const other = await app.signIn("Omar", all);
  approver = other.transport;
  till = other.transport;
  await app.db.execute(sql`
    insert into user_roles (user_id, role_id, granted_at)
    select ${other.actor.userId}::uuid, id, now() from roles where code = 'campaign_approver'`);
  const rows = market(app.db);
  const stationery = await rows.category({ effective_halal_relevance: "not_applicable" });
  brand = await rows.brand();
  dates = await rows.product({ brand_id: brand, category_id: stationery });
  honey = await rows.product({ brand_id: await rows.brand(), category_id: stationery });
  const type = await rows.type({ certificate_policy: "none" });
  shops = [await rows.retailer({ retailer_type_id: type }), await rows.retailer({ retailer_type_id: type })];
  members = [newId(), newId(), newId()];
  for (const id of members)
    await app.db.execute(sql`
      insert into members (bucket, id, language, status, created_at, updated_at)
      values (bucket_of(${id}::uuid), ${id}, 'en', 'active', now(), now())`);
  await redeemOrders();
});
afterAll(() => app.close());

async function redeemOrders() {
  const end = app.clock.now;
  app.clock.now = addMs(end, -60 * dayMs);
  const [one, two] = [await approve(await create()), await approve(await create())];
  const roll = dice(14);
  for (let place = 0; place < 40; place++) {
    // The first three are older than a forecast reads, the last one is of today.
    const at = place === 39 ? end : addMs(end, -(33 - Math.floor(place * 0.8)) * dayMs + roll(20) * hourMs);
    app.clock.now = at;
    const lines = [dates, honey]
      .slice(...(roll(3) === 0 ? [1] : [0, 1 + roll(2)]))
      .map((productId) => ({ productId, quantity: 1 + roll(4), unitMinor: 100 + roll(900) }));
    const [memberId, shop] = [members[roll(4)] ?? null, shops[roll(2)]!];
    // Two promocodes on one receipt are one order.
    const codes = place % 5 === 0 ? [one.sharedCode!, two.sharedCode!] : [one.sharedCode!];
    const { redemptions } = await redeem({ codes, memberId, shop, lines, ref: `R-${place}` });
    const isReturned = place === 20;
    if (isReturned)
      for (const { id } of redemptions) await call(keyed(), redemptionCalls.rollback, { id, reason: "Returned" });
    if (at >= "2026-10-21T00" && at < "2026-11-20T00" && !isReturned) orders.push({ at, memberId, shop, lines });
  }
  orders.sort((first, second) => (first.at < second.at ? -1 : 1));
  app.clock.now = end;
}

const keyed = (): Transport => (request) => {
  const headers = new Headers(request.headers);
  headers.set("Idempotency-Key", newId());
  return till(new Request(request, { headers }));
};
type Redeemed = Pick<Order, "memberId" | "shop" | "lines"> & { codes: string[]; ref: string };
const redeem = ({ codes, memberId, shop, lines, ref }: Redeemed) =>
  call(keyed(), redemptionCalls.redeem, {
    codes,
    memberId,
    retailerId: shop,
    locationId: null,
    order: { ref, currency: "GBP", lines },
    withoutLines: [],
  });

let made = 0;
const create = (terms: Partial<Terms> = {}, ownerBrandId: string | null = null): Promise<Promocode> =>
  call(author, promocodes.create, {
    ...empty,
    id: newId(),
    name: `Forecast ${++made}`,
    sharedCode: `FORECAST-${made}`,
    ownerBrandId,
    terms: { ...empty.terms, limits: noLimits, ...terms },
  });
const change = (who: Transport, { id, version }: Pick<Promocode, "id" | "version">, to: Promocode["status"]) =>
  call(who, promocodes.changeStatus, { id, version, to });
const approve = async (promocode: Promocode) =>
  change(approver, await change(author, promocode, "pending_approval"), "approved");

async function forecast(id: string, who = author) {
  const started = await call(who, forecasts.start, { id, forecastId: newId() });
  expect(started).toMatchObject({ status: "waiting", isOutdated: false, result: null });
  await app.runJobs();
  const { forecast: done } = await call(who, forecasts.get, { id });
  expect(done).toMatchObject({ id: started.id, status: "done" });
  return done!;
}

/** What terms with one use a week and member, and a budget, would have given: written without the rules. */
function naive(percent: number, budget: number, isCounted: (order: Order) => boolean) {
  const seen = new Set<string>();
  const total = { uses: 0, costMinor: 0 };
  const refused = new Map<string, number>();
  const days = new Map<string, number>();
  const refuse = (reason: string) => void refused.set(reason, (refused.get(reason) ?? 0) + 1);
  let endsAfter: number | null = null;
  for (const { at, memberId, lines } of orders.filter(isCounted)) {
    const week = Math.floor((Date.parse(at) - Date.parse("2026-01-05")) / (7 * dayMs));
    const base = lines
      .filter(({ productId }) => productId === dates)
      .reduce((sum, line) => sum + line.quantity * line.unitMinor, 0);
    const cost = Math.floor((base * percent + 50) / 100);
    if (memberId === null) refuse("member_not_eligible");
    else if (base === 0) refuse("no_eligible_line");
    else if (seen.has(`${memberId} ${week}`)) refuse("period_limit_reached");
    else if (total.costMinor + cost > budget) {
      refuse("budget_exhausted");
      endsAfter ??= (Date.parse(at.slice(0, 10)) - Date.parse("2026-10-21")) / dayMs + 1;
    } else {
      seen.add(`${memberId} ${week}`);
      total.uses++;
      total.costMinor += cost;
      days.set(at.slice(0, 10), (days.get(at.slice(0, 10)) ?? 0) + cost);
    }
  }
  return { ...total, refused, days, endsAfter };
}

const termsOf = (budgetMinor: number): Partial<Terms> => ({
  effect: { kind: "percent", bps: 2500, maxMinor: null },
  conditions: [{ field: "products", operator: "in", ids: [dates] }],
  // It starts next year, in a Hijri month: neither counts in a forecast.
  window: {
    ...empty.terms.window,
    startsAt: "2027-02-01T00:00:00.000Z",
    hijri: { from: { month: 9, day: 1 }, to: { month: 9, day: 30 }, years: null },
  },
  limits: { ...noLimits, perMember: [{ period: "week", uses: 1 }], budgetMinor },
  funding: { brandBps: 7000, retailerBps: 2000, platformBps: 1000 },
});

test.each([100_000, 2000])(
  "a forecast with a budget of %i is what a naive replay of the orders gives",
  async (budget) => {
    const { id } = await create(termsOf(budget));
    const { result, orders: count, ordersRead, from, until } = await forecast(id);
    expect([from, until]).toEqual(["2026-10-21T00:00:00.000Z", "2026-11-20T00:00:00.000Z"]);
    expect([count, ordersRead]).toEqual([orders.length, orders.length]);
    const expected = naive(25, budget, () => true);
    expect(expected.uses).toBeGreaterThan(2);
    expect(result).toMatchObject({
      uses: expected.uses,
      costMinor: expected.costMinor,
      discountMinor: expected.costMinor,
    });
    expect(new Map(result!.refused.map(({ reason, count: times }) => [reason, times]))).toEqual(expected.refused);
    expect(result!.brandMinor + result!.retailerMinor + result!.platformMinor).toBe(expected.costMinor);
    expect(result!.brandMinor).toBeGreaterThan(result!.retailerMinor);
    expect(result!.days).toHaveLength(30);
    for (const { day, costMinor } of result!.days) expect([day, costMinor]).toEqual([day, expected.days.get(day) ?? 0]);
    const lasts = expected.endsAfter ?? Math.floor((budget * 30) / expected.costMinor);
    expect(result).toMatchObject({ budgetDays: lasts, isBudgetReplayed: expected.endsAfter !== null });
    expect(result!.budgetEndsOn).toBe(addMs("2027-02-01T00:00:00.000Z", (lasts - 1) * dayMs).slice(0, 10));
  },
);

test("a brand's forecast knows only the orders and lines with its products", async () => {
  const { id } = await create({ ...termsOf(100_000), conditions: [] }, brand);
  const scoped = await app.signIn("Brand", ["promocodes.read@scope"], [{ kind: "brand", target: brand }]);
  const { result, ordersRead } = await forecast(id, scoped.transport);
  const own = ({ lines }: Order) => lines.some(({ productId }) => productId === dates);
  expect(ordersRead).toBe(orders.filter(own).length);
  expect(ordersRead).toBeLessThan(orders.length);
  expect(result!.costMinor).toBe(naive(25, 100_000, own).costMinor);
});

test("a forecast is outdated once the draft's terms change, and not before", async () => {
  const draft = await create(termsOf(100_000));
  await forecast(draft.id);
  const read = async () => (await call(author, forecasts.get, { id: draft.id })).forecast!;
  const renamed = await call(author, promocodes.update, { id: draft.id, version: draft.version, name: "Renamed" });
  expect(await read()).toMatchObject({ isOutdated: false, recordVersion: draft.version });
  await call(author, promocodes.update, {
    id: draft.id,
    version: renamed.version,
    terms: { ...draft.terms, limits: noLimits },
  });
  expect((await read()).isOutdated).toBe(true);
  expect((await forecast(draft.id)).isOutdated).toBe(false);
});

test("a forecast is cancelled, replaced by the next one, and started once for one id", async () => {
  const { id } = await create();
  expect(await call(author, forecasts.get, { id })).toEqual({ forecast: null });
  const forecastId = newId();
  const first = await call(author, forecasts.start, { id, forecastId });
  expect(await call(author, forecasts.start, { id, forecastId })).toEqual(first);
  expect((await refusalOf(call(approver, forecasts.start, { id, forecastId }))).code).toBe("forecast_id_taken");
  expect(await call(author, forecasts.cancel, { id, forecastId })).toMatchObject({ status: "cancelled", result: null });
  await app.runJobs();
  expect((await call(author, forecasts.get, { id })).forecast).toMatchObject({ status: "cancelled", ordersRead: 0 });
  app.clock.advance(1000);
  await call(author, forecasts.start, { id, forecastId: newId() });
  app.clock.advance(1000);
  const last = await forecast(id);
  expect((await refusalOf(call(author, forecasts.cancel, { id, forecastId: last.id }))).code).toBe("forecast_ended");
});

test("a forecast of a promocode outside the scope is not found", async () => {
  const { id } = await create();
  const started = await forecast(id);
  const scoped = (await app.signIn("Scoped", ["promocodes.read@scope"], [{ kind: "brand", target: brand }])).transport;
  const codes = await Promise.all([
    refusalOf(call(scoped, forecasts.get, { id })),
    refusalOf(call(scoped, forecasts.start, { id, forecastId: newId() })),
    refusalOf(call(scoped, forecasts.cancel, { id, forecastId: started.id })),
  ]);
  expect(codes.map(({ code }) => code)).toEqual(["not_found", "not_found", "not_found"]);
});
