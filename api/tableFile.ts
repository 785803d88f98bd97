import type { Operation } from "#base/contract.ts";
import type { TableFormat } from "#base/tableFormats.ts";
import type { Columns, RowOf } from "#api/columns.ts";
import type { Ctx } from "#api/context.ts";
import type { CsvValue } from "#api/csv.ts";
import { countUpTo, type ListControls, type ListDefinition, readBatches } from "#api/list.ts";

/** The cells of a row, in the order of the header. */
export type TableRow = readonly CsvValue[];

/** Rows of a table, and where to read on; null after the last row. */
export type TableBatch = { readonly rows: readonly TableRow[]; readonly next: string | null };

/** How a table is written as a file. */
export type TableForm = {
  readonly format: TableFormat;
  /** In Arabic a sheet is read from the right. */
  readonly language: "en" | "ar";
};

/** A table to download as CSV or XLSX. Nothing is read before the first batch is asked for. */
export type TableFile = {
  /** The file’s name without its extension. */
  readonly name: string;
  readonly header: readonly string[];
  readonly read: (after?: string) => AsyncIterable<TableBatch>;
  /** Counts its rows, up to this many. Only tables that can be read on from any batch have it. */
  readonly countUpTo?: (max: number) => Promise<number>;
  /** Fixed by the export; otherwise the caller’s headers decide. */
  readonly form?: TableForm;
  /** Whose rows these are, if they come from another operation than the one that was called: the audit log names it. */
  readonly standsFor?: { readonly ctx: Ctx; readonly operation: Operation; readonly input: object };
};

type ListTable<Row> = {
  readonly name: string;
  readonly header: readonly string[];
  /** The cells of rows of the list. */
  readonly cellsOf: (rows: Row[]) => Promise<readonly TableRow[]> | readonly TableRow[];
};

/** Every row of a list, in its order. */
export const listTable = <Shown extends Columns, Input extends ListControls>(
  ctx: Ctx,
  list: ListDefinition<Shown, Input>,
  input: Input,
  { name, header, cellsOf }: ListTable<RowOf<Shown>>,
): TableFile => ({
  name,
  header,
  read: async function* (after) {
    for await (const { rows, next } of readBatches(ctx, list, input, after)) yield { rows: await cellsOf(rows), next };
  },
  countUpTo: (max) => countUpTo(ctx, list, input, max),
});

/** A table that is not read from a list, such as a template. */
export const wholeTable = (
  name: string,
  header: readonly string[],
  batches: () => AsyncIterable<readonly TableRow[]>,
): TableFile => ({
  name,
  header,
  read: async function* () {
    for await (const rows of batches()) yield { rows, next: null };
  },
});
