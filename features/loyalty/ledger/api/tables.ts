import { bigint, integer, jsonb, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type {
  AccountPurpose,
  AccountStatus,
  AdjustmentStatus,
  HoldStatus,
  OwnerKind,
} from "#features/loyalty/ledger/contract/accounts.ts";
import type { BrokenLaw } from "#features/loyalty/ledger/contract/proof.ts";

const minor = (name: string) => bigint(name, { mode: "number" }).notNull();
const version = (name: string) => bigint(name, { mode: "number" }).notNull();

// Accounts, transactions, postings and holds are written by the functions of the database alone (`service/postings.ts`).

export const ledgerAccountsTable = pgTable("ledger_accounts", {
  bucket: smallint().notNull(),
  id: uuid().notNull(),
  ownerKind: text("owner_kind").$type<OwnerKind>().notNull(),
  ownerId: uuid("owner_id"),
  purpose: text().$type<AccountPurpose>().notNull(),
  currency: text().notNull(),
  balanceMinor: minor("balance_minor"),
  floorMinor: bigint("floor_minor", { mode: "number" }),
  version: version("version"),
  status: text().$type<AccountStatus>().notNull(),
});

export const ledgerTransactionsTable = pgTable("ledger_transactions", {
  bucket: smallint().notNull(),
  id: uuid().notNull(),
  number: bigint({ mode: "number" }).notNull(),
  kind: text().notNull(),
  dedupeKey: text("dedupe_key").notNull(),
  referenceKind: text("reference_kind"),
  referenceId: uuid("reference_id"),
  reversesId: uuid("reverses_id"),
  effectiveAt: instantColumn("effective_at").notNull(),
  recordedAt: instantColumn("recorded_at").notNull(),
  actorId: uuid("actor_id"),
  reason: text(),
});

export const ledgerPostingsTable = pgTable("ledger_postings", {
  bucket: smallint().notNull(),
  transactionId: uuid("transaction_id").notNull(),
  ordinal: smallint().notNull(),
  sourceId: uuid("source_id").notNull(),
  sourceVersion: version("source_version"),
  sourceBalanceMinor: minor("source_balance_minor"),
  destinationId: uuid("destination_id").notNull(),
  destinationVersion: version("destination_version"),
  destinationBalanceMinor: minor("destination_balance_minor"),
  amountMinor: minor("amount_minor"),
  currency: text().notNull(),
});

export const ledgerHoldsTable = pgTable("ledger_holds", {
  bucket: smallint().notNull(),
  id: uuid().notNull(),
  accountId: uuid("account_id").notNull(),
  currency: text().notNull(),
  amountMinor: minor("amount_minor"),
  expiresAt: instantColumn("expires_at").notNull(),
  transactionId: uuid("transaction_id").notNull(),
  status: text().$type<HoldStatus>().notNull(),
});

export const ledgerAdjustmentsTable = pgTable("ledger_adjustments", {
  id: uuid().primaryKey(),
  number: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  // Computed by the database.
  code: text().notNull().generatedAlwaysAs(""),
  kind: text().$type<"adjustment" | "reversal">().notNull(),
  sourceId: uuid("source_id"),
  destinationId: uuid("destination_id"),
  amountMinor: minor("amount_minor"),
  currency: text().notNull(),
  reversesId: uuid("reverses_id"),
  reason: text().notNull(),
  status: text().$type<AdjustmentStatus>().notNull(),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by").notNull(),
  decidedAt: instantColumn("decided_at"),
  decidedBy: uuid("decided_by"),
  decisionReason: text("decision_reason"),
  transactionId: uuid("transaction_id"),
});

/** The seals of the chain, as `audit_seals`. Their digests are read only in SQL. */
export const ledgerSealsTable = pgTable("ledger_seals", {
  number: bigint({ mode: "number" }).primaryKey(),
  lastId: bigint("last_id", { mode: "number" }).notNull(),
  sealedAt: instantColumn("sealed_at").notNull(),
});

export const ledgerProofsTable = pgTable("ledger_proofs", {
  id: uuid().primaryKey(),
  at: instantColumn("at").notNull(),
  actorId: uuid("actor_id"),
  tookMs: integer("took_ms").notNull(),
  transactions: bigint({ mode: "number" }).notNull(),
  broken: jsonb().$type<BrokenLaw[]>().notNull(),
});
