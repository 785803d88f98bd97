import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { anyOf, listInput, page } from "#base/list.ts";
import { commonRefusals } from "#base/refusal.ts";
import {
  AccountReference,
  accountPurposes,
  accountStatuses,
  ownerKinds,
} from "#features/loyalty/ledger/contract/accounts.ts";

// What staff read in the ledger. Amounts are in minor units of the currency beside them.

/** One amount with both ends. Of an account that the reader may not see, the balance is null. */
const LedgerPosting = z.object({
  ordinal: z.int(),
  source: AccountReference,
  sourceBalanceMinor: z.nullable(z.int()),
  destination: AccountReference,
  destinationBalanceMinor: z.nullable(z.int()),
  amountMinor: z.int(),
  currency: z.string(),
});
export type LedgerPosting = z.output<typeof LedgerPosting>;

const LedgerTransaction = z.object({
  id: z.string(),
  /** In the order of recording. */
  number: z.int(),
  /** `cashback_earned`; the areas that post name their kinds. */
  kind: z.string(),
  /** The record that it was posted for. */
  referenceKind: z.nullable(z.string()),
  referenceId: z.nullable(z.string()),
  /** The transaction that this one reverses. */
  reversesId: z.nullable(z.string()),
  /** The transaction that reverses this one. */
  reversedById: z.nullable(z.string()),
  effectiveAt: fields.instant(),
  recordedAt: fields.instant(),
  actorId: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  postings: z.array(LedgerPosting),
});
export type LedgerTransaction = z.output<typeof LedgerTransaction>;

const LedgerTransactionDetails = z.extend(LedgerTransaction, {
  actorName: z.nullable(z.string()),
  /** Whether staff may ask for its reversal. */
  isReversible: z.boolean(),
  /** The seal that contains it; null in its first minute or two. */
  seal: z.nullable(z.object({ number: z.int(), sealedAt: fields.instant() })),
});
export type LedgerTransactionDetails = z.output<typeof LedgerTransactionDetails>;

const kind = () => z.string().check(z.regex(/^[a-z][a-z_]{1,39}$/));
const filters = {
  ids: anyOf(fields.id()),
  /** Transactions with one of these accounts at an end. */
  accountId: anyOf(fields.id()),
  /** Or with any account of this owner. */
  ownerKind: anyOf(z.enum(ownerKinds)),
  ownerId: z.optional(fields.id()),
  /** Or with an account of one of these. */
  brand: anyOf(fields.id()),
  retailer: anyOf(fields.id()),
  member: anyOf(fields.id()),
  purpose: anyOf(z.enum(accountPurposes)),
  currency: z.optional(fields.currencyCode()),
  kind: anyOf(kind()),
  referenceId: z.optional(fields.id()),
  /** First and last day, in UTC, both included. */
  from: z.optional(fields.date()),
  to: z.optional(fields.date()),
};

/** One line a posting. */
export const ledgerExportColumns = [
  "number",
  "id",
  "recordedAt",
  "effectiveAt",
  "kind",
  "referenceKind",
  "referenceId",
  "reversesId",
  "sourceOwnerKind",
  "sourceOwnerId",
  "sourcePurpose",
  "destinationOwnerKind",
  "destinationOwnerId",
  "destinationPurpose",
  "amountMinor",
  "currency",
  "actorId",
  "reason",
] as const;

/** What the columns of the list are in the file. */
export const ledgerExportParts = {
  number: ["number", "id"],
  recordedAt: ["recordedAt", "effectiveAt"],
  kind: ["kind", "reversesId"],
  source: ["sourceOwnerKind", "sourceOwnerId", "sourcePurpose"],
  destination: ["destinationOwnerKind", "destinationOwnerId", "destinationPurpose"],
  amount: ["amountMinor", "currency"],
  reference: ["referenceKind", "referenceId"],
  reason: ["actorId", "reason"],
} as const satisfies Readonly<Record<string, readonly (typeof ledgerExportColumns)[number][]>>;
const exportParts = Object.keys(ledgerExportParts) as (keyof typeof ledgerExportParts)[];

/** What all accounts of one owner with one purpose and currency have together. */
const LedgerBalance = z.object({
  ownerKind: z.enum(ownerKinds),
  ownerId: z.nullable(z.string()),
  ownerName: z.nullable(z.string()),
  purpose: z.enum(accountPurposes),
  currency: z.string(),
  balanceMinor: z.int(),
  /** How far below zero they may go together; null without a limit. */
  floorMinor: z.nullable(z.int()),
  accounts: z.int(),
  frozen: z.int(),
});
export type LedgerBalance = z.output<typeof LedgerBalance>;

const StatementLine = z.object({
  /** The number of this line in the account, from 1 without gaps. */
  version: z.int(),
  transactionId: z.string(),
  number: z.int(),
  kind: z.string(),
  recordedAt: fields.instant(),
  /** The other end. */
  other: AccountReference,
  /** Below zero where the account is the source. */
  changeMinor: z.int(),
  balanceMinor: z.int(),
});
export type StatementLine = z.output<typeof StatementLine>;

export const ledger = {
  list: operation({
    method: "GET",
    path: "/api/v1/ledger/transactions",
    permission: "ledger.read",
    summary: "Transactions with both ends of each posting, newest first",
    // The search finds a number, an id or a reference.
    input: listInput(["recordedAt"], filters),
    output: page(LedgerTransaction),
  }),
  exportCsv: operation({
    method: "GET",
    path: "/api/v1/ledger/transactions/export.csv",
    permission: "ledger.export",
    summary: "The postings of every transaction that the list finds, as a CSV file",
    input: listInput(["recordedAt"], { ...filters, columns: anyOf(z.enum(exportParts)) }),
    output: z.string(),
    reply: "csv",
  }),
  get: operation({
    method: "GET",
    path: "/api/v1/ledger/transactions/{id}",
    permission: "ledger.read",
    summary: "A transaction",
    input: z.strictObject({ id: fields.id() }),
    output: LedgerTransactionDetails,
    refusals: [commonRefusals.not_found],
  }),
  balances: operation({
    method: "GET",
    path: "/api/v1/ledger/balances",
    permission: "ledger.read",
    summary:
      "Balances by owner, purpose and currency: of one owner, or without one the sums of all members, brands and retailers",
    input: z.strictObject({
      ownerKind: z.optional(z.enum(ownerKinds)),
      ownerId: z.optional(fields.id()),
      currency: z.optional(fields.currencyCode()),
    }),
    output: z.object({ rows: z.array(LedgerBalance) }),
  }),
  accounts: operation({
    method: "GET",
    path: "/api/v1/ledger/accounts",
    exampleQuery: "?ownerKind=platform",
    permission: "ledger.read",
    summary: "The accounts of an owner, for their statements",
    input: z.strictObject({
      ownerKind: z.enum(ownerKinds),
      ownerId: z.optional(fields.id()),
      purpose: z.optional(z.enum(accountPurposes)),
      currency: z.optional(fields.currencyCode()),
    }),
    output: z.object({
      rows: z.array(
        z.object({
          id: z.string(),
          bucket: z.int(),
          purpose: z.enum(accountPurposes),
          currency: z.string(),
          balanceMinor: z.int(),
          floorMinor: z.nullable(z.int()),
          version: z.int(),
          status: z.enum(accountStatuses),
        }),
      ),
    }),
  }),
  statement: operation({
    method: "GET",
    path: "/api/v1/ledger/accounts/{id}/statement",
    permission: "ledger.read",
    summary: "What changed one account, newest first",
    input: z.strictObject({
      id: fields.id(),
      /** Continue after this line. */
      before: z.optional(z.int().check(z.minimum(1))),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
    }),
    output: z.object({
      account: z.extend(AccountReference, { currency: z.string(), balanceMinor: z.int(), version: z.int() }),
      rows: z.array(StatementLine),
      /** `before` of the next page; null at the end. */
      next: z.nullable(z.int()),
    }),
    refusals: [commonRefusals.not_found],
  }),
};
