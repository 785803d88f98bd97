import { date, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytesColumn, instantColumn } from "#api/columns.ts";
import type { keyKinds } from "#features/access/api-keys/fields.ts";

export const apiKeysTable = pgTable("api_keys", {
  id: uuid().primaryKey(),
  title: text().notNull(),
  kind: text().$type<(typeof keyKinds)[number]>().notNull(),
  prefix: text().notNull(),
  grants: text().array().notNull(),
  scopes: text().array().notNull(),
  callsPerMinute: integer("calls_per_minute").notNull(),
  expiresAt: instantColumn("expires_at").notNull(),
  lastUsedAt: instantColumn("last_used_at"),
  lastUsedAddress: text("last_used_address"),
  // Computed by the database.
  usedKey: instantColumn("used_key").notNull().generatedAlwaysAs(""),
  revokedAt: instantColumn("revoked_at"),
  revokedBy: uuid("revoked_by"),
  sortKey: text("sort_key").notNull(),
  searchKey: text("search_key").notNull(),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  createdBy: uuid("created_by"),
  updatedAt: instantColumn("updated_at").notNull(),
  updatedBy: uuid("updated_by"),
});
export type ApiKeyRecord = typeof apiKeysTable.$inferSelect;

export const apiKeySecretsTable = pgTable("api_key_secrets", {
  secretHash: bytesColumn("secret_hash").primaryKey(),
  keyId: uuid("key_id").notNull(),
  prefix: text().notNull(),
  createdAt: instantColumn("created_at").notNull(),
  validTo: instantColumn("valid_to"),
  lastUsedAt: instantColumn("last_used_at"),
});

export const apiKeyDaysTable = pgTable(
  "api_key_days",
  {
    keyId: uuid("key_id").notNull(),
    day: date({ mode: "string" }).notNull(),
    calls: integer().notNull(),
    refused: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.day] })],
);
