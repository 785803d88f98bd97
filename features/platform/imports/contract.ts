import * as z from "zod/mini";
import { operation } from "#base/contract.ts";
import * as fields from "#base/fields.ts";
import { anyOf } from "#base/list.ts";
import { commonRefusals, refusals } from "#base/refusal.ts";

export const importLimits = {
  /** 20 MB: about 150,000 brands. */
  bytesMax: 20_971_520,
  /** What a workbook may expand to. */
  inflatedBytesMax: 419_430_400,
  rowsMax: 250_000,
  columnsMax: 200,
  headerMax: 200,
  /** A longer cell is an error in any field. */
  cellMax: 20_000,
  problemsPageMax: 100,
  /** Changed fields that a dry run stores for review. */
  changesMax: 2000,
} as const;

export const importRefusals = refusals({
  empty_file: { status: 422, message: "This file is empty." },
  no_rows: { status: 422, message: "This file has only a header row." },
  not_csv: { status: 422, message: "This isn’t a CSV file. Save the sheet as CSV (UTF-8) or XLSX and upload that." },
  not_workbook: {
    status: 422,
    message: "This isn’t a workbook that can be read. Save it as XLSX without a password, or as CSV (UTF-8).",
  },
  damaged_workbook: {
    status: 422,
    message: "This workbook is damaged. Open it in your spreadsheet program, save it again and upload that.",
  },
  workbook_too_large: {
    status: 422,
    message: "This workbook expands to more than {megabytes} MB. Split it into smaller files.",
  },
  too_many_columns: { status: 422, message: "This file has more than {maximum} columns." },
  too_many_rows: { status: 422, message: "This file has more than {maximum} rows. Split it into smaller files." },
  header_too_long: { status: 422, message: "The header of column {column} is longer than {maximum} characters." },
  duplicate_header: { status: 422, message: "Columns {first} and {second} are both called “{header}”. Rename one." },
  unclosed_quote: { status: 422, message: "A quotation mark opened in row {row} is never closed." },
  stray_quote: {
    status: 422,
    message: "Row {row} has text after a closing quotation mark. Double any quotation marks inside a cell.",
  },
  null_character: { status: 422, message: "Row {row} contains a null character, so this isn’t a text file." },
  import_exists: { status: 409, message: "A different file was already uploaded with this ID." },
  import_busy: { status: 409, message: "This import is already running." },
  import_finished: { status: 409, message: "This file has already been imported." },
  not_checked: { status: 409, message: "Run the check first." },
  nothing_to_fix: { status: 409, message: "No rows with this problem have a suggestion." },
  nothing_to_import: { status: 409, message: "No rows to import." },
  rows_have_problems: { status: 409, message: "Rows with problems: {count}. Nothing was imported." },
});

export const importStates = ["uploaded", "checking", "checked", "importing", "imported", "failed"] as const;
export type ImportState = (typeof importStates)[number];

/** `good_rows` leaves the bad ones out; `all_or_nothing` writes nothing if there is a bad one. */
export const importModes = ["good_rows", "all_or_nothing"] as const;
export type ImportMode = (typeof importModes)[number];

/** The server provides titles and error texts, so that the file of bad rows has the same ones as the screen. */
export const importLanguages = ["en", "ar"] as const;
export type ImportLanguage = (typeof importLanguages)[number];
const language = () => z._default(z.enum(importLanguages), "en");

/** As in the permissions: `retailerTypes`. */
const resource = () => z.string().check(z.regex(/^[a-z][A-Za-z-]{0,39}$/));
const importId = () => fields.id();
const count = () => z.int().check(z.minimum(0));

/** A field that a column of a file may fill. */
export const ImportField = z.object({
  field: z.string(),
  title: z.string(),
  example: z.string(),
  /** `key` finds records to change; `required` is what new ones need. */
  role: z.nullable(z.enum(["key", "required"])),
});
export type ImportField = z.output<typeof ImportField>;

/** A setting for a file as a whole. Without `answers` it is a text. */
export const ImportChoice = z.object({
  name: z.string(),
  title: z.string(),
  hint: z.nullable(z.string()),
  answers: z.nullable(z.array(z.object({ value: z.string(), title: z.string() }))),
});
export type ImportChoice = z.output<typeof ImportChoice>;

/** A resource that can be imported, and the path of its list. */
export const ImportTarget = z.object({
  resource: z.string(),
  title: z.string(),
  listPath: z.string(),
  /** The list accepts the `importId` of an import, and shows the records that it created. */
  isFindable: z.boolean(),
  fields: z.array(ImportField),
  choices: z.array(ImportChoice),
});
export type ImportTarget = z.output<typeof ImportTarget>;

/** The outcome of a row. */
export const rowOutcomes = ["new", "update", "unchanged", "bad"] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

export const ImportReport = z.object({
  newCount: count(),
  updateCount: count(),
  /** Rows with a record that is unchanged. */
  unchangedCount: count(),
  /** Rows with at least one problem. */
  badCount: count(),
  problemCount: count(),
  durationMs: count(),
  /** Most problems first. `column` is null for problems of whole rows. */
  problemColumns: z.array(z.object({ column: z.nullable(count()), count: count() })),
  /** Notes that are not errors, most rows first, each with its first row. */
  notes: z.array(
    z.object({ field: z.string(), sentence: z.string(), count: count(), rowNumber: count(), value: z.string() }),
  ),
  /** After `changed_meanwhile`: the rows in which this report differs from the confirmed one. */
  differences: z.nullable(
    z.object({
      count: count(),
      rows: z.array(z.object({ rowNumber: count(), before: z.enum(rowOutcomes), after: z.enum(rowOutcomes) })),
    }),
  ),
});
export type ImportReport = z.output<typeof ImportReport>;

export const Import = z.object({
  id: z.string(),
  resource: z.string(),
  fileName: z.string(),
  encoding: z.string(),
  delimiter: z.string(),
  byteCount: count(),
  rowsCount: count(),
  state: z.enum(importStates),
  mode: z.nullable(z.enum(importModes)),
  /**
   * Why the last run did not finish: a user stopped it, the records changed since the dry run, or its user has lost the
   * rights. In the last case `processed` says where it stopped.
   */
  notice: z.nullable(z.enum(["stopped", "changed_meanwhile", "rights_lost"])),
  isStopping: z.boolean(),
  /** Rows of the current run so far. */
  processed: count(),
  columns: z.array(z.object({ header: z.string(), samples: z.array(z.string()), field: z.nullable(z.string()) })),
  /** The settings for the file, by the names of the choices. */
  choices: z.record(z.string(), z.string()),
  /** From the last completed run. */
  report: z.nullable(ImportReport),
  createdAt: fields.instant(),
  finishedAt: z.nullable(fields.instant()),
});
export type Import = z.output<typeof Import>;

export const ImportProblem = z.object({
  number: z.int(),
  rowNumber: z.int(),
  /** Of the file; null if the problem is about the whole row. */
  column: z.nullable(count()),
  value: z.string(),
  code: z.string(),
  /** The error text. */
  sentence: z.string(),
  /** A correct value, if it is known. */
  suggestion: z.nullable(z.string()),
  /** Rows with this problem in this column and a suggestion, including this one. 0 without a suggestion. */
  fixableCount: count(),
  /** Otherwise, a description of a correct value. */
  advice: z.string(),
});
export type ImportProblem = z.output<typeof ImportProblem>;

/** A change that a row would make to an existing record. */
export const ImportChange = z.object({
  number: z.int(),
  rowNumber: z.int(),
  /** Its code or name: `PRD-000417`. */
  record: z.string(),
  /** The title of the field. */
  field: z.string(),
  before: z.string(),
  after: z.string(),
});
export type ImportChange = z.output<typeof ImportChange>;

/** The import screen of a resource. The list of each area links here. */
export const importPath = (resourceName: string, id?: string) =>
  `/apps/import/${resourceName}${id === undefined ? "" : `/${id}`}` as const;

const one = { importId: importId(), language: language() };

const permitted = [commonRefusals.permission_denied, commonRefusals.not_found] as const;
const uploadRefusals = [
  ...permitted,
  importRefusals.empty_file,
  importRefusals.no_rows,
  importRefusals.too_many_columns,
  importRefusals.too_many_rows,
  importRefusals.header_too_long,
  importRefusals.duplicate_header,
  importRefusals.import_exists,
] as const;

// The importer decides who may import a resource (`Importer.needs`), so the service checks it; users see only their own
// imports.
export const imports = {
  describe: operation({
    method: "GET",
    path: "/api/v1/importers/{resource}",
    permission: "session",
    summary: "List the columns that can be imported into an area",
    input: z.strictObject({ resource: resource(), language: language() }),
    output: ImportTarget,
    refusals: permitted,
  }),
  template: operation({
    method: "GET",
    path: "/api/v1/importers/{resource}/template.csv",
    permission: "session",
    summary: "Get a CSV template with all supported columns and one example row",
    input: z.strictObject({ resource: resource() }),
    output: z.string(),
    reply: "csv",
    holdsNoRecords: true,
    refusals: permitted,
  }),
  list: operation({
    method: "GET",
    path: "/api/v1/imports",
    reads: [{ resource: "imports" }],
    permission: "session",
    summary: "List your recent imports into an area, newest first",
    input: z.strictObject({ resource: resource(), language: language() }),
    output: z.array(Import),
    refusals: permitted,
  }),
  upload: operation({
    method: "POST",
    path: "/api/v1/imports",
    permission: "session",
    summary:
      "Upload a CSV file as text, in the charset of its Content-Type, else UTF-8 (idempotent: the client supplies the ID)",
    pace: "import",
    body: "text",
    bodyBytesMax: importLimits.bytesMax,
    input: z.strictObject({
      importId: importId(),
      resource: resource(),
      fileName: fields.looseText({ min: 1, max: 255 }),
      /** The encoding of the file before it became this text; only returned again. */
      encoding: z._default(z.string().check(z.regex(/^[a-z0-9-]{1,20}$/)), "utf-8"),
      language: language(),
      text: z.string(),
    }),
    output: Import,
    refusals: [
      ...uploadRefusals,
      importRefusals.not_csv,
      importRefusals.unclosed_quote,
      importRefusals.stray_quote,
      importRefusals.null_character,
    ],
  }),
  uploadWorkbook: operation({
    method: "POST",
    path: "/api/v1/imports/workbooks",
    permission: "session",
    summary: "Upload an XLSX workbook, whose first visible sheet is read (idempotent: the client supplies the ID)",
    pace: "import",
    body: "bytes",
    bodyBytesMax: importLimits.bytesMax,
    input: z.strictObject({
      importId: importId(),
      resource: resource(),
      fileName: fields.looseText({ min: 1, max: 255 }),
      language: language(),
      bytes: z.instanceof(Uint8Array<ArrayBuffer>),
    }),
    output: Import,
    refusals: [
      ...uploadRefusals,
      importRefusals.not_workbook,
      importRefusals.damaged_workbook,
      importRefusals.workbook_too_large,
    ],
  }),
  read: operation({
    method: "GET",
    path: "/api/v1/imports/{importId}",
    reads: [{ resource: "imports", id: "importId" }],
    permission: "session",
    summary: "Get an import with its mapping, progress and report",
    input: z.strictObject(one),
    output: Import,
    refusals: permitted,
  }),
  check: operation({
    method: "PUT",
    path: "/api/v1/imports/{importId}/mapping",
    permission: "session",
    summary: "Map columns to fields and start the dry run",
    input: z.strictObject({
      ...one,
      /** A field for each column in the file's order; null leaves the column out. */
      mapping: z.array(z.nullable(z.string().check(z.maxLength(80)))).check(z.maxLength(importLimits.columnsMax)),
      /** By the names of the importer's choices; left out means the default. */
      choices: z.optional(z.record(z.string().check(z.maxLength(40)), fields.text({ max: 200 }))),
    }),
    output: Import,
    refusals: [...permitted, importRefusals.import_busy, importRefusals.import_finished],
  }),
  problems: operation({
    method: "GET",
    path: "/api/v1/imports/{importId}/problems",
    permission: "session",
    summary: "List the problems by row and cell",
    input: z.strictObject({
      ...one,
      /** Only of these columns, counted from 0; `row` means problems of whole rows. */
      columns: anyOf(z.string().check(z.regex(/^(?:row|\d{1,3})$/))),
      skip: z._default(z.int().check(z.minimum(0), z.maximum(10_000_000)), 0),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(importLimits.problemsPageMax)), 25),
    }),
    output: z.array(ImportProblem),
    refusals: permitted,
  }),
  fix: operation({
    method: "POST",
    path: "/api/v1/imports/{importId}/fixes",
    permission: "session",
    summary: "Apply the suggestions to all rows with one problem in one column, and check the rows again",
    input: z.strictObject({
      ...one,
      /** Counted from 0. */
      column: z.int().check(z.minimum(0), z.maximum(importLimits.columnsMax)),
      code: z.string().check(z.regex(/^[a-z][a-z0-9_]{0,79}$/)),
    }),
    output: Import,
    refusals: [...permitted, importRefusals.not_checked, importRefusals.nothing_to_fix],
  }),
  changes: operation({
    method: "GET",
    path: "/api/v1/imports/{importId}/changes",
    permission: "session",
    summary: "List the first 2,000 changes to existing records that the dry run found, field by field",
    input: z.strictObject({
      ...one,
      skip: z._default(z.int().check(z.minimum(0), z.maximum(importLimits.changesMax)), 0),
      limit: z._default(z.int().check(z.minimum(1), z.maximum(importLimits.problemsPageMax)), 25),
    }),
    output: z.object({ rows: z.array(ImportChange), count: count() }),
    refusals: permitted,
  }),
  badRows: operation({
    method: "GET",
    path: "/api/v1/imports/{importId}/bad-rows",
    permission: "session",
    summary:
      "Download the rows with problems as CSV, with the reasons in the last column; can be imported again once fixed",
    input: z.strictObject(one),
    output: z.string(),
    reply: "csv",
    refusals: permitted,
  }),
  commit: operation({
    method: "POST",
    path: "/api/v1/imports/{importId}/commit",
    permission: "session",
    summary: "Import the checked rows in one transaction (idempotent)",
    input: z.strictObject({ ...one, mode: z.enum(importModes) }),
    output: Import,
    refusals: [
      ...permitted,
      importRefusals.not_checked,
      importRefusals.nothing_to_import,
      importRefusals.rows_have_problems,
      importRefusals.import_busy,
      importRefusals.import_finished,
    ],
  }),
  stop: operation({
    method: "POST",
    path: "/api/v1/imports/{importId}/stop",
    permission: "session",
    summary: "Stop a dry run or an import; a stopped import saves nothing",
    input: z.strictObject(one),
    output: Import,
    refusals: permitted,
  }),
};
