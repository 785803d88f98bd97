import { Refusal } from "#base/refusal.ts";
import { importLimits, importRefusals } from "#features/platform/imports/contract.ts";

/** Possible delimiters. The first one wins if a header could be split by several. */
const delimiters = [",", ";", "\t", "|"] as const;

/** One line of a file that is not blank, numbered like in a spreadsheet. */
export type FileRow = {
  readonly rowNumber: number;
  readonly cells: readonly string[];
  /** The columns whose cells are the last result of a formula. Only in workbooks. */
  readonly formulas?: readonly number[];
};

/** A file with more lines than a spreadsheet can have is not a table, even if many lines are blank. */
const linesMax = 1_048_576;
/** A quoted cell of this length is a mistake: its closing quote is missing. */
const quotedMax = 1_000_000;

/** The delimiter of a file, and its text without the line that declares the delimiter. */
export type CsvFormat = { readonly delimiter: string; readonly rows: string };

/**
 * Takes the delimiter that a separate first line declares (`sep=;`, which spreadsheets write and hide), else the one
 * that splits the header into most cells.
 */
export function formatOf(text: string): CsvFormat {
  const [line = "", declared = ""] = /^"?sep=([^\r\n"A-Za-z0-9])"?[^\S\t\r\n]*(?:\r\n|\r|\n|$)/i.exec(text) ?? [];
  const rows = text.slice(line.length);
  return { delimiter: declared || delimiterOf(rows), rows };
}

function delimiterOf(text: string): string {
  const counts = delimiters.map((delimiter) => ({ delimiter, cells: cellsOfHeader(text, delimiter) }));
  return counts.reduce((best, each) => (each.cells > best.cells ? each : best)).delimiter;
}

/**
 * Reads CSV (RFC 4180) row by row, so that a reader may stop, and none waits for 20 MB of it.
 *
 * Lines end with LF, CRLF or CR. Blank lines are skipped, but counted. A quote inside an unquoted cell is text. Not a
 * library, because it must stop at the first error: a file of only stray quotes would first produce a list of ten
 * million errors. Refuses with `unclosed_quote`, `stray_quote`, `too_many_columns` or `too_many_rows`.
 */
export function* readCsv(text: string, delimiter: string): Generator<FileRow> {
  const lineEnd = lineEndOf(text);
  const next = nextPositions(text, delimiter, lineEnd);
  let position = 0;
  for (let rowNumber = 1; position < text.length; rowNumber++) {
    const cells: string[] = [];
    let end = position - 1;
    do {
      const start = end + 1;
      const cell = text[start] === '"' ? readQuoted(text, start, rowNumber) : readPlain(text, start, next(start));
      if (cells.push(cell.value) > importLimits.columnsMax) {
        throw importRefusals.too_many_columns({ maximum: importLimits.columnsMax });
      }
      end = cell.end;
    } while (text[end] === delimiter);
    position = afterLineEnd(text, end, lineEnd);
    if (rowNumber > linesMax) throw importRefusals.too_many_rows({ maximum: importLimits.rowsMax });
    if (position === -1) throw importRefusals.stray_quote({ row: rowNumber });
    if (cells.some((value) => value.trim() !== "")) yield { rowNumber, cells };
  }
}

/** The first unquoted line end: in a file whose lines end with CR, a quoted cell may contain an LF. */
function lineEndOf(text: string): "\n" | "\r" {
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const unit = text[index];
    if (unit === '"') isQuoted = !isQuoted;
    else if (unit === "\n" && !isQuoted) return "\n";
    else if (unit === "\r" && !isQuoted) return text[index + 1] === "\n" ? "\n" : "\r";
  }
  // Quotes in unquoted text may hide all line ends.
  return text.includes("\n") ? "\n" : "\r";
}

type Cell = { readonly value: string /** Position of the delimiter or line end after it. */; readonly end: number };

function readQuoted(text: string, start: number, rowNumber: number): Cell {
  let closing = text.indexOf('"', start + 1);
  let isDoubled = false;
  while (closing !== -1 && text[closing + 1] === '"') {
    isDoubled = true;
    closing = text.indexOf('"', closing + 2);
    if (closing - start > quotedMax) break;
  }
  if (closing === -1 || closing - start > quotedMax) throw importRefusals.unclosed_quote({ row: rowNumber });
  const value = text.slice(start + 1, closing);
  let end = closing + 1;
  // Some programs put a space between a closing quote and the delimiter.
  while (text[end] === " ") end += 1;
  return { value: isDoubled ? value.replaceAll('""', '"') : value, end };
}

function readPlain(text: string, start: number, end: number): Cell {
  const isBeforeCr = text[end] === "\n" && end > start && text[end - 1] === "\r";
  const cellEnd = isBeforeCr ? end - 1 : end;
  return { value: text.slice(start, cellEnd), end: cellEnd };
}

/** Where the next row begins; -1 if no line ends here. */
function afterLineEnd(text: string, end: number, lineEnd: string): number {
  if (end >= text.length || text[end] === lineEnd) return end + 1;
  return lineEnd === "\n" && text[end] === "\r" && text[end + 1] === "\n" ? end + 2 : -1;
}

/** Searches each character once: if one of the two is rare, a search from every cell would be quadratic. */
function nextPositions(text: string, delimiter: string, lineEnd: string): (from: number) => number {
  const positionOf = (wanted: string, from: number) => {
    const found = text.indexOf(wanted, from);
    return found === -1 ? text.length : found;
  };
  let nextDelimiter = positionOf(delimiter, 0);
  let nextLineEnd = positionOf(lineEnd, 0);
  return (from) => {
    if (nextDelimiter < from) nextDelimiter = positionOf(delimiter, from);
    if (nextLineEnd < from) nextLineEnd = positionOf(lineEnd, from);
    return Math.min(nextDelimiter, nextLineEnd);
  };
}

/** A header that the wrong delimiter cuts may look broken: `"a";"b"` has text after a quote when read with commas. */
function cellsOfHeader(text: string, delimiter: string): number {
  try {
    const first = readCsv(text, delimiter).next();
    return first.done ? 0 : first.value.cells.length;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.code === importRefusals.too_many_columns.code ? importLimits.columnsMax + 1 : 0;
  }
}
