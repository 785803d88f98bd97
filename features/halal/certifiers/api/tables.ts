import { boolean, date, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { Certifier } from "#features/halal/certifiers/contract/certifiers.ts";
import type { accreditationPolicies, RecognitionPolicy } from "#features/halal/certifiers/contract/recognitions.ts";
import type { Standard } from "#features/halal/certifiers/contract/standards.ts";
import type { Accreditation, certifierKinds, Source, stunningPolicies } from "#features/halal/certifiers/fields.ts";

export const bodiesTable = pgTable("certifying_bodies", {
  id: uuid().primaryKey(),
  acronym: text().notNull(),
  name: text().notNull(),
  nameI18n: jsonb("name_i18n").$type<Record<string, string>>().notNull(),
  sortKey: text("sort_key").notNull(),
  country: text().notNull(),
  kind: text().$type<(typeof certifierKinds)[number]>().notNull(),
  website: text(),
  logoFileId: uuid("logo_file_id"),
  registryUrl: text("registry_url"),
  registryLookupTemplate: text("registry_lookup_template"),
  certificateNoPattern: text("certificate_no_pattern"),
  typicalValidityMonths: integer("typical_validity_months"),
  renewalFromDays: integer("renewal_from_days"),
  renewalToDays: integer("renewal_to_days"),
  defaultStunningPolicy: text("default_stunning_policy").$type<(typeof stunningPolicies)[number]>().notNull(),
  offLabelTags: text("off_label_tags").array().notNull(),
  sources: jsonb().$type<Source[]>().notNull(),
  status: text().$type<Certifier["status"]>().notNull(),
  statusReason: text("status_reason"),
  statusChangedAt: instantColumn("status_changed_at").notNull(),
  words: text().notNull(),
  // Computed by the database; the migration says how.
  searchKey: text("search_key").notNull().generatedAlwaysAs(""),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});

export const accreditationsTable = pgTable("accreditations", {
  id: uuid().primaryKey(),
  bodyId: uuid("body_id").notNull(),
  accreditor: text().notNull(),
  accreditationNo: text("accreditation_no"),
  scopeText: text("scope_text").notNull(),
  validFrom: date("valid_from", { mode: "string" }),
  validTo: date("valid_to", { mode: "string" }),
  withdrawnOn: date("withdrawn_on", { mode: "string" }),
  withdrawnReason: text("withdrawn_reason"),
  sourceUrl: text("source_url"),
  position: integer().notNull(),
});

export type CertifierRecord = typeof bodiesTable.$inferSelect & { readonly accreditations: Accreditation[] };

export const standardsTable = pgTable("halal_standards", {
  id: uuid().primaryKey(),
  code: text().notNull(),
  edition: text().notNull(),
  title: text().notNull(),
  titleI18n: jsonb("title_i18n").$type<Record<string, string>>().notNull(),
  owner: text().notNull(),
  scope: text(),
  sourceUrl: text("source_url"),
  status: text().$type<Standard["status"]>().notNull(),
  // Computed by the database; the migration says how.
  sortKey: text("sort_key").notNull().generatedAlwaysAs(""),
  searchKey: text("search_key").notNull().generatedAlwaysAs(""),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});

export const recognitionsTable = pgTable("body_recognitions", {
  id: uuid().primaryKey(),
  market: text().notNull(),
  bodyId: uuid("body_id").notNull(),
  recognisedBy: text("recognised_by").notNull(),
  scopeText: text("scope_text"),
  validFrom: date("valid_from", { mode: "string" }),
  validTo: date("valid_to", { mode: "string" }),
  sourceUrl: text("source_url"),
  readOn: date("read_on", { mode: "string" }),
  note: text(),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});
export const policiesTable = pgTable("recognition_policies", {
  market: text().primaryKey(),
  policy: text().$type<RecognitionPolicy>().notNull().default("block"),
  hasList: boolean("has_list"),
  listDecidedOn: date("list_decided_on", { mode: "string" }),
  listSource: text("list_source"),
  unknownPolicy: text("unknown_policy").$type<RecognitionPolicy>().notNull().default("warn"),
  accreditationPolicy: text("accreditation_policy")
    .$type<(typeof accreditationPolicies)[number]>()
    .notNull()
    .default("warn"),
  reviewGraceDays: integer("review_grace_days").notNull().default(30),
  version: integer().notNull().default(1),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});
export type RecognitionRecord = typeof recognitionsTable.$inferSelect;
