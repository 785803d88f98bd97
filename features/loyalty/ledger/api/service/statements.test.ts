import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#api/testing/testApi.ts";
import { rowsOf, type TestDatabase } from "#api/testing/testDatabase.ts";
import {
  accountsOf,
  balanceOf,
  codeOf,
  currency,
  expectLawsToHold,
  freshKey,
  inParallel,
  largest,
  type Move,
  now,
  openLedgerDatabase,
  send,
} from "#api/testing/ledgerFixture.ts";
import {
  openAccount,
  reverse,
  setAccountStatus,
  transfer,
  bucketOf,
} from "#features/loyalty/ledger/api/service/postings.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await openLedgerDatabase();
});
afterAll(() => database.close());

describe("a posting is refused", () => {
  test("below the floor, exactly", async () => {
    const own = await accountsOf();
    await send(own, [[own.bank, own.funding, 100]]);
    expect(await codeOf(send(own, [[own.funding, own.pending, 101]]))).toBe("insufficient_funds");
    await send(own, [[own.funding, own.pending, 100]]);
    expect(await balanceOf(own.funding)).toBe(0);
    expect(await codeOf(send(own, [[own.funding, own.pending, 1]]))).toBe("insufficient_funds");
    await expectLawsToHold();
  });

  test("of a frozen or closed account, at either end", async () => {
    const own = await accountsOf();
    await send(own, [[own.bank, own.available, 100]]);
    for (const status of ["frozen", "closed"] as const) {
      await setAccountStatus(now(), [own.available], status);
      expect(await codeOf(send(own, [[own.available, own.charity, 1]]))).toBe(`account_${status}`);
      expect(await codeOf(send(own, [[own.bank, own.available, 1]]))).toBe(`account_${status}`);
    }
    await setAccountStatus(now(), [own.available], "open");
    await send(own, [[own.available, own.charity, 1]]);
  });

  test("above what a member owes", async () => {
    const own = await accountsOf();
    await send(own, [[own.owed, own.funding, 50]]);
    await send(own, [[own.bank, own.available, 100]]);
    expect(await codeOf(send(own, [[own.available, own.owed, 51]]))).toBe("exceeds_owed");
    await send(own, [[own.available, own.owed, 50]]);
    expect(await balanceOf(own.owed)).toBe(0);
  });

  test("above 2^53 − 1, at either end", async () => {
    const own = await accountsOf();
    const other = await accountsOf();
    await send(own, [[own.adjustments, own.funding, largest]]);
    expect(await codeOf(send(own, [[own.bank, own.funding, 1]]))).toBe("amount_too_large");
    expect(await codeOf(send(own, [[own.adjustments, own.charity, 1]]))).toBe("amount_too_large");
    expect(await codeOf(send(other, [[other.funding, other.charity, largest]]))).toBe("insufficient_funds");
    // The largest that a driver sends as a number, and the largest bigint.
    expect(await codeOf(send(other, [[other.owed, other.charity, largest + 1]]))).toBe("amount_too_large");
    const huge = database.db.execute(sql`
      select ledger_post(${other.bucket}::smallint, new_id_in(${other.bucket}::smallint), 'test', ${freshKey()}, null, null,
        ${currency}, jsonb_build_array(jsonb_build_object('source', ${other.owed}::uuid, 'destination', ${other.charity}::uuid,
          'amount_minor', 9223372036854775807)), null, null, now())`);
    await expect(huge).rejects.toMatchObject({ cause: { message: "amount_too_large" } });
    await send(own, [[own.funding, own.adjustments, largest]]);
  });

  test("in another currency or bucket, without postings, of nothing or less, and onto itself: as a fault", async () => {
    const own = await accountsOf();
    const other = await accountsOf({
      member: `${newId().slice(0, -2)}${((own.bucket + 1) % 64).toString(16).padStart(2, "0")}`,
    });
    const euros = await openAccount(now(), own.bucket, {
      ownerKind: "platform",
      ownerId: null,
      purpose: "bank",
      currency: "EUR",
    });
    for (const moves of [
      [[euros, own.funding, 1]],
      [[own.bank, euros, 1]],
      [[other.bank, own.funding, 1]],
      [[own.bank, other.funding, 1]],
      [],
      [[own.bank, own.funding, 0]],
      [[own.bank, own.funding, -1]],
      [[own.bank, own.bank, 1]],
      [[own.bank, own.funding, 1.5]],
    ] as Move[][])
      await expect(send(own, moves)).rejects.toThrow(/Failed query/);
    expect(await balanceOf(own.funding)).toBe(0);
    await expectLawsToHold();
  });

  test("with everything it belongs to", async () => {
    const own = await accountsOf();
    await send(own, [[own.bank, own.funding, 100]]);
    const moves: Move[] = [
      [own.funding, own.pending, 60],
      [own.funding, own.available, 60],
    ];
    expect(await codeOf(send(own, moves))).toBe("insufficient_funds");
    expect([await balanceOf(own.funding), await balanceOf(own.pending)]).toEqual([100, 0]);
  });
});

describe("a key is posted once", () => {
  test("fifty equal requests at once: one posting, fifty equal answers", async () => {
    const own = await accountsOf();
    const answers = await inParallel(50, () => send(own, [[own.bank, own.funding, 7]], "equal:1"));
    expect(new Set(answers.map(({ number }) => number)).size).toBe(1);
    expect(answers.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await balanceOf(own.funding)).toBe(7);
    await expectLawsToHold();
  });

  test("and not for something else", async () => {
    const own = await accountsOf();
    await send(own, [[own.bank, own.funding, 7]], "reused:1");
    expect(await codeOf(send(own, [[own.bank, own.funding, 8]], "reused:1"))).toBe("dedupe_key_reused");
    expect(await codeOf(send(own, [[own.bank, own.charity, 7]], "reused:1"))).toBe("dedupe_key_reused");
    expect(await codeOf(send(own, [[own.bank, own.funding, 7]], "reused:1", "other"))).toBe("dedupe_key_reused");
    // Buckets are apart: the key names its record, whose bucket never changes.
    const elsewhere = await accountsOf({
      member: `${newId().slice(0, -2)}${((own.bucket + 1) % 64).toString(16).padStart(2, "0")}`,
    });
    expect(await send(elsewhere, [[elsewhere.bank, elsewhere.funding, 7]], "reused:1")).toMatchObject({ isNew: true });
  });

  test("a refused posting leaves its key free", async () => {
    const own = await accountsOf();
    expect(await codeOf(send(own, [[own.funding, own.pending, 5]], "later:1"))).toBe("insufficient_funds");
    await send(own, [[own.bank, own.funding, 5]]);
    expect(await send(own, [[own.funding, own.pending, 5]], "later:1")).toMatchObject({ isNew: true });
  });

  test("an account is opened once, by any number at a time", async () => {
    const member = newId();
    const key = { ownerKind: "member", ownerId: member, purpose: "pending", currency } as const;
    const ids = await inParallel(40, () => openAccount(now(), bucketOf(member), key));
    expect(new Set(ids).size).toBe(1);
    const euros = await openAccount(now(), bucketOf(member), { ...key, currency: "EUR" });
    expect(euros).not.toBe(ids[0]);
  });
});

test("64 connections take from one account what it has, and no more", async () => {
  const own = await accountsOf();
  await send(own, [[own.bank, own.funding, 500]]);
  const outcomes = await inParallel(64, async () => {
    let done = 0;
    for (let i = 0; i < 10; i++)
      done += await send(own, [[own.funding, own.charity, 1]]).then(
        () => 1,
        () => 0,
      );
    return done;
  });
  const requested = outcomes.length * 10;
  expect(outcomes.reduce((sum, done) => sum + done, 0)).toBe(Math.min(requested, 500));
  expect(await balanceOf(own.funding)).toBe(500 - Math.min(requested, 500));
  await expectLawsToHold();
});

test("opposite directions between shared accounts don’t deadlock", async () => {
  const own = await accountsOf();
  await send(own, [[own.bank, own.funding, 1_000_000]]);
  await send(own, [[own.bank, own.charity, 1_000_000]]);
  const before = await deadlocks();
  await inParallel(32, async (index) => {
    for (let i = 0; i < 10; i++)
      await send(
        own,
        index % 2 === 0
          ? [
              [own.funding, own.charity, 1],
              [own.funding, own.pending, 1],
            ]
          : [[own.charity, own.funding, 1]],
      );
  });
  expect(await deadlocks()).toBe(before);
  await expectLawsToHold();
});

const deadlocks = async () => {
  await database.db.execute(sql`select pg_stat_force_next_flush()`);
  const [row] = await rowsOf<{ deadlocks: number }>(
    database.db,
    sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
  );
  return row!.deadlocks;
};

describe("a reversal", () => {
  const idOf = async (number: number) => {
    const [row] = await rowsOf<{ id: string }>(
      database.db,
      sql`select id from ledger_transactions where number = ${number}`,
    );
    return row!.id;
  };
  test("posts everything back, in the opposite order, once", async () => {
    const own = await accountsOf();
    await send(own, [[own.owed, own.bank, 40]]);
    await send(own, [[own.bank, own.pending, 100]]);
    const { number } = await send(own, [
      [own.pending, own.available, 100],
      [own.available, own.owed, 40],
    ]);
    const id = await idOf(number);
    const reversed = await reverse(now(), { id, dedupeKey: "r:1", reason: "Wrong member" });
    expect(reversed).toBeGreaterThan(number);
    expect([await balanceOf(own.pending), await balanceOf(own.available), await balanceOf(own.owed)]).toEqual([
      100, 0, -40,
    ]);
    expect(await reverse(now(), { id, dedupeKey: "r:1", reason: "Wrong member" })).toBeNull();
    expect(await codeOf(reverse(now(), { id, dedupeKey: "r:2", reason: "Again" }))).toBe("already_reversed");
    expect(await codeOf(reverse(now(), { id: await idOf(reversed!), dedupeKey: "r:3", reason: "Back" }))).toBe(
      "not_reversible",
    );
    await expectLawsToHold();
  });

  test("happens once when twenty ask at the same time", async () => {
    const own = await accountsOf();
    const { number } = await send(own, [[own.bank, own.funding, 10]]);
    const id = await idOf(number);
    const outcomes = await inParallel(20, (index) =>
      reverse(now(), { id, dedupeKey: `race:${index}`, reason: "Wrong" }).then(
        () => "done",
        (error: { code: string }) => error.code,
      ),
    );
    expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(["done", "already_reversed"]));
    expect(await balanceOf(own.funding)).toBe(0);
  });

  test("is refused if the money is gone, for a half of a transfer, and for nothing", async () => {
    const own = await accountsOf();
    const { number } = await send(own, [[own.bank, own.funding, 10]]);
    await send(own, [[own.funding, own.charity, 1]]);
    expect(await codeOf(reverse(now(), { id: await idOf(number), dedupeKey: "gone:1", reason: "x" }))).toBe(
      "insufficient_funds",
    );
    const other = await accountsOf({
      member: `${newId().slice(0, -2)}${((own.bucket + 9) % 64).toString(16).padStart(2, "0")}`,
    });
    const half = await transfer(now(), {
      source: own.bank,
      destination: other.available,
      kind: "gift",
      dedupeKey: "gift:1",
      currency,
      amountMinor: 3,
    });
    expect(await codeOf(reverse(now(), { id: await idOf(half!), dedupeKey: "gift:r", reason: "x" }))).toBe(
      "not_reversible",
    );
    expect(await codeOf(reverse(now(), { id: newId(), dedupeKey: "none:1", reason: "x" }))).toBe("not_reversible");
    expect(await balanceOf(other.available)).toBe(3);
    expect(
      await transfer(now(), {
        source: own.bank,
        destination: other.available,
        kind: "gift",
        dedupeKey: "gift:1",
        currency,
        amountMinor: 3,
      }),
    ).toBeNull();
    expect(await balanceOf(other.available)).toBe(3);
    await expectLawsToHold();
  });
});

test("nothing that was posted can be changed", async () => {
  const own = await accountsOf();
  await send(own, [[own.bank, own.funding, 1]]);
  for (const statement of [
    sql`update ledger_transactions set reason = 'x'`,
    sql`delete from ledger_transactions`,
    sql`update ledger_postings set amount_minor = 2`,
    sql`delete from ledger_postings`,
    sql`update ledger_accounts set owner_id = null`,
    sql`delete from ledger_accounts`,
    sql`update ledger_holds set amount_minor = 2`,
    sql`truncate ledger_postings`,
  ])
    await expect(database.db.execute(statement)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("can never change") },
    });
});
