import { tableFormats } from "#base/tableFormats.ts";
import { chunkStream } from "#api/chunkStream.ts";
import type { Ctx } from "#api/context.ts";
import { csvChunks } from "#api/csv.ts";
import type { TableFile, TableForm } from "#api/tableFile.ts";
import { xlsxChunks } from "#api/xlsx.ts";

/** Streams a table as CSV, or as XLSX to callers who accept that. */
export async function tableResponse(
  file: TableFile,
  ctx: Ctx,
  request: Request,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const form = file.form ?? formOf(request.headers);
  const stream = await chunkStream(chunksOf(file, form), ctx, "export broke off");
  const isCsv = form.format === "csv";
  return new Response(stream, {
    headers: {
      ...headers,
      "content-type": isCsv ? `${tableFormats.csv}; charset=utf-8` : tableFormats.xlsx,
      "content-disposition": `attachment; filename="${file.name}.${form.format}"`,
      "x-content-type-options": "nosniff",
      vary: "accept, accept-language",
    },
  });
}

const formOf = (headers: Headers): TableForm => ({
  format: headers.get("accept")?.includes(tableFormats.xlsx) ? "xlsx" : "csv",
  language: headers.get("accept-language")?.startsWith("ar") ? "ar" : "en",
});

async function* chunksOf(file: TableFile, { format, language }: TableForm): AsyncGenerator<Uint8Array> {
  if (format === "xlsx") yield* xlsxChunks(file.header, rowsOf(file), { isRightToLeft: language === "ar" });
  else {
    const encoder = new TextEncoder();
    for await (const text of csvChunks(file.header, rowsOf(file))) yield encoder.encode(text);
  }
}

async function* rowsOf(file: TableFile) {
  for await (const { rows } of file.read()) yield rows;
}
