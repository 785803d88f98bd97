import { SaxesParser } from "saxes";
import { Refusal } from "#base/refusal.ts";
import { importLimits, importRefusals } from "#features/platform/imports/contract.ts";
import { formatCell, type NumberFormat, numberFormatOf } from "#features/platform/imports/api/service/numberFormats.ts";
import type { FileRow } from "#features/platform/imports/api/service/readCsv.ts";
import { type Archive, openArchive } from "#features/platform/imports/api/service/unzip.ts";

const rowNumberMax = 1_048_576;
/** Characters of shared texts, which are in memory as long as the sheet is read. */
const sharedTextMax = 64_000_000;

/**
 * Reads the first visible sheet of an XLSX workbook, row by row, as `readCsv` reads a file: numbers as they are stored,
 * days as `2026-11-20`, formulas as the value that was last calculated.
 *
 * Refuses with `not_workbook`, `damaged_workbook`, `workbook_too_large`, `too_many_columns` and `too_many_rows`.
 */
export async function* readXlsx(bytes: Uint8Array<ArrayBuffer>): AsyncGenerator<FileRow> {
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) throw importRefusals.not_workbook();
  const archive = openArchive(bytes);
  const workbook = await readWorkbook(archive);
  const strings = workbook.strings ? await readStrings(archive, workbook.strings) : [];
  const formats = workbook.styles ? await readFormats(archive, workbook.styles) : [];
  const sheet = sheetReader({ strings, formats, startsIn1904: workbook.startsIn1904 });
  for await (const rows of parse(archive, workbook.sheet, sheet)) yield* rows;
}

type Attributes = Readonly<Record<string, string>>;

/** What a reader of one XML file does with its elements, by their names without prefix. */
type XmlReader<Result> = {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
  /** What was read since it was last asked. */
  readonly take: () => Result;
};

async function* parse<Result>(archive: Archive, name: string, reader: XmlReader<Result>): AsyncGenerator<Result> {
  const parser = new SaxesParser();
  parser.on("opentag", (tag) => reader.open?.(localName(tag.name), tag.attributes as Attributes));
  parser.on("text", (text) => reader.text?.(text));
  parser.on("cdata", (text) => reader.text?.(text));
  parser.on("closetag", (tag) => reader.close?.(localName(tag.name)));
  const feed = (work: () => void) => {
    try {
      work();
    } catch (error) {
      throw error instanceof Refusal ? error : importRefusals.damaged_workbook();
    }
  };
  for await (const piece of archive.text(name)) {
    feed(() => parser.write(piece));
    yield reader.take();
  }
  feed(() => parser.close());
  yield reader.take();
}

/** Reads a file as a whole; the reader collects. */
async function readAll<Result>(archive: Archive, name: string, reader: XmlReader<Result>): Promise<Result> {
  let last: Result | undefined;
  for await (const result of parse(archive, name, reader)) last = result;
  return last!;
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

// ------------------------------------------------------------------------------------------------ workbook

type Links = ReadonlyMap<string, { readonly type: string; readonly path: string }>;

async function readWorkbook(archive: Archive) {
  const found = [...(await readLinks(archive, "_rels/.rels", "")).values()].find(
    ({ type }) => type === "officeDocument",
  );
  const path = found?.path ?? "xl/workbook.xml";
  if (!archive.has(path)) throw importRefusals.not_workbook();
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const links = await readLinks(archive, `${folder}_rels/${path.slice(folder.length)}.rels`, folder);
  const { sheetLink, startsIn1904 } = await readAll(archive, path, workbookReader());
  const sheet = links.get(sheetLink ?? "");
  if (!sheet || !archive.has(sheet.path)) throw importRefusals.damaged_workbook();
  const pathOf = (wanted: string) => [...links.values()].find(({ type }) => type === wanted)?.path;
  return { sheet: sheet.path, strings: pathOf("sharedStrings"), styles: pathOf("styles"), startsIn1904 };
}

/** The first sheet that is not hidden. */
function workbookReader(): XmlReader<{ sheetLink: string | undefined; startsIn1904: boolean }> {
  let sheetLink: string | undefined;
  let startsIn1904 = false;
  return {
    open: (name, attributes) => {
      if (name === "workbookPr") startsIn1904 = isOn(attributes.date1904);
      if (name !== "sheet" || (attributes.state ?? "visible") !== "visible") return;
      sheetLink ??= Object.entries(attributes).find(([key]) => localName(key) === "id" && key !== "id")?.[1];
    },
    take: () => ({ sheetLink, startsIn1904 }),
  };
}

async function readLinks(archive: Archive, name: string, folder: string): Promise<Links> {
  if (!archive.has(name)) return new Map();
  const links = new Map<string, { type: string; path: string }>();
  return readAll<Links>(archive, name, {
    open: (element, { Id = "", Type = "", Target = "" }) => {
      if (element !== "Relationship") return;
      const path = Target.startsWith("/") ? Target.slice(1) : folder + Target;
      links.set(Id, { type: Type.slice(Type.lastIndexOf("/") + 1), path });
    },
    take: () => links,
  });
}

const isOn = (value: string | undefined) => value === "1" || value === "true";

// ------------------------------------------------------------------------------------------------ texts and formats

function readStrings(archive: Archive, name: string): Promise<readonly string[]> {
  const strings: string[] = [];
  let total = 0;
  const text = textReader();
  return readAll<readonly string[]>(archive, name, {
    open: (element) => {
      if (element === "si") text.begin();
      else text.open(element);
    },
    text: text.add,
    close: (element) => {
      text.close(element);
      if (element !== "si") return;
      const value = text.end();
      total += value.length;
      if (total > sharedTextMax)
        throw importRefusals.workbook_too_large({ megabytes: importLimits.inflatedBytesMax / 1_048_576 });
      strings.push(value);
    },
    take: () => strings,
  });
}

/** The text of an element: that of its `t` elements, without the pronunciation of East Asian words. */
function textReader() {
  let value = "";
  let isText = false;
  let isPronunciation = false;
  return {
    begin: () => {
      value = "";
    },
    open: (element: string) => {
      if (element === "rPh") isPronunciation = true;
      if (element === "t") isText = !isPronunciation;
    },
    add: (text: string) => {
      if (isText) value += text;
    },
    close: (element: string) => {
      if (element === "rPh") isPronunciation = false;
      if (element === "t") isText = false;
    },
    end: () => unescaped(value),
  };
}

/** Characters that XML can’t hold are written as `_x000D_`. */
const unescaped = (text: string) =>
  text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** The number format of each cell style. */
function readFormats(archive: Archive, name: string): Promise<readonly NumberFormat[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isCellStyle = false;
  return readAll<readonly NumberFormat[]>(archive, name, {
    open: (element, { numFmtId = "0", formatCode = "" }) => {
      if (element === "numFmt") codes.set(Number(numFmtId), formatCode);
      if (element === "cellXfs") isCellStyle = true;
      if (element === "xf" && isCellStyle) formats.push(numberFormatOf(Number(numFmtId), codes.get(Number(numFmtId))));
    },
    close: (element) => {
      if (element === "cellXfs") isCellStyle = false;
    },
    take: () => formats,
  });
}

// ------------------------------------------------------------------------------------------------ rows

type SheetFacts = {
  readonly strings: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly startsIn1904: boolean;
};

/** The cell that is being read. */
type OpenCell = { column: number; type: string; style: number; value: string; isFormula: boolean };

function sheetReader(facts: SheetFacts): XmlReader<FileRow[]> {
  let rows: FileRow[] = [];
  let rowNumber = 0;
  let cells: string[] = [];
  let formulas: number[] = [];
  let lastColumn = -1;
  let cell: OpenCell | null = null;
  let isValue = false;
  const inline = textReader();
  const endCell = ({ column, ...read }: OpenCell) => {
    const value = valueOf(read, facts, inline.end());
    if (value === "") return;
    if (column >= importLimits.columnsMax) throw importRefusals.too_many_columns({ maximum: importLimits.columnsMax });
    while (cells.length < column) cells.push("");
    cells[column] = value;
    if (read.isFormula) formulas.push(column);
  };
  const endRow = () => {
    if (cells.some((value) => value.trim() !== ""))
      rows.push({ rowNumber, cells, ...(formulas.length > 0 ? { formulas } : {}) });
  };
  return {
    open: (name, attributes) => {
      if (name === "row") {
        rowNumber = attributes.r === undefined ? rowNumber + 1 : Number(attributes.r);
        if (!(rowNumber <= rowNumberMax)) throw importRefusals.too_many_rows({ maximum: importLimits.rowsMax });
        [cells, formulas, lastColumn] = [[], [], -1];
      } else if (name === "c") {
        lastColumn = attributes.r === undefined ? lastColumn + 1 : columnOf(attributes.r);
        const style = Number(attributes.s ?? 0);
        cell = { column: lastColumn, type: attributes.t ?? "n", style, value: "", isFormula: false };
        inline.begin();
      } else if (name === "v") isValue = true;
      else if (name === "f" && cell) cell.isFormula = true;
      else if (cell) inline.open(name);
    },
    text: (text) => {
      if (isValue && cell) cell.value += text;
      else inline.add(text);
    },
    close: (name) => {
      if (name === "v") isValue = false;
      else if (name === "c" && cell) {
        endCell(cell);
        cell = null;
      } else if (name === "row") endRow();
      else inline.close(name);
    },
    take: () => {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

function valueOf(
  { type, style, value }: Omit<OpenCell, "column">,
  { strings, formats, startsIn1904 }: SheetFacts,
  inline: string,
): string {
  switch (type) {
    case "s":
      return strings[Number(value)] ?? "";
    case "inlineStr":
      return inline;
    case "str":
      return unescaped(value);
    case "b":
      return value === "" ? "" : String(isOn(value));
    case "n":
      return formatCell(value, formats[style], startsIn1904);
    // Errors such as `#N/A`, and days as text.
    default:
      return value;
  }
}

/** The column of `AB12`, counted from 0. */
function columnOf(at: string): number {
  let column = 0;
  for (const sign of at) {
    const place = sign.charCodeAt(0) - 64;
    if (place < 1 || place > 26) break;
    column = column * 26 + place;
  }
  if (column === 0) throw importRefusals.damaged_workbook();
  return column - 1;
}
