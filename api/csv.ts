/** A cell's value. Numbers stay numbers in a spreadsheet; a text never becomes a formula. */
export type CsvValue = string | number | boolean | null;

/** Begins every file: without it spreadsheets read UTF-8 as the system's old code page, and Arabic names are lost. */
export const byteOrderMark = "\uFEFF";

/** One line of a CSV file (RFC 4180), with its line break. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(cell).join(",")}\r\n`;

/**
 * A whole file as a stream, one chunk per batch. The header is sent with the first lines, so that an error in them
 * leaves no file at all.
 */
export async function* csvChunks(
  header: readonly string[],
  batches: AsyncIterable<readonly (readonly CsvValue[])[]>,
): AsyncGenerator<string> {
  let start = byteOrderMark + csvLine(header);
  for await (const lines of batches) {
    yield start + lines.map(csvLine).join("");
    start = "";
  }
  if (start !== "") yield start;
}

function cell(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = guardCell(value);
  // Also quoted for ; and tab, which separate cells where a comma is the decimal sign, and for spaces that a reader
  // would trim.
  return /[",;\t\r\n]|^\s|\s$|^'/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

// The start of what a spreadsheet takes for a formula, also in the full-width forms of East Asia (reliability R20).
const startsFormula = /^'*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;

/** The text with a ' in front if a spreadsheet would run it. */
export const guardCell = (text: string): string => (startsFormula.test(text) ? `'${text}` : text);

/** The inverse of `guardCell`: a file that was exported here is imported without loss or extra characters. */
export const unguardCell = (text: string): string =>
  text.startsWith("'") && startsFormula.test(text) ? text.slice(1) : text;
