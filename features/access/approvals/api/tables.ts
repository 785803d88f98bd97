import { integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { Approval, ApprovalState, approvalRuleNames } from "#features/access/approvals/contract.ts";

export const approvalRequestsTable = pgTable("approval_requests", {
  id: uuid().primaryKey(),
  action: text().notNull(),
  resource: text().notNull(),
  resourceId: text("resource_id").notNull(),
  title: text().notNull(),
  payload: jsonb().$type<Record<string, unknown>>().notNull(),
  baseVersion: text("base_version"),
  changes: jsonb().$type<Approval["changes"]>().notNull(),
  impact: jsonb().$type<Approval["impact"]>().notNull(),
  state: text().$type<ApprovalState>().notNull(),
  requestedBy: uuid("requested_by").notNull(),
  requestedByName: text("requested_by_name").notNull(),
  decidedBy: uuid("decided_by"),
  decidedByName: text("decided_by_name"),
  comment: text(),
  closedAt: instantColumn("closed_at"),
  expiresAt: instantColumn("expires_at").notNull(),
  /** From then on the requester may apply it alone, unless another approver objected. Null: never. */
  aloneAfter: instantColumn("alone_after"),
  searchKey: text("search_key").notNull(),
  version: integer().notNull().default(1),
  createdAt: instantColumn("created_at").notNull(),
  updatedAt: instantColumn("updated_at").notNull(),
});
export type ApprovalRecord = typeof approvalRequestsTable.$inferSelect;

export const approvalCommentsTable = pgTable("approval_comments", {
  id: uuid().primaryKey(),
  approvalId: uuid("approval_id").notNull(),
  at: instantColumn().notNull(),
  byId: uuid("by_id").notNull(),
  byName: text("by_name").notNull(),
  text: text().notNull(),
});

export const approvalRulesTable = pgTable("approval_rules", {
  action: text().primaryKey(),
  rule: text().$type<(typeof approvalRuleNames)[number]>().notNull(),
  version: integer().notNull().default(1),
  updatedAt: instantColumn("updated_at").notNull(),
});
