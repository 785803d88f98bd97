import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMs, hourMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { newId, testApi, type TestApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { tillClient, type TillOptions, TillRefusal, UnknownOutcome } from "#clients/till/client.ts";
import { acceptSale, InvalidList, verifyList } from "#clients/till/offline.ts";
import { promocodesFeature } from "#features/loyalty/promocodes/api/routes.ts";
import { setCampaignCaps } from "#features/loyalty/promocodes/api/service/statements.ts";
import type { Transport } from "#web/call.ts";
import { generatedFile, tillClient as generate } from "#tools/tillClient.mjs";

let app: TestApi;
let network: Transport;
let shop: string;
let location: string;
let product: string;
let campaignId: string;

beforeAll(async () => {
  app = await testApi([promocodesFeature]);
  const rows = market(app.db);
  const brand = await rows.brand();
  const stationery = await rows.category({ effective_halal_relevance: "not_applicable" });
  product = await rows.product({ brand_id: brand, category_id: stationery });
  shop = await rows.retailer({ retailer_type_id: await rows.type({ certificate_policy: "none" }) });
  location = await rows.location({ retailer_id: shop });
  const dated = { created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z" };
  const sold = { retailer_id: shop, product_id: product, status: "active", stock_status: "in_stock", version: 1 };
  await rows.insert("assignments", { ...sold, cashback_mode: "inherit", starts_at: dated.created_at, ...dated });
  campaignId = await campaign();
  const permissions = ["redemptions.validate", "redemptions.create", "redemptions.rollback", "redemptions.read"];
  const grants = permissions.map((permission) => `${permission}@scope`);
  const key = await app.signIn("Till", grants, [{ kind: "retailer", target: shop }]);
  Object.assign(key.actor, { kind: "apiKey" });
  network = key.transport;
});
afterAll(() => app.close());

/** Half off with the code HALF, at most 100 times. */
async function campaign(): Promise<string> {
  const id = newId();
  const none = { perCode: null, perMember: [], perRetailer: null, perLocation: null, budgetMinor: null };
  const always = { endsAt: null, timeZone: "UTC", weekdays: null, hours: null, hijri: null };
  const terms = {
    currency: "GBP",
    effect: { kind: "percent", bps: 5000, maxMinor: null },
    conditions: [],
    window: { startsAt: "2026-11-01T00:00:00.000Z", ...always },
    limits: { total: 100, ...none },
    stacking: { group: null, isExclusive: false, priority: 0 },
    funding: { brandBps: 0, retailerBps: 0, platformBps: 10_000 },
  };
  await app.db.execute(sql`
    insert into campaigns (id, name, name_key, sort_key, name_i18n, code_mode, currency, draft, live_version, status, words,
      created_at, updated_at)
    values (${id}, 'Half', ${id}, ${id}, '{}', 'shared', 'GBP', '{}', 1, 'approved', '', now(), now())`);
  await app.db.execute(sql`
    insert into campaign_versions (campaign_id, number, terms, approved_at)
    values (${id}, 1, ${JSON.stringify(terms)}::jsonb, now())`);
  await app.db.execute(sql`
    insert into codes (bucket, code_key, campaign_id, code_display, status)
    values (bucket_of('HA1F'::text), 'HA1F', ${id}, 'HALF', 'available')`);
  await setCampaignCaps({ db: app.db, now: app.clock.now } as Ctx, id, { uses: 100, budget: null, largestCost: 0 });
  return id;
}

/** A client whose connection behaves as told, attempt by attempt; afterwards as usual. */
function tillOver(...attempts: ("lost before" | "lost after" | "fault")[]) {
  const waits: number[] = [];
  const send: TillOptions["fetch"] = async (request) => {
    const attempt = attempts.shift();
    if (attempt === "lost before") throw new TypeError("fetch failed");
    if (attempt === "fault") return Response.json({ code: "internal", message: "…" }, { status: 500 });
    const response = await network(request);
    if (attempt === "lost after") throw new TypeError("terminated");
    return response;
  };
  const wait = async (ms: number) => void waits.push(ms);
  return { till: tillClient({ url: "https://mizan.test", key: "of the test", fetch: send, wait }), waits };
}

let receipts = 0;
const order = () => ({
  ref: `C-${++receipts}`,
  currency: "GBP",
  lines: [{ productId: product, quantity: 1, unitMinor: 1000 }],
});
const half = () => ({ codes: ["half"], retailerId: shop, locationId: location, order: order() });
const redemptionsOf = (ref: string) => rowsOf(app.db, sql`select id from redemptions where order_ref = ${ref}`);

test("the generated file is what the generator writes", async () => {
  const words = (text: string) => text.replaceAll(/[\s|,;()]+/g, "").replaceAll('"', "");
  // Without what the formatter changes. If it is false: `npm run build:client`.
  expect(words(readFileSync(generatedFile, "utf8")) === words(await generate())).toBe(true);
});

describe("a call", () => {
  test("validates, redeems, looks up and rolls back", async () => {
    const { till } = tillOver();
    const wanted = half();
    expect(await till.validate(wanted)).toMatchObject({ discountMinor: 500, paidMinor: 500 });
    const { redemptions } = await till.redeem(wanted);
    expect((await till.findRedemptions({ retailerId: shop, orderRef: wanted.order.ref })).rows).toEqual(redemptions);
    const { id } = redemptions[0]!;
    expect(await till.rollback({ id, reason: "Returned" })).toMatchObject({ status: "rolled_back" });
    expect(await till.getRedemption({ id })).toMatchObject({ discountLeftMinor: 0 });
  });

  test("has one effect, though the answer was lost twice", async () => {
    const { till, waits } = tillOver("lost after", "fault");
    const wanted = half();
    expect((await till.redeem(wanted)).discountMinor).toBe(500);
    expect(waits).toEqual([300, 600]);
    expect(await redemptionsOf(wanted.order.ref)).toHaveLength(1);
  });

  test("is looked up by its receipt if no attempt was answered", async () => {
    const wanted = half();
    const found = await tillOver("lost after", "lost before", "lost before").till.redeemSafely(wanted);
    expect(found).toMatchObject({ isLookedUp: true, redemptions: [{ orderRef: wanted.order.ref }] });
    const lost = half();
    const { till } = tillOver("lost before", "lost before", "lost before");
    const error = await till.redeemSafely(lost, { idempotencyKey: "receipt-1" }).catch((each: unknown) => each);
    expect(error).toBeInstanceOf(UnknownOutcome);
    expect((error as UnknownOutcome).idempotencyKey).toBe("receipt-1");
    expect(await redemptionsOf(lost.order.ref)).toEqual([]);
  });

  test("is refused with a code and the failed checks, and not sent again", async () => {
    const { till, waits } = tillOver();
    const error = await till
      .redeem({ ...half(), order: { ...order(), currency: "EUR" } })
      .catch((each: unknown) => each);
    expect(error).toBeInstanceOf(TillRefusal);
    const details = { checks: expect.arrayContaining([expect.objectContaining({ check: "currency", ok: false })]) };
    expect(error).toMatchObject({ status: 422, code: "currency_mismatch", details });
    expect(waits).toEqual([]);
  });
});

describe("without a connection", () => {
  test("a sale is accepted by the verified list, and redeemed later", async () => {
    const { till } = tillOver();
    const { list } = await till.issueOfflineList({ retailerId: shop, locationId: location, currency: "GBP", uses: 1 });
    const { keys } = await till.offlineKeys({});
    const at = app.clock.now;
    const contents = await verifyList(list, keys, at);
    const accepted = acceptSale(contents, { codes: ["HALF"], order: order() }, { at, sold: [] })!;
    expect(accepted).toMatchObject({ sale: { discountMinor: 500 }, costs: [{ campaignId, costMinor: 500 }] });
    // The list has one use of the promotion.
    expect(acceptSale(contents, { codes: ["HALF"], order: order() }, { at, sold: [accepted] })).toBeNull();
    const { sales } = await till.commitLate({ listId: contents.id, sales: [accepted.sale], isLast: true });
    expect(sales).toMatchObject([{ status: "accepted", takenOverMinor: 500 }]);
  });

  test("a list is worth nothing after its end, without its key, or changed", async () => {
    const { till } = tillOver();
    const { list } = await till.issueOfflineList({ retailerId: shop, locationId: location, currency: "GBP" });
    const { keys } = await till.offlineKeys({});
    const at = app.clock.now;
    await expect(verifyList(list, keys, addMs(at, 4 * hourMs))).rejects.toBeInstanceOf(InvalidList);
    await expect(verifyList(list, [], at)).rejects.toBeInstanceOf(InvalidList);
    const [header, payload = "", signature] = list.split(".");
    const changed = `${header}.${payload.slice(0, -8)}AAAA${payload.slice(-4)}.${signature}`;
    await expect(verifyList(changed, keys, at)).rejects.toBeInstanceOf(InvalidList);
  });
});
