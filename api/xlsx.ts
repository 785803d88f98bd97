import { dayMs } from "#base/time.ts";
import { type CsvValue, guardCell } from "#api/csv.ts";
import type { TableRow } from "#api/tableFile.ts";
import { type ZipEntry, zipChunks } from "#api/zip.ts";

/** What a sheet holds at most, in the programs that open it. */
export const sheetLimits = { rows: 1_048_576, cellLength: 32_767 } as const;

type Rows = AsyncIterable<readonly TableRow[]>;

/**
 * A table as an XLSX workbook: a header that stays in view, numbers and days as such, texts that are never formulas. A
 * table that is longer than a sheet goes on in the next one.
 *
 * The first rows are read before the first byte is answered, so that an error in them leaves no file at all.
 */
export async function* xlsxChunks(
  header: readonly string[],
  batches: Rows,
  { isRightToLeft, rowsPerSheet = sheetLimits.rows }: { isRightToLeft: boolean; rowsPerSheet?: number },
): AsyncGenerator<Uint8Array> {
  const source = batches[Symbol.asyncIterator]();
  const first = await source.next();
  try {
    yield* zipChunks(partsOf({ header, first, source, isRightToLeft, rowsPerSheet }));
  } finally {
    await source.return?.();
  }
}

type Workbook = {
  readonly header: readonly string[];
  readonly first: IteratorResult<readonly TableRow[]>;
  readonly source: AsyncIterator<readonly TableRow[]>;
  readonly isRightToLeft: boolean;
  readonly rowsPerSheet: number;
};

/** The sheets come first: how many there are is known after the last row. */
async function* partsOf({ first, source, rowsPerSheet, ...layout }: Workbook): AsyncGenerator<ZipEntry> {
  const rest = cursorOver(first, source);
  let sheets = 0;
  do {
    sheets++;
    const text = sheetText(rest, { ...layout, sample: sheets === 1 && !first.done ? first.value : [], rowsPerSheet });
    yield { name: `xl/worksheets/sheet${sheets}.xml`, text };
  } while (await rest.hasMore());
  const numbers = Array.from({ length: sheets }, (_, place) => place + 1);
  yield { name: "xl/workbook.xml", text: [workbookOf(numbers)] };
  yield { name: "xl/_rels/workbook.xml.rels", text: [workbookLinks(numbers)] };
  yield { name: "xl/styles.xml", text: [styles] };
  yield { name: "_rels/.rels", text: [packageLinks] };
  yield { name: "[Content_Types].xml", text: [contentTypes(numbers)] };
}

/** The rows one after the other, across batches and sheets. */
function cursorOver(first: Workbook["first"], source: Workbook["source"]) {
  let batch = first;
  let place = 0;
  const hasMore = async (): Promise<boolean> => {
    while (!batch.done && place >= batch.value.length) {
      batch = await source.next();
      place = 0;
    }
    return !batch.done;
  };
  return {
    hasMore,
    /** Rows of the current batch, `max` at most; empty after the last one. */
    take: async (max: number): Promise<readonly TableRow[]> => {
      if (!(await hasMore()) || batch.done) return [];
      const rows = batch.value.slice(place, place + max);
      place += rows.length;
      return rows;
    },
  };
}

type Sheet = Pick<Workbook, "header" | "isRightToLeft" | "rowsPerSheet"> & { readonly sample: readonly TableRow[] };

async function* sheetText(
  rest: ReturnType<typeof cursorOver>,
  { header, isRightToLeft, rowsPerSheet, sample }: Sheet,
): AsyncGenerator<string> {
  const names = header.map((_, place) => columnName(place));
  const direction = isRightToLeft ? ' rightToLeft="1"' : "";
  yield `${declaration}<worksheet xmlns="${namespace}"><sheetViews><sheetView${direction} workbookViewId="0">`;
  yield '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  yield `<cols>${header.map((title, place) => widthOf(title, place, sample)).join("")}</cols><sheetData>`;
  yield `<row r="1">${header.map((title, place) => textCell(`${names[place]}1`, guardCell(title), boldStyle)).join("")}</row>`;
  for (let number = 2; number <= rowsPerSheet; ) {
    const rows = await rest.take(Math.min(500, rowsPerSheet - number + 1));
    if (rows.length === 0) break;
    for (const row of rows) yield rowText(row, names, number++);
  }
  yield "</sheetData></worksheet>";
}

// `r` on every cell: readers exist that count on it.
function rowText(row: TableRow, names: readonly string[], number: number): string {
  let cells = "";
  for (let place = 0; place < row.length; place++) cells += cellText(row[place]!, `${names[place]}${number}`);
  return `<row r="${number}">${cells}</row>`;
}

function cellText(value: CsvValue, at: string): string {
  if (value === null || value === "") return "";
  if (typeof value === "number") return Number.isFinite(value) ? `<c r="${at}"><v>${value}</v></c>` : "";
  if (typeof value === "boolean") return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
  const moment = momentOf(value);
  if (moment) return `<c r="${at}" s="${moment.style}"><v>${moment.serial}</v></c>`;
  return textCell(at, guardCell(value));
}

function textCell(at: string, value: string, style?: number): string {
  const styled = style === undefined ? "" : ` s="${style}"`;
  const cut = value.length > sheetLimits.cellLength ? `${value.slice(0, sheetLimits.cellLength - 1)}…` : value;
  return `<c r="${at}"${styled} t="inlineStr"><is><t xml:space="preserve">${escaped(cut)}</t></is></c>`;
}

const day = /^\d{4}-\d\d-\d\d$/;
const minute = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{3})?)?)Z?$/;
const epochDays = 25_569; // 1 January 1970, counted from 30 December 1899.
const firstSerial = 61; // 1 March 1900: before it programs disagree, as some count a 29 February.

/** A day or a moment as a spreadsheet counts it; null for any other text, and for days that no calendar has. */
function momentOf(text: string): { readonly serial: number; readonly style: number } | null {
  if (text.length < 10 || text.length > 24 || text[4] !== "-") return null;
  const isDay = day.test(text);
  const [, date, time] = isDay ? [text, text, "00:00"] : (minute.exec(text) ?? []);
  if (date === undefined) return null;
  const ms = Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== date) return null;
  const serial = ms / dayMs + epochDays;
  return serial < firstSerial ? null : { serial, style: isDay ? dayStyle : momentStyle };
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
// Characters that XML can’t hold or would change, and texts that look like their escapes.
const special =
  /[&<>]|[\u0000-\u0008\u000B-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|_(?=x[0-9A-Fa-f]{4}_)/g;

const escaped = (text: string) =>
  text.replace(
    special,
    (sign) => entities[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
  );

/** `A`, `Z`, `AA`. */
export function columnName(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : columnName(Math.floor(place / 26) - 1) + last;
}

const widths = { min: 8, max: 48 };

/** Wide enough for the first rows. */
function widthOf(title: string, place: number, sample: readonly TableRow[]): string {
  const longest = sample
    .slice(0, 100)
    .reduce((most, row) => Math.max(most, String(row[place] ?? "").length), title.length);
  const width = Math.min(widths.max, Math.max(widths.min, longest + 2));
  return `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const links = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageNamespace = "http://schemas.openxmlformats.org/package/2006";
const kind = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const [boldStyle, dayStyle, momentStyle] = [1, 2, 3];

const styles = `${declaration}<styleSheet xmlns="${namespace}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const workbookOf = (sheets: readonly number[]) =>
  `${declaration}<workbook xmlns="${namespace}" xmlns:r="${links}"><sheets>${sheets
    .map((number) => `<sheet name="Sheet${number}" sheetId="${number}" r:id="rId${number}"/>`)
    .join("")}</sheets></workbook>`;

const link = (id: number | string, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${links}/${type}" Target="${target}"/>`;
const linksOf = (list: readonly string[]) =>
  `${declaration}<Relationships xmlns="${packageNamespace}/relationships">${list.join("")}</Relationships>`;

const workbookLinks = (sheets: readonly number[]) =>
  linksOf([
    ...sheets.map((number) => link(number, "worksheet", `worksheets/sheet${number}.xml`)),
    link(sheets.length + 1, "styles", "styles.xml"),
  ]);
const packageLinks = linksOf([link(1, "officeDocument", "xl/workbook.xml")]);

const contentTypes = (sheets: readonly number[]) =>
  `${declaration}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/>${sheets
    .map((number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${kind}.worksheet+xml"/>`)
    .join("")}<Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/></Types>`;
