import { bigint, boolean, date, integer, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { jsonb } from "drizzle-orm/pg-core";
import type { Season } from "#base/openingHours.ts";
import type { Social } from "#base/social.ts";
import { bytesColumn, instantColumn } from "#api/columns.ts";
import type { notices } from "#features/retail/retailers/contacts/contract.ts";
import type { documentStatuses, DocumentType } from "#features/retail/retailers/kyc/contract.ts";
import type { locationStatuses } from "#features/retail/retailers/locations/contract.ts";
import type { KycStatus, RetailerStatus } from "#features/retail/retailers/record/contract.ts";
import type { posIntegrations, visibilities } from "#features/retail/retailers/record/fields.ts";
import type { settlementMethods } from "#features/retail/retailers/settlement/contract.ts";
import type { KycLevel } from "#features/retail/retailer-types/contract/kyc.ts";

export const retailersTable = pgTable("retailers", {
  id: uuid().primaryKey(),
  number: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  // Computed by the database, as the other `generatedAlwaysAs` below; the migration says how.
  code: text().notNull().generatedAlwaysAs(""),
  retailerTypeId: uuid("retailer_type_id").notNull(),
  parentId: uuid("parent_id"),
  depth: integer().notNull(),
  tradingName: text("trading_name").notNull(),
  tradingNameI18n: jsonb("trading_name_i18n").$type<Record<string, string>>().notNull(),
  sortKey: text("sort_key").notNull(),
  sortKeyAr: text("sort_key_ar").notNull().generatedAlwaysAs(""),
  legalName: text("legal_name"),
  country: text(),
  countryKey: text("country_key").notNull().generatedAlwaysAs(""),
  registrationNo: text("registration_no"),
  registrationCountry: text("registration_country"),
  taxNo: text("tax_no"),
  gln: text(),
  defaultCurrency: text("default_currency"),
  timezone: text(),
  defaultLanguage: text("default_language"),
  logoFileId: uuid("logo_file_id"),
  logoAlt: text("logo_alt"),
  logoAltI18n: jsonb("logo_alt_i18n").$type<Record<string, string>>().notNull(),
  coverFileId: uuid("cover_file_id"),
  website: text(),
  social: jsonb().$type<Social>().notNull(),
  commissionBps: integer("commission_bps").notNull(),
  settlementTermsDays: integer("settlement_terms_days").notNull(),
  posIntegration: text("pos_integration").$type<(typeof posIntegrations)[number]>().notNull(),
  visibility: text().$type<(typeof visibilities)[number]>().notNull(),
  riskFlags: text("risk_flags").array().notNull(),
  status: text().$type<RetailerStatus>().notNull(),
  statusReason: text("status_reason"),
  submittedBy: uuid("submitted_by"),
  /** Suspended by a user who may suspend: only such a user can change the status again. */
  isStatusLocked: boolean("is_status_locked").notNull().default(false),
  /** The chain that took it along when that was suspended. */
  suspendedWithId: uuid("suspended_with_id"),
  kycStatus: text("kyc_status").$type<Exclude<KycStatus, "expired">>().notNull(),
  kycLevel: text("kyc_level").$type<KycLevel>(),
  kycExpiresOn: date("kyc_expires_on", { mode: "string" }),
  kycReason: text("kyc_reason"),
  locationsCount: integer("locations_count").notNull(),
  contactsCount: integer("contacts_count").notNull(),
  city: text(),
  cityKey: text("city_key").notNull(),
  words: text().notNull(),
  searchKey: text("search_key").notNull().generatedAlwaysAs(""),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});
export type RetailerRecord = typeof retailersTable.$inferSelect;

export const closureTable = pgTable(
  "retailer_closure",
  {
    ancestorId: uuid("ancestor_id").notNull(),
    descendantId: uuid("descendant_id").notNull(),
    distance: integer().notNull(),
  },
  ({ ancestorId, descendantId }) => [primaryKey({ columns: [ancestorId, descendantId] })],
);

export const locationsTable = pgTable("retailer_locations", {
  id: uuid().primaryKey(),
  retailerId: uuid("retailer_id").notNull(),
  name: text().notNull(),
  addressLine1: text("address_line_1"),
  addressLine2: text("address_line_2"),
  city: text(),
  region: text(),
  postalCode: text("postal_code"),
  country: text(),
  latitude: numeric({ precision: 9, scale: 6, mode: "number" }),
  longitude: numeric({ precision: 9, scale: 6, mode: "number" }),
  gln: text(),
  phone: text(),
  timezone: text(),
  isPrimary: boolean("is_primary").notNull(),
  status: text().$type<(typeof locationStatuses)[number]>().notNull(),
  createdAt: instantColumn("created_at").notNull(),
  updatedAt: instantColumn("updated_at").notNull(),
});
export type LocationRecord = typeof locationsTable.$inferSelect;

export const hoursTable = pgTable("retailer_hours", {
  locationId: uuid("location_id").notNull(),
  season: text().$type<Season>().notNull(),
  validFrom: date("valid_from", { mode: "string" }),
  validTo: date("valid_to", { mode: "string" }),
  weekday: integer().notNull(),
  opens: text().notNull(),
  closes: text().notNull(),
  closesNextDay: boolean("closes_next_day").notNull(),
});

export const closuresTable = pgTable("retailer_closures", {
  id: uuid().primaryKey(),
  retailerId: uuid("retailer_id").notNull(),
  locationId: uuid("location_id"),
  kind: text().$type<"dates" | "weekly">().notNull(),
  startsOn: date("starts_on", { mode: "string" }),
  endsOn: date("ends_on", { mode: "string" }),
  weekday: integer(),
  fromTime: text("from_time"),
  toTime: text("to_time"),
  reason: text().notNull(),
  createdAt: instantColumn("created_at").notNull(),
  updatedAt: instantColumn("updated_at").notNull(),
});

export const contactsTable = pgTable("retailer_contacts", {
  id: uuid().primaryKey(),
  retailerId: uuid("retailer_id").notNull(),
  name: text().notNull(),
  role: text(),
  email: text(),
  phone: text(),
  isPrimary: boolean("is_primary").notNull(),
  notify: text().array().$type<(typeof notices)[number][]>().notNull(),
  createdAt: instantColumn("created_at").notNull(),
  updatedAt: instantColumn("updated_at").notNull(),
});

export const documentsTable = pgTable("retailer_documents", {
  id: uuid().primaryKey(),
  retailerId: uuid("retailer_id").notNull(),
  type: text().$type<DocumentType>().notNull(),
  fileId: uuid("file_id"),
  number: text(),
  issuedOn: date("issued_on", { mode: "string" }),
  expiresOn: date("expires_on", { mode: "string" }),
  status: text().$type<(typeof documentStatuses)[number]>().notNull(),
  reason: text(),
  decidedBy: uuid("decided_by"),
  decidedAt: instantColumn("decided_at"),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
});

export const settlementsTable = pgTable("retailer_settlements", {
  retailerId: uuid("retailer_id").primaryKey(),
  method: text().$type<(typeof settlementMethods)[number]>().notNull(),
  holder: text().notNull(),
  masked: text().notNull(),
  sealedAccount: bytesColumn("sealed_account").notNull(),
  changedAt: instantColumn("changed_at").notNull(),
});

export const settlementDraftsTable = pgTable("retailer_settlement_drafts", {
  id: uuid().primaryKey(),
  retailerId: uuid("retailer_id").notNull(),
  method: text().$type<(typeof settlementMethods)[number]>().notNull(),
  holder: text().notNull(),
  masked: text().notNull(),
  sealedAccount: bytesColumn("sealed_account").notNull(),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
});

export const notesTable = pgTable("retailer_notes", {
  id: uuid().primaryKey(),
  retailerId: uuid("retailer_id").notNull(),
  text: text().notNull(),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
});
