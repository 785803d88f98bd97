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
  searchKey: text("search_key").notNull(),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
});

export type RoleRecord = typeof rolesTable.$inferSelect;

/** Who has a role. Written by features/users. */
export const roleHoldersTable = pgTable("user_roles", {
  userId: uuid("user_id").notNull(),
  roleId: uuid("role_id").notNull(),
  /** Open where null, as `validTo`. */
  validFrom: instantColumn("valid_from"),
  validTo: instantColumn("valid_to"),
  grantedBy: uuid("granted_by"),
  grantedAt: instantColumn("granted_at").notNull(),
});

/** The kinds of principal (domain 1.12). */
export const userCategoriesTable = pgTable("user_categories", {
  id: integer().primaryKey(),
  code: text().notNull(),
});

/** People as far as a role tells of those who have it. Theirs is features/users. */
export const peopleTable = pgTable("users", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  status: text().notNull(),
  sortKey: text("sort_key").notNull(),
});
