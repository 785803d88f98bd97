import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { muslimOwnedAnswers } from "#features/catalogue/brands/fields.ts";
import type { BrandStatus } from "#features/catalogue/brands/contract/statuses.ts";
import type { Social } from "#base/social.ts";

export const brandsTable = pgTable("brands", {
  id: uuid().primaryKey(),
  number: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  // Computed by the database, like the other `generatedAlwaysAs` below; the migration says how.
  code: text().notNull().generatedAlwaysAs(""),
  name: text().notNull(),
  nameKey: text("name_key").notNull(),
  sortKey: text("sort_key").notNull(),
  sortKeyAr: text("sort_key_ar").notNull().generatedAlwaysAs(""),
  nameI18n: jsonb("name_i18n").$type<Record<string, string>>().notNull(),
  alternativeNames: text("alternative_names").array().notNull(),
  slug: text().notNull(),
  legalEntityName: text("legal_entity_name"),
  registrationNo: text("registration_no"),
  country: text(),
  countryKey: text("country_key").notNull().generatedAlwaysAs(""),
  website: text(),
  social: jsonb().$type<Social>().notNull(),
  story: text(),
  storyI18n: jsonb("story_i18n").$type<Record<string, string>>().notNull(),
  foundedYear: integer("founded_year"),
  gs1CompanyPrefix: text("gs1_company_prefix"),
  wikidataId: text("wikidata_id"),
  isMuslimOwned: text("is_muslim_owned").$type<(typeof muslimOwnedAnswers)[number]>().notNull(),
  defaultCurrency: text("default_currency"),
  lowBalanceAlertMinor: bigint("low_balance_alert_minor", { mode: "number" }),
  monthlyBudgetMinor: bigint("monthly_budget_minor", { mode: "number" }),
  pendingDays: integer("pending_days"),
  cashbackBps: integer("cashback_bps"),
  contactName: text("contact_name"),
  contactEmail: text("contact_email"),
  contactPhone: text("contact_phone"),
  logoFileId: uuid("logo_file_id"),
  logoAlt: text("logo_alt"),
  logoAltI18n: jsonb("logo_alt_i18n").$type<Record<string, string>>().notNull(),
  status: text().$type<BrandStatus>().notNull(),
  statusReason: text("status_reason"),
  submittedBy: uuid("submitted_by"),
  /** Suspended by a user who may lift suspensions: only such a user can lift this one. */
  isStatusLocked: boolean("is_status_locked").notNull().default(false),
  words: text().notNull(),
  searchKey: text("search_key").notNull().generatedAlwaysAs(""),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});

export type BrandRecord = typeof brandsTable.$inferSelect;
