import { and, asc, eq, inArray, lt, notInArray } from "drizzle-orm";
import { addMs, dayMs } from "#base/time.ts";
import { actorOf, type Ctx, inTransaction } from "#api/context.ts";
import type { Importer } from "#api/importer.ts";
import { type Import, type ImportLanguage, importLimits, importRefusals } from "#features/platform/imports/contract.ts";
import { rememberedMapping } from "#features/platform/imports/api/service/mappings.ts";
import { viewImport } from "#features/platform/imports/api/service/ownImports.ts";
import { formatOf, readCsv } from "#features/platform/imports/api/service/readCsv.ts";
import { cutText } from "#features/platform/imports/api/service/texts.ts";
import { importChunksTable, type ImportRecord, importsTable } from "#features/platform/imports/api/tables.ts";
import { suggestMapping } from "#features/platform/imports/rules.ts";

/** Rows in a chunk: the unit of reading, checking and writing. */
export const chunkRows = 1000;
const samplesPerColumn = 3;
const sampleMax = 80;
const uploadTtlMs = 30 * dayMs;

export type UploadInput = {
  readonly importId: string;
  readonly fileName: string;
  readonly encoding: string;
  readonly language: ImportLanguage;
  readonly text: string;
};

/**
 * Reads a whole file, stores its rows, and suggests a mapping of its columns. The same id and file again returns the
 * first upload.
 */
export async function uploadImport(ctx: Ctx, importer: Importer, input: UploadInput): Promise<Import> {
  const text = input.text.startsWith("\uFEFF") ? input.text.slice(1) : input.text;
  const bytes = new TextEncoder().encode(text);
  const contentHash = await sha256(bytes);
  const known = await findUploaded(ctx, importer, { importId: input.importId, contentHash });
  if (known) return viewImport({ record: known, importer }, input.language);
  refuseOtherFormats(text);
  const format = formatOf(text);
  await removeOld(ctx);
  const { language, text: _, importId: id, ...file } = input;
  await inTransaction(ctx, async (inner) => {
    const rows = readCsv(format.rows, format.delimiter);
    const headers = readHeaders(rows);
    const remembered = await rememberedMapping(inner, importer);
    const inserted = await inner.db
      .insert(importsTable)
      .values({
        ...file,
        id,
        resource: importer.resource,
        ownerId: actorOf(ctx).userId,
        delimiter: format.delimiter,
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
    if (inserted.length > 0) await keepRows(inner, { id, headers, rows });
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

/** Files that users upload by mistake: empty ones, workbooks (zip archives), or binary files. */
function refuseOtherFormats(text: string): void {
  if (text.trim() === "") throw importRefusals.empty_file();
  if (text.startsWith("PK\u0003\u0004") || text.startsWith("%PDF-")) throw importRefusals.not_csv();
  const nullAt = text.indexOf("\0");
  if (nullAt !== -1) throw importRefusals.null_character({ row: text.slice(0, nullAt).split("\n").length });
}

function readHeaders(rows: ReturnType<typeof readCsv>): string[] {
  const first = rows.next();
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
  { id, headers, rows }: { id: string; headers: readonly string[]; rows: ReturnType<typeof readCsv> },
): Promise<void> {
  const columns = headers.map((header) => ({ header, samples: [] as string[] }));
  let rowsCount = 0;
  let number = 0;
  let chunk: [number, ...string[]][] = [];
  const keep = async () => {
    await ctx.db.insert(importChunksTable).values({ importId: id, number, rows: JSON.stringify(chunk) });
    number += 1;
    chunk = [];
  };
  for (const { rowNumber, cells } of rows) {
    rowsCount += 1;
    if (rowsCount > importLimits.rowsMax) throw importRefusals.too_many_rows({ maximum: importLimits.rowsMax });
    chunk.push([rowNumber, ...cells]);
    for (const [index, column] of columns.entries()) addSample(column.samples, cells[index] ?? "");
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

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
