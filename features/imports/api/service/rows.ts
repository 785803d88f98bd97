import { and, asc, eq, gt } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import type { BadRow, CellProblem, CheckedRow, GoodRow, ImportRow, ImportRun } from "#api/importer.ts";
import type { Run } from "#features/imports/api/service/runs.ts";
import { screenCell } from "#features/imports/api/service/screening.ts";
import { importChunksTable } from "#features/imports/api/tables.ts";

export type CheckedChunk = {
  readonly rows: readonly ReadRow[];
  readonly good: readonly GoodRow<unknown>[];
  readonly bad: readonly BadRow[];
};
/** `[rowNumber, cell, cell, …]` as it stood in the file. */
export type ReadRow = readonly [number, ...string[]];

/** Every row of the file, judged, a chunk at a time and in order. The one way in which rows are judged. */
export async function* checkedChunks(ctx: Ctx, { record, importer, act }: Run): AsyncGenerator<CheckedChunk> {
  const run: ImportRun = { claims: new Map(), released: new Set(), choices: record.choices };
  for await (const rows of readChunks(ctx, record.id)) {
    const checked = await importer.check(
      await act(ctx),
      rows.map((row) => importRowOf(row, record.mapping)),
      run,
    );
    if (checked.length !== rows.length)
      throw new Error(`${importer.resource}: ${rows.length} rows, ${checked.length} answers`);
    const bad = checked.filter(isBad);
    yield { rows, bad, good: checked.filter((row): row is GoodRow<unknown> => !isBad(row)) };
  }
}

export async function* readChunks(ctx: Ctx, importId: string): AsyncGenerator<ReadRow[]> {
  for (let after = -1; ; after++) {
    const [chunk] = await ctx.db
      .select({ rows: importChunksTable.rows })
      .from(importChunksTable)
      .where(and(eq(importChunksTable.importId, importId), gt(importChunksTable.number, after)))
      .orderBy(asc(importChunksTable.number))
      .limit(1);
    if (!chunk) return;
    yield JSON.parse(chunk.rows) as ReadRow[];
  }
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
