// What a file of an export is for its reader: times of their own clock, and a number of rows.

const instantCell = /(?<=^|[,\n])\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z(?=[,\r\n]|$)/g;

/**
 * The file with instants as `2026-11-20 13:00` of this time zone, which spreadsheets read as a date. Days are left as
 * they are: they have no zone.
 */
export function withLocalTimes(csv: string, timeZone?: string): string {
  const format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "short", timeZone });
  return csv.replace(instantCell, (instant) => format.format(new Date(instant)));
}

/** Without the header. A quoted cell may contain line breaks. */
export function rowsIn(csv: string): number {
  const lines = csv.replace(/"[^"]*"/g, "").split("\n");
  return lines.filter((line) => line.trim() !== "").length - 1;
}
