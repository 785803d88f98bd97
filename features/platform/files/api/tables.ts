import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { MediaType, plainTypes } from "#base/files.ts";
import { instantColumn } from "#api/columns.ts";

export const filesTable = pgTable("files", {
  id: uuid().primaryKey(),
  key: uuid().notNull(),
  purpose: text().notNull(),
  resource: text().notNull(),
  resourceId: uuid("resource_id"),
  looseSince: instantColumn("loose_since"),
  name: text().notNull(),
  sha256: text().notNull(),
  byteCount: integer("byte_count").notNull(),
  mediaType: text("media_type").$type<MediaType>().notNull(),
  kind: text().$type<"image" | "document">().notNull(),
  keptType: text("kept_type")
    .$type<"image/webp" | "image/png" | "application/pdf" | (typeof plainTypes)[number]>()
    .notNull(),
  width: integer(),
  height: integer(),
  placeholder: text(),
  pageCount: integer("page_count"),
  partBytes: integer("part_bytes"),
  storedAt: instantColumn("stored_at"),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
});
export type FileRecord = typeof filesTable.$inferSelect;
