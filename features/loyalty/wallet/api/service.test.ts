import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dayMs, hourMs } from "#base/time.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { newId, type TestApi } from "#api/testing/testApi.ts";
import { keyed, walletFixture } from "#api/testing/walletFixture.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { walletFeature } from "#features/loyalty/wallet/api/routes.ts";
import { applyResults, type ReportRow } from "#features/loyalty/wallet/api/service/results.ts";
import { brokenLaws } from "#api/testing/brokenLaws.ts";
import { cashback } from "#features/loyalty/wallet/contract/cashback.ts";
import { funding } from "#features/loyalty/wallet/contract/brandFunding.ts";
import { payouts } from "#features/loyalty/wallet/contract/payouts.ts";
import { statements } from "#features/loyalty/wallet/contract/statements.ts";
import { wallets } from "#features/loyalty/wallet/contract/wallets.ts";
import { call, download, type Transport } from "#web/call.ts";

let world: Awaited<ReturnType<typeof walletFixture>>;
let app: TestApi;
let till: Transport;
let finance: Transport;
let second: Transport;
let brand: string;
let shop: string;
let dates: string;

beforeAll(async () => {
  world = await walletFixture(walletFeature);
  ({ app, till, finance, second, brand, shop, dates } = world);
});
afterAll(() => app.close());

const member = () => world.member();
const earn = (memberId: string, paidMinor: number, key?: string) => world.earn(memberId, paidMinor, key);
const balance = (memberId: string) => world.balance(memberId);
const topUp = (amountMinor: number) => world.topUp(amountMinor);

const csvOf = async (query = "") => {
  const response = await finance(new Request(`https://mizan.test/all_cashbackActiveCSV${query}`));
  return { response, text: response.ok ? await response.text() : "", state: response.headers.get("x-payout-state") };
};

const report = (customerRef: string, paypalStatus: ReportRow["paypalStatus"], amountMinor: number): ReportRow => ({
  customerRef,
  paypalStatus,
  transactionId: `T-${customerRef.slice(-6)}-${paypalStatus}`,
  currency: "GBP",
  amountMinor,
  feeMinor: paypalStatus === "SUCCESS" ? 20 : null,
});
const importResults = (rows: readonly ReportRow[]) =>
  app.db.transaction((db) =>
    applyResults({ ...app.api.systemContext(), db, transaction: { held: new Map() } }, rows, "report.csv"),
  );

test("a purchase is tracked without funds, then pending, available, requested, paid out and reconciled", async () => {
  const [aisha, bilal, leila] = [await member(), await member(), await member()];
  const [tracked] = (await earn(aisha, 20_000)).entries;
  expect(tracked).toMatchObject({ status: "tracked", amountMinor: 2000, rateBps: 1000, rateSource: "assignment" });
  await topUp(1_000_000);
  await app.runJobs();
  expect(await balance(aisha)).toMatchObject({ pendingMinor: 2000, availableMinor: 0 });
  await earn(bilal, 30_000);
  await earn(leila, 40_000);
  expect(await brokenLaws(app.db)).toEqual([]);

  for (const [memberId, recipient] of [
    [aisha, "aisha@example.com"],
    [bilal, "bilal@example.com"],
    [leila, "leila@example.com"],
  ] as const)
    await call(till, wallets.setPayoutMethod, { memberId, kind: "paypal_email", recipient });
  app.clock.advance(15 * dayMs);
  await app.runJobs();
  expect(await balance(aisha)).toMatchObject({
    pendingMinor: 0,
    availableMinor: 2000,
    nextExpiry: { amountMinor: 2000 },
  });
  await call(keyed(till), wallets.requestPayout, { memberId: aisha, currency: "GBP", amountMinor: 1500 });
  await call(keyed(till), wallets.requestPayout, { memberId: bilal, currency: "GBP", amountMinor: 3000 });
  await call(keyed(till), wallets.requestPayout, { memberId: leila, currency: "GBP", amountMinor: 4000 });

  const preview = await csvOf();
  expect(preview.state).toBe("preview");
  expect(preview.text).toContain(",PREVIEW-1,");

  const id = newId();
  await call(finance, payouts.create, { id, currency: "GBP", source: "requests" });
  const locked = await call(finance, payouts.lock, { id });
  expect(locked).toMatchObject({ status: "locked", items: 3, totalMinor: 8500 });
  expect(await balance(aisha)).toMatchObject({ availableMinor: 500, heldMinor: 1500 });
  expect(await brokenLaws(app.db)).toEqual([]);
  expect((await csvOf()).state).toBe("preview");
  expect(await refusalOf(call(finance, payouts.approve, { id }))).toMatchObject({ code: "same_person", status: 403 });
  await call(second, payouts.approve, { id });
  const file = await csvOf();
  expect(file.response.headers.get("content-disposition")).toContain("paypal_cashback.csv");
  expect(file).toMatchObject({ state: "approved" });
  expect(file.text.split("\r\n")).toHaveLength(4);
  expect(file.text).toMatch(/^[a-z]+@example\.com,\d+\.\d\d,GBP,PI[0-9A-Z]{26},Your cashback from Mizan,PAYPAL\r\n/);
  await call(finance, payouts.export, { id });
  expect((await csvOf()).text).toBe(file.text);
  await call(finance, payouts.submit, { id });
  expect((await csvOf(`?batch=${id}`)).text).toBe(file.text);

  const { rows } = await call(finance, payouts.items, { id, sort: "sequence", limit: 25, count: "none" } as never);
  const of = (memberId: string) => rows.find((row) => row.memberId === memberId)!;
  const results = [
    report(of(aisha).customerRef, "SUCCESS", 1500),
    report(of(bilal).customerRef, "FAILED", 3000),
    report(of(leila).customerRef, "UNCLAIMED", 4000),
    report("PI00000000000000000000000000", "SUCCESS", 100),
  ];
  await importResults(results);
  const once = await call(finance, payouts.get, { id });
  expect(once).toMatchObject({
    status: "partially_reconciled",
    byStatus: { paid: 1, failed: 1, sent: 1 },
    feeMinor: 20,
  });
  await importResults(results);
  expect(await call(finance, payouts.get, { id })).toEqual(once);
  expect(await balance(bilal)).toMatchObject({ availableMinor: 3000, heldMinor: 0 });
  expect(await brokenLaws(app.db)).toEqual([]);

  app.clock.advance(31 * dayMs);
  await app.runJobs();
  expect(await balance(leila)).toMatchObject({ availableMinor: 4000, heldMinor: 0 });
  expect(await call(finance, payouts.get, { id })).toMatchObject({ status: "reconciled", byStatus: { returned: 1 } });
  expect((await call(till, cashback.list, { memberId: aisha } as never)).rows).toMatchObject([{ status: "available" }]);
  expect(await brokenLaws(app.db)).toEqual([]);
});

describe("refunds", () => {
  const available = async (paidMinor: number) => {
    const memberId = await member();
    const [entry] = (await earn(memberId, paidMinor)).entries;
    await call(keyed(finance), cashback.confirm, { id: entry!.id, reason: "The shop confirmed it." });
    return { memberId, id: entry!.id };
  };

  test("before it is available, go back to the brand", async () => {
    const memberId = await member();
    const [entry] = (await earn(memberId, 10_000)).entries;
    await call(keyed(till), cashback.reverse, { id: entry!.id, reason: "Returned", amountMinor: 300 });
    expect(await balance(memberId)).toMatchObject({ pendingMinor: 700 });
    const declined = await call(keyed(till), cashback.decline, { id: entry!.id, reason: "Returned" });
    expect(declined).toMatchObject({ status: "declined", leftMinor: 0, actions: [] });
    const refusal = await refusalOf(call(keyed(till), cashback.confirm, { id: entry!.id, reason: "Again" }));
    expect(refusal).toMatchObject({ code: "invalid_cashback_transition", status: 409 });
  });

  test("after it was spent, are owed and repaid by the next cashback", async () => {
    const { memberId, id } = await available(10_000);
    const spend = { memberId, retailerId: shop, orderRef: "S-1", currency: "GBP", amountMinor: 900 };
    await call(keyed(till), wallets.spend, spend);
    expect(await refusalOf(call(keyed(till), wallets.spend, spend))).toMatchObject({ code: "insufficient_funds" });
    await call(keyed(till), cashback.reverse, { id, reason: "Returned" });
    expect(await balance(memberId)).toMatchObject({ availableMinor: -900 });
    const [next] = (await earn(memberId, 20_000)).entries;
    await call(keyed(finance), cashback.confirm, { id: next!.id, reason: "The shop confirmed it." });
    expect(await balance(memberId)).toMatchObject({ availableMinor: 1100 });
    expect(await brokenLaws(app.db)).toEqual([]);
  });

  test("of an unused lot expire to charity after the disclosed time, and never earn interest", async () => {
    const { memberId, id } = await available(50_000);
    expect((await call(till, wallets.get, { memberId })).expiry).toEqual({ days: 730, destination: "charity" });
    const before = await balance(memberId);
    app.clock.advance(700 * dayMs);
    await app.runJobs();
    expect(await balance(memberId)).toEqual(before);
    app.clock.advance(31 * dayMs);
    await app.runJobs();
    expect(await balance(memberId)).toMatchObject({ availableMinor: 0, nextExpiry: null });
    expect((await call(till, cashback.get, { id })).cashback.status).toBe("expired");
    expect(await brokenLaws(app.db)).toEqual([]);
    // Goods that come back later: the brand gets its money from the charity's account, and the member owes nothing.
    await call(keyed(till), cashback.reverse, { id, reason: "Returned", amountMinor: 2000 });
    await call(keyed(till), cashback.reverse, { id, reason: "Returned" });
    expect(await balance(memberId)).toMatchObject({ availableMinor: 0 });
    expect(await brokenLaws(app.db)).toEqual([]);
  });
});

describe("a payout", () => {
  test("waits a day for a new method, which refuses formulas", async () => {
    const memberId = await member();
    const [entry] = (await earn(memberId, 10_000)).entries;
    await call(keyed(finance), cashback.confirm, { id: entry!.id, reason: "The shop confirmed it." });
    for (const recipient of [
      "=cmd@example.com",
      "+1@example.com",
      "a,b@example.com",
      '"a"@example.com',
      "a\n@example.com",
      "none",
    ])
      expect(
        await refusalOf(call(till, wallets.setPayoutMethod, { memberId, kind: "paypal_email", recipient })),
      ).toMatchObject({
        code: "payout_recipient_unsafe",
      });
    const method = await call(till, wallets.setPayoutMethod, {
      memberId,
      kind: "paypal_email",
      recipient: "m@example.com",
    });
    expect(method.recipient).toBe("m•••@example.com");
    const request = { memberId, currency: "GBP", amountMinor: 800 };
    expect(await refusalOf(call(keyed(till), wallets.requestPayout, request))).toMatchObject({
      code: "payout_method_unverified",
    });
    app.clock.advance(25 * hourMs);
    expect(await refusalOf(call(keyed(till), wallets.requestPayout, { ...request, amountMinor: 100 }))).toMatchObject({
      code: "payout_below_minimum",
    });
    const made = await call(keyed(till), wallets.requestPayout, request);
    expect(await refusalOf(call(keyed(till), wallets.requestPayout, request))).toMatchObject({
      code: "payout_request_open",
    });
    expect(await call(keyed(till), wallets.cancelRequest, { id: made.id })).toMatchObject({ status: "cancelled" });
  });

  test("is cancelled after the export only if the file was not used, and gives everything back", async () => {
    const memberId = await member();
    const [entry] = (await earn(memberId, 10_000)).entries;
    await call(keyed(finance), cashback.confirm, { id: entry!.id, reason: "The shop confirmed it." });
    await call(till, wallets.setPayoutMethod, { memberId, kind: "paypal_email", recipient: "c@example.com" });
    app.clock.advance(25 * hourMs);
    const id = newId();
    await call(finance, payouts.create, { id, currency: "GBP", source: "balances" });
    await call(finance, payouts.lock, { id });
    await call(second, payouts.approve, { id });
    await call(finance, payouts.export, { id });
    expect(await refusalOf(call(finance, payouts.cancel, { id, isFileUnused: false }))).toMatchObject({
      code: "batch_exported",
    });
    await call(finance, payouts.cancel, { id, isFileUnused: true });
    expect(await balance(memberId)).toMatchObject({ availableMinor: 1000, heldMinor: 0 });
    expect((await call(till, cashback.get, { id: entry!.id })).cashback.status).toBe("available");
    expect(await brokenLaws(app.db)).toEqual([]);
  });

  test("names a currency that PayPal does not pay", async () => {
    const create = call(finance, payouts.create, { id: newId(), currency: "AED", source: "balances" });
    expect(await refusalOf(create)).toMatchObject({
      code: "currency_not_supported",
      message: "PayPal can’t pay out AED.",
    });
    expect((await csvOf("?currency=AED")).response.status).toBe(422);
    expect((await csvOf("?currency=JPY")).text).toBe("");
  });
});

test("a receipt earns once, and fifty equal calls earn once with fifty equal answers", async () => {
  const memberId = await member();
  const key = newId();
  const body = {
    memberId,
    retailerId: shop,
    locationId: null,
    order: { ref: "R-FIFTY", currency: "GBP", lines: [{ productId: dates, quantity: 1, paidMinor: 12_300 }] },
  };
  const copies = app.engine === "postgres" ? 50 : 2;
  const answers = await Promise.all(Array.from({ length: copies }, () => call(keyed(till, key), cashback.earn, body)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer.entries.map(({ id }) => id)))).size).toBe(1);
  expect(await refusalOf(call(keyed(till), cashback.earn, body))).toMatchObject({ code: "duplicate_purchase" });
  expect(await balance(memberId)).toMatchObject({ pendingMinor: 1230 });
});

test("a brand’s funding shows its balance, spending and runway, and its statement adds up", async () => {
  const { accounts } = await call(finance, funding.get, { id: brand });
  expect(accounts[0]).toMatchObject({ currency: "GBP", policy: "prepaid", limitMinor: 0 });
  const statement = await call(finance, statements.get, {
    ownerKind: "brand",
    ownerId: brand,
    currency: "GBP",
    from: "2026-01-01T00:00:00.000Z",
    to: "2036-01-01T00:00:00.000Z",
  });
  expect(statement.closingMinor).toBe(accounts[0]!.balanceMinor);
  // A top-up is spread over 64 accounts, and is one line.
  const received = statement.lines.filter(({ kind }) => kind === "funding_topped_up");
  expect(received.map(({ amountMinor }) => amountMinor)).toEqual([1_000_000]);
  const years = { from: "2026-01-01T00:00:00.000Z", to: "2036-01-01T00:00:00.000Z" };
  const ofShop = { ownerKind: "retailer", ownerId: shop, ...years } as const;
  const { lines, currencies } = await call(finance, statements.get, ofShop);
  expect(currencies).toEqual(["GBP"]);
  expect(lines).toMatchObject([{ kind: "wallet_spent", account: "settlement", amountMinor: 900, balanceMinor: 900 }]);
  const file = await (await download(finance, statements.exportCsv, ofShop)).text();
  const rows = file.trim().split(/\r?\n/);
  expect(rows).toHaveLength(4);
  expect(rows[1]).toContain("opening_balance,,GBP,,0");
  expect(rows[3]).toContain("closing_balance,,GBP,,900");
  const [{ sum }] = (await rowsOf(
    app.db,
    sql`
    select coalesce(sum(balance_minor), 0)::int as sum from ledger_accounts where owner_kind = 'brand'`,
  )) as [{ sum: number }];
  expect(statement.closingMinor).toBe(sum);
});
