import { and, asc, eq } from "drizzle-orm";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { sampleId } from "#api/seed.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { bucketOf } from "#features/loyalty/ledger/api/service/postings.ts";
import { membersTable } from "#features/loyalty/members/api/tables.ts";
import { reconcile } from "#features/loyalty/wallet/api/service/batches.ts";
import { sha256Of } from "#features/loyalty/wallet/api/service/payoutFiles.ts";
import {
  confirmDue,
  decideCashback,
  earnCashback,
  expireLots,
  movePayout,
  takePayout,
  topUpBrand,
} from "#features/loyalty/wallet/api/service/statements.ts";
import { batchesTable, payoutFilesTable, payoutMethodsTable } from "#features/loyalty/wallet/api/tables.ts";
import { customerRefOf } from "#features/loyalty/wallet/rules/paypal.ts";
import type { BatchStatus, PaypalStatus } from "#features/loyalty/wallet/rules/payouts.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";

const currency = "GBP";
/** Each sample payment takes all that its member has. */
const payoutMinor = 700;

/**
 * Cashback in every status, a paid batch, one with a failed and an unclaimed payment, and one that waits for approval: all
 * through the statements, so that every law holds. Recipients are missing, as they are encrypted with a key of the
 * installation.
 */
export async function seedWallet(ctx: Ctx): Promise<void> {
  const [brand] = await ctx.db
    .select({ id: brandsTable.id })
    .from(brandsTable)
    .where(eq(brandsTable.name, "Bustan Nour Demo Foods"));
  const [shop] = await ctx.db
    .select({ id: retailersTable.id })
    .from(retailersTable)
    .where(eq(retailersTable.status, "active"))
    .orderBy(asc(retailersTable.code))
    .limit(1);
  const members = await ctx.db
    .select({ id: membersTable.id })
    .from(membersTable)
    .where(and(eq(membersTable.status, "active")))
    .orderBy(asc(membersTable.createdAt), asc(membersTable.id))
    .limit(10);
  if (brand === undefined || shop === undefined || members.length < 10) return;
  const at = (daysAgo: number): Ctx => ({ ...ctx, now: addMs(ctx.now, -daysAgo * dayMs) });
  const money = { brandId: brand.id, currency, amountMinor: 500_000, reference: "Sample invoice" };
  await topUpBrand(at(59), { id: sampleId(at(59).now, 9801), ...money });
  const earn = earner(at, { brandId: brand.id, retailerId: shop.id });
  const ids = members.map(({ id }) => id);
  for (const [place, memberId] of ids.entries())
    await earn(memberId, { amount: place < 8 ? payoutMinor : 1240, daysAgo: 50 });
  await confirmDue(at(35), 100);
  await payOut(at, { memberIds: ids.slice(0, 2), daysAgo: 34, results: ["SUCCESS", "SUCCESS"] });
  await payOut(at, { memberIds: ids.slice(2, 5), daysAgo: 27, results: ["SUCCESS", "FAILED", "UNCLAIMED"] });
  await payOut(at, { memberIds: ids.slice(5, 8), daysAgo: 1, results: null });
  const ends = [
    ["decline", "Returned to the shop"],
    ["reverse", "Refunded"],
    ["hold", "Two receipts of the same minute"],
  ] as const;
  for (const [place, [action, reason]] of ends.entries()) {
    const id = await earn(ids[place]!, { amount: 420 + place * 60, daysAgo: 6 });
    await decideCashback(at(4), action, { id, reason });
  }
  for (const [place, memberId] of ids.entries()) await earn(memberId, { amount: 310 + place * 45, daysAgo: 3 });
  await earn(ids[8]!, { amount: 9_000, daysAgo: 2, status: "tracked" });
  await expireLots(at(0), 100);
}

type At = (daysAgo: number) => Ctx;
type Earning = { readonly amount: number; readonly daysAgo: number; readonly status?: "tracked" };

/** Each entry has its own receipt. */
function earner(at: At, { brandId, retailerId }: { readonly brandId: string; readonly retailerId: string }) {
  let made = 0;
  return async (memberId: string, { amount, daysAgo, status }: Earning): Promise<string> => {
    const ctx = at(daysAgo);
    const id = inBucket(sampleId(ctx.now, 9810 + made++), memberId);
    await earnCashback(ctx, {
      id,
      member_id: memberId,
      brand_id: brandId,
      retailer_id: retailerId,
      location_id: null,
      order_ref: `SAMPLE-${made}`,
      purchased_at: ctx.now,
      rate_bps: 500,
      rate_source: "brand",
      certificate_id: null,
      currency,
      amount_minor: amount,
      due_at: addMs(ctx.now, 14 * dayMs),
      hold_reason: null,
      status: status ?? "pending",
      lines: [
        {
          number: 1,
          product_id: null,
          quantity: 1,
          paid_minor: amount * 20,
          rate_bps: 500,
          rate_source: "brand",
          certificate_id: null,
          amount_minor: amount,
        },
      ],
    });
    return id;
  };
}

const inBucket = (id: string, memberId: string): string => {
  const last = (Number.parseInt(id.slice(-2), 16) & 0xc0) | bucketOf(memberId);
  return `${id.slice(0, -2)}${last.toString(16).padStart(2, "0")}`;
};

type Payment = {
  readonly memberIds: readonly string[];
  readonly daysAgo: number;
  /** Null: the batch waits for approval. */
  readonly results: readonly PaypalStatus[] | null;
};

async function payOut(at: At, { memberIds, daysAgo, results }: Payment): Promise<void> {
  const ctx = at(daysAgo);
  const id = sampleId(ctx.now, 9900 + daysAgo);
  const status: BatchStatus = results === null ? "locked" : "submitted";
  const totals = { items: memberIds.length, totalMinor: payoutMinor * memberIds.length };
  const sent = results && { approvedAt: ctx.now, exportedAt: ctx.now, submittedAt: ctx.now };
  await ctx.db
    .insert(batchesTable)
    .values({ id, currency, source: "balances", status, ...totals, createdAt: ctx.now, lockedAt: ctx.now, ...sent });
  for (const [place, memberId] of memberIds.entries()) {
    const itemId = inBucket(sampleId(ctx.now, 9910 + place), memberId);
    const recipientMasked = "•••@example.com";
    await ctx.db.insert(payoutMethodsTable).values({
      bucket: bucketOf(memberId),
      id: inBucket(sampleId(ctx.now, 9920 + place), memberId),
      memberId,
      kind: "paypal_email",
      recipientMasked,
      createdAt: addMs(ctx.now, -9 * dayMs),
      usableFrom: addMs(ctx.now, -8 * dayMs),
      status: "active",
    });
    const item = {
      id: itemId,
      batch_id: id,
      sequence: place + 1,
      member_id: memberId,
      currency,
      amount_minor: payoutMinor,
      recipient_sealed: null,
      recipient_masked: recipientMasked,
      customer_ref: customerRefOf(itemId),
    };
    if (!(await takePayout(ctx, item, null)))
      throw new Error(`sample payment ${place} of batch ${daysAgo} was refused`);
    if (results !== null) await applyResult(at(daysAgo - 1), itemId, results[place]!);
  }
  const file = {
    rows: totals.items,
    totalMinor: totals.totalMinor,
    sha256: await sha256Of(new TextEncoder().encode(id)),
  };
  await ctx.db.insert(payoutFilesTable).values({ batchId: id, part: 1, ...file });
  if (results !== null) await reconcile(at(daysAgo - 1), id);
}

async function applyResult(ctx: Ctx, itemId: string, paypalStatus: PaypalStatus): Promise<void> {
  await movePayout(ctx, itemId, { to: "sent", paypalStatus });
  if (paypalStatus === "SUCCESS") await movePayout(ctx, itemId, { to: "paid", paypalStatus, feeMinor: 14 });
  if (paypalStatus === "FAILED") await movePayout(ctx, itemId, { to: "failed", paypalStatus });
}
