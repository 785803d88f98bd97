import { type AnyPgColumn, boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { Category, HalalRelevance } from "#features/catalogue/categories/contract.ts";

export const categoriesTable = pgTable("categories", {
  id: uuid().primaryKey(),
  parentId: uuid("parent_id").references((): AnyPgColumn => categoriesTable.id),
  slug: text().notNull(),
  name: text().notNull(),
  nameI18n: jsonb("name_i18n").$type<Record<string, string>>().notNull(),
  nameKey: text("name_key").notNull(),
  sortKey: text("sort_key").notNull(),
  // Computed by the database, like `searchKey`; the migration says how.
  sortKeyAr: text("sort_key_ar").notNull().generatedAlwaysAs(""),
  position: integer().notNull(),
  depth: integer().notNull(),
  halalRelevance: text("halal_relevance").$type<HalalRelevance>(),
  effectiveHalalRelevance: text("effective_halal_relevance").$type<HalalRelevance>().notNull(),
  containsMeat: boolean("contains_meat"),
  effectiveContainsMeat: boolean("effective_contains_meat"),
  gs1Brick: text("gs1_brick"),
  imageFileId: uuid("image_file_id"),
  status: text().$type<Category["status"]>().notNull(),
  mergedIntoId: uuid("merged_into_id"),
  words: text().notNull(),
  searchKey: text("search_key").notNull().generatedAlwaysAs(""),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});

export type CategoryRecord = typeof categoriesTable.$inferSelect;

export const categoryClosureTable = pgTable(
  "category_closure",
  {
    ancestorId: uuid("ancestor_id").notNull(),
    descendantId: uuid("descendant_id").notNull(),
    distance: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.ancestorId, table.descendantId] })],
);
