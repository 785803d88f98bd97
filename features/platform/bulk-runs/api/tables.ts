import { boolean, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { BulkPreview } from "#base/bulk.ts";
import type { KeptValues } from "#api/bulk.ts";
import type { BulkServiceInput } from "#api/bulkBatches.ts";
import { instantColumn } from "#api/columns.ts";
import type { JobActor } from "#api/jobActor.ts";
import type { BulkRun } from "#base/bulkRuns.ts";

export const bulkRunsTable = pgTable("bulk_runs", {
  id: uuid().primaryKey(),
  operation: text().notNull(),
  input: jsonb().$type<BulkServiceInput>().notNull(),
  ownerId: uuid("owner_id").notNull(),
  caller: jsonb().$type<JobActor>().notNull(),
  state: text().$type<BulkRun["state"]>().notNull(),
  notice: text(),
  attempts: integer().notNull().default(0),
  matched: integer().notNull().default(0),
  preview: jsonb().$type<BulkPreview>(),
  doneThrough: integer("done_through").notNull().default(0),
  changed: integer().notNull().default(0),
  moved: integer().notNull().default(0),
  leftOut: integer("left_out").notNull().default(0),
  stopRequestedAt: instantColumn("stop_requested_at"),
  createdAt: instantColumn("created_at").notNull(),
  finishedAt: instantColumn("finished_at"),
  isUndoable: boolean("is_undoable").notNull().default(false),
  undoesId: uuid("undoes_id"),
});
export type BulkRunRecord = typeof bulkRunsTable.$inferSelect;

export const bulkRunRowsTable = pgTable(
  "bulk_run_rows",
  {
    runId: uuid("run_id").notNull(),
    n: integer().notNull(),
    recordId: uuid("record_id").notNull(),
    version: integer().notNull(),
    outcome: text(),
    before: jsonb().$type<KeptValues>(),
    leftVersion: integer("left_version"),
  },
  (table) => [primaryKey({ columns: [table.runId, table.n] })],
);
