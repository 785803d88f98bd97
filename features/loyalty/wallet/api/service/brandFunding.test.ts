import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { minuteMs } from "#base/time.ts";
import { brokenLaws } from "#api/testing/brokenLaws.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { newId } from "#api/testing/testApi.ts";
import { walletFixture } from "#api/testing/walletFixture.ts";
import { walletFeature } from "#features/loyalty/wallet/api/routes.ts";
import { funding } from "#features/loyalty/wallet/contract/brandFunding.ts";
import { call } from "#web/call.ts";

let world: Awaited<ReturnType<typeof walletFixture>>;
beforeAll(async () => {
  world = await walletFixture(walletFeature);
});
afterAll(() => world.app.close());

test("the same top-up sent several times at once is recorded once", async () => {
  const { app, brand, finance, topUp } = world;
  const id = newId();
  const copies = app.engine === "postgres" ? 8 : 2;
  const answers = await Promise.all(Array.from({ length: copies }, () => topUp(10_000, id)));
  expect(answers.map(({ accounts }) => accounts[0]!.balanceMinor)).toEqual(answers.map(() => 10_000));
  const other = { id: brand, topUpId: id, currency: "GBP", amountMinor: 10_001, reference: "INV-1" };
  expect(await refusalOf(call(finance, funding.topUp, other))).toMatchObject({ code: "top_up_id_taken", status: 409 });
  expect(await brokenLaws(app.db)).toEqual([]);
});

test("tells those who fund a brand once each time that its balance falls below the warning", async () => {
  const { app, brand, finance, earn, member, topUp } = world;
  await app.db.execute(sql`update brands set contact_email = 'Owner@brand.example' where id = ${brand}::uuid`);
  await app.db.execute(sql`
    insert into user_roles (user_id, role_id, granted_at)
    select users.id, roles.id, users.created_at from users, roles where users.name = 'Second' and roles.code = 'finance'`);
  const agreement = { id: brand, currency: "GBP", policy: "prepaid", limitMinor: 0 } as const;
  const warned = async () => {
    app.emails.length = 0;
    app.clock.advance(6 * minuteMs);
    await app.sendNotices();
    return app.emails.map(({ to }) => to);
  };
  await call(finance, funding.updateAgreement, { ...agreement, lowBalanceMinor: 9_000 });
  expect(await warned()).toEqual([]);
  await earn(await member(), 20_000);
  const low = await call(finance, funding.get, { id: brand });
  expect(low.accounts).toMatchObject([{ balanceMinor: 8_000, isLow: true, spent30Minor: 2_000, runwayDays: 120 }]);
  const to = await warned();
  expect(to).toHaveLength(2);
  expect(to).toContain("Owner@brand.example");
  const forStaff = app.emails.find((email) => email.to !== "Owner@brand.example");
  expect(forStaff!.text).toContain(
    "GBP 80.00 (warning below GBP 90.00). At the rate of the last 30 days, it lasts 120 days.",
  );
  expect(forStaff!.text).toContain(`/apps/e-wallet/funding/${brand}`);
  await earn(await member(), 10_000);
  expect(await warned()).toEqual([]);
  await topUp(50_000);
  expect(await warned()).toEqual([]);
  await call(finance, funding.updateAgreement, { ...agreement, lowBalanceMinor: 100_000 });
  expect(await warned()).toHaveLength(2);
});
