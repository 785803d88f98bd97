import { bigint, date, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { ContactRecord } from "#demos/contacts/contract.ts";
import type { TouchKind } from "#demos/contacts/rules.ts";

// The reasons for these columns are in database/migrations/0067_contacts_and_academy.sql.

export const contactsTable = pgTable("contacts", {
  id: uuid().primaryKey(),
  place: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
  name: text().notNull(),
  lastName: text("last_name"),
  avatar: text(),
  nickname: text(),
  company: text(),
  jobTitle: text("job_title"),
  email: text(),
  phone: text(),
  address: text(),
  birthday: date(),
  notes: text(),
  retailerIds: jsonb("retailer_ids").$type<string[]>().notNull(),
  brandIds: jsonb("brand_ids").$type<string[]>().notNull(),
  certifierIds: jsonb("certifier_ids").$type<string[]>().notNull(),
  emailKey: text("email_key").generatedAlwaysAs(""),
  phoneKey: text("phone_key").generatedAlwaysAs(""),
  mergedInto: uuid("merged_into"),
  sortKey: text("sort_key").notNull(),
  sortKeyAr: text("sort_key_ar").notNull().generatedAlwaysAs(""),
  words: text().notNull(),
  searchKey: text("search_key").notNull().generatedAlwaysAs(""),
  status: text().$type<ContactRecord["status"]>().notNull(),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});
export type StoredContact = typeof contactsTable.$inferSelect;

export const contactListsTable = pgTable(
  "contact_lists",
  {
    ownerId: uuid("owner_id").notNull(),
    id: text().notNull(),
    name: text().notNull(),
    icon: text(),
    createdAt: instantColumn("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.id] })],
);

export const contactListEntriesTable = pgTable(
  "contact_list_entries",
  {
    ownerId: uuid("owner_id").notNull(),
    listId: text("list_id").notNull(),
    contactId: uuid("contact_id").notNull(),
    mergedFrom: uuid("merged_from"),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.listId, table.contactId] })],
);

export const contactTouchesTable = pgTable("contact_touches", {
  id: uuid().primaryKey(),
  ownerId: uuid("owner_id").notNull(),
  contactId: uuid("contact_id").notNull(),
  kind: text().$type<TouchKind>().notNull(),
  at: instantColumn("at").notNull(),
  mergedFrom: uuid("merged_from"),
});
