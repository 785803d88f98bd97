import { bigint, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Changes } from "#base/activity.ts";
import { instantColumn } from "#api/columns.ts";

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
