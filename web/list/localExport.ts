import { saveFile } from "#web/list/saveFile.ts";

// What a file of an export is for its reader: words, times of their own clock, and a number of rows.

const byteOrderMark = "\uFEFF"; // Reading a file as text drops it, and spreadsheets need it for Arabic.

/** Saves the file in the reader's words and time zone, and returns the number of its rows. */
export async function saveLocalExport(file: File, texts: ExportTexts, timeZone?: string): Promise<number> {
  const text = await file.text();
  const local = withLocalTimes(withTexts(text, texts), timeZone);
  saveFile(new File([byteOrderMark, local], file.name, { type: file.type }));
  return rowsIn(text);
}

const instantCell = /(?<=^|[,\n])\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z(?=[,\r\n]|$)/g;

/**
 * The file with instants as `2026-11-20 13:00` of this time zone, which spreadsheets read as a date. Days are left as
 * they are: they have no zone.
 */
export function withLocalTimes(csv: string, timeZone?: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone });
  return csv.replace(instantCell, (instant) => format.format(new Date(instant)));
}

/** How an export is worded for its reader. */
export type ExportTexts = {
  /** Texts of codes by column, such as those of a status. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** A column of translations, and the language of the reader. It becomes a column of names. */
  readonly translated: { readonly column: string; readonly name: string; readonly language: string } | null;
};

/**
 * The file with words in place of codes, and with the names that the screen shows. Only for columns that imports
 * ignore: `shownName` is beside the original name, so that the file can be imported again.
 */
export function withTexts(csv: string, { texts, translated }: ExportTexts): string {
  const [header, ...rows] = linesIn(csv);
  if (header === undefined) return csv;
  const names = header.map(unquoted);
  const place = (name: string) => names.indexOf(name);
  const words = Object.entries(texts).flatMap(([name, text]) => (place(name) < 0 ? [] : [{ at: place(name), text }]));
  const [from, original] = translated ? [place(translated.column), place(translated.name)] : [-1, -1];
  const lines = rows.map((cells) => {
    for (const { at, text } of words) cells[at] = quoted(text[unquoted(cells[at]!)] ?? unquoted(cells[at]!));
    if (from >= 0) {
      const translations = unquoted(cells[from]!);
      const shown = translations && (JSON.parse(translations) as Record<string, string>)[translated!.language];
      cells[from] = shown ? quoted(shown) : cells[original]!;
    }
    return cells;
  });
  if (from >= 0) header[from] = "shownName";
  return [header, ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
}

/** The lines with their cells as written, quotes included. */
function linesIn(csv: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  for (const [, cell, end] of csv.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g)) {
    cells.push(cell!);
    if (end === ",") continue;
    lines.push(cells);
    cells = [];
  }
  return lines;
}

const unquoted = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
const quoted = (text: string) => (/[",;\t\r\n]|^\s|\s$|^'/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Without the header. A quoted cell may contain line breaks. */
export function rowsIn(csv: string): number {
  const lines = csv.replace(/"[^"]*"/g, "").split("\n");
  return lines.filter((line) => line.trim() !== "").length - 1;
}
