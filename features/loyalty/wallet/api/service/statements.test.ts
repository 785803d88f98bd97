import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dice } from "#base/testing/dice.ts";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { market } from "#api/testing/catalogueFactory.ts";
import { newId } from "#api/testing/testApi.ts";
import { openTestDatabase, rowsOf, type TestDatabase } from "#api/testing/testDatabase.ts";
import { bucketOf } from "#features/loyalty/ledger/api/service/postings.ts";
import {
  confirmDue,
  decideCashback,
  earnCashback,
  idInBucketOf,
  RefusedByDatabase,
  movePayout,
  spendFromWallet,
  takePayout,
  topUpBrand,
} from "#features/loyalty/wallet/api/service/statements.ts";
import { brokenLaws } from "#api/testing/brokenLaws.ts";
import { customerRefOf } from "#features/loyalty/wallet/rules/paypal.ts";

let database: TestDatabase;
let brand: string;
const shop = newId();
const start = "2026-11-20T09:00:00.000Z";
const ctxAt = (now: string) => ({ db: database.db, now, actor: null }) as unknown as Ctx;

beforeAll(async () => {
  database = await openTestDatabase();
  brand = await market(database.db).brand();
  const money = { brandId: brand, currency: "GBP", amountMinor: 64_000_000, reference: "Test" };
  await topUpBrand(ctxAt(start), { id: newId(), ...money });
});
afterAll(() => database.close());

const entryOf = (ctx: Ctx, memberId: string, amount: number) => ({
  id: idInBucketOf(ctx, memberId),
  member_id: memberId,
  brand_id: brand,
  retailer_id: shop,
  location_id: null,
  order_ref: "R",
  purchased_at: ctx.now,
  rate_bps: 100,
  rate_source: "brand",
  certificate_id: null,
  currency: "GBP",
  amount_minor: amount,
  due_at: addMs(ctx.now, 5 * dayMs),
  hold_reason: null,
  status: "pending" as const,
  lines: [],
});

/** What the rules say in their simplest form: an entry, where its money is, and what each member has. */
type Entry = { id: string; left: number; status: string; dueAt: string };
type Wallet = { memberId: string; available: number; owed: number; held: number; entries: Entry[] };

const confirmInModel = (wallet: Wallet, entry: Entry) => {
  const repaid = Math.min(-wallet.owed, entry.left);
  wallet.owed += repaid;
  wallet.available += entry.left - repaid;
  entry.status = "confirmed";
};
const backInModel = (wallet: Wallet, amount: number) => {
  const repaid = Math.min(-wallet.owed, amount);
  wallet.owed += repaid;
  wallet.available += amount - repaid;
};

describe("random calls agree with a naive model, and every law holds", () => {
  test.each([1, 2, 3, 4, 5, 6])("seed %i", async (seed) => {
    const roll = dice(seed);
    let now = start;
    const batch = newId();
    await database.db.execute(sql`
      insert into payout_batches (id, currency, source, status, created_at)
      values (${batch}::uuid, 'GBP', 'balances', 'draft', ${start}::timestamptz)`);
    const wallets = Array.from(
      { length: 3 },
      (): Wallet => ({ memberId: newId(), available: 0, owed: 0, held: 0, entries: [] }),
    );
    const items: { id: string; wallet: Wallet; amount: number; status: string }[] = [];
    let total = 0;
    const steps: (() => Promise<void>)[] = [
      async () => {
        const wallet = wallets[roll(3)]!;
        const entry = entryOf(ctxAt(now), wallet.memberId, 1 + roll(2000));
        await earnCashback(ctxAt(now), entry);
        wallet.entries.push({ id: entry.id, left: entry.amount_minor, status: "pending", dueAt: entry.due_at });
      },
      async () => {
        now = addMs(now, (1 + roll(4)) * dayMs);
        await confirmDue(ctxAt(now), 1000);
        // By time, as the job does: what is owed is repaid by the first.
        for (const wallet of wallets)
          for (const entry of wallet.entries.filter(({ status, dueAt }) => status === "pending" && dueAt <= now))
            confirmInModel(wallet, entry);
      },
      async () => {
        const wallet = wallets[roll(3)]!;
        const entry = wallet.entries[roll(Math.max(wallet.entries.length, 1))];
        if (entry === undefined || entry.left === 0) return;
        const amount = roll(2) === 0 ? entry.left : 1 + roll(entry.left);
        expect(
          await decideCashback(ctxAt(now), "reverse", { id: entry.id, reason: "back", amountMinor: amount }),
        ).toBeNull();
        if (entry.status === "confirmed") {
          const taken = Math.min(wallet.available, amount);
          wallet.available -= taken;
          wallet.owed -= amount - taken;
        }
        entry.left -= amount;
      },
      async () => {
        const wallet = wallets[roll(3)]!;
        const amount = 1 + roll(1500);
        const spending = { id: idInBucketOf(ctxAt(now), wallet.memberId), memberId: wallet.memberId, retailerId: shop };
        const call = spendFromWallet(ctxAt(now), { ...spending, currency: "GBP", amountMinor: amount, orderRef: "S" });
        if (amount > wallet.available) await expect(call).rejects.toBeInstanceOf(RefusedByDatabase);
        else {
          await call;
          wallet.available -= amount;
        }
      },
      async () => {
        const wallet = wallets[roll(3)]!;
        const amount = 1 + roll(1500);
        const id = idInBucketOf(ctxAt(now), wallet.memberId);
        const isOpen = items.some((item) => item.wallet === wallet && ["locked", "sent"].includes(item.status));
        const row = {
          id,
          batch_id: batch,
          sequence: items.length + 1,
          member_id: wallet.memberId,
          currency: "GBP",
          amount_minor: amount,
          recipient_sealed: null,
          recipient_masked: "a•••@example.com",
          customer_ref: customerRefOf(id),
        };
        const mayPay = !isOpen && wallet.owed === 0 && wallet.available >= amount;
        expect(await takePayout(ctxAt(now), row, null)).toBe(mayPay);
        if (!mayPay) return;
        wallet.available -= amount;
        wallet.held += amount;
        total += amount;
        items.push({ id, wallet, amount, status: "locked" });
      },
      async () => {
        const item = items[roll(Math.max(items.length, 1))];
        if (item === undefined) return;
        const to = (["sent", "paid", "failed", "returned", "cancelled"] as const)[roll(5)]!;
        const may: Record<string, readonly string[]> = {
          locked: ["sent", "cancelled"],
          sent: ["paid", "failed", "returned"],
          paid: ["returned"],
        };
        const isAllowed = may[item.status]?.includes(to) ?? false;
        expect(await movePayout(ctxAt(now), item.id, { to, feeMinor: to === "paid" ? 3 : null })).toBe(isAllowed);
        if (!isAllowed) return;
        if (item.status === "locked") item.wallet.held -= item.amount;
        if (to !== "sent" && to !== "paid") backInModel(item.wallet, item.amount);
        item.status = to;
      },
    ];
    for (let step = 0; step < 120; step++) await steps[roll(steps.length)]!();
    await database.db.execute(sql`
      update payout_batches set items = ${items.length}, total_minor = ${total} where id = ${batch}::uuid`);
    if (items.length > 0)
      await database.db.execute(sql`
        insert into payout_files (batch_id, part, sha256, rows, total_minor)
        values (${batch}::uuid, 1, repeat('0', 64), ${items.length}, ${total})`);
    for (const wallet of wallets) {
      const pending = wallet.entries
        .filter(({ status }) => status === "pending")
        .reduce((sum, { left }) => sum + left, 0);
      const found = await rowsOf<Record<string, unknown>>(
        database.db,
        sql`select pending_minor::int as pending, available_minor::int as available, held_minor::int as held, owed_minor::int as owed
              from wallets where bucket = ${bucketOf(wallet.memberId)} and member_id = ${wallet.memberId}::uuid`,
      );
      const { available, held, owed } = wallet;
      expect(found[0] ?? { pending: 0, available: 0, held: 0, owed: 0 }, `member of seed ${seed}`).toEqual({
        pending,
        available,
        held,
        owed,
      });
    }
    expect(await brokenLaws(database.db)).toEqual([]);
  });
});
