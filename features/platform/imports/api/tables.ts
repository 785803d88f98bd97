import { integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instantColumn } from "#api/columns.ts";
import type { JobActor } from "#api/jobActor.ts";
import type { Import, ImportMode, ImportReport, ImportState } from "#features/platform/imports/contract.ts";

/** A report as stored: without texts, which depend on the reader's language. */
export type StoredReport = Omit<ImportReport, "notes" | "differences"> & {
  /** Absent from reports of earlier versions. */
  readonly differences?: ImportReport["differences"];
  readonly notes: readonly {
    readonly field: string;
    readonly code: string;
    readonly params: Readonly<Record<string, string | number>>;
    readonly count: number;
    readonly rowNumber: number;
    readonly value: string;
  }[];
};

export type StoredColumn = {
  header: string;
  samples: string[];
  /** Cells that are the last result of a formula: how many, and the first. Absent without any. */
  formulas?: { count: number; rowNumber: number; value: string };
};

export const importsTable = pgTable("imports", {
  id: uuid().primaryKey(),
  resource: text().notNull(),
  ownerId: uuid("owner_id").notNull(),
  fileName: text("file_name").notNull(),
  encoding: text().notNull(),
  delimiter: text().notNull(),
  byteCount: integer("byte_count").notNull(),
  contentHash: text("content_hash").notNull(),
  columns: jsonb().$type<StoredColumn[]>().notNull(),
  rowsCount: integer("rows_count").notNull(),
  mapping: jsonb().$type<(string | null)[]>().notNull(),
  choices: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
  state: text().$type<ImportState>().notNull(),
  mode: text().$type<ImportMode>(),
  notice: text().$type<NonNullable<Import["notice"]>>(),
  run: integer().notNull().default(0),
  attempts: integer().notNull().default(0),
  processed: integer().notNull().default(0),
  /** The actor of the run. Rows of earlier releases have more fields, which are ignored. */
  caller: jsonb().$type<JobActor>(),
  report: jsonb().$type<StoredReport>(),
  reportRun: integer("report_run"),
  stopRequestedAt: instantColumn("stop_requested_at"),
  createdAt: instantColumn("created_at").notNull(),
  startedAt: instantColumn("started_at"),
  finishedAt: instantColumn("finished_at"),
});
export type ImportRecord = typeof importsTable.$inferSelect;

export const importChunksTable = pgTable(
  "import_chunks",
  {
    importId: uuid("import_id").notNull(),
    number: integer().notNull(),
    rows: text().notNull(),
    plan: text(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.number] })],
);

export const importProblemsTable = pgTable(
  "import_problems",
  {
    importId: uuid("import_id").notNull(),
    run: integer().notNull(),
    number: integer().notNull(),
    rowNumber: integer("row_number").notNull(),
    columnIndex: integer("column_index"),
    field: text().notNull(),
    value: text().notNull(),
    code: text().notNull(),
    params: jsonb().$type<Readonly<Record<string, string | number>>>().notNull(),
    suggestion: text(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.run, table.number] })],
);

export const importFixesTable = pgTable(
  "import_fixes",
  {
    importId: uuid("import_id").notNull(),
    rowNumber: integer("row_number").notNull(),
    columnIndex: integer("column_index").notNull(),
    value: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.rowNumber, table.columnIndex] })],
);

export const importChangesTable = pgTable(
  "import_changes",
  {
    importId: uuid("import_id").notNull(),
    run: integer().notNull(),
    number: integer().notNull(),
    rowNumber: integer("row_number").notNull(),
    record: text().notNull(),
    field: text().notNull(),
    before: text("value_before").notNull(),
    after: text("value_after").notNull(),
  },
  (table) => [primaryKey({ columns: [table.importId, table.run, table.number] })],
);

export const importMappingsTable = pgTable(
  "import_mappings",
  {
    ownerId: uuid("owner_id").notNull(),
    resource: text().notNull(),
    headerKey: text("header_key").notNull(),
    field: text().notNull(),
    usedAt: instantColumn("used_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.ownerId, table.resource, table.headerKey] })],
);
