import { bigint, date, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { AssignmentStatus, cashbackModes, stockStatuses } from "#features/retail/assignments/contract/rows.ts";

const columns = () => ({
  id: uuid().primaryKey(),
  retailerId: uuid("retailer_id").notNull(),
  locationId: uuid("location_id"),
  productId: uuid("product_id").notNull(),
  status: text().$type<AssignmentStatus>().notNull(),
  pauseReason: text("pause_reason"),
  pauseSource: text("pause_source").$type<"auto" | "manual">(),
  pauseCertificateId: uuid("pause_certificate_id"),
  pausedAt: instantColumn("paused_at"),
  priceMinor: bigint("price_minor", { mode: "number" }),
  currency: text(),
  priceValidFrom: date("price_valid_from"),
  priceValidTo: date("price_valid_to"),
  stockStatus: text("stock_status").$type<(typeof stockStatuses)[number]>().notNull(),
  cashbackMode: text("cashback_mode").$type<(typeof cashbackModes)[number]>().notNull(),
  cashbackBps: integer("cashback_bps"),
  cashbackFixedMinor: bigint("cashback_fixed_minor", { mode: "number" }),
  cashbackCapMinor: bigint("cashback_cap_minor", { mode: "number" }),
  consumerCapPerMonth: integer("consumer_cap_per_month"),
  startsAt: instantColumn("starts_at").notNull(),
  endsAt: instantColumn("ends_at"),
  endedAt: instantColumn("ended_at"),
  retailerSku: text("retailer_sku"),
  shelfUrl: text("shelf_url"),
  certificateId: uuid("certificate_id"),
  activatedAt: instantColumn("activated_at"),
  assignedBy: uuid("assigned_by"),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});

export const assignmentsTable = pgTable("assignments", columns());
export type AssignmentRecord = typeof assignmentsTable.$inferSelect;

/** The same table with its columns for sorting, searching and filtering. A view, only for reading. */
export const assignmentRowsTable = pgTable("assignment_rows", {
  ...columns(),
  productSortKey: text("product_sort_key").notNull(),
  productSortKeyAr: text("product_sort_key_ar").notNull(),
  productSearchKey: text("product_search_key").notNull(),
  brandId: uuid("brand_id").notNull(),
  categoryId: uuid("category_id"),
  country: text().notNull(),
});
