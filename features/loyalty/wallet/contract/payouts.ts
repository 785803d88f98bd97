import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { anyOf, listInput, page } from "#base/list.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import { cashbackLimits, cashbackRefusals } from "#features/loyalty/wallet/contract/cashback.ts";
import { walletRefusals } from "#features/loyalty/wallet/contract/wallets.ts";
import {
  batchActions,
  batchSources,
  batchStatuses,
  itemResults,
  itemStatuses,
  paypalStatuses,
  resultProblems,
} from "#features/loyalty/wallet/rules/payouts.ts";

export const payoutRefusals = refusals({
  payout_id_taken: { status: 409, message: "A payout with this ID already exists. Check the list." },
  invalid_payout_transition: { status: 409, message: "A payout can’t change from {from} by this action." },
  nothing_to_pay: { status: 409, message: "No member has a balance that can be paid out in this currency." },
  same_person: { status: 403, message: "Another person must approve this payout." },
  batch_exported: {
    status: 409,
    message: "The file was exported. Confirm that it wasn’t uploaded to PayPal to cancel the payout.",
  },
  result_not_matchable: { status: 409, message: "This row can’t be matched with that payment." },
});
const { invalid_payout_transition, same_person, batch_exported } = payoutRefusals;

const BatchStatus = z.enum(batchStatuses);
export const PayoutBatch = z.object({
  id: z.string(),
  number: z.int(),
  /** `PB-2026-0042`. */
  code: z.string(),
  currency: z.string(),
  exponent: z.int(),
  source: z.enum(batchSources),
  status: BatchStatus,
  items: z.int(),
  totalMinor: z.int(),
  /** 2 % of each payment, as PayPal usually takes it; the report says what it was. */
  feeEstimateMinor: z.int(),
  feeMinor: z.int(),
  createdBy: z.nullable(z.string()),
  approvedBy: z.nullable(z.string()),
  createdAt: z.string(),
  lockedAt: z.nullable(z.string()),
  approvedAt: z.nullable(z.string()),
  exportedAt: z.nullable(z.string()),
  submittedAt: z.nullable(z.string()),
  closedAt: z.nullable(z.string()),
  files: z.array(z.object({ part: z.int(), rows: z.int(), totalMinor: z.int(), sha256: z.string() })),
  /** Of the items. */
  byStatus: z.record(z.enum(itemStatuses), z.int()),
  actions: z.array(z.enum(batchActions)),
});
export type PayoutBatch = z.output<typeof PayoutBatch>;

const PayoutItem = z.object({
  id: z.string(),
  batchId: z.string(),
  sequence: z.int(),
  memberId: z.string(),
  member: z.string(),
  /** Masked. */
  recipient: z.string(),
  currency: z.string(),
  amountMinor: z.int(),
  customerRef: z.string(),
  status: z.enum(itemStatuses),
  /** PayPal’s last word; null before a report names it. */
  paypalStatus: z.nullable(z.enum(paypalStatuses)),
  paypalId: z.nullable(z.string()),
  feeMinor: z.int(),
  resolvedAt: z.nullable(z.string()),
  /** Unclaimed for 25 days or more: PayPal returns it after 30. */
  isReturnedSoon: z.boolean(),
});
export type PayoutItem = z.output<typeof PayoutItem>;

const PayoutResult = z.object({
  id: z.string(),
  customerRef: z.nullable(z.string()),
  paypalStatus: z.string(),
  transactionId: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  amountMinor: z.nullable(z.int()),
  feeMinor: z.nullable(z.int()),
  batchId: z.nullable(z.string()),
  itemId: z.nullable(z.string()),
  problem: z.nullable(z.enum(resultProblems)),
  at: z.string(),
});
export type PayoutResult = z.output<typeof PayoutResult>;

const step = {
  input: z.strictObject({ id: fields.id() }),
  output: PayoutBatch,
  refusals: [invalid_payout_transition, commonRefusals.not_found],
} as const;

export const payouts = {
  list: operation({
    method: "GET",
    path: "/api/v1/payouts",
    reads: [{ resource: "payouts" }],
    permission: "payouts.read",
    summary: "List payout batches, by page",
    input: listInput(["createdAt"] as const, {
      status: anyOf(BatchStatus),
      currency: z.optional(fields.currencyCode()),
    }),
    output: page(PayoutBatch),
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/payouts/{id}",
    reads: [{ resource: "payouts", id: "id" }],
    permission: "payouts.read",
    summary: "Get a payout batch",
    input: z.strictObject({ id: fields.id() }),
    output: PayoutBatch,
    refusals: [commonRefusals.not_found],
  }),
  items: operation({
    method: "GET",
    path: "/api/v1/payouts/{id}/items",
    reads: [{ resource: "payouts", id: "id" }],
    permission: "payouts.read",
    summary: "Payments of a batch, by page",
    input: listInput(["sequence"] as const, {
      id: fields.id(),
      status: anyOf(z.enum(itemStatuses)),
      /** `missing`: sent, and in no report yet. */
      result: anyOf(z.enum(itemResults)),
    }),
    output: page(PayoutItem),
    refusals: [commonRefusals.not_found],
  }),
  results: operation({
    method: "GET",
    path: "/api/v1/payouts/{id}/results",
    reads: [{ resource: "payouts", id: "id" }],
    permission: "payouts.read",
    summary: "Rows of PayPal’s reports for a batch, and those that no payment matches",
    input: listInput(["at"] as const, { id: fields.id(), problem: anyOf(z.enum(resultProblems)) }),
    output: page(PayoutResult),
    refusals: [commonRefusals.not_found],
  }),
  create: operation({
    method: "POST",
    path: "/api/v1/payouts",
    permission: "payouts.create",
    summary: "Create a draft payout batch (idempotent: the client supplies the ID)",
    input: z.strictObject({ id: fields.id(), currency: fields.currencyCode(), source: z.enum(batchSources) }),
    output: PayoutBatch,
    refusals: [walletRefusals.currency_not_supported, payoutRefusals.payout_id_taken],
  }),
  lock: operation({
    ...step,
    method: "POST",
    path: "/api/v1/payouts/{id}/lock",
    permission: "payouts.create",
    summary: "Set aside what is paid out and write the files. Members can’t spend it any more",
    pace: "export",
    refusals: [...step.refusals, payoutRefusals.nothing_to_pay],
  }),
  approve: operation({
    ...step,
    method: "POST",
    path: "/api/v1/payouts/{id}/approve",
    permission: "payouts.approve",
    summary: "Approve a locked payout batch that another person created",
    isDangerous: true,
    refusals: [...step.refusals, same_person],
  }),
  export: operation({
    ...step,
    method: "POST",
    path: "/api/v1/payouts/{id}/export",
    permission: "payouts.send",
    summary: "Mark the files as exported. Download them from /all_cashbackActiveCSV",
    isDangerous: true,
  }),
  submit: operation({
    ...step,
    method: "POST",
    path: "/api/v1/payouts/{id}/submit",
    permission: "payouts.send",
    summary: "Mark the files as uploaded to PayPal",
    isDangerous: true,
  }),
  cancel: operation({
    method: "POST",
    path: "/api/v1/payouts/{id}/cancel",
    permission: "payouts.send",
    summary: "Cancel a payout batch that wasn’t uploaded. Members get their balances back",
    isDangerous: true,
    input: z.strictObject({ id: fields.id(), isFileUnused: z._default(z.boolean(), false) }),
    output: PayoutBatch,
    refusals: [...step.refusals, batch_exported, cashbackRefusals.account_frozen],
  }),
  match: operation({
    method: "POST",
    path: "/api/v1/payout-results/{id}/match",
    permission: "payouts.reconcile",
    summary: "Match a row of PayPal’s report that names no known payment with one of the same amount, with a reason",
    isDangerous: true,
    input: z.strictObject({
      id: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      itemId: fields.id(),
      /** How the payment was recognised. */
      reason: fields.text({ min: 1, max: cashbackLimits.reason, multiline: true }),
    }),
    output: PayoutResult,
    refusals: [payoutRefusals.result_not_matchable, commonRefusals.not_found],
  }),
  /** Who may import PayPal’s reports; the import itself is that of `features/platform/imports`. */
  importTemplate: operation({
    method: "GET",
    path: "/api/v1/payout-results/import-template.csv",
    permission: "payouts.reconcile",
    summary: "Get a CSV template with the columns of PayPal’s report that are read",
    input: z.strictObject({}),
    output: z.string(),
    reply: "csv",
    holdsNoRecords: true,
  }),
  csv: operation({
    method: "GET",
    path: "/all_cashbackActiveCSV",
    aliases: ["/api/all_cashbackActiveCSV"],
    permission: "payouts.export",
    summary:
      "PayPal’s payout file of the newest approved or exported batch, else a preview of the next. Changes nothing",
    isDangerous: true,
    readsPersonalData: true,
    pace: "export",
    input: z.strictObject({
      /** The platform’s currency by default. */
      currency: z.optional(fields.currencyCode()),
      batch: z.optional(fields.id()),
      /** Files have at most 5,000 rows. */
      part: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 1),
    }),
    output: z.string(),
    reply: "file",
    refusals: [walletRefusals.currency_not_supported, commonRefusals.not_found],
  }),
};
