import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { anyOf, listInput, page } from "#base/list.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";
import {
  AccountReference,
  accountPurposes,
  adjustmentStatuses,
  ledgerRefusals,
  ownerKinds,
} from "#features/loyalty/ledger/contract/accounts.ts";

export const reasonMax = 500;

export const adjustmentRefusals = refusals({
  same_person: { status: 403, message: "Another person has to approve this." },
  adjustment_decided: { status: 409, message: "This has already been decided." },
  adjustment_id_taken: { status: 409, message: "A record with this ID already exists. Check the list." },
  account_not_adjustable: { status: 422, message: "This account can’t be adjusted by hand." },
  same_account: { status: 422, message: "Choose two different accounts." },
  reversal_pending: { status: 409, message: "A reversal of this transaction is already waiting for approval." },
  unknown_owner: { status: 422, message: "There is no such owner." },
});

const shown = {
  id: z.string(),
  /** `ADJ-000001`. */
  code: z.string(),
  kind: z.enum(["adjustment", "reversal"]),
  /** Null for a reversal. */
  source: z.nullable(AccountReference),
  destination: z.nullable(AccountReference),
  /** For a reversal, the sum of its postings. */
  amountMinor: z.int(),
  currency: z.string(),
  /** The transaction to reverse. */
  reversesId: z.nullable(z.string()),
  reason: z.string(),
  status: z.enum(adjustmentStatuses),
  createdAt: fields.instant(),
  createdBy: z.string(),
  createdByName: z.nullable(z.string()),
  decidedAt: z.nullable(fields.instant()),
  decidedBy: z.nullable(z.string()),
  decidedByName: z.nullable(z.string()),
  decisionReason: z.nullable(z.string()),
  /** What was posted. Between two buckets there are two; this is the first. */
  transactionId: z.nullable(z.string()),
};
export const Adjustment = z.object(shown);
export type Adjustment = z.output<typeof Adjustment>;

const AccountInput = z.strictObject({
  ownerKind: z.enum(ownerKinds),
  ownerId: z._default(z.nullable(fields.id()), null),
  purpose: z.enum(accountPurposes),
});
export type AccountInput = z.output<typeof AccountInput>;

const reason = fields.text({ min: 1, max: reasonMax, multiline: true });
const filters = {
  ids: anyOf(fields.id()),
  status: anyOf(z.enum(adjustmentStatuses)),
  kind: anyOf(z.enum(["adjustment", "reversal"])),
};
const decided = [
  adjustmentRefusals.same_person,
  adjustmentRefusals.adjustment_decided,
  commonRefusals.not_found,
  ...Object.values(ledgerRefusals),
];

export const ledgerAdjustments = {
  list: operation({
    method: "GET",
    path: "/api/v1/adjustments",
    reads: [{ resource: "adjustments" }],
    permission: "adjustments.read",
    summary: "Adjustments and reversals, newest first",
    input: listInput(["createdAt"], filters),
    output: page(Adjustment),
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/adjustments/{id}",
    reads: [{ resource: "adjustments", id: "id" }],
    permission: "adjustments.read",
    summary: "An adjustment or reversal",
    input: z.strictObject({ id: fields.id() }),
    output: Adjustment,
    refusals: [commonRefusals.not_found],
  }),
  create: operation({
    method: "POST",
    path: "/api/v1/adjustments",
    permission: "adjustments.create",
    summary: "Ask for an amount to be moved between two accounts. Another person approves it",
    input: z.strictObject({
      id: fields.id(),
      source: AccountInput,
      destination: AccountInput,
      currency: fields.currencyCode(),
      amountMinor: z.int().check(z.minimum(1)),
      reason,
    }),
    output: Adjustment,
    refusals: [
      adjustmentRefusals.account_not_adjustable,
      adjustmentRefusals.same_account,
      adjustmentRefusals.unknown_owner,
      adjustmentRefusals.adjustment_id_taken,
    ],
  }),
  createReversal: operation({
    method: "POST",
    path: "/api/v1/ledger/transactions/{transactionId}/reversal",
    permission: "adjustments.create",
    summary: "Ask for a transaction to be reversed. Another person approves it",
    input: z.strictObject({ transactionId: fields.id(), id: fields.id(), reason }),
    output: Adjustment,
    refusals: [
      commonRefusals.not_found,
      ledgerRefusals.not_reversible,
      ledgerRefusals.already_reversed,
      adjustmentRefusals.reversal_pending,
      adjustmentRefusals.adjustment_id_taken,
    ],
  }),
  approve: operation({
    method: "POST",
    path: "/api/v1/adjustments/{id}/approve",
    permission: "adjustments.approve",
    summary: "Approve what another person asked for, and post it",
    isDangerous: true,
    input: z.strictObject({ id: fields.id() }),
    output: Adjustment,
    refusals: decided,
  }),
  reject: operation({
    method: "POST",
    path: "/api/v1/adjustments/{id}/reject",
    permission: "adjustments.approve",
    summary: "Reject what another person asked for, with a reason",
    isDangerous: true,
    input: z.strictObject({ id: fields.id(), reason }),
    output: Adjustment,
    refusals: decided.slice(0, 3),
  }),
  withdraw: operation({
    method: "POST",
    path: "/api/v1/adjustments/{id}/withdraw",
    permission: "adjustments.create",
    summary: "Withdraw what you asked for yourself",
    input: z.strictObject({ id: fields.id() }),
    output: Adjustment,
    refusals: [adjustmentRefusals.adjustment_decided, commonRefusals.not_found],
  }),
};
