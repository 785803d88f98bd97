import type { GoodRow } from "#api/importer.ts";
import type { CheckedChunk, ReadRow } from "#features/platform/imports/api/service/rows.ts";
import { cutText } from "#features/platform/imports/api/service/texts.ts";
import type { ImportRecord, StoredReport } from "#features/platform/imports/api/tables.ts";

/** Counts what a run finds, for its report. */
export type ReportCounters = {
  readonly add: (chunk: CheckedChunk) => void;
  readonly report: () => Omit<StoredReport, "differences">;
};

export function startTally(record: ImportRecord): ReportCounters {
  const startedAt = performance.now();
  const counts = { new: 0, update: 0, unchanged: 0, bad: 0, problems: 0 };
  const problemsByColumn = new Map<number | null, number>();
  const notes = new Map<string, { -readonly [Key in keyof Note]: Note[Key] }>();
  const columnOf = columnIndexes(record);
  const note = (row: GoodRow<unknown>, read: ReadRow | undefined) => {
    for (const { field, code, params = {} } of row.notes ?? []) {
      const key = JSON.stringify([field, code, params]);
      const column = columnOf(field);
      const cell = column === null ? undefined : (read?.[column + 1] as string | undefined);
      const value = cutText(cell ?? "", noteValueMax);
      const known = notes.get(key) ?? { field, code, params, count: 0, rowNumber: row.rowNumber, value };
      known.count += 1;
      if (notes.has(key) || notes.size < notesMax) notes.set(key, known);
    }
  };
  return {
    add: ({ rows, good, bad }) => {
      const hasNotes = good.some((row) => row.notes !== undefined && row.notes.length > 0);
      const readByNumber = new Map(hasNotes ? rows.map((row) => [row[0], row]) : []);
      for (const row of good) {
        counts[row.outcome] += 1;
        note(row, readByNumber.get(row.rowNumber));
      }
      counts.bad += bad.length;
      for (const { field } of bad.flatMap(({ problems }) => problems)) {
        counts.problems += 1;
        const column = columnOf(field);
        problemsByColumn.set(column, (problemsByColumn.get(column) ?? 0) + 1);
      }
    },
    report: () => ({
      newCount: counts.new,
      updateCount: counts.update,
      unchangedCount: counts.unchanged,
      badCount: counts.bad,
      problemCount: counts.problems,
      durationMs: Math.round(performance.now() - startedAt),
      problemColumns: [...problemsByColumn]
        .map(([column, count]) => ({ column, count }))
        .sort((a, b) => b.count - a.count),
      notes: [...notes.values()].sort((a, b) => b.count - a.count),
    }),
  };
}
type Note = StoredReport["notes"][number];
/** Kinds of note, not rows: each kind is listed once, with its number of rows. */
const notesMax = 20;
const noteValueMax = 80;

/** The column of the file that fills a field; null for a problem of the whole row. */
export function columnIndexes({ mapping }: ImportRecord): (field: string) => number | null {
  const indexes = new Map(mapping.map((field, index) => [field, index]));
  return (field) => indexes.get(field) ?? null;
}
