import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Input } from "#base/contract.ts";
import { dayMs, secondMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { newId, testApi, type TestApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { termsOf } from "#api/testing/promocodeFactory.ts";
import { apiKeysFeature } from "#features/access/api-keys/api/routes.ts";
import { promocodesFeature } from "#features/loyalty/promocodes/api/routes.ts";
import { writeRefusals } from "#features/loyalty/promocodes/api/service/refusalCounts.ts";
import { setCampaignCaps } from "#features/loyalty/promocodes/api/service/statements.ts";
import { redemptionCalls } from "#features/loyalty/promocodes/contract/calls.ts";
import { redemptions } from "#features/loyalty/promocodes/contract/redemptions.ts";
import { runRollbacks } from "#features/loyalty/promocodes/redemptions/api/bulkRollback.ts";
import { codeKey } from "#features/loyalty/promocodes/rules/codes.ts";
import { topUpBrand } from "#features/loyalty/wallet/api/service/statements.ts";
import { call, download, type Transport } from "#web/call.ts";

let app: TestApi;
let till: Transport;
let staff: Transport;
let made: ReturnType<typeof market>;
let type: string;
const brands: string[] = [];
const shops: string[] = [];
let dates: string;

beforeAll(async () => {
  app = await testApi([promocodesFeature, apiKeysFeature]);
  made = market(app.db);
  brands.push(await made.brand(), await made.brand());
  for (const brandId of brands) {
    const ctx = { db: app.db, now: app.clock.now } as Ctx;
    await topUpBrand(ctx, { id: newId(), brandId, currency: "GBP", amountMinor: 100_000_000, reference: "INV-1" });
  }
  const category = await made.category({ effective_halal_relevance: "not_applicable" });
  dates = await made.product({ brand_id: brands[0]!, category_id: category, name: "Ajwa dates" });
  type = await made.type({ certificate_policy: "none" });
  shops.push(
    await made.retailer({ retailer_type_id: type, trading_name: "Demo Souk" }),
    await made.retailer({ retailer_type_id: type, trading_name: "Other Souk" }),
  );
  const key = await app.signIn(
    "Till",
    ["redemptions.create@scope", "redemptions.read@scope"],
    shops.map((target) => ({ kind: "retailer", target })),
  );
  Object.assign(key.actor, { kind: "apiKey" });
  till = key.transport;
  ({ transport: staff } = await app.signIn("Staff", [
    "redemptions.read",
    "redemptions.rollback",
    "redemptions.export",
    "promocodes.read",
  ]));
});
afterAll(() => app.close());

let count = 0;
/** An approved campaign of 20% with a shared code. */
async function campaign(
  parts: Parameters<typeof termsOf>[0] = {},
  brand: string | null = brands[0]!,
): Promise<{ id: string; code: string }> {
  const id = newId();
  const code = `TRACE-${++count}`;
  const terms = termsOf({ ...parts, window: { startsAt: "2026-01-01T00:00:00.000Z", ...parts.window } });
  await app.db.execute(sql`
    insert into campaigns (id, name, name_key, sort_key, name_i18n, code_mode, currency, draft, live_version, status, words,
      owner_brand_id, created_at, updated_at)
    values (${id}, 'Dates', ${id}, ${id}, '{}', 'shared', ${terms.currency}, '{}', 1, 'approved', '', ${brand}, now(), now())`);
  await app.db.execute(sql`
    insert into campaign_versions (campaign_id, number, terms, approved_at)
    values (${id}, 1, ${JSON.stringify(terms)}::jsonb, now())`);
  await app.db.execute(sql`
    insert into codes (bucket, code_key, campaign_id, code_display, status)
    values (bucket_of(${codeKey(code)}::text), ${codeKey(code)}, ${id}, ${code}, 'available')`);
  const ctx = { db: app.db, now: app.clock.now } as Ctx;
  await setCampaignCaps(ctx, id, { uses: terms.limits.total, budget: terms.limits.budgetMinor, largestCost: 0 });
  return { id, code };
}

type Order = Partial<Input<typeof redemptionCalls.redeem>> & { readonly quantity?: number };
async function redeem(
  code: string,
  { quantity = 2, ...changed }: Order = {},
): Promise<{ id: string; orderRef: string }> {
  const { redemptions: used } = await call(till, redemptionCalls.redeem, {
    codes: [code],
    memberId: null,
    retailerId: shops[0]!,
    locationId: null,
    order: { ref: `R-${++count}`, currency: "GBP", lines: [{ productId: dates, quantity, unitMinor: 500 }] },
    withoutLines: [],
    ...changed,
  });
  return used[0]!;
}

const codeOf = async (refused: Promise<unknown>) => (await refusalOf(refused)).code;

type Filter = Partial<Input<typeof redemptions.list>>;
const list = async (transport: Transport, filter: Filter = {}) =>
  (await call(transport, redemptions.list, filter as Input<typeof redemptions.list>)).rows;
const refsOf = async (transport: Transport, filter: Filter = {}) =>
  (await list(transport, filter)).map(({ orderRef }) => orderRef);

test("lists the newest first, with the names of its records and a masked member", async () => {
  const { id, code } = await campaign();
  const memberId = newId();
  await app.db.execute(sql`
    insert into members (bucket, id, language, status, email, sealed_email, display_name, created_at, updated_at)
    values (bucket_of(${memberId}::uuid), ${memberId}, 'en', 'active', 'h•••@example.com', '\\x00', 'Huda', now(), now())`);
  const first = await redeem(code, { memberId });
  app.clock.advance(secondMs);
  const second = await redeem(code.toLowerCase());
  const rows = await list(staff, { campaign: [id] });
  expect(rows.map(({ orderRef }) => orderRef)).toEqual([second.orderRef, first.orderRef]);
  expect(rows[1]).toMatchObject({
    campaign: { id, name: "Dates" },
    code,
    retailer: { id: shops[0], name: "Demo Souk" },
    location: null,
    member: { id: memberId, label: "h•••@example.com" },
    status: "committed",
    discountMinor: 200,
    discountLeftMinor: 200,
  });
  expect(JSON.stringify(rows)).not.toContain("Huda");
  const file = await download(staff, redemptions.exportCsv, { campaign: [id] } as never);
  const lines = (await file.text()).trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines[2]).toContain("h•••@example.com");
});

test("finds redemptions by each filter, and by the receipt’s number", async () => {
  const { id, code } = await campaign();
  const one = await redeem(code);
  const other = await redeem(code, { retailerId: shops[1]! });
  const gone = await redeem(code);
  await call(staff, redemptionCalls.rollback, { id: gone.id, reason: "Returned" });
  const mine = { campaign: [id] };
  expect(await refsOf(staff, { ...mine, retailer: [shops[1]!] })).toEqual([other.orderRef]);
  expect(await refsOf(staff, { ...mine, status: ["rolled_back"] })).toEqual([gone.orderRef]);
  expect((await refsOf(staff, { ...mine, status: ["rolled_back", "committed"] })).toSorted()).toEqual(
    [one.orderRef, other.orderRef, gone.orderRef].toSorted(),
  );
  expect(await refsOf(staff, { orderRef: one.orderRef })).toEqual([one.orderRef]);
  expect(await refsOf(staff, { search: ` ${one.orderRef} ` })).toEqual([one.orderRef]);
  expect(await refsOf(staff, { search: one.id.toUpperCase() })).toEqual([one.orderRef]);
  expect(await refsOf(staff, { code: code.replace("-", " ").toLowerCase() })).toHaveLength(3);
  const today = app.clock.now.slice(0, 10);
  expect(await refsOf(staff, { ...mine, from: today, to: today })).toHaveLength(3);
  const before = new Date(Date.parse(today) - dayMs).toISOString().slice(0, 10);
  expect(await refsOf(staff, { ...mine, to: before })).toEqual([]);
});

test("shows redemptions of one’s own retailers and of one’s own brands’ promocodes alone", async () => {
  const mine = await campaign();
  const others = await campaign({}, brands[1]);
  const here = await redeem(mine.code);
  const elsewhere = await redeem(others.code, { retailerId: shops[1]! });
  const both = { campaign: [mine.id, others.id] };
  const grants = ["redemptions.read@scope", "redemptions.rollback@scope", "redemptions.export@scope"];
  const { transport: shop } = await app.signIn("Shop", grants, [{ kind: "retailer", target: shops[0]! }]);
  const { transport: brand } = await app.signIn("Brand", grants, [{ kind: "brand", target: brands[1]! }]);
  const { transport: nobody } = await app.signIn("Nobody", grants, []);
  expect(await refsOf(shop, both)).toEqual([here.orderRef]);
  expect(await refsOf(brand, both)).toEqual([elsewhere.orderRef]);
  expect(await refsOf(nobody, both)).toEqual([]);
  expect(await codeOf(call(shop, redemptions.trace, { id: elsewhere.id }))).toBe("not_found");
  expect((await call(brand, redemptions.trace, { id: elsewhere.id })).orderRef).toBe(elsewhere.orderRef);
  const selection = { ids: [here.id, elsewhere.id] };
  const preview = await call(shop, redemptions.previewRollback, { selection, reason: "Recall" });
  expect(preview).toMatchObject({ matched: 1, changing: 1 });
});

test("traces a redemption: checks, lines with certificate and shares, rollbacks in parts down to zero", async () => {
  const { code } = await campaign({ funding: { brandBps: 7000, retailerBps: 2000, platformBps: 1000 } });
  const { id } = await redeem(code, { quantity: 3 });
  const whole = await call(staff, redemptions.trace, { id });
  expect(whole).toMatchObject({
    caller: "Till",
    campaignVersion: 1,
    discountMinor: 300,
    shares: { brandMinor: 210, retailerMinor: 60, platformMinor: 30 },
    lines: [{ number: 1, product: { id: dates, name: "Ajwa dates" }, quantity: 3, baseMinor: 1500, quantityLeft: 3 }],
    rollbacks: [],
    timeline: [{ event: "redeemed", at: app.clock.now, sequence: null }],
  });
  expect(whole.checks.length).toBeGreaterThan(5);
  expect(whole.checks.every(({ ok }) => ok)).toBe(true);
  app.clock.advance(secondMs);
  await call(staff, redemptionCalls.rollback, { id, reason: "One was bruised", lines: [{ number: 1, quantity: 1 }] });
  const part = await call(staff, redemptions.trace, { id });
  expect(part).toMatchObject({
    status: "partially_rolled_back",
    discountLeftMinor: 200,
    lines: [{ baseLeftMinor: 1000, quantityLeft: 2 }],
    rollbacks: [{ sequence: 1, reason: "One was bruised", by: "Staff", discountMinor: 100, at: app.clock.now }],
  });
  const tooMuch = call(staff, redemptionCalls.rollback, { id, reason: "All", lines: [{ number: 1, quantity: 3 }] });
  expect(await codeOf(tooMuch)).toBe("exceeds_remaining");
  await call(staff, redemptionCalls.rollback, { id, reason: "The rest" });
  const gone = await call(staff, redemptions.trace, { id });
  expect(gone).toMatchObject({ status: "rolled_back", discountLeftMinor: 0, costLeftMinor: 0 });
  expect(gone.timeline.map(({ event }) => event)).toEqual(["redeemed", "rolledBack", "rolledBack"]);
  expect(await codeOf(call(staff, redemptionCalls.rollback, { id, reason: "Again" }))).toBe("already_rolled_back");
  const entries = await rowsOf<{ reason: string }>(
    app.db,
    sql`select reason from audit_log where resource = 'redemptions' and resource_id = ${id} and action = 'rollback' order by id`,
  );
  expect(entries.map(({ reason }) => reason)).toEqual(["One was bruised", "The rest"]);
});

test("traces a reservation that was committed or released", async () => {
  const { code } = await campaign();
  const reserve = async () => {
    const order = { ref: `R-${++count}`, currency: "GBP", lines: [{ productId: dates, quantity: 1, unitMinor: 500 }] };
    const request = { codes: [code], memberId: null, retailerId: shops[0]!, locationId: null, order, withoutLines: [] };
    return (await call(till, redemptionCalls.reserve, { ...request, minutes: 15 })).redemptions[0]!.id;
  };
  const eventsOf = async (id: string) =>
    (await call(staff, redemptions.trace, { id })).timeline.map(({ event }) => event);
  const [one, other] = [await reserve(), await reserve()];
  expect(await call(staff, redemptions.trace, { id: one })).toMatchObject({ status: "reserved", lines: [] });
  await call(till, redemptionCalls.commit, { id: one, withoutLines: [] });
  await call(till, redemptionCalls.release, { id: other });
  expect(await eventsOf(one)).toEqual(["reserved", "committed"]);
  expect(await eventsOf(other)).toEqual(["reserved", "released"]);
});

test("rolls back a few at once, as previewed, and leaves out what can’t be", async () => {
  const { id, code } = await campaign();
  const used = [await redeem(code), await redeem(code), await redeem(code)];
  await call(staff, redemptionCalls.rollback, { id: used[0]!.id, reason: "Returned" });
  const wanted = { selection: { filter: { campaign: [id] } }, reason: "Wrong price" };
  const preview = await call(staff, redemptions.previewRollback, wanted);
  expect(preview).toMatchObject({
    matched: 3,
    changing: 2,
    leftOut: [{ code: "already_rolled_back", count: 1 }],
    amounts: [{ currency: "GBP", count: 2, discountMinor: 400, cashbackMinor: 0 }],
  });
  const { fingerprint } = preview;
  await call(staff, redemptionCalls.rollback, {
    id: used[1]!.id,
    reason: "One",
    lines: [{ number: 1, quantity: 1 }],
  });
  expect(await codeOf(call(staff, redemptions.rollbackMany, { ...wanted, fingerprint }))).toBe("preview_stale");
  const again = await call(staff, redemptions.previewRollback, wanted);
  expect(again.amounts).toEqual([{ currency: "GBP", count: 2, discountMinor: 300, cashbackMinor: 0 }]);
  expect(await call(staff, redemptions.rollbackMany, { ...wanted, fingerprint: again.fingerprint })).toEqual({
    changed: 2,
    leftOut: 1,
  });
  expect((await list(staff, { campaign: [id] })).map(({ status }) => status)).toEqual(Array(3).fill("rolled_back"));
});

test("rolls back many in the background, each once, also if the job runs twice", async () => {
  const { id, code } = await campaign();
  for (let place = 0; place < 21; place++) await redeem(code);
  const wanted = { selection: { filter: { campaign: [id] } }, reason: "Recall" };
  const { fingerprint } = await call(staff, redemptions.previewRollback, wanted);
  expect(await call(staff, redemptions.rollbackMany, { ...wanted, fingerprint })).toEqual({ changed: 21, leftOut: 0 });
  const jobs = await rowsOf<{ payload: Record<string, unknown> }>(
    app.db,
    sql`select payload from jobs where kind = 'redemptions.rollbackMany' order by id desc limit 1`,
  );
  const [{ payload }] = jobs as [{ payload: { ids: string[] } }];
  expect(payload.ids).toHaveLength(21);
  await runRollbacks(app.api.systemContext(), payload);
  await runRollbacks(app.api.systemContext(), payload);
  const rows = await list(staff, { campaign: [id] });
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(["rolled_back"]));
  const taken = await rowsOf<{ uses: number }>(
    app.db,
    sql`select sum(uses_taken)::int as uses from campaign_counters where campaign_id = ${id}`,
  );
  expect(taken).toEqual([{ uses: 0 }]);
});

test("answers uses and cost by day and retailer, and counts refusals by reason", async () => {
  const { id, code } = await campaign({ limits: { total: 3 } });
  const day = app.clock.now.slice(0, 10);
  await redeem(code);
  const back = await redeem(code);
  await redeem(code, { retailerId: shops[1]!, quantity: 1 });
  for (let place = 0; place < 2; place++) expect(await codeOf(redeem(code))).toBe("campaign_limit_reached");
  expect(await codeOf(redeem("UNKNOWN-CODE"))).toBe("code_invalid");
  await call(staff, redemptionCalls.rollback, { id: back.id, reason: "Returned" });
  await writeRefusals(app.api.systemContext());
  const results = await call(staff, redemptions.results, { id });
  expect(results.days).toHaveLength(30);
  expect(results.days.at(-1)).toEqual({ day, uses: 2, costMinor: 300 });
  expect(results.retailers).toEqual([
    { id: shops[0], name: "Demo Souk", nameI18n: {}, uses: 1, costMinor: 200 },
    { id: shops[1], name: "Other Souk", nameI18n: {}, uses: 1, costMinor: 100 },
  ]);
  expect(results.refusals).toEqual([{ reason: "campaign_limit_reached", count: 2 }]);
  const unknown = sql`select from campaign_refusals where reason = 'code_invalid'`;
  expect(await rowsOf(app.db, unknown)).toEqual([]);
});

test("adds to the refusals of the day, and writes them with the first refusal after ten seconds", async () => {
  const { id, code } = await campaign({ limits: { total: 1 } });
  await redeem(code);
  await writeRefusals(app.api.systemContext());
  const counted = async () => (await call(staff, redemptions.results, { id })).refusals;
  await codeOf(redeem(code));
  expect(await counted()).toEqual([]);
  app.clock.advance(10 * secondMs);
  await codeOf(redeem(code));
  expect(await counted()).toEqual([{ reason: "campaign_limit_reached", count: 1 }]);
  app.clock.advance(10 * secondMs);
  await codeOf(redeem(code));
  expect(await counted()).toEqual([{ reason: "campaign_limit_reached", count: 2 }]);
  await writeRefusals(app.api.systemContext());
  expect(await counted()).toEqual([{ reason: "campaign_limit_reached", count: 3 }]);
});

test("answers results for a promocode in scope, and for periods of at most 92 days", async () => {
  const { id } = await campaign();
  const { transport: other } = await app.signIn(
    "Other brand",
    ["promocodes.read@scope"],
    [{ kind: "brand", target: brands[1]! }],
  );
  expect(await codeOf(call(other, redemptions.results, { id }))).toBe("not_found");
  const period = (from: string, to: string) => call(staff, redemptions.results, { id, from, to });
  expect((await period("2026-01-01", "2026-04-02")).days).toHaveLength(92);
  expect(await codeOf(period("2026-01-01", "2026-04-03"))).toBe("period_too_long");
  expect(await codeOf(period("2026-01-02", "2026-01-01"))).toBe("invalid_input");
});
