import type { ExportPresentation } from "#base/exports.ts";
import type { CsvValue } from "#api/csv.ts";
import type { TableFile, TableRow } from "#api/tableFile.ts";

const instantText = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;

/** The table in the words and time zone of its reader. Days are left as they are: they have no zone. */
export function presentTable(file: TableFile, presentation: ExportPresentation): TableFile {
  const { header, cellsOf } = wordsFor(file.header, presentation);
  return {
    ...file,
    header,
    form: presentation,
    read: async function* (after) {
      for await (const { rows, next } of file.read(after)) yield { rows: rows.map(cellsOf), next };
    },
  };
}

function wordsFor(header: readonly string[], { texts, translated, timeZone }: ExportPresentation) {
  const localTime = timeIn(timeZone);
  const coded = header.flatMap((name, place) => (texts[name] ? [{ place, words: texts[name] }] : []));
  const from = translated ? header.indexOf(translated.column) : -1;
  const original = translated ? header.indexOf(translated.name) : -1;
  return {
    header: header.map((name, place) => (place === from ? "shownName" : name)),
    cellsOf: (row: TableRow): TableRow => {
      const cells: CsvValue[] = row.map((cell) =>
        typeof cell === "string" && instantText.test(cell) ? localTime(cell) : cell,
      );
      for (const { place, words } of coded) cells[place] = words[String(row[place])] ?? row[place]!;
      if (from >= 0) cells[from] = nameIn(row[from]!, translated!.language) ?? row[original] ?? null;
      return cells;
    },
  };
}

function nameIn(translations: CsvValue, language: string): string | undefined {
  if (typeof translations !== "string" || translations === "") return undefined;
  return (JSON.parse(translations) as Readonly<Record<string, string>>)[language];
}

/** `2026-11-20 13:00`, which spreadsheets read as a time. An unknown zone counts as UTC. */
function timeIn(timeZone: string): (instant: string) => string {
  const options = { dateStyle: "short", timeStyle: "short" } as const;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat("sv-SE", { ...options, timeZone });
  } catch {
    format = new Intl.DateTimeFormat("sv-SE", { ...options, timeZone: "UTC" });
  }
  return (instant) => format.format(new Date(instant));
}
