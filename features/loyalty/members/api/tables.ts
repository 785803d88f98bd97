import { integer, pgTable, smallint, text, uuid } from "drizzle-orm/pg-core";
import { bytesColumn, instantColumn } from "#api/columns.ts";
import type { Member } from "#features/loyalty/members/contract.ts";
import type { ContactKind } from "#features/loyalty/members/rules.ts";

/** The contacts are masked; `sealed…` are the same in full, encrypted. */
export const membersTable = pgTable("members", {
  bucket: smallint().notNull(),
  id: uuid().notNull(),
  displayName: text("display_name"),
  sortKey: text("sort_key").notNull(),
  memberNumber: text("member_number"),
  email: text(),
  phone: text(),
  sealedMemberNumber: bytesColumn("sealed_member_number"),
  sealedEmail: bytesColumn("sealed_email"),
  sealedPhone: bytesColumn("sealed_phone"),
  country: text(),
  language: text().$type<Member["language"]>().notNull(),
  certifierIds: uuid("certifier_ids").array().notNull(),
  status: text().$type<Member["status"]>().notNull(),
  statusReason: text("status_reason"),
  mergedInto: uuid("merged_into"),
  words: text().notNull(),
  // Computed by the database; the migration says how.
  searchKey: text("search_key").notNull().generatedAlwaysAs(""),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});
export type MemberRecord = typeof membersTable.$inferSelect;

/** Who a contact belongs to, found by its hash. */
export const memberKeysTable = pgTable("member_keys", {
  bucket: smallint().notNull(),
  kind: text().$type<ContactKind>().notNull(),
  keyHash: bytesColumn("key_hash").notNull(),
  memberId: uuid("member_id").notNull(),
});
