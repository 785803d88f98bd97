import { bigint, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { Changes, TermKind } from "#features/audit/contract.ts";

export const auditLogTable = pgTable("audit_log", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  at: instantColumn().notNull(),
  actorType: text("actor_type").$type<"user" | "apiKey" | "system">().notNull(),
  actorId: uuid("actor_id"),
  actorName: text("actor_name").notNull(),
  onBehalfOfType: text("on_behalf_of_type").$type<"user" | "role">(),
  onBehalfOf: uuid("on_behalf_of"),
  action: text().notNull(),
  resource: text().notNull(),
  resourceId: text("resource_id").notNull(),
  requestId: text("request_id").notNull(),
  address: text().notNull(),
  userAgent: text("user_agent").notNull(),
  reason: text(),
  changes: jsonb().$type<Changes>().notNull(),
  approvalId: uuid("approval_id"),
});

/** The links of the chain. What they hold of each entry is read in SQL alone. */
export const auditSealsTable = pgTable("audit_seals", {
  number: bigint({ mode: "number" }).primaryKey(),
  firstId: bigint("first_id", { mode: "number" }).notNull(),
  lastId: bigint("last_id", { mode: "number" }).notNull(),
  entries: integer().notNull(),
  sealedAt: instantColumn("sealed_at").notNull(),
});

export const auditTermsTable = pgTable(
  "audit_terms",
  { kind: text().$type<TermKind>().notNull(), value: text().notNull(), title: text().notNull() },
  (table) => [primaryKey({ columns: [table.kind, table.value] })],
);

/** People as an entry is searched by them. */
export const usersTable = pgTable("users", {
  id: uuid().primaryKey(),
  name: text().notNull(),
  searchKey: text("search_key").notNull(),
});
