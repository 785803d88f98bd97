import { integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { ExportRun, ExportPresentation } from "#base/exports.ts";
import { instantColumn } from "#api/columns.ts";
import type { JobActor } from "#api/jobActor.ts";

export const exportRunsTable = pgTable("export_runs", {
  id: uuid().primaryKey(),
  operation: text().notNull(),
  input: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
  presentation: jsonb().$type<ExportPresentation>().notNull(),
  ownerId: uuid("owner_id").notNull(),
  caller: jsonb().$type<JobActor>().notNull(),
  state: text().$type<ExportRun["state"]>().notNull(),
  notice: text(),
  attempts: integer().notNull().default(0),
  fileName: text("file_name").notNull(),
  header: jsonb().$type<readonly string[]>(),
  rowsCount: integer("rows_count").notNull().default(0),
  rowsTotal: integer("rows_total"),
  partsCount: integer("parts_count").notNull().default(0),
  cursor: text(),
  ticketHash: text("ticket_hash"),
  ticketEndsAt: instantColumn("ticket_ends_at"),
  createdAt: instantColumn("created_at").notNull(),
  finishedAt: instantColumn("finished_at"),
});
export type ExportRunRecord = typeof exportRunsTable.$inferSelect;

export const exportPartsTable = pgTable(
  "export_parts",
  {
    runId: uuid("run_id").notNull(),
    number: integer().notNull(),
    rows: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.number] })],
);
