import type * as z from "zod/mini";
import type { Operation } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";

/** A sentence in the languages of the screens. `{name}` is replaced from `params`. */
export type LocalizedText = { readonly en: string; readonly ar: string };

/** The message for a code: what is wrong, and what would be right if that is more than an example. */
export type ProblemMessage = { readonly wrong: LocalizedText; readonly right?: LocalizedText };

/** One message about one cell. */
export type CellRemark = {
  /** An import column's `field`. */
  readonly field: string;
  /** Its message is in the importer's `problemMessages`, or in those that all importers share (`problemMessages`). */
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
};

/** One thing wrong with one cell. */
export type CellProblem = CellRemark & {
  /** A suggested valid value, if there is one: `GB` for `UK`. */
  readonly suggestion?: string;
};

/** Something a row can be filled from. */
export type ImportColumn = {
  /** Usually a field of the record; a column that is read in a special way has its own name. */
  readonly field: string;
  readonly title: LocalizedText;
  /** Headers that match this column, the likeliest first; compared by `headerKey`. */
  readonly aliases: readonly string[];
  /** `key`: finds the record to change, in a file that changes records. `required`: new records need it. */
  readonly role?: "key" | "required";
  /** A valid value, shown where one is missing: `AE`. */
  readonly example: string;
};

/** A choice that a user makes for the whole file, such as whether to create unknown names in it. */
export type ImportChoice = {
  readonly name: string;
  readonly title: LocalizedText;
  readonly hint?: LocalizedText;
  /** The options; the first is the default. Without them the user types a text, which may be empty. */
  readonly answers?: readonly { readonly value: string; readonly title: LocalizedText }[];
};

export type ImportRow = {
  /** As a spreadsheet shows it: the header is row 1. */
  readonly rowNumber: number;
  /** Trimmed cell texts by field; empty if the cell is, absent if the file has no such column. */
  readonly cells: Readonly<Record<string, string>>;
  /** Problems independent of the field: a formula, a lost character. A row with any is invalid. */
  readonly faults: readonly CellProblem[];
};

export type GoodRow<Values> = {
  readonly rowNumber: number;
  /** `unchanged` rows match their record already; they are not written. */
  readonly outcome: "new" | "update" | "unchanged";
  readonly values: Values;
  /** Information for the reader although nothing is wrong: a cell that was left out. */
  readonly notes?: readonly CellRemark[];
  /** For an update: the record's name, and the changes by field, to review before writing. */
  readonly update?: RowUpdate;
};

export type RowUpdate = {
  readonly record: string;
  readonly changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>>;
};

export type BadRow = {
  readonly rowNumber: number;
  readonly outcome: "bad";
  readonly problems: readonly CellProblem[];
};
export type CheckedRow<Values> = GoodRow<Values> | BadRow;

/** The source of the rows, for the audit log. */
export type ImportSource = { readonly fileName: string };

/** State shared by the rows of one run. The dry run and the write each have their own. */
export type ImportRun = {
  /** Unique values, such as `name:noor`, and the row of this file that took each. */
  readonly claims: Map<string, number>;
  /** Unique values that rows of this file gave up by changing a record, so that a later row may take them. */
  readonly released: Set<string>;
  /** The user's choices for the file, by name; absent where the default applies. */
  readonly choices: Readonly<Record<string, string>>;
};

/**
 * How a resource imports rows from a file. Both the dry run and the write call `check` for the rows in the file's
 * order, so that what was shown is what is written.
 */
export type Importer<Values = unknown> = {
  /** Plural, as in the permissions: `brands`. */
  readonly resource: string;
  readonly title: LocalizedText;
  /** The path of the screen that lists the records. */
  readonly listPath: `/${string}`;
  /** Its list can filter by `importId`, to view an import's records and to undo it. */
  readonly isFindable?: true;
  /** Callers of this operation may import. */
  readonly needs: Operation;
  readonly columns: readonly ImportColumn[];
  readonly choices?: readonly ImportChoice[];
  /** Messages for codes that only this importer has. */
  readonly problemMessages?: Readonly<Record<string, ProblemMessage>>;
  /**
   * Fields whose cells refer to other records. Before the first row is checked or written, `prepare` gets all rows of
   * the file, with only these cells, once. So their meaning does not depend on what the file has written so far.
   */
  readonly preparedFields?: readonly string[];
  // Methods, not properties, so that a list can hold importers with different values.
  prepare?(ctx: Ctx, rows: AsyncIterable<readonly ImportRow[]>, run: ImportRun): Promise<void>;
  /**
   * Validates up to 1,000 rows against the contract and the database. Answers one result for each, in order. Relies on
   * `run` for earlier rows: these may not be in the database yet, and in a dry run they never will be.
   */
  check(ctx: Ctx, rows: readonly ImportRow[], run: ImportRun): Promise<CheckedRow<Values>[]>;
  /**
   * The parts of a row that the dry run and the write must agree on. By default all of its values; an importer that
   * creates ids in `check` leaves them out.
   */
  planOf?(values: Values): unknown;
  /** Writes rows that `check` found valid, with their audit entries, in the caller's transaction. */
  write(ctx: Ctx, rows: readonly GoodRow<Values>[], source: ImportSource): Promise<void>;
};

/** A schema's issue as a problem of a cell: `path` is the schema's, `code` one of those that importers share. */
export function problemOfIssue(issue: z.core.$ZodIssue): Omit<CellProblem, "field"> & { readonly path: string } {
  const path = issue.path.join(".");
  // Our own checks put their code in zod's message.
  if (/^[a-z][a-z0-9_]+$/.test(issue.message)) return { path, code: issue.message, params: plainParams(issue) };
  switch (issue.code) {
    case "too_small":
      if (issue.origin !== "string") return { path, code: "too_small", params: { minimum: Number(issue.minimum) } };
      if (issue.minimum === 1) return { path, code: "required" };
      return { path, code: "too_short", params: { minimum: Number(issue.minimum) } };
    case "too_big": {
      const codes: Readonly<Record<string, string>> = { string: "too_long", array: "too_many" };
      return { path, code: codes[issue.origin] ?? "too_big", params: { maximum: Number(issue.maximum) } };
    }
    case "invalid_value":
      return { path, code: "not_one_of", params: { allowed: issue.values.join(", ") } };
    case "invalid_type":
      return { path, ...(wrongTypes[issue.expected] ?? { code: "invalid" }) };
    default:
      return { path, code: "invalid" };
  }
}

/** Problems of cells that do not have the type of their field. */
const wrongTypes: Readonly<Partial<Record<string, Omit<CellProblem, "field">>>> = {
  number: { code: "not_a_number" },
  int: { code: "not_a_number" },
  boolean: { code: "not_one_of", params: { allowed: "yes, no" } },
  record: { code: "not_json" },
};

/** The `params` of a refinement are inside those of the issue. */
function plainParams(issue: z.core.$ZodIssue): Record<string, string | number> {
  const { params } = issue as { params?: Readonly<Record<string, unknown>> };
  const plain = Object.entries(params ?? {}).filter(
    ([, value]) => typeof value === "string" || typeof value === "number",
  );
  return Object.fromEntries(plain) as Record<string, string | number>;
}
