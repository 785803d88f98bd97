import { bigint, boolean, integer, jsonb, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytesColumn, instantColumn } from "#api/columns.ts";
import type { fundingPolicies } from "#features/loyalty/wallet/contract/brandFunding.ts";
import type { decimalSigns, expiryDestinations } from "#features/loyalty/wallet/contract/settings.ts";
import type { CashbackStatus } from "#features/loyalty/wallet/rules/cashback.ts";
import type {
  BatchSource,
  BatchStatus,
  ItemStatus,
  PaypalStatus,
  PayoutMethodKind,
  RequestStatus,
  ResultProblem,
} from "#features/loyalty/wallet/rules/payouts.ts";

const minor = (name: string) => bigint(name, { mode: "number" });

// Cashback, lots and items are written by the functions of the database alone (`service/statements.ts`).

export const cashbackTable = pgTable("cashback_entries", {
  bucket: smallint().notNull(),
  id: uuid().notNull(),
  memberId: uuid("member_id").notNull(),
  brandId: uuid("brand_id"),
  retailerId: uuid("retailer_id").notNull(),
  redemptionId: uuid("redemption_id"),
  orderRef: text("order_ref").notNull(),
  purchasedAt: instantColumn("purchased_at").notNull(),
  rateBps: integer("rate_bps"),
  rateSource: text("rate_source"),
  certificateId: uuid("certificate_id"),
  currency: text().notNull(),
  amountMinor: minor("amount_minor").notNull(),
  leftMinor: minor("left_minor").notNull(),
  dueAt: instantColumn("due_at").notNull(),
  createdAt: instantColumn("created_at").notNull(),
  expiresAt: instantColumn("expires_at"),
  holdReason: text("hold_reason"),
  status: text().$type<CashbackStatus>().notNull(),
  /** How many it has. */
  events: integer().notNull(),
});
export type CashbackRecord = typeof cashbackTable.$inferSelect;

export const cashbackLinesTable = pgTable("cashback_lines", {
  bucket: smallint().notNull(),
  cashbackId: uuid("cashback_id").notNull(),
  number: smallint().notNull(),
  productId: uuid("product_id"),
  quantity: integer().notNull(),
  paidMinor: minor("paid_minor").notNull(),
  rateBps: integer("rate_bps"),
  rateSource: text("rate_source"),
  certificateId: uuid("certificate_id"),
  amountMinor: minor("amount_minor").notNull(),
});

export const cashbackEventsTable = pgTable("cashback_events", {
  bucket: smallint().notNull(),
  cashbackId: uuid("cashback_id").notNull(),
  sequence: integer().notNull(),
  from: text("from_status").$type<CashbackStatus>(),
  to: text("to_status").$type<CashbackStatus>().notNull(),
  amountMinor: minor("amount_minor").notNull(),
  transactionNumber: minor("transaction_number"),
  reason: text(),
  actorId: uuid("actor_id"),
  at: instantColumn("at").notNull(),
});

export const lotsTable = pgTable("cashback_lots", {
  bucket: smallint().notNull(),
  memberId: uuid("member_id").notNull(),
  currency: text().notNull(),
  cashbackId: uuid("cashback_id").notNull(),
  leftMinor: minor("left_minor").notNull(),
  expiresAt: instantColumn("expires_at"),
});

export const purchaseClaimsTable = pgTable("purchase_claims", {
  bucket: smallint().notNull(),
  retailerId: uuid("retailer_id").notNull(),
  orderRef: text("order_ref").notNull(),
  memberId: uuid("member_id").notNull(),
});

/** A view: one member in one currency. */
export const walletsView = pgTable("wallets", {
  id: uuid().notNull(),
  bucket: smallint().notNull(),
  memberId: uuid("member_id").notNull(),
  currency: text().notNull(),
  pendingMinor: minor("pending_minor").notNull(),
  availableMinor: minor("available_minor").notNull(),
  heldMinor: minor("held_minor").notNull(),
  owedMinor: minor("owed_minor").notNull(),
  isFrozen: boolean("is_frozen").notNull(),
});

/** A view: the postings of an owner's accounts, from the account's side. */
export const ownerPostingsView = pgTable("owner_postings", {
  ownerKind: text("owner_kind").notNull(),
  ownerId: uuid("owner_id"),
  account: text("purpose").notNull(),
  currency: text().notNull(),
  number: minor("number").notNull(),
  kind: text().notNull(),
  at: instantColumn("at").notNull(),
  referenceKind: text("reference_kind"),
  referenceId: uuid("reference_id"),
  reason: text(),
  ordinal: smallint().notNull(),
  amountMinor: minor("amount_minor").notNull(),
  balanceMinor: minor("balance_minor").notNull(),
});

export const payoutMethodsTable = pgTable("payout_methods", {
  bucket: smallint().notNull(),
  id: uuid().notNull(),
  memberId: uuid("member_id").notNull(),
  kind: text().$type<PayoutMethodKind>().notNull(),
  recipientSealed: bytesColumn("recipient_sealed"),
  recipientMasked: text("recipient_masked").notNull(),
  createdAt: instantColumn("created_at").notNull(),
  usableFrom: instantColumn("usable_from").notNull(),
  status: text().$type<"active" | "replaced">().notNull(),
});

export const payoutRequestsTable = pgTable("payout_requests", {
  bucket: smallint().notNull(),
  id: uuid().notNull(),
  memberId: uuid("member_id").notNull(),
  currency: text().notNull(),
  amountMinor: minor("amount_minor").notNull(),
  status: text().$type<RequestStatus>().notNull(),
  createdAt: instantColumn("created_at").notNull(),
});

export const batchesTable = pgTable("payout_batches", {
  id: uuid().primaryKey(),
  number: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  currency: text().notNull(),
  source: text().$type<BatchSource>().notNull(),
  status: text().$type<BatchStatus>().notNull(),
  items: integer().notNull().default(0),
  totalMinor: minor("total_minor").notNull().default(0),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  lockedAt: instantColumn("locked_at"),
  lockedBy: uuid("locked_by"),
  approvedAt: instantColumn("approved_at"),
  approvedBy: uuid("approved_by"),
  exportedAt: instantColumn("exported_at"),
  submittedAt: instantColumn("submitted_at"),
  closedAt: instantColumn("closed_at"),
});
export type BatchRecord = typeof batchesTable.$inferSelect;

export const payoutFilesTable = pgTable("payout_files", {
  batchId: uuid("batch_id").notNull(),
  part: integer().notNull(),
  bytesSealed: bytesColumn("bytes_sealed"),
  sha256: text().notNull(),
  rows: integer().notNull(),
  totalMinor: minor("total_minor").notNull(),
});

export const itemsTable = pgTable("payout_items", {
  bucket: smallint().notNull(),
  id: uuid().notNull(),
  batchId: uuid("batch_id").notNull(),
  sequence: integer().notNull(),
  memberId: uuid("member_id").notNull(),
  currency: text().notNull(),
  amountMinor: minor("amount_minor").notNull(),
  recipientSealed: bytesColumn("recipient_sealed"),
  recipientMasked: text("recipient_masked").notNull(),
  customerRef: text("customer_ref").notNull(),
  status: text().$type<ItemStatus>().notNull(),
  paypalStatus: text("paypal_status").$type<PaypalStatus>(),
  paypalId: text("paypal_id"),
  feeMinor: minor("fee_minor").notNull(),
  sentAt: instantColumn("sent_at"),
  resolvedAt: instantColumn("resolved_at"),
});
export type ItemRecord = typeof itemsTable.$inferSelect;

export const resultsTable = pgTable("payout_results", {
  id: text("row_sha256").primaryKey(),
  customerRef: text("customer_ref"),
  paypalStatus: text("paypal_status").notNull(),
  transactionId: text("transaction_id"),
  currency: text(),
  amountMinor: minor("amount_minor"),
  feeMinor: minor("fee_minor"),
  fileName: text("file_name").notNull(),
  batchId: uuid("batch_id"),
  itemId: uuid("item_id"),
  problem: text().$type<ResultProblem>(),
  at: instantColumn("at").notNull(),
  actorId: uuid("actor_id"),
});

export const settingsTable = pgTable("loyalty_settings", {
  isOnly: boolean("is_only").primaryKey(),
  platformCurrency: text("platform_currency").notNull(),
  payoutMinimums: jsonb("payout_minimums").$type<Record<string, number>>().notNull(),
  paypalDecimal: text("paypal_decimal").$type<(typeof decimalSigns)[number]>().notNull(),
  payoutNote: text("payout_note").notNull(),
  expiryDays: integer("expiry_days"),
  expiryDestination: text("expiry_destination").$type<(typeof expiryDestinations)[number]>().notNull(),
  methodCoolDownHours: integer("method_cool_down_hours").notNull(),
  version: integer().notNull(),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});

export const agreementsTable = pgTable("funding_agreements", {
  brandId: uuid("brand_id").notNull(),
  currency: text().notNull(),
  policy: text().$type<(typeof fundingPolicies)[number]>().notNull(),
  limitMinor: minor("limit_minor").notNull(),
  lowBalanceMinor: minor("low_balance_minor"),
  warnedAt: instantColumn("warned_at"),
  version: integer().notNull(),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});

/** What was taken from a lot; below zero what came back to it. */
export const lotUsesTable = pgTable("cashback_lot_uses", {
  bucket: smallint().notNull(),
  cashbackId: uuid("cashback_id").notNull(),
  amountMinor: minor("amount_minor").notNull(),
});

/** Money received from brands. */
export const topUpsTable = pgTable("funding_top_ups", {
  id: uuid().primaryKey(),
  brandId: uuid("brand_id").notNull(),
  currency: text().notNull(),
  amountMinor: minor("amount_minor").notNull(),
});
