import { asc, eq } from "drizzle-orm";
import { addMs, dayMs } from "#base/time.ts";
import type { Ctx } from "#api/context.ts";
import { sampleId } from "#api/seed.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { bucketOf } from "#features/loyalty/ledger/api/service/postings.ts";
import { membersTable } from "#features/loyalty/members/api/tables.ts";
import { createBatch, lockBatch, reconcile } from "#features/loyalty/wallet/api/service/batches.ts";
import { storeFiles } from "#features/loyalty/wallet/api/service/payoutFiles.ts";
import { requestPayout, setPayoutMethod } from "#features/loyalty/wallet/api/service/payoutMethods.ts";
import {
  confirmDue,
  decideCashback,
  earnCashback,
  expireLots,
  movePayout,
  takePayout,
  topUpBrand,
} from "#features/loyalty/wallet/api/service/statements.ts";
import { batchesTable, itemsTable } from "#features/loyalty/wallet/api/tables.ts";
import { customerRefOf, maskedRecipient } from "#features/loyalty/wallet/rules/paypal.ts";
import type { PaypalStatus } from "#features/loyalty/wallet/rules/payouts.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";

const currency = "GBP";
/** Each sample payment takes all that its member has. */
const payoutMinor = 700;

/** Of the sample members, in the order in which they joined. */
const recipients = [
  "aisha.demo@example.com",
  "bilal.demo@example.com",
  "laila.demo@example.com",
  "siti.demo@example.com",
  "yusuf.demo@example.com",
  "fatima.demo@example.com",
  "hamza.demo@example.com",
  "noura.demo@example.com",
  "maryam.demo@example.com",
  "idris.demo@example.com",
] as const;
/** Of the last two, who are in no batch. */
const lastMinor = 1240;

const daysBefore =
  (ctx: Ctx): At =>
  (daysAgo) => ({ ...ctx, now: addMs(ctx.now, -daysAgo * dayMs) });

/**
 * Cashback in every status, a paid batch, and one with a failed and an unclaimed payment: all through the statements, so
 * that every law holds. What is encrypted is left to `seedPayouts`.
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
  const ids = await sampleMembers(ctx);
  if (brand === undefined || shop === undefined || ids.length < recipients.length) return;
  const at = daysBefore(ctx);
  const money = { brandId: brand.id, currency, amountMinor: 500_000, reference: "Sample invoice" };
  await topUpBrand(at(59), { id: sampleId(at(59).now, 9801), ...money });
  const earn = earner(at, { brandId: brand.id, retailerId: shop.id });
  for (const [place, memberId] of ids.entries())
    await earn(memberId, { amount: place < 8 ? payoutMinor : lastMinor, daysAgo: 50 });
  await confirmDue(at(35), 100);
  await payOut(at, ids, { from: 0, daysAgo: 34, results: ["SUCCESS", "SUCCESS"] });
  await payOut(at, ids, { from: 2, daysAgo: 27, results: ["SUCCESS", "FAILED", "UNCLAIMED"] });
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
  /** The place of the first member; one for each result. */
  readonly from: number;
  readonly daysAgo: number;
  readonly results: readonly PaypalStatus[];
};

/** A batch that was sent, with its results. */
async function payOut(at: At, ids: readonly string[], { from, daysAgo, results }: Payment): Promise<void> {
  const ctx = at(daysAgo);
  const id = sampleId(ctx.now, 9900 + daysAgo);
  const totals = { items: results.length, totalMinor: payoutMinor * results.length };
  const steps = { createdAt: ctx.now, lockedAt: ctx.now, approvedAt: ctx.now, exportedAt: ctx.now };
  await ctx.db
    .insert(batchesTable)
    .values({ id, currency, source: "balances", status: "submitted", ...totals, ...steps, submittedAt: ctx.now });
  for (const [place, result] of results.entries()) {
    const memberId = ids[from + place]!;
    const itemId = inBucket(sampleId(ctx.now, 9910 + place), memberId);
    const item = {
      id: itemId,
      batch_id: id,
      sequence: place + 1,
      member_id: memberId,
      currency,
      amount_minor: payoutMinor,
      recipient_sealed: null,
      recipient_masked: maskedRecipient("paypal_email", recipients[from + place]!),
      customer_ref: customerRefOf(itemId),
    };
    if (!(await takePayout(ctx, item, null)))
      throw new Error(`sample payment ${place} of batch ${daysAgo} was refused`);
    await applyResult(at(daysAgo - 1), itemId, result);
  }
  await reconcile(at(daysAgo - 1), id);
}

async function applyResult(ctx: Ctx, itemId: string, paypalStatus: PaypalStatus): Promise<void> {
  await movePayout(ctx, itemId, { to: "sent", paypalStatus });
  if (paypalStatus === "SUCCESS") await movePayout(ctx, itemId, { to: "paid", paypalStatus, feeMinor: 14 });
  if (paypalStatus === "FAILED") await movePayout(ctx, itemId, { to: "failed", paypalStatus });
}

/**
 * Payout methods, the files of the batches that were sent, a batch that waits for approval, and requests for the next
 * one.
 */
export async function seedPayouts(ctx: Ctx): Promise<void> {
  const ids = await sampleMembers(ctx);
  const sent = await ctx.db
    .select({
      batchId: itemsTable.batchId,
      memberId: itemsTable.memberId,
      amountMinor: itemsTable.amountMinor,
      customerRef: itemsTable.customerRef,
    })
    .from(itemsTable)
    .orderBy(asc(itemsTable.batchId), asc(itemsTable.sequence));
  if (sent.length === 0) return;
  const recipientOf = (memberId: string) => recipients[ids.indexOf(memberId)]!;
  for (const batchId of new Set(sent.map((item) => item.batchId))) {
    const items = sent.filter((item) => item.batchId === batchId);
    const rows = items.map((item) => ({ ...item, currency, recipient: recipientOf(item.memberId) }));
    await storeFiles(ctx, batchId, rows);
  }
  const at = daysBefore(ctx);
  for (const [place, recipient] of recipients.entries())
    await setPayoutMethod(at(52), { memberId: ids[place]!, kind: "paypal_email", recipient });
  for (const memberId of ids.slice(5, 8)) await requestPayout(at(2), { memberId, currency, amountMinor: payoutMinor });
  const { id } = await createBatch(at(1), { id: sampleId(ctx.now, 9901), currency, source: "requests" });
  await lockBatch(at(1), { id });
  for (const memberId of ids.slice(8)) await requestPayout(at(0), { memberId, currency, amountMinor: lastMinor });
}

async function sampleMembers(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: membersTable.id })
    .from(membersTable)
    .where(eq(membersTable.status, "active"))
    .orderBy(asc(membersTable.createdAt), asc(membersTable.id))
    .limit(recipients.length);
  return rows.map(({ id }) => id);
}
