import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import { BulkPreview, BulkResult, bulkRefusals, selection } from "#base/bulk.ts";
import * as fields from "#base/fields.ts";
import { gtin } from "#base/gtinField.ts";
import { impactFingerprint } from "#base/impact.ts";
import { anyOf, listFilter, listInput, page } from "#base/list.ts";
import { commonRefusals, type RefusalMaker, refusals } from "#base/refusal.ts";
import { bulkDecisions, cashbackActions, CashbackStatus } from "#features/loyalty/wallet/rules/cashback.ts";

export const cashbackLimits = {
  lines: 200,
  quantity: 100_000,
  unitMinor: 1_000_000_000_000,
  orderRef: 200,
  reason: 500,
  /** How late a purchase may be sent. */
  purchaseDaysMax: 90,
} as const;

export const cashbackRefusals = refusals({
  duplicate_purchase: { status: 409, message: "This receipt has already earned cashback." },
  invalid_cashback_transition: { status: 409, message: "Cashback can’t change from {from} by this action." },
  exceeds_cashback_left: { status: 422, message: "This is more than what is left of the cashback." },
  purchase_time_invalid: { status: 422, message: "The purchase must be in the past, and at most {days} days ago." },
  cashback_member_unavailable: { status: 422, message: "There is no such active member." },
  cashback_retailer_unavailable: { status: 422, message: "There is no such retailer." },
  no_cashback: { status: 422, message: "None of these products earns cashback here." },
  account_frozen: { status: 409, message: "This wallet is frozen." },
  insufficient_funds: { status: 422, message: "The balance doesn’t cover this amount." },
  amount_too_large: { status: 422, message: "The amount is too large." },
});
const {
  duplicate_purchase,
  invalid_cashback_transition,
  exceeds_cashback_left,
  account_frozen,
  insufficient_funds,
  amount_too_large,
} = cashbackRefusals;

const reason = fields.text({ min: 1, max: cashbackLimits.reason, multiline: true });
const amount = () => z.int().check(z.minimum(1), z.maximum(cashbackLimits.unitMinor));

export const Cashback = z.object({
  id: z.string(),
  memberId: z.string(),
  /** The member's name, else the end of the ID. */
  member: z.string(),
  brandId: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  retailerId: z.string(),
  retailer: z.string(),
  redemptionId: z.nullable(z.string()),
  orderRef: z.string(),
  purchasedAt: z.string(),
  /** Null if lines had several rates. */
  rateBps: z.nullable(z.int()),
  rateSource: z.nullable(z.string()),
  /** The certificate that held at the call; null if the rule needed none, or lines had several. */
  certificateId: z.nullable(z.string()),
  currency: z.string(),
  amountMinor: z.int(),
  /** What was not reversed. */
  leftMinor: z.int(),
  /** When the return window ends. */
  dueAt: z.string(),
  /** When what is not used by then expires; null until it is available. */
  expiresAt: z.nullable(z.string()),
  holdReason: z.nullable(z.string()),
  status: CashbackStatus,
  actions: z.array(z.enum(cashbackActions)),
  createdAt: z.string(),
});
export type Cashback = z.output<typeof Cashback>;

const CashbackEvent = z.object({
  sequence: z.int(),
  from: z.nullable(CashbackStatus),
  to: CashbackStatus,
  amountMinor: z.int(),
  /** Number of the ledger’s transaction; null if no money moved. */
  transactionNumber: z.nullable(z.int()),
  reason: z.nullable(z.string()),
  actor: z.nullable(z.string()),
  at: z.string(),
});
export type CashbackEvent = z.output<typeof CashbackEvent>;

const CashbackLine = z.object({
  number: z.int(),
  productId: z.nullable(z.string()),
  product: z.nullable(z.string()),
  quantity: z.int(),
  paidMinor: z.int(),
  rateBps: z.nullable(z.int()),
  rateSource: z.nullable(z.string()),
  certificateId: z.nullable(z.string()),
  amountMinor: z.int(),
});

export const CashbackDetails = z.object({
  cashback: Cashback,
  lines: z.array(CashbackLine),
  events: z.array(CashbackEvent),
});
export type CashbackDetails = z.output<typeof CashbackDetails>;

const filters = {
  status: anyOf(CashbackStatus),
  brandId: z.optional(fields.id()),
  retailerId: z.optional(fields.id()),
  memberId: z.optional(fields.id()),
  currency: z.optional(fields.currencyCode()),
  dueBefore: z.optional(fields.instant()),
};
const sorts = ["createdAt", "dueAt"] as const;

const Line = z
  .strictObject({
    /** The product by its id or its barcode number. Other lines earn nothing. */
    productId: z.optional(fields.id()),
    gtin: z.optional(gtin()),
    quantity: z.int().check(z.minimum(1), z.maximum(cashbackLimits.quantity)),
    /** What was paid for the whole line, after discounts. */
    paidMinor: z.int().check(z.minimum(0), z.maximum(cashbackLimits.unitMinor)),
  })
  .check(
    z.refine(({ productId, gtin: code }) => productId === undefined || code === undefined, { error: "one_of_two" }),
  );

const decisionRefusals: readonly RefusalMaker[] = [
  invalid_cashback_transition,
  account_frozen,
  insufficient_funds,
  amount_too_large,
  commonRefusals.not_found,
];

const reverseRefusals: readonly RefusalMaker[] = [...decisionRefusals, exceeds_cashback_left];

const decision = (path: string, summary: string) =>
  operation({
    method: "POST",
    path: `/api/v1/cashback/{id}/${path}` as `/${string}`,
    permission: "cashback.decide",
    summary,
    forKeys: true,
    isDangerous: true,
    idempotencyKey: "required",
    input: z.strictObject({ id: fields.id(), reason }),
    output: Cashback,
    refusals: decisionRefusals,
  });

const bulkDecision = {
  selection: selection(listFilter(filters)),
  action: z.enum(bulkDecisions),
  reason,
};
export type BulkDecision = (typeof bulkDecisions)[number];
/** What a bulk decision is about, by currency. */
export const DecisionPreview = z.object({
  ...BulkPreview.shape,
  amounts: z.array(z.object({ currency: z.string(), count: z.int(), amountMinor: z.int() })),
});
export type DecisionPreview = z.output<typeof DecisionPreview>;
const { preview_stale, too_many_rows } = bulkRefusals;

export const cashback = {
  list: operation({
    method: "GET",
    path: "/api/v1/cashback",
    reads: [{ resource: "cashback" }, { resource: "payouts" }],
    permission: "cashback.read",
    summary: "List cashback, by page",
    forKeys: true,
    input: listInput(sorts, filters),
    output: page(Cashback),
  }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/cashback/export.csv",
    permission: "cashback.export",
    summary: "Export the listed cashback as a CSV file",
    input: listInput(sorts, filters),
    output: z.string(),
    reply: "csv",
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/cashback/{id}",
    reads: [{ resource: "cashback", id: "id" }],
    permission: "cashback.read",
    summary: "Get cashback with its lines and history",
    forKeys: true,
    input: z.strictObject({ id: fields.id() }),
    output: CashbackDetails,
    refusals: [commonRefusals.not_found],
  }),
  earn: operation({
    method: "POST",
    path: "/api/v1/cashback",
    permission: "cashback.create",
    summary: "Earn cashback from a purchase, one entry for each brand. A receipt earns once",
    forKeys: true,
    idempotencyKey: "required",
    input: z.strictObject({
      memberId: fields.id(),
      retailerId: fields.id(),
      locationId: z._default(z.nullable(fields.id()), null),
      purchasedAt: z.optional(fields.instant()),
      order: z.strictObject({
        ref: fields.text({ min: 1, max: cashbackLimits.orderRef }),
        currency: fields.currencyCode(),
        lines: z.array(Line).check(z.minLength(1), z.maxLength(cashbackLimits.lines)),
      }),
    }),
    output: z.object({ entries: z.array(Cashback) }),
    refusals: [
      duplicate_purchase,
      cashbackRefusals.purchase_time_invalid,
      cashbackRefusals.cashback_member_unavailable,
      cashbackRefusals.cashback_retailer_unavailable,
      cashbackRefusals.no_cashback,
      account_frozen,
      amount_too_large,
    ],
  }),
  confirm: decision("confirm", "Make cashback available before its return window ends"),
  decline: decision("decline", "Decline cashback that isn’t available yet"),
  hold: decision("hold", "Put pending cashback on hold: it isn’t confirmed until it is released"),
  release: decision("release", "Release cashback that is on hold"),
  reverse: operation({
    method: "POST",
    path: "/api/v1/cashback/{id}/reverse",
    permission: "cashback.decide",
    summary: "Reverse cashback or a part of it after a refund, also after it was paid out",
    forKeys: true,
    isDangerous: true,
    idempotencyKey: "required",
    /** `amountMinor` left out: all that is left. */
    input: z.strictObject({ id: fields.id(), reason, amountMinor: z.optional(amount()) }),
    output: Cashback,
    refusals: reverseRefusals,
  }),
  previewDecision: operation({
    method: "POST",
    path: "/api/v1/cashback/bulk/preview",
    permission: "cashback.decide",
    summary: "Preview a decision on many entries: how many, and how much cashback",
    input: z.strictObject(bulkDecision),
    output: DecisionPreview,
    refusals: [too_many_rows],
  }),
  decideMany: operation({
    method: "POST",
    path: "/api/v1/cashback/bulk",
    permission: "cashback.decide",
    summary: "Confirm, decline, hold or release the previewed cashback. Many continue in the background",
    isDangerous: true,
    input: z.strictObject({ ...bulkDecision, fingerprint: impactFingerprint() }),
    output: BulkResult,
    refusals: [preview_stale, too_many_rows],
  }),
};
