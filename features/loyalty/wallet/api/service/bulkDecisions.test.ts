import { afterAll, beforeAll, expect, test } from "vitest";
import { brokenLaws } from "#api/testing/brokenLaws.ts";
import { refusalOf } from "#api/testing/sessionApi.ts";
import { walletFixture } from "#api/testing/walletFixture.ts";
import { walletFeature } from "#features/loyalty/wallet/api/routes.ts";
import { cashback } from "#features/loyalty/wallet/contract/cashback.ts";
import { wallets } from "#features/loyalty/wallet/contract/wallets.ts";
import { call, type Transport } from "#web/call.ts";

let world: Awaited<ReturnType<typeof walletFixture>>;
beforeAll(async () => {
  world = await walletFixture(walletFeature);
  await world.topUp(10_000_000);
});
afterAll(() => world.app.close());

/** Entries of so many members, 100 minor units each. */
const entries = async (count: number) => {
  const made: { id: string; memberId: string }[] = [];
  for (let place = 0; place < count; place++) {
    const memberId = await world.member();
    made.push({ id: (await world.earn(memberId, 1000)).entries[0]!.id, memberId });
  }
  return made;
};
const statusesOf = async (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await call(world.finance, cashback.get, { id })).cashback.status));

test("confirms what was previewed, leaves out the others, and says how much it is", async () => {
  const { app, finance, till, balance } = world;
  const made = await entries(4);
  const ids = made.map(({ id }) => id);
  const reason = "The shop confirmed them.";
  const hold = { selection: { ids: ids.slice(3) }, action: "hold" as const, reason };
  await call(finance, cashback.decideMany, {
    ...hold,
    fingerprint: (await call(finance, cashback.previewDecision, hold)).fingerprint,
  });
  const release = { selection: { ids }, action: "release", reason } as const;
  expect(await call(finance, cashback.previewDecision, release)).toMatchObject({
    matched: 4,
    changing: 1,
    leftOut: [{ code: "status_not_allowed", count: 3 }],
    amounts: [{ currency: "GBP", count: 1, amountMinor: 100 }],
  });
  const confirm = { selection: { ids }, action: "confirm", reason } as const;
  const preview = await call(finance, cashback.previewDecision, confirm);
  expect(preview).toMatchObject({ changing: 4, amounts: [{ currency: "GBP", count: 4, amountMinor: 400 }] });
  // A wallet that is frozen in between is left out.
  await call(finance, wallets.freeze, { memberId: made[0]!.memberId, isFrozen: true, reason: "Stolen account" });
  const { fingerprint } = preview;
  expect(await call(finance, cashback.decideMany, { ...confirm, fingerprint })).toEqual({ changed: 3, leftOut: 1 });
  expect(await statusesOf(ids)).toEqual(["pending", "available", "available", "available"]);
  expect(await balance(made[1]!.memberId)).toMatchObject({ availableMinor: 100, pendingMinor: 0 });
  expect(await refusalOf(call(finance, cashback.decideMany, { ...confirm, fingerprint }))).toMatchObject({
    code: "preview_stale",
  });
  const { events } = await call(till, cashback.get, { id: ids[1]! });
  expect(events.at(-1)).toMatchObject({ to: "available", reason, actor: "Finance" });
  expect(await brokenLaws(app.db)).toEqual([]);
});

test("more than 20 continue in the background, once", async () => {
  const { app, finance } = world;
  const ids = (await entries(23)).map(({ id }) => id);
  const decline = { selection: { ids }, action: "decline", reason: "Returned goods" } as const;
  const { fingerprint } = await call(finance, cashback.previewDecision, decline);
  expect(await call(finance, cashback.decideMany, { ...decline, fingerprint })).toEqual({ changed: 23, leftOut: 0 });
  await app.runJobs();
  expect(new Set(await statusesOf(ids))).toEqual(new Set(["declined"]));
  expect(await brokenLaws(app.db)).toEqual([]);
});

test("reaches only the cashback of the caller’s brands", async () => {
  const { app, brand } = world;
  const [entry] = await entries(1);
  const grants = ["cashback.read@scope", "cashback.decide@scope"];
  const seen = async (target: string) => {
    const { transport } = await app.signIn(`Manager ${target.slice(-4)}`, grants, [{ kind: "brand", target }]);
    return previewOf(transport, entry!.id);
  };
  expect(await seen(brand)).toMatchObject({ matched: 1, amounts: [{ count: 1 }] });
  expect(await seen(entry!.memberId)).toMatchObject({ matched: 0, amounts: [] });
});

const previewOf = (transport: Transport, id: string) =>
  call(transport, cashback.previewDecision, { selection: { ids: [id] }, action: "confirm", reason: "Checked" });
