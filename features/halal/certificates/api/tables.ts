import { boolean, date, integer, bigint, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type {
  CertificateKind,
  DocumentKind,
  EvidenceLevel,
  HolderType,
  SlaughterMethod,
  StoredState,
  StunningPolicy,
  UnlinkCause,
  ValidityBasis,
  VerificationMethod,
} from "#features/halal/certificates/contract/vocabulary.ts";

export const certificatesTable = pgTable("certificates", {
  id: uuid().primaryKey(),
  number: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  // Computed by the database, as `searchKey`; the migration says how.
  code: text().notNull().generatedAlwaysAs(""),
  bodyId: uuid("body_id").notNull(),
  certificateNo: text("certificate_no").notNull(),
  certificateNoKey: text("certificate_no_key").notNull(),
  revision: integer().notNull().default(1),
  supersedesId: uuid("supersedes_id"),
  kind: text().$type<CertificateKind>().notNull(),
  schemeCode: text("scheme_code"),
  holderType: text("holder_type").$type<HolderType>().notNull(),
  holderBrandId: uuid("holder_brand_id"),
  holderRetailerId: uuid("holder_retailer_id"),
  holderName: text("holder_name").notNull(),
  holderAddress: text("holder_address"),
  holderCountry: text("holder_country"),
  scopeText: text("scope_text"),
  productCategoryCodes: text("product_category_codes").array().notNull(),
  issuedOn: date("issued_on"),
  validFrom: date("valid_from"),
  expiresOn: date("expires_on"),
  validityBasis: text("validity_basis").$type<ValidityBasis>().notNull(),
  timezone: text().notNull(),
  supersededFrom: instantColumn("superseded_from"),
  // Written by a trigger from the days above.
  startsAt: instantColumn("starts_at"),
  endsAt: instantColumn("ends_at"),
  endsKey: instantColumn("ends_key").notNull(),
  lastReviewedOn: date("last_reviewed_on"),
  reviewDueOn: date("review_due_on"),
  slaughterMethod: text("slaughter_method").$type<SlaughterMethod>().notNull(),
  stunningPolicy: text("stunning_policy").$type<StunningPolicy>().notNull(),
  evidenceLevel: text("evidence_level").$type<EvidenceLevel>().notNull(),
  state: text().$type<StoredState>().notNull(),
  stateReason: text("state_reason"),
  stateChangedAt: instantColumn("state_changed_at").notNull(),
  submittedAt: instantColumn("submitted_at"),
  submittedBy: uuid("submitted_by"),
  reviewerId: uuid("reviewer_id"),
  verifiedAt: instantColumn("verified_at"),
  verifiedBy: uuid("verified_by"),
  // When it was looked up again, and by whom.
  lastCheckedAt: instantColumn("last_checked_at"),
  lastCheckedBy: uuid("last_checked_by"),
  verificationMethod: text("verification_method").$type<VerificationMethod>(),
  registryUrl: text("registry_url"),
  registrySnapshotFileId: uuid("registry_snapshot_file_id"),
  verifiedSha256: text("verified_sha256"),
  nextCheckDueOn: date("next_check_due_on"),
  notes: text(),
  sortKey: text("sort_key").notNull(),
  words: text().notNull(),
  searchKey: text("search_key").notNull().generatedAlwaysAs(""),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});
export type CertificateRecord = typeof certificatesTable.$inferSelect;

export const certificateStandardsTable = pgTable(
  "certificate_standards",
  { certificateId: uuid("certificate_id").notNull(), standardId: uuid("standard_id").notNull() },
  (table) => [primaryKey({ columns: [table.certificateId, table.standardId] })],
);

export const certificateSitesTable = pgTable("certificate_sites", {
  id: uuid().primaryKey(),
  certificateId: uuid("certificate_id").notNull(),
  name: text().notNull(),
  address: text(),
  country: text(),
  locationId: uuid("location_id"),
  isHeadquarters: boolean("is_headquarters").notNull(),
});

export const certificateLinesTable = pgTable("certificate_products", {
  id: uuid().primaryKey(),
  certificateId: uuid("certificate_id").notNull(),
  position: integer().notNull(),
  productId: uuid("product_id"),
  name: text("name_on_certificate").notNull(),
  brand: text("brand_on_certificate"),
  gtin: text(),
  status: text().$type<"listed" | "removed">().notNull(),
  removedAt: instantColumn("removed_at"),
  removedReason: text("removed_reason"),
  linkReason: text("link_reason"),
  // Written by triggers when line and product no longer match.
  formerProductId: uuid("former_product_id"),
  unlinkedBecause: text("unlinked_because").$type<UnlinkCause>(),
  unlinkedAt: instantColumn("unlinked_at"),
});

export const certificateNotesTable = pgTable("certificate_notes", {
  id: uuid().primaryKey(),
  certificateId: uuid("certificate_id").notNull(),
  text: text().notNull(),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
});

export const certificateDocumentsTable = pgTable(
  "certificate_documents",
  {
    certificateId: uuid("certificate_id").notNull(),
    fileId: uuid("file_id").notNull(),
    position: integer().notNull(),
    kind: text().$type<DocumentKind>().notNull(),
    language: text(),
  },
  (table) => [primaryKey({ columns: [table.certificateId, table.fileId] })],
);
