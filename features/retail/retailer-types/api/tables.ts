import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { RetailerType } from "#features/retail/retailer-types/contract.ts";

export const retailerTypesTable = pgTable("retailer_types", {
  id: uuid().primaryKey(),
  code: text().notNull(),
  name: text().notNull(),
  nameKey: text("name_key").notNull(),
  sortKey: text("sort_key").notNull(),
  // Computed by the database, like `searchKey`; the migration says how.
  sortKeyAr: text("sort_key_ar").notNull().generatedAlwaysAs(""),
  nameI18n: jsonb("name_i18n").$type<Record<string, string>>().notNull(),
  description: text(),
  icon: text().$type<NonNullable<RetailerType["icon"]>>(),
  position: integer().notNull(),
  channel: text().$type<RetailerType["channel"]>().notNull(),
  certificatePolicy: text("certificate_policy").$type<RetailerType["certificatePolicy"]>().notNull(),
  needsSlaughterPolicy: boolean("needs_slaughter_policy").notNull(),
  kycLevel: text("kyc_level").$type<RetailerType["kycLevel"]>().notNull(),
  defaultCashbackBps: integer("default_cashback_bps").notNull(),
  maxCashbackBps: integer("max_cashback_bps").notNull(),
  pendingDays: integer("pending_days").notNull(),
  status: text().$type<RetailerType["status"]>().notNull(),
  words: text().notNull(),
  searchKey: text("search_key").notNull().generatedAlwaysAs(""),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});

export type RetailerTypeRecord = typeof retailerTypesTable.$inferSelect;
