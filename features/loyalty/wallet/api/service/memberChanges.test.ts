import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dayMs } from "#base/time.ts";
import { brokenLaws } from "#api/testing/brokenLaws.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { newId, type TestApi, testApi } from "#api/testing/testApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { ledgerAdjustments } from "#features/loyalty/ledger/contract/adjustments.ts";
import { ledgerFeature } from "#features/loyalty/ledger/api/routes.ts";
import { membersFeature } from "#features/loyalty/members/api/routes.ts";
import { members } from "#features/loyalty/members/contract.ts";
import { walletFeature } from "#features/loyalty/wallet/api/routes.ts";
import { followAdjustment, walletOfMember } from "#features/loyalty/wallet/api/service/memberChanges.ts";
import {
  decideCashback,
  earnCashback,
  idInBucketOf,
  topUpBrand,
} from "#features/loyalty/wallet/api/service/statements.ts";
import { wallets } from "#features/loyalty/wallet/contract/wallets.ts";
import { call, type Transport } from "#web/call.ts";

let app: TestApi;
let staff: Transport;
let second: Transport;
let brand: string;
const currency = "GBP";

beforeAll(async () => {
  app = await testApi([
    membersFeature([walletOfMember]),
    ledgerFeature([{ followMember: followAdjustment }]),
    walletFeature,
  ]);
  brand = await market(app.db).brand();
  await topUpBrand(app.api.systemContext(), {
    id: newId(),
    brandId: brand,
    currency,
    amountMinor: 640_000,
    reference: "Test",
  });
  const rights = app.api.catalogue.permissions;
  staff = (await app.signIn("Huda", rights)).transport;
  second = (await app.signIn("Salma", rights)).transport;
});
afterAll(() => app.close());

async function member(email: string): Promise<string> {
  const id = newId();
  await call(staff, members.create, { id, email, language: "en" });
  return id;
}

async function earn(memberId: string, amount: number): Promise<string> {
  const ctx = app.api.systemContext();
  const id = idInBucketOf(ctx, memberId);
  await earnCashback(ctx, {
    id,
    member_id: memberId,
    brand_id: brand,
    retailer_id: newId(),
    location_id: null,
    order_ref: id,
    purchased_at: ctx.now,
    rate_bps: null,
    rate_source: null,
    certificate_id: null,
    currency,
    amount_minor: amount,
    due_at: ctx.now,
    hold_reason: null,
    status: "pending",
    lines: [],
  });
  return id;
}
const decide = (action: "confirm" | "reverse", id: string) =>
  decideCashback(app.api.systemContext(), action, { id, reason: "Test" });
const walletOf = (memberId: string) => call(staff, wallets.get, { memberId });
const availableOf = async (memberId: string) => (await walletOf(memberId)).balances[0]?.availableMinor ?? 0;

test("what a merged member has, asks for and gets later goes to the one who stays, and so does a debt", async () => {
  const [gone, stays] = [await member("gone@example.com"), await member("stays@example.com")];
  const entry = await earn(gone, 1000);
  await decide("confirm", entry);
  const later = await earn(gone, 300);
  await call(staff, wallets.setPayoutMethod, { memberId: gone, kind: "paypal_email", recipient: "gone@example.com" });
  app.clock.advance(2 * dayMs);
  await rowsOf(
    app.db,
    sql`insert into payout_requests (bucket, id, member_id, currency, amount_minor, status, created_at)
        values (bucket_of(${gone}::uuid), ${idInBucketOf(app.api.systemContext(), gone)}::uuid, ${gone}::uuid, 'GBP', 800, 'requested', now())`,
  );
  const { version } = await call(staff, members.get, { id: gone });
  await call(staff, members.merge, { id: gone, version, into: stays });
  expect(await availableOf(gone)).toBe(0);
  expect(await walletOf(stays)).toMatchObject({
    balances: [{ availableMinor: 1000 }],
    payoutMethod: { recipient: expect.stringContaining("•••") },
  });
  expect((await walletOf(gone)).payoutMethod).toBeNull();
  const requests = await rowsOf(
    app.db,
    sql`select member_id as "memberId" from payout_requests where status = 'requested'`,
  );
  expect(requests).toEqual([{ memberId: stays }]);
  await decide("confirm", later);
  await app.runJobs();
  expect(await availableOf(stays)).toBe(1300);
  await decide("reverse", entry);
  app.clock.advance(dayMs);
  await app.runJobs();
  expect(await availableOf(stays)).toBe(300);
  expect(await brokenLaws(app.db)).toEqual([]);
});

test("a member with cashback is not erased, and nobody can be paid at their address afterwards", async () => {
  const email = "erased@example.com";
  const id = await member(email);
  const entry = await earn(id, 500);
  await call(staff, wallets.setPayoutMethod, { memberId: id, kind: "paypal_email", recipient: email });
  const { version } = await call(staff, members.get, { id });
  const erase = () => call(staff, members.erase, { id, version, confirmation: email });
  expect(await refusalOf(erase())).toMatchObject({ code: "member_has_money", status: 409 });
  await decide("reverse", entry);
  await erase();
  const kept = await rowsOf(
    app.db,
    sql`select status, recipient_sealed from payout_methods where member_id = ${id}::uuid`,
  );
  expect(kept).toEqual([{ status: "replaced", recipient_sealed: null }]);
});

test("an adjustment of a member gives a lot or takes from the lots", async () => {
  const memberId = await member("adjusted@example.com");
  const own = { ownerKind: "member", ownerId: memberId, purpose: "available" } as const;
  const platform = { ownerKind: "platform", ownerId: null, purpose: "adjustments" } as const;
  const adjust = async (
    source: typeof own | typeof platform,
    destination: typeof own | typeof platform,
    amountMinor: number,
  ) => {
    const id = newId();
    await call(staff, ledgerAdjustments.create, {
      id,
      source,
      destination,
      currency,
      amountMinor,
      reason: "A complaint",
    });
    await call(second, ledgerAdjustments.approve, { id });
  };
  await adjust(platform, own, 700);
  expect((await call(staff, wallets.lots, { memberId })).rows).toMatchObject([{ leftMinor: 700 }]);
  await adjust(own, platform, 200);
  expect((await call(staff, wallets.lots, { memberId })).rows).toMatchObject([{ leftMinor: 500 }]);
  expect(await availableOf(memberId)).toBe(500);
  expect(await brokenLaws(app.db)).toEqual([]);
});
