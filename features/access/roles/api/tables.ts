import { sql } from "drizzle-orm";
import { boolean, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";

export const rolesTable = pgTable("roles", {
  id: uuid().primaryKey(),
  /** The `ad_role_id` of the wire. */
  code: text().notNull().default(sql`'role-' || nextval('role_numbers')`),
  title: text().notNull(),
  titleI18n: jsonb("title_i18n").$type<Record<string, string>>().notNull(),
  description: text().notNull(),
  /** As `parseGrant` (base/grants.ts) reads them. */
  grants: text().array().notNull(),
  isSystem: boolean("is_system").notNull(),
  userCategoryId: integer("user_category_id"),
  needsSecondFactor: boolean("needs_second_factor").notNull(),
  nameKey: text("name_key").notNull(),
  sortKey: text("sort_key").notNull(),
  /** The same in Arabic. Computed by the database; the migration says how. */
  sortKeyAr: text("sort_key_ar").notNull().generatedAlwaysAs(""),
  searchKey: text("search_key").notNull(),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
});

export type RoleRecord = typeof rolesTable.$inferSelect;

/** The kinds of principal (domain 1.12). */
export const userCategoriesTable = pgTable("user_categories", {
  id: integer().primaryKey(),
  code: text().notNull(),
});
