import { bucketOf } from "#features/loyalty/ledger/api/service/postings.ts";
import { and, eq } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import { commonRefusals } from "#base/refusal.ts";
import { addMs, hourMs } from "#base/time.ts";
import { writeAmount } from "#base/writeAmount.ts";
import { type Ctx, inTransaction } from "#api/context.ts";
import { enqueueMethodEmail } from "#features/loyalty/wallet/api/service/methodEmails.ts";
import { recipientPurpose } from "#features/loyalty/wallet/api/service/recipients.ts";
import { readSettings } from "#features/loyalty/wallet/api/service/settings.ts";
import { idInBucketOf } from "#features/loyalty/wallet/api/service/statements.ts";
import {
  payoutMethodsTable as methods,
  payoutRequestsTable as requests,
  walletsView as balances,
} from "#features/loyalty/wallet/api/tables.ts";
import { membersTable } from "#features/loyalty/members/api/tables.ts";
import { cashbackRefusals } from "#features/loyalty/wallet/contract/cashback.ts";
import {
  type PayoutMethod,
  type PayoutRequest,
  walletRefusals as refused,
  type wallets,
} from "#features/loyalty/wallet/contract/wallets.ts";
import { isPayable, maskedRecipient, safeRecipient } from "#features/loyalty/wallet/rules/paypal.ts";
import { minorDigitsByCurrency } from "#base/money.ts";

export const activeMethod = (memberId: string) =>
  and(eq(methods.bucket, bucketOf(memberId)), eq(methods.memberId, memberId), eq(methods.status, "active"));

export async function readMethod(ctx: Ctx, memberId: string): Promise<PayoutMethod | null> {
  const [found] = await ctx.db.select().from(methods).where(activeMethod(memberId));
  if (!found) return null;
  const { id, kind, recipientMasked: recipient, usableFrom, createdAt } = found;
  return { id, kind, recipient, usableFrom, createdAt };
}

async function requireActiveMember(ctx: Ctx, memberId: string): Promise<void> {
  const [member] = await ctx.db
    .select({ status: membersTable.status })
    .from(membersTable)
    .where(and(eq(membersTable.bucket, bucketOf(memberId)), eq(membersTable.id, memberId)));
  if (member?.status !== "active") throw cashbackRefusals.cashback_member_unavailable();
}

/** Replaces the method and tells the old address; the new one can be used after the cool-down of the settings. The same recipient again changes nothing. */
export const setPayoutMethod = (
  ctx: Ctx,
  { memberId, kind, recipient: typed }: Input<typeof wallets.setPayoutMethod>,
): Promise<PayoutMethod> =>
  inTransaction(ctx, async (inner) => {
    await requireActiveMember(inner, memberId);
    const recipient = safeRecipient(kind, typed);
    if (recipient === null) throw refused.payout_recipient_unsafe();
    const [before] = await inner.db.select().from(methods).where(activeMethod(memberId)).for("update");
    if (before?.recipientSealed && before.kind === kind) {
      const known = new TextDecoder().decode(
        await inner.cipher.open(before.recipientSealed, recipientPurpose(memberId)),
      );
      if (known === recipient) return (await readMethod(inner, memberId))!;
    }
    await inner.db.update(methods).set({ status: "replaced", recipientSealed: null }).where(activeMethod(memberId));
    await inner.db.insert(methods).values({
      bucket: bucketOf(memberId),
      id: idInBucketOf(inner, memberId),
      memberId,
      kind,
      recipientSealed: await inner.cipher.seal(new TextEncoder().encode(recipient), recipientPurpose(memberId)),
      recipientMasked: maskedRecipient(kind, recipient),
      createdAt: inner.now,
      usableFrom: addMs(inner.now, (await readSettings(inner)).methodCoolDownHours * hourMs),
      status: "active",
    });
    const method = (await readMethod(inner, memberId))!;
    const { recipient: masked, usableFrom } = method;
    if (before) await enqueueMethodEmail(inner, before, { memberId, recipient: masked, usableFrom });
    return method;
  });

/** Records what a member asks for; the next batch of requests pays it. Nothing is set aside before. */
export const requestPayout = (ctx: Ctx, input: Input<typeof wallets.requestPayout>): Promise<PayoutRequest> =>
  inTransaction(ctx, async (inner) => {
    const { memberId, currency, amountMinor } = input;
    await requireActiveMember(inner, memberId);
    if (!isPayable(currency)) throw refused.currency_not_supported({ currency });
    const method = await readMethod(inner, memberId);
    if (method === null || method.usableFrom > inner.now) throw refused.payout_method_unverified();
    const minimum = (await readSettings(inner)).payoutMinimums[currency] ?? 1;
    if (amountMinor < minimum)
      throw refused.payout_below_minimum({
        minimum: `${writeAmount(minimum, minorDigitsByCurrency.get(currency)!)} ${currency}`,
      });
    const [wallet] = await inner.db
      .select()
      .from(balances)
      .where(
        and(eq(balances.bucket, bucketOf(memberId)), eq(balances.memberId, memberId), eq(balances.currency, currency)),
      );
    if (wallet?.isFrozen) throw cashbackRefusals.account_frozen();
    if (wallet && wallet.owedMinor < 0) throw refused.balance_owed();
    if (!wallet || wallet.availableMinor < amountMinor) throw cashbackRefusals.insufficient_funds();
    const request = {
      id: idInBucketOf(inner, memberId),
      memberId,
      currency,
      amountMinor,
      status: "requested" as const,
      createdAt: inner.now,
    };
    const made = await inner.db
      .insert(requests)
      .values({ ...request, bucket: bucketOf(memberId) })
      .onConflictDoNothing()
      .returning({ id: requests.id });
    if (made.length === 0) throw refused.payout_request_open();
    return request;
  });

async function findRequest(ctx: Ctx, id: string): Promise<PayoutRequest> {
  const [found] = await ctx.db
    .select()
    .from(requests)
    .where(and(eq(requests.bucket, bucketOf(id)), eq(requests.id, id)));
  if (!found) throw commonRefusals.not_found();
  const { bucket: _, ...request } = found;
  return request;
}

export const getRequest = (ctx: Ctx, { id }: Input<typeof wallets.getRequest>): Promise<PayoutRequest> =>
  findRequest(ctx, id);

export const cancelRequest = (ctx: Ctx, { id }: Input<typeof wallets.cancelRequest>): Promise<PayoutRequest> =>
  inTransaction(ctx, async (inner) => {
    await findRequest(inner, id);
    const cancelled = await inner.db
      .update(requests)
      .set({ status: "cancelled" })
      .where(and(eq(requests.bucket, bucketOf(id)), eq(requests.id, id), eq(requests.status, "requested")))
      .returning({ id: requests.id });
    if (cancelled.length === 0) throw refused.payout_request_closed();
    return findRequest(inner, id);
  });
