import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { DocumentRow } from "#demos/files/contract.ts";

export type StoredVersion = {
  readonly no: number;
  readonly fileId: string;
  readonly byteCount: number;
  readonly mediaType: string;
  readonly at: string;
  readonly by: string | null;
};

export const documentsTable = pgTable("documents", {
  id: uuid().primaryKey(),
  wireId: text("wire_id"),
  parentId: uuid("parent_id").references((): AnyPgColumn => documentsTable.id),
  type: text().$type<DocumentRow["type"]>().notNull(),
  // Computed by the database, like `searchKey`; the migration says how.
  rank: integer().notNull().generatedAlwaysAs(0),
  name: text().notNull(),
  nameKey: text("name_key").notNull(),
  sortKey: text("sort_key").notNull(),
  extension: text().notNull(),
  icon: text(),
  fileId: uuid("file_id"),
  byteCount: integer("byte_count").notNull(),
  versions: jsonb().$type<StoredVersion[]>().notNull(),
  documentType: text("document_type").$type<DocumentRow["documentType"]>(),
  expiresOn: date("expires_on", { mode: "string" }),
  linkedResource: text("linked_resource").$type<DocumentRow["linkedResource"]>(),
  linkedId: uuid("linked_id"),
  isPrivate: boolean("is_private").notNull(),
  /** For users without a choice of their own. */
  isOffline: boolean("is_offline").notNull(),
  ownerId: uuid("owner_id"),
  openedAt: instantColumn("opened_at"),
  opens: integer().notNull(),
  linkHash: text("link_hash"),
  linkExpiresAt: instantColumn("link_expires_at"),
  linkOpens: integer("link_opens").notNull(),
  linkOpenedAt: instantColumn("link_opened_at"),
  trashedAt: instantColumn("trashed_at"),
  trashRootId: uuid("trash_root_id"),
  words: text().notNull(),
  searchKey: text("search_key").notNull().generatedAlwaysAs(""),
  version: integer().notNull(),
  createdAt: instantColumn("created_at").notNull(),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});
export type DocumentRecord = typeof documentsTable.$inferSelect;

export const offlineChoicesTable = pgTable(
  "document_offline_choices",
  {
    userId: uuid("user_id").notNull(),
    documentId: uuid("document_id").notNull(),
    isOffline: boolean("is_offline").notNull(),
  },
  (choice) => [primaryKey({ columns: [choice.userId, choice.documentId] })],
);

export const documentUploadsTable = pgTable("document_uploads", {
  id: uuid().primaryKey(),
  ownerId: uuid("owner_id").notNull(),
  parentId: uuid("parent_id"),
  name: text().notNull(),
  byteCount: integer("byte_count").notNull(),
  modifiedMs: bigint("modified_ms", { mode: "number" }).notNull(),
  received: integer().notNull(),
  key: uuid(),
  partDigests: text("part_digests").array().notNull(),
  carry: text().notNull(),
  createdAt: instantColumn("created_at").notNull(),
  updatedAt: instantColumn("updated_at").notNull(),
});
export type UploadRecord = typeof documentUploadsTable.$inferSelect;
