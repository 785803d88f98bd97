import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#api/testing/testApi.ts";
import { rowsOf, type TestDatabase } from "#api/testing/testDatabase.ts";
import {
  accountsOf,
  type Accounts,
  balanceOf,
  codeOf,
  ctxAt,
  currency,
  expectLawsToHold,
  inParallel,
  now,
  openLedgerDatabase,
  send,
} from "#api/testing/ledgerFixture.ts";
import {
  captureHold,
  expireHolds,
  levelAccounts,
  openAccount,
  placeHold,
  post,
  readBalances,
  releaseHold,
  setAccountStatus,
  setLimit,
} from "#features/loyalty/ledger/api/service/postings.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openLedgerDatabase();
});
afterAll(() => database.close());

describe("a hold", () => {
  const idIn = async (bucket: number) =>
    (await rowsOf<{ id: string }>(database.db, sql`select new_id_in(${bucket}::smallint) as id`))[0]!.id;
  async function held(amountMinor: number, expiresInMs = 60_000) {
    const own = await accountsOf();
    await send(own, [[own.bank, own.available, 100]]);
    const id = await idIn(own.bucket);
    const hold = { id, accountId: own.available, amountMinor, expiresAt: ctxAt(expiresInMs).now };
    await placeHold(now(), hold);
    return { ...own, hold };
  }

  test("can’t be spent, and is set aside once", async () => {
    const { hold, ...own } = await held(70);
    expect(await placeHold(now(), hold)).toBeNull();
    expect(await balanceOf(own.available)).toBe(30);
    expect(await codeOf(send(own, [[own.available, own.charity, 31]]))).toBe("insufficient_funds");
    expect(await codeOf(placeHold(now(), { ...hold, id: await idIn(own.bucket), amountMinor: 31 }))).toBe(
      "insufficient_funds",
    );
    const balances = await readBalances(now(), "member", own.member);
    expect(balances.map(({ purpose, balanceMinor }) => [purpose, balanceMinor])).toEqual([
      ["available", 30],
      ["held", 70],
      ["owed", 0],
      ["pending", 0],
    ]);
    await expectLawsToHold();
  });

  test("is only placed on what a member can spend", async () => {
    const own = await accountsOf();
    const hold = { id: await idIn(own.bucket), accountId: own.pending, amountMinor: 1, expiresAt: ctxAt(60_000).now };
    await expect(placeHold(now(), hold)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("no account") },
    });
  });

  test("is captured or released once", async () => {
    const { hold, ...own } = await held(70);
    await captureHold(now(), { id: hold.id, destination: own.charity });
    await captureHold(now(), { id: hold.id, destination: own.charity });
    expect(await codeOf(releaseHold(now(), { id: hold.id }))).toBe("hold_ended");
    expect([await balanceOf(own.available), await balanceOf(own.charity)]).toEqual([30, expect.any(Number)]);
    const second = await held(10);
    await releaseHold(now(), { id: second.hold.id });
    await releaseHold(now(), { id: second.hold.id });
    expect(await balanceOf(second.available)).toBe(100);
    expect(await codeOf(captureHold(now(), { id: second.hold.id, destination: second.charity }))).toBe("hold_ended");
    await expectLawsToHold();
  });

  test("ends by the clock: captured a millisecond before, not at its end", async () => {
    const early = await held(10, 1000);
    await captureHold(ctxAt(999), { id: early.hold.id, destination: early.charity });
    const late = await held(10, 1000);
    expect(await codeOf(captureHold(ctxAt(1000), { id: late.hold.id, destination: late.charity }))).toBe("hold_ended");
    await expireHolds(ctxAt(999));
    expect(await balanceOf(late.available)).toBe(90);
    await inParallel(4, () => expireHolds(ctxAt(1000)));
    expect(await balanceOf(late.available)).toBe(100);
    expect(await codeOf(releaseHold(ctxAt(1000), { id: late.hold.id }))).toBe("hold_ended");
    await expectLawsToHold();
  });

  test("ends before another whose time is not over, and an ended one is not in its way", async () => {
    await expireHolds(ctxAt(3000));
    const ended = await held(10, 1000);
    await releaseHold(now(), { id: ended.hold.id });
    const due = await held(10, 2000);
    await held(10, 90_000);
    const [found] = await rowsOf<{ count: number }>(
      database.db,
      sql`select ledger_expire_holds(${ctxAt(3000).now}::timestamptz, 1) as count`,
    );
    expect(found).toEqual({ count: 1 });
    expect(await balanceOf(due.available)).toBe(100);
  });

  test("of a frozen account waits until it is open", async () => {
    const own = await held(10, 1000);
    await setAccountStatus(now(), [own.available], "frozen");
    await expireHolds(ctxAt(2000));
    expect(await balanceOf(own.available)).toBe(90);
    await setAccountStatus(now(), [own.available], "open");
    await expireHolds(ctxAt(2000));
    expect(await balanceOf(own.available)).toBe(100);
  });
});

describe("64 accounts of a brand", () => {
  const owner = (brand: string) => ({ ownerKind: "brand", ownerId: brand, purpose: "funding", currency }) as const;
  const totalOf = async (brand: string) => (await readBalances(now(), "brand", brand))[0]!.balanceMinor;

  test.each([
    [64_000, 5, true],
    [640, 300, true],
    [640, 640, true],
    [640, 641, false],
  ])("of %i give one of them %i: %s", async (total, amountMinor, isEnough) => {
    const own = await accountsOf();
    await send(own, [[own.bank, own.funding, total]]);
    await levelAccounts(now(), { ...owner(own.brand), bucket: 7, amountMinor: 1 });
    const bucket = (own.bucket + 1) % 64;
    expect(await levelAccounts(now(), { ...owner(own.brand), bucket, amountMinor })).toBe(isEnough);
    const needed = await openAccount(now(), bucket, owner(own.brand));
    if (isEnough) expect(await balanceOf(needed)).toBeGreaterThanOrEqual(amountMinor);
    expect(await totalOf(own.brand)).toBe(total);
    await expectLawsToHold();
  });

  test("are evenly filled while there is plenty", async () => {
    const own = await accountsOf();
    await send(own, [[own.bank, own.funding, 64 * 1000 + 3]]);
    await levelAccounts(now(), { ...owner(own.brand), bucket: 0, amountMinor: 2 });
    const rows = await rowsOf<{ balance: number }>(
      database.db,
      sql`select balance_minor::int as balance from ledger_accounts where owner_id = ${own.brand} order by bucket`,
    );
    expect(rows.map(({ balance }) => balance)).toEqual(Array.from({ length: 64 }, (_, i) => (i < 3 ? 1001 : 1000)));
  });

  test("leave out other currencies and accounts that are not open", async () => {
    const own = await accountsOf();
    const other = { ...owner(own.brand), currency: "EUR" };
    const euros = await openAccount(now(), own.bucket, other);
    const bank = { ownerKind: "platform", ownerId: null, purpose: "bank", currency: "EUR" } as const;
    await post(now(), {
      bucket: own.bucket,
      kind: "test",
      dedupeKey: `euros:${own.brand}`,
      currency: "EUR",
      postings: [{ source: await openAccount(now(), own.bucket, bank), destination: euros, amountMinor: 1000 }],
    });
    await send(own, [[own.bank, own.funding, 100]]);
    const level = (amountMinor: number) =>
      levelAccounts(now(), { ...owner(own.brand), bucket: (own.bucket + 1) % 64, amountMinor });
    expect(await level(101)).toBe(false);
    await setAccountStatus(now(), [own.funding], "frozen");
    expect(await level(1)).toBe(false);
    await setAccountStatus(now(), [own.funding], "open");
    expect(await level(100)).toBe(true);
    expect([await balanceOf(euros), await balanceOf(own.funding)]).toEqual([1000, 0]);
    await expectLawsToHold();
  });

  test("are evenly filled without those that are frozen or in another currency", async () => {
    const own = await accountsOf();
    const euros = await openAccount(now(), own.bucket, { ...owner(own.brand), currency: "EUR" });
    const level = () => levelAccounts(now(), { ...owner(own.brand), bucket: own.bucket, amountMinor: 1 });
    await send(own, [[own.bank, own.funding, 64 * 1000]]);
    await level();
    const frozen = await openAccount(now(), (own.bucket + 2) % 64, owner(own.brand));
    await setAccountStatus(now(), [frozen], "frozen");
    await send(own, [[own.bank, own.funding, 63 * 10]]);
    await level();
    const filled = await openAccount(now(), (own.bucket + 3) % 64, owner(own.brand));
    const balances = await Promise.all([frozen, euros, own.funding, filled].map(balanceOf));
    expect(balances).toEqual([1000, 0, 1010, 1010]);
    await expectLawsToHold();
  });

  test.each([
    [512, 2, 8],
    [511, 2, 2],
  ])("with %i in all and %i needed, that one has %i", async (total, amountMinor, has) => {
    const own = await accountsOf();
    await send(own, [[own.bank, own.funding, total]]);
    const bucket = (own.bucket + 1) % 64;
    await levelAccounts(now(), { ...owner(own.brand), bucket, amountMinor });
    expect(await balanceOf(await openAccount(now(), bucket, owner(own.brand)))).toBe(has);
  });

  test("are never refused while one of them has room, and never give more than all have", async () => {
    const brand = newId();
    const first = await accountsOf({ brand });
    await send(first, [[first.bank, first.funding, 200]]);
    const members = await Promise.all(Array.from({ length: 30 }, () => accountsOf({ brand })));
    const take = async (own: Accounts): Promise<"done" | "exhausted" | "busy"> => {
      for (let attempt = 0; attempt < 30; attempt++) {
        try {
          await send(own, [[own.funding, own.pending, 3]]);
          return "done";
        } catch (error) {
          if ((error as { code?: string }).code !== "insufficient_funds") throw error;
          if (!(await levelAccounts(now(), { ...owner(brand), bucket: own.bucket, amountMinor: 3 })))
            return "exhausted";
        }
      }
      return "busy";
    };
    const outcomes = (
      await inParallel(16, async (index) => {
        const found: string[] = [];
        for (let i = 0; i < 6; i++) found.push(await take(members[(index * 7 + i) % members.length]!));
        return found;
      })
    ).flat();
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(Math.min(66, outcomes.length));
    expect(outcomes).not.toContain("busy");
    await expectLawsToHold();
  });

  test("share a limit evenly also if one of them has used up its share to the last unit", async () => {
    const own = await accountsOf();
    await setLimit(now(), owner(own.brand), 6400);
    await send(own, [[own.funding, own.pending, 100]]);
    await setLimit(now(), owner(own.brand), 6400);
    const floors = await rowsOf<{ floor: number }>(
      database.db,
      sql`select distinct floor_minor::int as floor from ledger_accounts where owner_id = ${own.brand}`,
    );
    expect(floors).toEqual([{ floor: -100 }]);
  });

  test("go below zero to their limit together, which can’t be set below what is used", async () => {
    const own = await accountsOf();
    await setLimit(now(), owner(own.brand), 6401);
    await send(own, [[own.funding, own.pending, 100]]);
    const refused = await codeOf(send(own, [[own.funding, own.pending, 2]]));
    expect(refused).toBe("insufficient_funds");
    expect(await levelAccounts(now(), { ...owner(own.brand), bucket: own.bucket, amountMinor: 6301 })).toBe(true);
    expect(await levelAccounts(now(), { ...owner(own.brand), bucket: own.bucket, amountMinor: 6302 })).toBe(false);
    await send(own, [[own.funding, own.pending, 6301]]);
    expect(await codeOf(setLimit(now(), owner(own.brand), 6400))).toBe("limit_below_used");
    await send(own, [[own.bank, own.funding, 6000]]);
    await setLimit(now(), owner(own.brand), 401);
    expect(await levelAccounts(now(), { ...owner(own.brand), bucket: own.bucket, amountMinor: 1 })).toBe(false);
    await setLimit(now(), owner(own.brand), 402);
    expect(await levelAccounts(now(), { ...owner(own.brand), bucket: own.bucket, amountMinor: 1 })).toBe(true);
    await expectLawsToHold();
  });
});
