import type { Operation } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";

/** One thing wrong with one cell, in words a person can act on. */
export type CellProblem = {
  /** The field of the record. */
  readonly field: string;
  /** Translated by the screen under `problems.<code>`, with `params`. */
  readonly code: string;
  readonly params?: Readonly<Record<string, unknown>>;
  /** What would be right, when it can be told: `GB` for `UK`. */
  readonly suggestion?: string;
};

export type ImportColumn = {
  readonly field: string;
  /** Header spellings that mean this field, compared without case, spaces and underscores. */
  readonly aliases: readonly string[];
  readonly isRequired?: true;
  /** Words of what a right value looks like, shown beside a problem: `AE`. */
  readonly example: string;
};

export type ImportRow = {
  /** As a spreadsheet shows it: the header is row 1. */
  readonly rowNumber: number;
  /** Cell texts by field, trimmed; absent where the file has no such column. */
  readonly cells: Readonly<Record<string, string>>;
};

export type CheckedRow<Values> =
  | { readonly rowNumber: number; readonly values: Values; readonly isUpdate: boolean }
  | { readonly rowNumber: number; readonly problems: readonly CellProblem[] };

/** How a resource takes rows from a file. Both the dry run and the write go through `check`. */
export type Importer<Values = unknown> = {
  /** Plural, as in the permissions: `brands`. */
  readonly resource: string;
  /** Who may call this may import. */
  readonly needs: Operation;
  readonly columns: readonly ImportColumn[];
  /** Checks up to 1,000 rows against the contract and the database. `seen` lives as long as the run: for duplicates within the file. */
  readonly check: (ctx: Ctx, rows: readonly ImportRow[], seen: Map<string, number>) => Promise<CheckedRow<Values>[]>;
  /** Writes checked rows with their audit entries, inside the caller's transaction. */
  readonly write: (ctx: Ctx, rows: readonly Extract<CheckedRow<Values>, { values: Values }>[]) => Promise<void>;
};
