import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { listInput, page } from "#base/list.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { cashbackLimits, cashbackRefusals } from "#features/loyalty/wallet/contract/cashback.ts";
import { payoutMethodKinds, requestStatuses } from "#features/loyalty/wallet/rules/payouts.ts";

export const walletRefusals = refusals({
  payout_recipient_unsafe: { status: 422, message: "This recipient can’t be written to a payout file." },
  payout_method_unverified: {
    status: 422,
    message: "The member has no payout method that can be used yet. A new one has to wait first.",
  },
  payout_below_minimum: { status: 422, message: "The smallest payout is {minimum}." },
  payout_request_open: { status: 409, message: "This member already has an open payout request in this currency." },
  payout_request_closed: { status: 409, message: "This payout request can’t be cancelled any more." },
  balance_owed: { status: 409, message: "The member owes cashback of returned purchases. Payouts start after that." },
  currency_not_supported: { status: 422, message: "PayPal can’t pay out {currency}." },
  spend_retailer_unavailable: { status: 422, message: "There is no such retailer." },
});
const { payout_recipient_unsafe, payout_method_unverified, payout_below_minimum, payout_request_open } = walletRefusals;
const { account_frozen, insufficient_funds, cashback_member_unavailable } = cashbackRefusals;

const amount = () => z.int().check(z.minimum(1), z.maximum(cashbackLimits.unitMinor));
const reason = fields.text({ min: 1, max: cashbackLimits.reason, multiline: true });

/** In minor units; `exponent` is the number of digits of the minor unit. */
export const Balance = z.object({
  currency: z.string(),
  exponent: z.int(),
  pendingMinor: z.int(),
  /** What can be spent or paid out; below zero if returned purchases had been paid out. */
  availableMinor: z.int(),
  heldMinor: z.int(),
  isFrozen: z.boolean(),
  nextExpiry: z.nullable(z.object({ at: z.string(), amountMinor: z.int() })),
});
export type Balance = z.output<typeof Balance>;

export const PayoutMethod = z.object({
  id: z.string(),
  kind: z.enum(payoutMethodKinds),
  /** `a•••@example.com`. */
  recipient: z.string(),
  usableFrom: z.string(),
  createdAt: z.string(),
});
export type PayoutMethod = z.output<typeof PayoutMethod>;

export const Wallet = z.object({
  memberId: z.string(),
  member: z.string(),
  balances: z.array(Balance),
  payoutMethod: z.nullable(PayoutMethod),
  /** Disclosed before anything is earned. */
  expiry: z.object({ days: z.nullable(z.int()), destination: z.enum(["breakage", "charity"]) }),
});
export type Wallet = z.output<typeof Wallet>;

/** A row of the list: one member in one currency. */
const WalletRow = z.object({
  id: z.string(),
  memberId: z.string(),
  member: z.string(),
  country: z.nullable(z.string()),
  currency: z.string(),
  pendingMinor: z.int(),
  availableMinor: z.int(),
  heldMinor: z.int(),
  owedMinor: z.int(),
  isFrozen: z.boolean(),
});
export type WalletRow = z.output<typeof WalletRow>;

export const WalletTransaction = z.object({
  number: z.int(),
  kind: z.string(),
  at: z.string(),
  currency: z.string(),
  /** The member’s account: `pending`, `available`, `held`, `owed`. */
  account: z.string(),
  /** Below zero for what left the account. */
  amountMinor: z.int(),
  balanceMinor: z.int(),
  referenceKind: z.nullable(z.string()),
  referenceId: z.nullable(z.string()),
  reason: z.nullable(z.string()),
});
export type WalletTransaction = z.output<typeof WalletTransaction>;

const Lot = z.object({
  cashbackId: z.string(),
  currency: z.string(),
  leftMinor: z.int(),
  expiresAt: z.nullable(z.string()),
});

export const PayoutRequest = z.object({
  id: z.string(),
  memberId: z.string(),
  currency: z.string(),
  amountMinor: z.int(),
  status: z.enum(requestStatuses),
  createdAt: z.string(),
});
export type PayoutRequest = z.output<typeof PayoutRequest>;

const member = z.strictObject({ memberId: fields.id() });

export const wallets = {
  list: operation({
    method: "GET",
    path: "/api/v1/wallets",
    reads: [{ resource: "wallets" }, { resource: "cashback" }, { resource: "payouts" }],
    permission: "wallets.read",
    summary: "List members’ wallets, one row for each currency",
    input: listInput(["available"] as const, {
      currency: z.optional(fields.currencyCode()),
      isFrozen: z.optional(z.boolean()),
      isOwing: z.optional(z.boolean()),
    }),
    output: page(WalletRow),
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/wallets/{memberId}",
    reads: [{ resource: "wallets", id: "memberId" }, { resource: "cashback" }, { resource: "payouts" }],
    permission: "wallets.read",
    summary: "Balances of a member in each currency, the next expiry and the masked payout method",
    forKeys: true,
    input: member,
    output: Wallet,
    refusals: [commonRefusals.not_found],
  }),
  lots: operation({
    method: "GET",
    path: "/api/v1/wallets/{memberId}/lots",
    reads: [{ resource: "wallets", id: "memberId" }, { resource: "cashback" }, { resource: "payouts" }],
    permission: "wallets.read",
    summary: "Available cashback of a member in the order in which it is spent",
    input: member,
    output: z.object({ rows: z.array(Lot) }),
    refusals: [commonRefusals.not_found],
  }),
  transactions: operation({
    method: "GET",
    path: "/api/v1/wallets/{memberId}/transactions",
    reads: [{ resource: "wallets", id: "memberId" }, { resource: "cashback" }, { resource: "payouts" }],
    permission: "wallets.read",
    summary: "Postings of a member’s accounts, newest first, 100 at a time",
    forKeys: true,
    /** `before`: the smallest number of the page before. */
    input: z.strictObject({ memberId: fields.id(), before: z.optional(z.int().check(z.minimum(1))) }),
    output: z.object({ rows: z.array(WalletTransaction), before: z.nullable(z.int()) }),
    refusals: [commonRefusals.not_found],
  }),
  spend: operation({
    method: "POST",
    path: "/api/v1/wallets/{memberId}/spend",
    permission: "wallets.spend",
    summary: "Pay a retailer with available cashback. What expires first is spent first",
    forKeys: true,
    isDangerous: true,
    idempotencyKey: "required",
    input: z.strictObject({
      memberId: fields.id(),
      retailerId: fields.id(),
      orderRef: fields.text({ min: 1, max: cashbackLimits.orderRef }),
      currency: fields.currencyCode(),
      amountMinor: amount(),
    }),
    output: Wallet,
    refusals: [insufficient_funds, account_frozen, walletRefusals.spend_retailer_unavailable, commonRefusals.not_found],
  }),
  freeze: operation({
    method: "POST",
    path: "/api/v1/wallets/{memberId}/freeze",
    permission: "wallets.freeze",
    summary: "Freeze or unfreeze a wallet, with a reason. Nothing is earned, spent or paid out while it is frozen",
    isDangerous: true,
    input: z.strictObject({ memberId: fields.id(), isFrozen: z.boolean(), reason }),
    output: Wallet,
    refusals: [commonRefusals.not_found],
  }),
  setPayoutMethod: operation({
    method: "PUT",
    path: "/api/v1/members/{memberId}/payout-method",
    permission: "payouts.request",
    summary: "Set where a member is paid. It can be used after the cool-down, 24 hours by default",
    forKeys: true,
    input: z.strictObject({
      memberId: fields.id(),
      kind: z.enum(payoutMethodKinds),
      recipient: z.string().check(z.minLength(1), z.maxLength(127)),
    }),
    output: PayoutMethod,
    refusals: [payout_recipient_unsafe, cashback_member_unavailable, commonRefusals.not_found],
  }),
  requestPayout: operation({
    method: "POST",
    path: "/api/v1/payout-requests",
    permission: "payouts.request",
    summary: "Ask for a payout of available cashback with the next batch",
    forKeys: true,
    idempotencyKey: "required",
    input: z.strictObject({ memberId: fields.id(), currency: fields.currencyCode(), amountMinor: amount() }),
    output: PayoutRequest,
    refusals: [
      payout_method_unverified,
      payout_below_minimum,
      payout_request_open,
      walletRefusals.balance_owed,
      walletRefusals.currency_not_supported,
      insufficient_funds,
      account_frozen,
      cashback_member_unavailable,
    ],
  }),
  getRequest: operation({
    method: "GET",
    path: "/api/v1/payout-requests/{id}",
    permission: "payouts.request",
    summary: "Get a payout request",
    forKeys: true,
    input: z.strictObject({ id: fields.id() }),
    output: PayoutRequest,
    refusals: [commonRefusals.not_found],
  }),
  cancelRequest: operation({
    method: "POST",
    path: "/api/v1/payout-requests/{id}/cancel",
    permission: "payouts.request",
    summary: "Cancel a payout request that is in no batch yet",
    forKeys: true,
    idempotencyKey: "required",
    input: z.strictObject({ id: fields.id() }),
    output: PayoutRequest,
    refusals: [walletRefusals.payout_request_closed, commonRefusals.not_found],
  }),
};
