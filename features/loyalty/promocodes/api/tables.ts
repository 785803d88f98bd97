import { bigint, boolean, integer, jsonb, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytesColumn, instantColumn } from "#api/columns.ts";
import type { batchStatuses } from "#features/loyalty/promocodes/contract/batches.ts";
import type { ForecastResult, forecastStatuses } from "#features/loyalty/promocodes/contract/forecasts.ts";
import type { redemptionStatuses } from "#features/loyalty/promocodes/contract/calls.ts";
import type { pauseSources, PromocodeStatus } from "#features/loyalty/promocodes/contract/statuses.ts";
import type { codeModes } from "#features/loyalty/promocodes/fields.ts";
import type { Terms } from "#features/loyalty/promocodes/rules/terms.ts";

const minor = (name: string) => bigint(name, { mode: "number" }).notNull();

export const campaignsTable = pgTable("campaigns", {
  id: uuid().primaryKey(),
  number: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  // Computed by the database, like the other `generatedAlwaysAs` below; the migration says how.
  code: text().notNull().generatedAlwaysAs(""),
  name: text().notNull(),
  nameKey: text("name_key").notNull(),
  sortKey: text("sort_key").notNull(),
  sortKeyAr: text("sort_key_ar").notNull().generatedAlwaysAs(""),
  nameI18n: jsonb("name_i18n").$type<Record<string, string>>().notNull(),
  ownerBrandId: uuid("owner_brand_id"),
  codeMode: text("code_mode").$type<(typeof codeModes)[number]>().notNull(),
  sharedCode: text("shared_code"),
  sharedCodeKey: text("shared_code_key"),
  /** Those that people edit. */
  terms: jsonb("draft").$type<Terms>().notNull(),
  liveVersion: integer("live_version"),
  /** Of the live version; before there is one, of the draft. */
  currency: text().notNull(),
  startsAt: instantColumn("starts_at"),
  endsAt: instantColumn("ends_at"),
  status: text().$type<PromocodeStatus>().notNull(),
  statusReason: text("status_reason"),
  submittedBy: uuid("submitted_by"),
  pauseSource: text("pause_source").$type<(typeof pauseSources)[number]>(),
  pauseReason: text("pause_reason"),
  words: text().notNull(),
  searchKey: text("search_key").notNull().generatedAlwaysAs(""),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});
export type CampaignRecord = typeof campaignsTable.$inferSelect;

/** Never changed: redemptions keep the version that they used. */
export const campaignVersionsTable = pgTable("campaign_versions", {
  campaignId: uuid("campaign_id").notNull(),
  number: integer().notNull(),
  terms: jsonb().$type<Terms>().notNull(),
  startsAt: instantColumn("starts_at"),
  endsAt: instantColumn("ends_at"),
  submittedBy: uuid("submitted_by"),
  approvedBy: uuid("approved_by"),
  approvedAt: instantColumn("approved_at").notNull(),
});

export const codeBatchesTable = pgTable("code_batches", {
  id: uuid().primaryKey(),
  campaignId: uuid("campaign_id").notNull(),
  quantity: integer().notNull(),
  generated: integer().notNull().default(0),
  pattern: text().notNull(),
  usesMax: integer("uses_max").notNull(),
  validFrom: instantColumn("valid_from"),
  validTo: instantColumn("valid_to"),
  status: text().$type<(typeof batchStatuses)[number]>().notNull(),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
});

export const codesTable = pgTable("codes", {
  bucket: smallint().notNull(),
  codeKey: text("code_key").notNull(),
  campaignId: uuid("campaign_id").notNull(),
  batchId: uuid("batch_id"),
  codeDisplay: text("code_display").notNull(),
  memberId: uuid("member_id"),
  uses: integer().notNull(),
  usesMax: integer("uses_max"),
  status: text().$type<"available" | "disabled" | "void">().notNull(),
  validFrom: instantColumn("valid_from"),
  validTo: instantColumn("valid_to"),
  /** The offline list that holds it. */
  offlineListId: uuid("offline_list_id"),
});

/** Written by the functions of the database alone (`service/statements.ts`). */
export const redemptionsTable = pgTable("redemptions", {
  bucket: smallint().notNull(),
  id: uuid().notNull(),
  campaignId: uuid("campaign_id").notNull(),
  campaignVersion: integer("campaign_version").notNull(),
  codeKey: text("code_key"),
  isCodeCounted: boolean("is_code_counted").notNull(),
  memberId: uuid("member_id"),
  retailerId: uuid("retailer_id").notNull(),
  locationId: uuid("location_id"),
  orderRef: text("order_ref").notNull(),
  currency: text().notNull(),
  countedIds: uuid("counted_ids").array().notNull(),
  countedPeriods: text("counted_periods").array().notNull(),
  callerId: uuid("caller_id").notNull(),
  requestId: text("request_id").notNull(),
  createdAt: instantColumn("created_at").notNull(),
  status: text().$type<(typeof redemptionStatuses)[number]>().notNull(),
  reservedUntil: instantColumn("reserved_until"),
  committedAt: instantColumn("committed_at"),
  endedAt: instantColumn("ended_at"),
  discountMinor: minor("discount_minor"),
  cashbackMinor: minor("cashback_minor"),
  costMinor: minor("cost_minor"),
  discountLeftMinor: minor("discount_left_minor"),
  cashbackLeftMinor: minor("cashback_left_minor"),
  costLeftMinor: minor("cost_left_minor"),
  rollbacks: integer().notNull(),
  trace: jsonb().notNull(),
});
export type RedemptionRecord = typeof redemptionsTable.$inferSelect;

export const redemptionLinesTable = pgTable("redemption_lines", {
  bucket: smallint().notNull(),
  redemptionId: uuid("redemption_id").notNull(),
  number: smallint().notNull(),
  productId: uuid("product_id"),
  quantity: integer().notNull(),
  rateBps: integer("rate_bps"),
  rateSource: text("rate_source"),
  certificateId: uuid("certificate_id"),
  baseMinor: minor("base_minor"),
  discountMinor: minor("discount_minor"),
  cashbackMinor: minor("cashback_minor"),
  brandMinor: minor("brand_minor"),
  retailerMinor: minor("retailer_minor"),
  platformMinor: minor("platform_minor"),
});

export const redemptionRollbacksTable = pgTable("redemption_rollbacks", {
  bucket: smallint().notNull(),
  redemptionId: uuid("redemption_id").notNull(),
  sequence: integer().notNull(),
  reason: text().notNull(),
  actorId: uuid("actor_id").notNull(),
  at: instantColumn("at").notNull(),
  discountMinor: minor("discount_minor"),
  cashbackMinor: minor("cashback_minor"),
  costMinor: minor("cost_minor"),
  lines: jsonb().notNull(),
});

/** The keys that sign offline lists. */
export const offlineKeysTable = pgTable("offline_keys", {
  id: text().primaryKey(),
  /** A JSON Web Key, encrypted. */
  sealedPrivate: bytesColumn("sealed_private").notNull(),
  publicKey: jsonb("public_key").$type<{ kty: string; crv: string; x: string; y: string }>().notNull(),
  createdAt: instantColumn("created_at").notNull(),
});

export const offlineListsTable = pgTable("offline_lists", {
  bucket: smallint().notNull(),
  id: uuid().notNull(),
  retailerId: uuid("retailer_id").notNull(),
  locationId: uuid("location_id").notNull(),
  currency: text().notNull(),
  callerId: uuid("caller_id").notNull(),
  issuedAt: instantColumn("issued_at").notNull(),
  expiresAt: instantColumn("expires_at").notNull(),
  closesAt: instantColumn("closes_at").notNull(),
  closedAt: instantColumn("closed_at"),
});
export type OfflineListRecord = typeof offlineListsTable.$inferSelect;

/** What a list has of each promotion. Written by the functions of the database alone. */
export const offlineLeasesTable = pgTable("offline_leases", {
  bucket: smallint().notNull(),
  listId: uuid("list_id").notNull(),
  campaignId: uuid("campaign_id").notNull(),
  countedIds: uuid("counted_ids").array().notNull(),
  usesGranted: minor("uses_granted"),
  usesTaken: minor("uses_taken"),
  budgetGrantedMinor: minor("budget_granted_minor"),
  budgetTakenMinor: minor("budget_taken_minor"),
});

/** The answer to each sale of a list. Append-only. */
export const offlineSalesTable = pgTable("offline_sales", {
  bucket: smallint().notNull(),
  listId: uuid("list_id").notNull(),
  orderRef: text("order_ref").notNull(),
  saleHash: bytesColumn("sale_hash").notNull(),
  status: text().$type<"accepted" | "conflict">().notNull(),
  reason: text(),
  foundAt: text("found_at").$type<"sale" | "now">(),
  redemptionIds: uuid("redemption_ids").array().notNull(),
  soldAt: instantColumn("sold_at").notNull(),
  givenMinor: minor("given_minor"),
  borneMinor: minor("borne_minor"),
  recordedAt: instantColumn("recorded_at").notNull(),
});
export type OfflineSaleRecord = typeof offlineSalesTable.$inferSelect;
export const campaignForecastsTable = pgTable("campaign_forecasts", {
  id: uuid().primaryKey(),
  campaignId: uuid("campaign_id").notNull(),
  recordVersion: integer("record_version").notNull(),
  terms: jsonb().$type<Terms>().notNull(),
  ownerBrandId: uuid("owner_brand_id"),
  status: text().$type<(typeof forecastStatuses)[number]>().notNull(),
  fromAt: instantColumn("from_at").notNull(),
  untilAt: instantColumn("until_at").notNull(),
  orders: integer().notNull().default(0),
  ordersRead: integer("orders_read").notNull().default(0),
  result: jsonb().$type<ForecastResult>(),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  endedAt: instantColumn("ended_at"),
});
