import { sha256Of } from "#api/sha256.ts";
import { and, asc, eq, inArray, lt, notInArray } from "drizzle-orm";
import { addMs, dayMs } from "#base/time.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import type { Importer } from "#api/importer.ts";
import { type Import, type ImportLanguage, importLimits, importRefusals } from "#features/platform/imports/contract.ts";
import { rememberedMapping } from "#features/platform/imports/api/service/mappings.ts";
import { viewImport } from "#features/platform/imports/api/service/ownImports.ts";
import { type FileRow, formatOf, readCsv } from "#features/platform/imports/api/service/readCsv.ts";
import { readXlsx } from "#features/platform/imports/api/service/readXlsx.ts";
import { cutText } from "#features/platform/imports/api/service/texts.ts";
import { notifyOwner } from "#features/platform/imports/api/service/runs.ts";
import {
  importChunksTable,
  type ImportRecord,
  importsTable,
  type StoredColumn,
} from "#features/platform/imports/api/tables.ts";
import { suggestMapping } from "#features/platform/imports/rules.ts";

/** Rows in a chunk: the unit of reading, checking and writing. */
export const chunkRows = 1000;
const samplesPerColumn = 3;
const sampleMax = 80;
const uploadTtlMs = 30 * dayMs;

type UploadInput = {
  readonly importId: string;
  readonly fileName: string;
  readonly language: ImportLanguage;
};

/** A file as it came, and how it is read. */
type UploadedFile = UploadInput & {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly encoding: string;
  /** Refuses files of other formats. Its rows start anew each time: a transaction that is rolled back runs again. */
  readonly format: () => { readonly delimiter: string; readonly rows: () => FileRows };
};
type FileRows = Generator<FileRow> | AsyncGenerator<FileRow>;

/** Uploads CSV. The same id and file again returns the first upload. */
export function uploadImport(
  ctx: Ctx,
  importer: Importer,
  { text: sent, ...input }: UploadInput & { readonly encoding: string; readonly text: string },
): Promise<Import> {
  const text = sent.startsWith("\uFEFF") ? sent.slice(1) : sent;
  return upload(ctx, importer, {
    ...input,
    bytes: new TextEncoder().encode(text),
    format: () => {
      refuseOtherFormats(text);
      const { rows, delimiter } = formatOf(text);
      return { delimiter, rows: () => readCsv(rows, delimiter) };
    },
  });
}

/** Uploads an XLSX workbook. The same id and file again returns the first upload. */
export const uploadWorkbook = (
  ctx: Ctx,
  importer: Importer,
  { bytes, ...input }: UploadInput & { readonly bytes: Uint8Array<ArrayBuffer> },
): Promise<Import> =>
  upload(ctx, importer, {
    ...input,
    bytes,
    encoding: "xlsx",
    format: () => ({ delimiter: "", rows: () => readXlsx(bytes) }),
  });

/** Reads a whole file, stores its rows, and suggests a mapping of its columns. */
async function upload(ctx: Ctx, importer: Importer, file: UploadedFile): Promise<Import> {
  const { importId: id, language, fileName, encoding, bytes } = file;
  const contentHash = await sha256Of(bytes);
  const known = await findUploaded(ctx, importer, { importId: id, contentHash });
  if (known) return viewImport({ record: known, importer }, language);
  const { delimiter, rows: readRows } = file.format();
  await removeOld(ctx);
  await inTransaction(ctx, async (inner) => {
    const rows = readRows();
    const headers = await readHeaders(rows);
    const remembered = await rememberedMapping(inner, importer);
    const inserted = await inner.db
      .insert(importsTable)
      .values({
        id,
        fileName,
        encoding,
        resource: importer.resource,
        ownerId: actorOf(ctx).userId,
        delimiter,
        byteCount: bytes.byteLength,
        contentHash,
        columns: headers.map((header) => ({ header, samples: [] })),
        rowsCount: 0,
        mapping: suggestMapping({ headers, columns: importer.columns, remembered }),
        state: "uploaded",
        createdAt: ctx.now,
      })
      .onConflictDoNothing()
      .returning({ id: importsTable.id });
    // Another copy of this request came first; it is found below.
    if (inserted.length === 0) return;
    await keepRows(inner, { id, headers, rows });
    await notifyOwner(inner, { id, ownerId: actorOf(ctx).userId });
  });
  const record = await findUploaded(ctx, importer, { importId: id, contentHash });
  if (!record) throw new Error(`import ${id} is gone right after its upload`);
  return viewImport({ record, importer }, language);
}

async function findUploaded(
  ctx: Ctx,
  importer: Importer,
  { importId, contentHash }: { importId: string; contentHash: string },
): Promise<ImportRecord | undefined> {
  const [record] = await ctx.db.select().from(importsTable).where(eq(importsTable.id, importId));
  if (!record) return undefined;
  const isSame =
    record.ownerId === actorOf(ctx).userId &&
    record.resource === importer.resource &&
    record.contentHash === contentHash;
  if (!isSame) throw importRefusals.import_exists();
  return record;
}

/** Files that are no CSV: empty ones, workbooks (zip archives), or binary files. */
function refuseOtherFormats(text: string): void {
  if (text.trim() === "") throw importRefusals.empty_file();
  if (text.startsWith("PK\u0003\u0004") || text.startsWith("%PDF-")) throw importRefusals.not_csv();
  const nullAt = text.indexOf("\0");
  if (nullAt !== -1) throw importRefusals.null_character({ row: text.slice(0, nullAt).split("\n").length });
}

async function readHeaders(rows: FileRows): Promise<string[]> {
  const first = await rows.next();
  if (first.done) throw importRefusals.empty_file();
  const headers = first.value.cells.map((cell) => cell.normalize("NFC").trim());
  const long = headers.findIndex((header) => header.length > importLimits.headerMax);
  if (long !== -1) throw importRefusals.header_too_long({ column: long + 1, maximum: importLimits.headerMax });
  for (const [index, header] of headers.entries()) {
    const earlier = headers.indexOf(header);
    if (header !== "" && earlier < index) {
      throw importRefusals.duplicate_header({ header, first: earlier + 1, second: index + 1 });
    }
  }
  return headers;
}

/** In chunks, so that 20 MB are never in memory twice. */
async function keepRows(
  ctx: Ctx,
  { id, headers, rows }: { id: string; headers: readonly string[]; rows: FileRows },
): Promise<void> {
  const columns: StoredColumn[] = headers.map((header) => ({ header, samples: [] }));
  let rowsCount = 0;
  let number = 0;
  let chunk: [number, ...string[]][] = [];
  const keep = async () => {
    await ctx.db.insert(importChunksTable).values({ importId: id, number, rows: JSON.stringify(chunk) });
    number += 1;
    chunk = [];
  };
  for await (const { rowNumber, cells, formulas = [] } of rows) {
    rowsCount += 1;
    if (rowsCount > importLimits.rowsMax) throw importRefusals.too_many_rows({ maximum: importLimits.rowsMax });
    chunk.push([rowNumber, ...cells]);
    for (const [index, column] of columns.entries()) addSample(column.samples, cells[index] ?? "");
    for (const index of formulas) countFormula(columns[index], rowNumber, cells[index] ?? "");
    if (chunk.length === chunkRows) await keep();
  }
  if (rowsCount === 0) throw importRefusals.no_rows();
  if (chunk.length > 0) await keep();
  await ctx.db.update(importsTable).set({ columns, rowsCount }).where(eq(importsTable.id, id));
}

function addSample(samples: string[], cell: string): void {
  if (samples.length === samplesPerColumn) return;
  const sample = cutText(cell.trim(), sampleMax);
  if (sample !== "" && !samples.includes(sample)) samples.push(sample);
}

function countFormula(column: StoredColumn | undefined, rowNumber: number, value: string): void {
  if (!column) return;
  column.formulas ??= { count: 0, rowNumber, value: cutText(value, sampleMax) };
  column.formulas.count += 1;
}

/**
 * Files contain users' names and are not needed for long. Each upload deletes a few old ones, which keeps the tables
 * small.
 */
async function removeOld(ctx: Ctx): Promise<void> {
  const old = ctx.db
    .select({ id: importsTable.id })
    .from(importsTable)
    .where(
      and(
        lt(importsTable.createdAt, addMs(ctx.now, -uploadTtlMs)),
        notInArray(importsTable.state, ["checking", "importing"]),
      ),
    )
    .orderBy(asc(importsTable.createdAt))
    .limit(5);
  await ctx.db.delete(importsTable).where(inArray(importsTable.id, old));
}
