import type * as z from "zod/mini";
import type { Operation } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";

/** A sentence in the languages of the screens. `{name}` is filled from the params beside it. */
export type Wording = { readonly en: string; readonly ar: string };

/** What a code says: what is wrong, and what would be right when that is more than an example. */
export type ProblemWording = { readonly wrong: Wording; readonly right?: Wording };

/** One thing to say about one cell. */
export type CellRemark = {
  /** An import column's `field`. */
  readonly field: string;
  /** Worded by the importer's `wordings`, or by those that all importers share (`problemWordings`). */
  readonly code: string;
  readonly params?: Readonly<Record<string, string | number>>;
};

/** One thing wrong with one cell. */
export type CellProblem = CellRemark & {
  /** A value that would be right, when it can be told: `GB` for `UK`. */
  readonly suggestion?: string;
};

/** Something a row can be filled from. */
export type ImportColumn = {
  /** Often a field of the record; a column that is read in its own way has a name of its own. */
  readonly field: string;
  readonly title: Wording;
  /** Header spellings that mean this column, the likeliest first; compared by `headerKey`. */
  readonly aliases: readonly string[];
  /** `key`: finds the record to change, in a file that changes records. `required`: new records need it. */
  readonly role?: "key" | "required";
  /** A right value, shown where one is missing: `AE`. */
  readonly example: string;
};

/** Something that a person decides about a file as a whole, such as whether what it names and nobody knows is made. */
export type ImportChoice = {
  readonly name: string;
  readonly title: Wording;
  readonly hint?: Wording;
  /** Of these; the first holds until another is chosen. Without them a text is typed, which may stay empty. */
  readonly answers?: readonly { readonly value: string; readonly title: Wording }[];
};

export type ImportRow = {
  /** As a spreadsheet shows it: the header is row 1. */
  readonly rowNumber: number;
  /** Cell texts by field, trimmed; empty where the cell is, absent where the file has no such column. */
  readonly cells: Readonly<Record<string, string>>;
  /** What is wrong whatever the field means: a formula, a lost character. A row that has any is bad. */
  readonly faults: readonly CellProblem[];
};

export type GoodRow<Values> = {
  readonly rowNumber: number;
  /** `unchanged` rows name a record that is so already; they are not written. */
  readonly outcome: "new" | "update" | "unchanged";
  readonly values: Values;
  /** What a reader may want to know although nothing is wrong: a cell that was left out. */
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

/** Where rows come from, for the audit log. */
export type ImportSource = { readonly fileName: string };

/** What the rows of one run have in common. The dry run and the write each have their own. */
export type ImportRun = {
  /** By what must be unique, such as `name:noor`: the row of this file that took it. */
  readonly claims: Map<string, number>;
  /** What rows of this file gave up by changing a record, so that a later row may take it. */
  readonly released: Set<string>;
  /** What was chosen for the file, by the name of each choice; absent where the first answer, or no text, stands. */
  readonly choices: Readonly<Record<string, string>>;
};

/**
 * How a resource takes rows from a file. Both the dry run and the write go through `check`, row after row in the
 * file's order, so that what was shown is what is written.
 */
export type Importer<Values = unknown> = {
  /** Plural, as in the permissions: `brands`. */
  readonly resource: string;
  readonly title: Wording;
  /** Where a screen lists the records. */
  readonly listPath: `/${string}`;
  /** Its list finds what an import made, by `importId`: to look at it, and to take it back. */
  readonly isFindable?: true;
  /** Who may call this may import. */
  readonly needs: Operation;
  readonly columns: readonly ImportColumn[];
  readonly choices?: readonly ImportChoice[];
  /** Sentences for codes that only this importer knows. */
  readonly wordings?: Readonly<Record<string, ProblemWording>>;
  /**
   * Cells in which rows name other records. Before the first row is checked or written, `prepare` gets all rows of the
   * file, with only these cells, once. So their meaning does not depend on what the file has written so far.
   */
  readonly preparedFields?: readonly string[];
  // Methods, not properties: a list of importers holds them whatever their values are.
  prepare?(ctx: Ctx, rows: AsyncIterable<readonly ImportRow[]>, run: ImportRun): Promise<void>;
  /**
   * Judges up to 1,000 rows against the contract and the database. Answers one for each, in their order. Rests on `run` for
   * the rows before: these may still be on their way into the database, and in a dry run they never get there.
   */
  check(ctx: Ctx, rows: readonly ImportRow[], run: ImportRun): Promise<CheckedRow<Values>[]>;
  /**
   * The parts of a row that the dry run and the write must agree on. By default all of its values; an importer that
   * creates ids in `check` leaves them out.
   */
  planOf?(values: Values): unknown;
  /** Writes rows that `check` found good, with their audit entries, inside the caller's transaction. */
  write(ctx: Ctx, rows: readonly GoodRow<Values>[], source: ImportSource): Promise<void>;
};

/** What a schema finds, in the words of a file: `path` is the schema's, the code one of those that importers share. */
export function problemOfIssue(issue: z.core.$ZodIssue): Omit<CellProblem, "field"> & { readonly path: string } {
  const path = issue.path.join(".");
  // Our own checks put their code where zod puts its message.
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

/** What a cell is that could not be read as what its field holds. */
const wrongTypes: Readonly<Partial<Record<string, Omit<CellProblem, "field">>>> = {
  number: { code: "not_a_number" },
  int: { code: "not_a_number" },
  boolean: { code: "not_one_of", params: { allowed: "yes, no" } },
  record: { code: "not_json" },
};

/** `params` of a refinement arrive inside the issue's own. */
function plainParams(issue: z.core.$ZodIssue): Record<string, string | number> {
  const { params } = issue as { params?: Readonly<Record<string, unknown>> };
  const plain = Object.entries(params ?? {}).filter(
    ([, value]) => typeof value === "string" || typeof value === "number",
  );
  return Object.fromEntries(plain) as Record<string, string | number>;
}
