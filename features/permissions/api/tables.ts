import { boolean, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";

// Nothing of a permission is stored. These are other features' tables, as far as one can say from them who may do what.

export const peopleTable = pgTable("users", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  email: text().notNull(),
  status: text().notNull(),
  mustChangePassword: boolean("must_change_password").notNull(),
  hasSecondFactor: boolean("has_second_factor").notNull(),
  sortKey: text("sort_key").notNull(),
});

export const heldRolesTable = pgTable("user_roles", {
  userId: uuid("user_id").notNull(),
  roleId: uuid("role_id").notNull(),
  validFrom: instantColumn("valid_from"),
  validTo: instantColumn("valid_to"),
  grantedBy: uuid("granted_by"),
  grantedAt: instantColumn("granted_at").notNull(),
});

export const grantingRolesTable = pgTable("roles", {
  id: uuid().primaryKey(),
  title: text().notNull(),
  titleI18n: jsonb("title_i18n").$type<Record<string, string>>().notNull(),
  grants: text().array().notNull(),
  needsSecondFactor: boolean("needs_second_factor").notNull(),
});
