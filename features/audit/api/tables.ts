import { bigint, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { Changes } from "#features/audit/contract.ts";

export const auditLogTable = pgTable("audit_log", {
  id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
  at: instantColumn().notNull(),
  actorType: text("actor_type").$type<"user" | "system">().notNull(),
  actorId: uuid("actor_id"),
  actorName: text("actor_name").notNull(),
  action: text().notNull(),
  resource: text().notNull(),
  resourceId: text("resource_id").notNull(),
  requestId: text("request_id").notNull(),
  address: text().notNull(),
  reason: text(),
  changes: jsonb().$type<Changes>().notNull(),
});
