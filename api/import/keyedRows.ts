import * as z from "zod/mini";
import type { FieldError } from "#base/refusal.ts";
import { changesBetween } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import type { ReadColumn } from "#api/import/readColumns.ts";
import {
  type CellProblem,
  type CheckedRow,
  type GoodRow,
  type ImportRow,
  type ImportRun,
  type ImportSource,
  problemOfIssue,
} from "#api/importer.ts";
import { newId } from "#api/newId.ts";

// Imports records of a small table that have a key of their own, such as a code. A row changes the record with its key,
// or creates one.

/** The record as the row wants it. `id` is null if the row creates one. */
export type KeyedRow<Values> = { readonly id: string | null; readonly patch: Partial<Values>; readonly whole: Values };

export type KeyedRecords<Values> = {
  readonly columns: readonly ReadColumn[];
  readonly schema: z.ZodMiniType<Values>;
  /** The values of a new record for columns not in the file, and for empty cells. */
  readonly empty: Values;
  /** The key of a row. Problems with it are shown at `keyField`. */
  readonly keyOf: (cells: ImportRow["cells"]) => string;
  readonly keyField: string;
  /** The existing records by that key. Fields that the file cannot set may be left out. */
  readonly known: ReadonlyMap<string, { readonly id: string } & Partial<Values>>;
  readonly mayUpdate: boolean;
  /** Errors that involve more than one field. */
  readonly errorsOf?: (whole: Values) => readonly Pick<FieldError, "path" | "code" | "params">[];
  /** Another value that no two records may share. */
  readonly unique?: Unique<Values>;
};

type Unique<Values> = {
  readonly field: string;
  readonly keyOf: (whole: Values) => string;
  /** The id of the record that has each value. */
  readonly holders: ReadonlyMap<string, string>;
  /** The error code if another record has it. */
  readonly code: string;
};

/** Checks rows in order, each against the contract, the existing records, and the rows before it. */
export const checkKeyedRows = <Values extends object>(
  rows: readonly ImportRow[],
  run: ImportRun,
  records: KeyedRecords<Values>,
): CheckedRow<KeyedRow<Values>>[] => rows.map((row) => validateRow(row, run, records));

function validateRow<Values extends object>(
  row: ImportRow,
  run: ImportRun,
  records: KeyedRecords<Values>,
): CheckedRow<KeyedRow<Values>> {
  const { rowNumber, cells } = row;
  const { keyField, empty, schema, unique, errorsOf = () => [] } = records;
  const key = records.keyOf(cells);
  const before = records.known.get(key) ?? null;
  const patch = patchOf(cells, before, records);
  const parsed = z.safeParse(schema, { ...empty, ...inputOf(before, empty), ...patch });
  const problems: CellProblem[] = [...row.faults];
  const addProblem = (problem: CellProblem) => {
    if (!problems.some(({ field }) => field === problem.field)) problems.push(problem);
  };
  const found = parsed.success ? errorsOf(parsed.data) : parsed.error.issues.map(problemOfIssue);
  for (const { path, code, params } of found) {
    const column = columnOf(path, records.columns);
    const field = column?.field ?? path;
    // Whatever code the schema gives for an empty required cell, report `required`.
    const isMissing = column?.role === "required" && !cells[field];
    addProblem({ field, code: isMissing ? "required" : code, params: (params ?? {}) as Record<string, string> });
  }
  const claims = [{ field: keyField, claim: `${keyField}:${key}` }];
  if (unique && parsed.success) {
    const shared = unique.keyOf(parsed.data);
    const holder = unique.holders.get(shared);
    if (holder !== undefined && holder !== before?.id) addProblem({ field: unique.field, code: unique.code });
    claims.push({ field: unique.field, claim: `${unique.field}:${shared}` });
  }
  for (const { field, claim } of claims) {
    const claimed = run.claims.get(claim);
    if (claimed !== undefined) addProblem({ field, code: "same_as_row", params: { row: claimed } });
  }
  const isChanged = before !== null && Object.keys(changesBetween(before, patch)).length > 0;
  if (isChanged && !records.mayUpdate) addProblem({ field: keyField, code: "update_not_permitted" });
  if (!parsed.success || problems.length > 0) return { rowNumber, outcome: "bad", problems };
  for (const { claim } of claims) run.claims.set(claim, rowNumber);
  const outcome = before === null ? "new" : isChanged ? "update" : "unchanged";
  return { rowNumber, outcome, values: { id: before?.id ?? null, patch, whole: parsed.data } };
}

/** The values from the cells. Columns not in the file stay unchanged. */
function patchOf<Values extends object>(
  cells: ImportRow["cells"],
  before: Partial<Values> | null,
  { columns, empty }: KeyedRecords<Values>,
): Partial<Values> {
  const patch: Record<string, unknown> = {};
  for (const { field, fills, read, emptied } of columns) {
    const text = cells[field];
    if (text === undefined) continue;
    const known = fills in patch ? patch[fills] : (before?.[fills as keyof Values] ?? empty[fills as keyof Values]);
    patch[fills] = text === "" ? (emptied ? emptied(known) : empty[fills as keyof Values]) : read(text, known);
  }
  return patch as Partial<Values>;
}

const inputOf = <Values extends object>(before: Partial<Values> | null, empty: Values): Partial<Values> =>
  Object.fromEntries(
    Object.keys(empty)
      .filter((name) => before !== null && name in before)
      .map((name) => [name, before![name as keyof Values]]),
  ) as Partial<Values>;

/** The column in which the problem can be fixed, such as that of one language and not of all names. */
const columnOf = (path: string, columns: readonly ReadColumn[]): ReadColumn | undefined =>
  columns.find((column) => column.mends === path) ?? columns.find(({ fills }) => fills === path.split(".")[0]);

type Writes<Values> = {
  readonly add: (ctx: Ctx, id: string, whole: Values, reason: string) => Promise<unknown>;
  readonly change: (ctx: Ctx, id: string, patch: Partial<Values>, reason: string) => Promise<unknown>;
};

/** Writes rows that passed the check, each as the form would. */
export async function writeKeyedRows<Values>(
  ctx: Ctx,
  rows: readonly GoodRow<KeyedRow<Values>>[],
  { fileName }: ImportSource,
  { add, change }: Writes<Values>,
): Promise<void> {
  for (const { rowNumber, values } of rows) {
    // The same in every language: `standards.csv:12`.
    const reason = `${fileName}:${rowNumber}`;
    const { id, patch, whole } = values;
    await (id === null ? add(ctx, newId(ctx), whole, reason) : change(ctx, id, patch, reason));
  }
}
