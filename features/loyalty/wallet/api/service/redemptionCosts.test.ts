import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedOnce } from "#api/seed.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { newId, testApi, type TestApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { features } from "#features/api.ts";
import { setCampaignCaps } from "#features/loyalty/promocodes/api/service/statements.ts";
import { redemptionCalls } from "#features/loyalty/promocodes/contract/calls.ts";
import { promocodeFields } from "#features/loyalty/promocodes/fields.ts";
import { codeKey } from "#features/loyalty/promocodes/rules/codes.ts";
import type { Effect } from "#features/loyalty/promocodes/rules/terms.ts";
import { topUpBrand } from "#features/loyalty/wallet/api/service/statements.ts";
import { brokenLaws } from "#api/testing/brokenLaws.ts";
import { cashbackStatuses } from "#features/loyalty/wallet/rules/cashback.ts";
import { call, type Transport } from "#web/call.ts";

// What redemptions cost, end to end: from the brand's funding to the member and the retailer, and back.

let app: TestApi;
let till: Transport;
let brand: string;
let shop: string;
let dates: string;

beforeAll(async () => {
  app = await testApi(features);
  const rows = market(app.db);
  brand = await rows.brand();
  const stationery = await rows.category({ effective_halal_relevance: "not_applicable" });
  dates = await rows.product({ brand_id: brand, category_id: stationery });
  shop = await rows.retailer({
    retailer_type_id: await rows.type({ certificate_policy: "none", max_cashback_bps: 5000 }),
  });
  await rows.insert("assignments", {
    retailer_id: shop,
    product_id: dates,
    status: "active",
    stock_status: "unknown",
    cashback_mode: "bps",
    cashback_bps: 100,
    starts_at: "2026-01-01T00:00:00Z",
    version: 1,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
  });
  const rights = ["validate", "create", "rollback", "read"].map((right) => `redemptions.${right}`);
  till = (await app.signIn("Till", [...rights, "retailers.read"])).transport;
});
afterAll(() => app.close());

const keyed = (request: Request): Promise<Response> => {
  const headers = new Headers(request.headers);
  headers.set("Idempotency-Key", newId());
  return till(new Request(request, { headers }));
};
const ctx = () => app.api.systemContext();

let made = 0;
async function campaign(effect: Effect): Promise<string> {
  const id = newId();
  const code = `FUNDED-${++made}`;
  const { terms } = promocodeFields.empty;
  const window = { ...terms.window, startsAt: "2026-11-01T00:00:00.000Z" };
  const funding = { brandBps: 7000, retailerBps: 2000, platformBps: 1000 };
  const limits = { ...terms.limits, perMember: [] };
  await app.db.execute(sql`
    insert into campaigns (id, name, name_key, sort_key, name_i18n, code_mode, currency, draft, live_version, status, words,
      owner_brand_id, created_at, updated_at)
    values (${id}, 'Dates', ${id}, ${id}, '{}', 'shared', 'GBP', '{}', 1, 'approved', '', ${brand}, now(), now())`);
  await app.db.execute(sql`
    insert into campaign_versions (campaign_id, number, terms, approved_at)
    values (${id}, 1, ${JSON.stringify({ ...terms, currency: "GBP", effect, window, funding, limits })}::jsonb, now())`);
  await app.db.execute(sql`
    insert into codes (bucket, code_key, campaign_id, code_display, status)
    values (bucket_of(${codeKey(code)}::text), ${codeKey(code)}, ${id}, ${code}, 'available')`);
  await setCampaignCaps(ctx(), id, { uses: null, budget: null, largestCost: 0 });
  return code;
}

async function member(): Promise<string> {
  const id = newId();
  await app.db.execute(sql`
    insert into members (bucket, id, language, status, created_at, updated_at)
    values (bucket_of(${id}::uuid), ${id}, 'en', 'active', now(), now())`);
  return id;
}

let receipts = 0;
const order = (code: string, memberId: string | null, unitMinor: number) => ({
  codes: [code],
  memberId,
  retailerId: shop,
  locationId: null,
  order: { ref: `F-${++receipts}`, currency: "GBP", lines: [{ productId: dates, quantity: 2, unitMinor }] },
  withoutLines: [],
});
const balances = async () => {
  const rows = await rowsOf<{ name: string; balance: number }>(
    app.db,
    sql`select purpose as name, sum(balance_minor)::int as balance from ledger_accounts
         where purpose in ('funding', 'settlement', 'promotions', 'pending') group by purpose`,
  );
  return Object.fromEntries(rows.map(({ name, balance }) => [name, balance]));
};

test("a brand without funds can't give a discount: its redemption is refused, and nothing is written", async () => {
  const code = await campaign({ kind: "percent", bps: 2000, maxMinor: null });
  const refusal = await refusalOf(call(keyed, redemptionCalls.redeem, order(code, null, 5000)));
  expect(refusal).toMatchObject({ code: "funding_exhausted" });
  expect(await rowsOf(app.db, sql`select id from redemptions`)).toEqual([]);
});

test("a discount goes to the retailer by shares, from any bucket of the funding, and back with a rollback", async () => {
  const money = { brandId: brand, currency: "GBP", amountMinor: 1500, reference: "Test" };
  await topUpBrand(ctx(), { id: newId(), ...money });
  const code = await campaign({ kind: "percent", bps: 2000, maxMinor: null });
  // 2000 of discount: 1400 by the brand, more than one of its 64 accounts has.
  const { redemptions } = await call(keyed, redemptionCalls.redeem, order(code, await member(), 5000));
  expect(await balances()).toMatchObject({ funding: 100, settlement: 1600, promotions: -200 });
  expect(await refusalOf(call(keyed, redemptionCalls.redeem, order(code, null, 5000)))).toMatchObject({
    code: "funding_exhausted",
  });
  const back = { id: redemptions[0]!.id, reason: "Returned" };
  await call(keyed, redemptionCalls.rollback, { ...back, lines: [{ number: 1, quantity: 1 }] });
  expect(await balances()).toMatchObject({ funding: 800, settlement: 800, promotions: -100 });
  await call(keyed, redemptionCalls.rollback, back);
  expect(await balances()).toMatchObject({ funding: 1500, settlement: 0, promotions: 0 });
  expect(await brokenLaws(app.db)).toEqual([]);
});

test("cashback of a campaign is pending once the reservation is committed, and goes back with a rollback", async () => {
  const code = await campaign({ kind: "cashback", bps: 1000, maxMinor: null });
  expect(await refusalOf(call(keyed, redemptionCalls.redeem, order(code, null, 500)))).toMatchObject({
    code: "member_not_eligible",
  });
  const memberId = await member();
  const reserved = await call(keyed, redemptionCalls.reserve, { ...order(code, memberId, 500), minutes: 15 });
  expect(await balances()).toMatchObject({ funding: 1500 });
  const { id } = reserved.redemptions[0]!;
  await call(keyed, redemptionCalls.commit, { id, withoutLines: [] });
  expect(await balances()).toMatchObject({ funding: 1430, settlement: -20, promotions: -10, pending: 100 });
  await call(keyed, redemptionCalls.rollback, { id, reason: "Returned" });
  expect(await balances()).toMatchObject({ funding: 1500, settlement: 0, promotions: 0, pending: 0 });
  expect(await brokenLaws(app.db)).toEqual([]);
});

test("sample data has cashback in every status but expired, and every law holds", async () => {
  await seedOnce(ctx(), features);
  const rows = await rowsOf<{ status: string }>(app.db, sql`select distinct status from cashback_entries`);
  const missing = cashbackStatuses.filter((status) => !rows.some((row) => row.status === status));
  expect(missing).toEqual(["expired"]);
  expect(await rowsOf(app.db, sql`select status from payout_batches order by created_at`)).toEqual([
    { status: "reconciled" },
    { status: "partially_reconciled" },
    { status: "locked" },
  ]);
  expect(await brokenLaws(app.db)).toEqual([]);
});
