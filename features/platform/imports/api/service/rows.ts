import { and, asc, between, eq, gt } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import type { BadRow, CellProblem, CheckedRow, GoodRow, ImportRow, ImportRun } from "#api/importer.ts";
import type { Run } from "#features/platform/imports/api/service/runs.ts";
import { screenCell } from "#features/platform/imports/api/service/screenValues.ts";
import { importChunksTable, importFixesTable, type ImportRecord } from "#features/platform/imports/api/tables.ts";

export type CheckedChunk = {
  /** Counted from 0. */
  readonly number: number;
  readonly rows: readonly ReadRow[];
  /** In the order of the rows. */
  readonly checked: readonly CheckedRow<unknown>[];
  readonly good: readonly GoodRow<unknown>[];
  readonly bad: readonly BadRow[];
};
/** `[rowNumber, cell, cell, …]` as in the file, with the suggestions that the user applied. */
export type ReadRow = readonly [number, ...string[]];

/** Validates every row of the file, in chunks and in order. The only place where rows are validated. */
export async function* checkedChunks(ctx: Ctx, { record, importer, act }: Run): AsyncGenerator<CheckedChunk> {
  const run: ImportRun = { claims: new Map(), released: new Set(), choices: record.choices };
  const { preparedFields = [] } = importer;
  if (importer.prepare) await importer.prepare(await act(ctx), importRows(ctx, record, preparedFields), run);
  let number = 0;
  for await (const rows of readChunks(ctx, record.id)) {
    const checked = await importer.check(
      await act(ctx),
      rows.map((row) => importRowOf(row, record.mapping)),
      run,
    );
    if (checked.length !== rows.length)
      throw new Error(`${importer.resource}: ${rows.length} rows, ${checked.length} answers`);
    const bad = checked.filter(isBad);
    yield { number, rows, checked, bad, good: checked.filter((row): row is GoodRow<unknown> => !isBad(row)) };
    number += 1;
  }
}

/** All rows, with only the cells of some fields. Reads nothing if the file has none of these fields. */
async function* importRows(
  ctx: Ctx,
  { id, mapping }: ImportRecord,
  fields: readonly string[],
): AsyncGenerator<ImportRow[]> {
  const requested = mapping.map((field) => (field !== null && fields.includes(field) ? field : null));
  if (requested.every((field) => field === null)) return;
  for await (const rows of readChunks(ctx, id)) {
    yield rows.map((row) => importRowOf(row, requested));
  }
}

export async function* readChunks(ctx: Ctx, importId: string): AsyncGenerator<ReadRow[]> {
  const hasFixes = (await ctx.db.$count(importFixesTable, eq(importFixesTable.importId, importId))) > 0;
  for (let after = -1; ; after++) {
    const [chunk] = await ctx.db
      .select({ rows: importChunksTable.rows })
      .from(importChunksTable)
      .where(and(eq(importChunksTable.importId, importId), gt(importChunksTable.number, after)))
      .orderBy(asc(importChunksTable.number))
      .limit(1);
    if (!chunk) return;
    const rows = JSON.parse(chunk.rows) as ReadRow[];
    yield hasFixes ? await withFixes(ctx, importId, rows) : rows;
  }
}

async function withFixes(ctx: Ctx, importId: string, rows: ReadRow[]): Promise<ReadRow[]> {
  const [first, last] = [rows[0]?.[0] ?? 0, rows.at(-1)?.[0] ?? 0];
  const { rowNumber, columnIndex, value } = importFixesTable;
  const fixes = await ctx.db
    .select({ rowNumber, columnIndex, value })
    .from(importFixesTable)
    .where(and(eq(importFixesTable.importId, importId), between(rowNumber, first, last)));
  if (fixes.length === 0) return rows;
  const cellsByRow = new Map(rows.map(([number, ...cells]) => [number, cells]));
  for (const fix of fixes) {
    const cells = cellsByRow.get(fix.rowNumber);
    // A row may have fewer cells than columns.
    while (cells && cells.length < fix.columnIndex) cells.push("");
    if (cells) cells[fix.columnIndex] = fix.value;
  }
  return rows.map(([number]) => [number, ...cellsByRow.get(number)!]);
}

const isBad = (row: CheckedRow<unknown>): row is BadRow => row.outcome === "bad";

function importRowOf([rowNumber, ...texts]: ReadRow, mapping: readonly (string | null)[]): ImportRow {
  const cells: Record<string, string> = {};
  const faults: CellProblem[] = [];
  for (const [index, field] of mapping.entries()) {
    if (field === null) continue;
    const { value, fault } = screenCell(texts[index] ?? "");
    cells[field] = value;
    if (fault) faults.push({ field, ...fault });
  }
  const extra = texts.slice(mapping.length).some((text) => text.trim() !== "");
  if (extra) faults.push({ field: "", code: "extra_cells", params: { count: texts.length, columns: mapping.length } });
  return { rowNumber, cells, faults };
}
