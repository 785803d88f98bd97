import { integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { ListPreferences, ListView } from "#features/platform/views/contract.ts";

export const listViewsTable = pgTable("list_views", {
  id: uuid().primaryKey(),
  list: text().notNull(),
  name: text().notNull(),
  query: jsonb().$type<ListView["query"]>().notNull(),
  columns: jsonb().$type<ListView["columns"]>().notNull(),
  density: text().$type<ListView["density"]>().notNull(),
  ownerId: uuid("owner_id").notNull(),
  audience: text().$type<ListView["audience"]>().notNull(),
  roleId: uuid("role_id"),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  updatedAt: instantColumn("updated_at").notNull(),
});

export const listPreferencesTable = pgTable(
  "list_preferences",
  {
    userId: uuid("user_id").notNull(),
    list: text().notNull(),
    defaultView: text("default_view"),
    columns: jsonb().$type<ListPreferences["columns"]>().notNull(),
    widths: jsonb().$type<ListPreferences["widths"]>().notNull(),
    density: text().$type<ListPreferences["density"]>().notNull(),
    updatedAt: instantColumn("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.list] })],
);
