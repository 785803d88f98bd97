import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addMs, hourMs } from "#base/time.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { rowsOf } from "#api/testing/testDatabase.ts";
import { walletFixture } from "#api/testing/walletFixture.ts";
import { walletFeature } from "#features/loyalty/wallet/api/routes.ts";
import { loyaltySettings } from "#features/loyalty/wallet/contract/settings.ts";
import { wallets } from "#features/loyalty/wallet/contract/wallets.ts";
import { call } from "#web/call.ts";

let world: Awaited<ReturnType<typeof walletFixture>>;
beforeAll(async () => {
  world = await walletFixture(walletFeature);
});
afterAll(() => world.app.close());

test("are changed with the permission, once for each version, and every change is in the audit log", async () => {
  const { app, finance, second } = world;
  const before = await call(finance, loyaltySettings.get, {});
  const change = { version: before.version, methodCoolDownHours: 48, expiryDestination: "breakage" } as const;
  expect(await refusalOf(call(second, loyaltySettings.update, change))).toMatchObject({ code: "permission_denied" });
  const after = await call(finance, loyaltySettings.update, change);
  expect(after).toMatchObject({ methodCoolDownHours: 48, expiryDestination: "breakage", version: before.version + 1 });
  expect(await refusalOf(call(finance, loyaltySettings.update, change))).toMatchObject({ code: "version_conflict" });
  const short = { version: after.version, methodCoolDownHours: 23 };
  expect(await refusalOf(call(finance, loyaltySettings.update, short))).toMatchObject({ status: 422 });
  const entries = await rowsOf(
    app.db,
    sql`select changes from audit_log where resource = 'loyaltySettings' and action = 'update'`,
  );
  expect(entries).toEqual([
    {
      changes: {
        methodCoolDownHours: { before: 24, after: 48 },
        expiryDestination: { before: "charity", after: "breakage" },
      },
    },
  ]);
});

test("a new payout method waits as long as the settings say", async () => {
  const { app, till, member } = world;
  const recipient = { kind: "paypal_email", recipient: "new@example.com" } as const;
  const method = await call(till, wallets.setPayoutMethod, { memberId: await member(), ...recipient });
  expect(method.usableFrom).toBe(addMs(app.clock.now, 48 * hourMs));
});

test("a change of the payout method is told to the old address, which sees only the beginning of the new one", async () => {
  const { app, till, member } = world;
  const memberId = await member();
  const set = (recipient: string) => call(till, wallets.setPayoutMethod, { memberId, kind: "paypal_email", recipient });
  app.emails.length = 0;
  await set("old@example.com");
  await app.runJobs();
  expect(app.emails).toEqual([]);
  await set("thief@elsewhere.example");
  // The same again is no change.
  await set("thief@elsewhere.example");
  const [{ payload }] = (await rowsOf(
    app.db,
    sql`select payload::text from jobs where kind = 'payouts.methodChanged'`,
  )) as [{ payload: string }];
  expect(payload).not.toContain("old@");
  await app.runJobs();
  expect(app.emails.map(({ to }) => to)).toEqual(["old@example.com"]);
  const { text } = app.emails[0]!;
  expect(text).toContain("another PayPal account: t•••.");
  expect(text).not.toContain("elsewhere");
});
