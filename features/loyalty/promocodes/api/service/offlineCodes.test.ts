import { sql } from "drizzle-orm";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acceptSale, type AcceptedSale } from "#clients/till/offline.ts";
import { hourMs } from "#base/time.ts";
import type { Condition } from "#features/loyalty/promocodes/rules/terms.ts";
import { type Order, redemptionMarket, type RedemptionMarket, withKey } from "#api/testing/redemptionFactory.ts";
import { brokenPromises } from "#api/testing/redemptionPromises.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { newId, testApi, type TestApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { promocodesFeature } from "#features/loyalty/promocodes/api/routes.ts";
import { redemptionCalls } from "#features/loyalty/promocodes/contract/calls.ts";
import { offlineCalls, type OfflineSale } from "#features/loyalty/promocodes/contract/offline.ts";
import { codeKey } from "#features/loyalty/promocodes/rules/codes.ts";
import type { OfflineList } from "#features/loyalty/promocodes/rules/offline.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let shop: RedemptionMarket;
let till: Transport;
let location: string;
beforeAll(async () => {
  app = await testApi([promocodesFeature]);
  shop = await redemptionMarket(app.db, app.clock.now);
  location = await shop.rows.location({ retailer_id: shop.shop });
  const started = "2026-01-01T00:00:00.000Z";
  await shop.rows.insert("assignments", {
    retailer_id: shop.shop,
    product_id: shop.product,
    status: "active",
    stock_status: "in_stock",
    cashback_mode: "inherit",
    version: 1,
    starts_at: started,
    created_at: started,
    updated_at: started,
  });
  const permissions = ["redemptions.validate", "redemptions.create", "redemptions.rollback", "redemptions.read"];
  till = (await app.signIn("Till", permissions)).transport;
});
afterAll(() => app.close());

/** A promocode with a batch of unique codes. */
async function batchOf(count: number, conditions: readonly Condition[]) {
  const { id } = await shop.campaign({ conditions: [...conditions] });
  await app.db.execute(sql`delete from codes where campaign_id = ${id}`);
  await app.db.execute(sql`
    update campaigns set code_mode = 'unique', shared_code = null, shared_code_key = null where id = ${id}`);
  const batch = newId();
  const codes = Array.from({ length: count }, (_, place) => `HELD-${id.slice(-8)}-${place}`);
  const keys = `{${codes.map(codeKey).join(",")}}`;
  await app.db.execute(sql`
    insert into codes (bucket, code_key, campaign_id, batch_id, code_display, uses_max, status)
    select bucket_of(key), key, ${id}, ${batch}, key, 1, 'available' from unnest(${keys}::text[]) as key`);
  return { id, batch, codes };
}
const ofShop = (): Condition => ({ field: "retailers", operator: "in", ids: [shop.shop] });

async function closeLists(): Promise<void> {
  app.clock.advance(29 * hourMs);
  await app.runJobs();
}
const place = () => ({ retailerId: shop.shop, locationId: location, currency: "GBP", minutes: 240, uses: 20 });

/** Every list starts without those of earlier tests. */
async function issue(batch: string, codes = 500) {
  await closeLists();
  const { id, list } = await call(withKey(till), offlineCalls.issue, { ...place(), batch: { id: batch, codes } });
  return { id, contents: decodeJwt(list) as unknown as OfflineList };
}
const at = (): Partial<Order> => ({ locationId: location });
const redeem = (code: string) => call(withKey(till), redemptionCalls.redeem, shop.order([code], at()));
const send = (listId: string, sales: OfflineSale[], isLast = false) =>
  call(till, offlineCalls.commitLate, { listId, sales, isLast });

function sell(contents: OfflineList, code: string, sold: readonly AcceptedSale[] = []): AcceptedSale | null {
  const { order } = shop.order([code]);
  return acceptSale(contents, { codes: [code], order, withoutLines: [] }, { at: app.clock.now, sold });
}
const refusalCode = (error: unknown) => (error as { code?: string }).code ?? String(error);
const heldOf = (batch: string) =>
  rowsOf(app.db, sql`select code_key from codes where batch_id = ${batch} and offline_list_id is not null`);

describe("unique codes of an offline list", () => {
  test("can be used with the list, each once, and by nobody else", async () => {
    const { batch, codes } = await batchOf(3, [ofShop()]);
    const { id, contents } = await issue(batch, 2);
    expect(contents.uniqueCodes!.keys).toEqual(codes.slice(0, 2).map(codeKey));
    expect((await refusalOf(redeem(codes[0]!))).code).toBe("code_held_offline");
    const reserved = call(withKey(till), redemptionCalls.reserve, { ...shop.order([codes[0]!], at()), minutes: 5 });
    expect((await refusalOf(reserved)).code).toBe("code_held_offline");
    const first = sell(contents, codes[0]!.toLowerCase())!;
    expect(first.sale.discountMinor).toBe(200);
    expect(sell(contents, codes[0]!, [first])).toBeNull();
    expect(sell(contents, codes[2]!)).toBeNull();
    expect((await send(id, [first.sale as OfflineSale])).sales).toMatchObject([{ status: "accepted" }]);
    expect((await redeem(codes[2]!)).redemptions).toHaveLength(1);
  });

  test("are given back with the last sale, but for those that were used", async () => {
    const { batch, codes } = await batchOf(2, [ofShop()]);
    const { id, contents } = await issue(batch);
    await send(id, [sell(contents, codes[0]!)!.sale as OfflineSale], true);
    expect(await heldOf(batch)).toEqual([]);
    expect((await refusalOf(redeem(codes[0]!))).code).toBe("code_limit_reached");
    expect((await redeem(codes[1]!)).redemptions).toHaveLength(1);
    // Late sales have no key of their own: each is decided once by its receipt.
    const { "a key has one effect and one answer": _, ...broken } = await brokenPromises(app.db);
    expect(broken).toEqual({});
  });

  test("are given back by the clock, and a sale that comes later is a conflict if another was first", async () => {
    const { batch, codes } = await batchOf(1, [ofShop()]);
    const { id, contents } = await issue(batch);
    const sold = sell(contents, codes[0]!)!.sale as OfflineSale;
    await closeLists();
    expect(await heldOf(batch)).toEqual([]);
    await redeem(codes[0]!);
    expect((await send(id, [sold])).sales).toMatchObject([{ status: "conflict", reason: "code_limit_reached" }]);
  });

  test("are in one list only, and a used code in none", async () => {
    const { batch, codes } = await batchOf(3, [ofShop()]);
    await redeem(codes[0]!);
    const { contents } = await issue(batch, 1);
    expect(contents.uniqueCodes!.keys).toEqual([codeKey(codes[1]!)]);
    const other = await call(withKey(till), offlineCalls.issue, { ...place(), batch: { id: batch, codes: 500 } });
    const next = decodeJwt(other.list) as unknown as OfflineList;
    expect(next.uniqueCodes!.keys).toEqual([codeKey(codes[2]!)]);
  });

  test("are held or redeemed, never both, if a list and redemptions ask for them at once", async () => {
    const { batch, codes } = await batchOf(60, [ofShop()]);
    await closeLists();
    const late = codes.slice(30);
    const [list, ...redeemed] = await Promise.all([
      call(withKey(till), offlineCalls.issue, { ...place(), batch: { id: batch, codes: 40 } }),
      ...late.map((code) => redeem(code).then(() => codeKey(code), refusalCode)),
    ]);
    const used = new Set(redeemed);
    const held = (decodeJwt(list.list) as unknown as OfflineList).uniqueCodes!.keys;
    expect(held.filter((key) => used.has(key))).toEqual([]);
    for (const key of late.map(codeKey)) expect(used.has(key) || held.includes(key)).toBe(true);
    await Promise.all(held.map(async (key) => expect((await refusalOf(redeem(key))).code).toBe("code_held_offline")));
  });

  test("are refused if the promocode isn’t limited to the place, and if the batch is unknown or used up", async () => {
    const everywhere = await batchOf(1, []);
    const elsewhere = await batchOf(1, [{ field: "locations", operator: "notIn", ids: [newId()] }]);
    const none = await batchOf(0, [ofShop()]);
    for (const batch of [everywhere.batch, elsewhere.batch, none.batch, newId()])
      expect((await refusalOf(issue(batch))).code).toBe("unknown_batch");
    expect(await heldOf(everywhere.batch)).toEqual([]);
    const { batch } = await batchOf(1, [{ field: "locations", operator: "in", ids: [location] }]);
    expect((await issue(batch)).contents.uniqueCodes!.keys).toHaveLength(1);
  });

  test("aren’t taken beyond what the limits of the promocode leave", async () => {
    const { id, batch } = await batchOf(10, [ofShop()]);
    await app.db.execute(sql`select set_campaign_caps(${id}, 8, null, 0)`);
    expect((await issue(batch)).contents.uniqueCodes!.keys).toHaveLength(2);
  });
});
