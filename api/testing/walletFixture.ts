import { sql } from "drizzle-orm";
import type { Feature } from "#api/serve.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { newId, testApi } from "#api/testing/testApi.ts";
import { cashback } from "#features/loyalty/wallet/contract/cashback.ts";
import { funding } from "#features/loyalty/wallet/contract/brandFunding.ts";
import { wallets } from "#features/loyalty/wallet/contract/wallets.ts";
import { call, type Transport } from "#web/call.ts";

/** The same caller with an `Idempotency-Key`, by default a new one. */
export const keyed =
  (transport: Transport, key: string = newId()): Transport =>
  (request) => {
    const headers = new Headers(request.headers);
    headers.set("Idempotency-Key", key);
    return transport(new Request(request, { headers }));
  };

// biome-ignore format: lists
const payoutSteps = ["read", "create", "approve", "send", "reconcile", "export"].map((step) => `payouts.${step}`);
// biome-ignore format: lists
const tillCalls = ["cashback.create", "cashback.read", "cashback.decide", "wallets.read", "wallets.spend", "payouts.request", "retailers.read"];
// biome-ignore format: lists
const financeCalls = [
  ...payoutSteps, "funding.read", "funding.topUp", "funding.update", "statements.read", "statements.export",
  "cashback.read", "cashback.decide", "wallets.freeze", "wallets.read", "loyaltySettings.read", "loyaltySettings.update",
];

/** A brand whose product earns 10 % cashback at a shop, a till, and two people who pay out. */
export async function walletFixture(feature: Feature) {
  const app = await testApi([feature]);
  const rows = market(app.db);
  const brand = await rows.brand();
  const stationery = await rows.category({ effective_halal_relevance: "not_applicable" });
  const dates = await rows.product({ brand_id: brand, category_id: stationery });
  const type = await rows.type({ certificate_policy: "none", pending_days: 14, max_cashback_bps: 5000 });
  const shop = await rows.retailer({ retailer_type_id: type });
  await rows.insert("assignments", {
    retailer_id: shop,
    product_id: dates,
    status: "active",
    stock_status: "unknown",
    cashback_mode: "bps",
    cashback_bps: 1000,
    starts_at: "2026-01-01T00:00:00Z",
    version: 1,
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z",
  });
  const till = (await app.signIn("Till", tillCalls)).transport;
  const finance = (await app.signIn("Finance", financeCalls)).transport;
  const second = (await app.signIn("Second", payoutSteps)).transport;
  let receipts = 0;
  const member = async (): Promise<string> => {
    const id = newId();
    await app.db.execute(sql`
      insert into members (bucket, id, language, status, created_at, updated_at)
      values (bucket_of(${id}::uuid), ${id}, 'en', 'active', now(), now())`);
    return id;
  };
  const earn = (memberId: string, paidMinor: number, key?: string) =>
    call(keyed(till, key), cashback.earn, {
      memberId,
      retailerId: shop,
      locationId: null,
      order: { ref: `R-${++receipts}`, currency: "GBP", lines: [{ productId: dates, quantity: 1, paidMinor }] },
    });
  const balance = async (memberId: string) => (await call(till, wallets.get, { memberId })).balances[0]!;
  const topUp = (amountMinor: number, topUpId: string = newId()) =>
    call(finance, funding.topUp, { id: brand, topUpId, currency: "GBP", amountMinor, reference: "INV-1" });
  return { app, brand, shop, dates, till, finance, second, member, earn, balance, topUp };
}
