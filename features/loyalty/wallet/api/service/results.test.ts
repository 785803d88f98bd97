import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hourMs } from "#base/time.ts";
import { brokenLaws } from "#api/testing/brokenLaws.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { newId } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { keyed, walletFixture } from "#api/testing/walletFixture.ts";
import { resultsImporter } from "#features/loyalty/wallet/api/import.ts";
import { walletFeature } from "#features/loyalty/wallet/api/routes.ts";
import { applyResults, type ReportRow } from "#features/loyalty/wallet/api/service/results.ts";
import { cashback } from "#features/loyalty/wallet/contract/cashback.ts";
import { payouts } from "#features/loyalty/wallet/contract/payouts.ts";
import { wallets } from "#features/loyalty/wallet/contract/wallets.ts";
import { call } from "#web/call.ts";

let world: Awaited<ReturnType<typeof walletFixture>>;
let batch: string;
const members: string[] = [];

beforeAll(async () => {
  world = await walletFixture(walletFeature);
  const { app, finance, second, till } = world;
  await world.topUp(1_000_000);
  for (const amount of [10_000, 20_000]) {
    const memberId = await world.member();
    members.push(memberId);
    const [entry] = (await world.earn(memberId, amount)).entries;
    await call(keyed(finance), cashback.confirm, { id: entry!.id, reason: "The shop confirmed it." });
    await call(till, wallets.setPayoutMethod, { memberId, kind: "paypal_email", recipient: `m${amount}@example.com` });
  }
  app.clock.advance(25 * hourMs);
  batch = newId();
  await call(finance, payouts.create, { id: batch, currency: "GBP", source: "balances" });
  await call(finance, payouts.lock, { id: batch });
  await call(second, payouts.approve, { id: batch });
  await call(finance, payouts.export, { id: batch });
  await call(finance, payouts.submit, { id: batch });
});
afterAll(() => world.app.close());

const items = async () => (await call(world.finance, payouts.items, { id: batch, sort: "sequence" } as never)).rows;
const results = async () => (await call(world.finance, payouts.results, { id: batch, sort: "at" } as never)).rows;
const row = (changes: Partial<ReportRow>): ReportRow => ({
  customerRef: null,
  paypalStatus: "SUCCESS",
  transactionId: "T-1",
  currency: "GBP",
  amountMinor: 1000,
  feeMinor: 20,
  ...changes,
});
const importReport = (rows: readonly ReportRow[]) => {
  const { app } = world;
  return app.db.transaction((db) =>
    applyResults({ ...app.api.systemContext(), db, transaction: { held: new Map() } }, rows, "report.csv"),
  );
};

test("a row without a known payment is matched by hand with one of its amount, and stays so when imported again", async () => {
  const { app, finance } = world;
  const report = [row({ customerRef: "LOST" })];
  await importReport(report);
  const [unknown] = await results();
  expect(unknown).toMatchObject({ customerRef: "LOST", problem: "unknown", itemId: null });
  const [fitting, other] = (await items()).toSorted((a, b) => a.amountMinor - b.amountMinor);
  const reason = "PayPal’s support named the recipient.";
  const match = { id: unknown!.id, itemId: fitting!.id, reason };
  expect(await refusalOf(call(finance, payouts.match, { ...match, itemId: other!.id }))).toMatchObject({
    code: "result_not_matchable",
  });
  expect(await refusalOf(call(finance, payouts.match, { ...match, reason: "" }))).toMatchObject({ status: 422 });
  expect(await call(finance, payouts.match, match)).toMatchObject({ itemId: fitting!.id, problem: null });
  expect(await refusalOf(call(finance, payouts.match, match))).toMatchObject({ code: "result_not_matchable" });
  await importReport(report);
  expect(await results()).toMatchObject([{ customerRef: "LOST", problem: null, itemId: fitting!.id }]);
  expect((await items()).filter(({ status }) => status === "paid")).toMatchObject([{ id: fitting!.id, feeMinor: 20 }]);
  const audited = await rowsOf(
    app.db,
    sql`select reason from audit_log where resource = 'payouts' and action = 'match'`,
  );
  expect(audited).toEqual([{ reason }]);
  expect(await brokenLaws(app.db)).toEqual([]);
});

test("the same report again changes nothing, row by row", async () => {
  const { app } = world;
  const open = (await items()).find(({ status }) => status === "sent")!;
  const cells = {
    customerRef: open.customerRef,
    status: "Completed",
    transactionId: "T-2",
    currency: "GBP",
    amount: "20.00",
    fee: "0.40",
  };
  const file = [{ rowNumber: 2, cells, faults: [] }];
  const run = { claims: new Map(), released: new Set<string>(), choices: {} };
  const check = () => resultsImporter.check(app.api.systemContext(), file, run);
  expect(await check()).toMatchObject([{ outcome: "update" }]);
  await importReport([row({ customerRef: open.customerRef, transactionId: "T-2", amountMinor: 2000, feeMinor: 40 })]);
  expect(await check()).toMatchObject([{ outcome: "unchanged" }]);
  const before = await rowsOf(app.db, sql`select count(*)::int as count from ledger_transactions`);
  await importReport([row({ customerRef: open.customerRef, transactionId: "T-2", amountMinor: 2000, feeMinor: 40 })]);
  expect(await rowsOf(app.db, sql`select count(*)::int as count from ledger_transactions`)).toEqual(before);
  expect(await call(world.finance, payouts.get, { id: batch })).toMatchObject({ status: "reconciled" });
  expect(await brokenLaws(app.db)).toEqual([]);
});
