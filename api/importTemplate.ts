import { csvChunks } from "#api/csv.ts";
import type { Importer } from "#api/importer.ts";
import type { CsvFile } from "#api/serve.ts";

/** Every column and one example row. Without the key column, so that the file can be imported unchanged. */
export function importTemplate({ resource, columns }: Importer): CsvFile {
  const offered = columns.filter(({ role }) => role !== "key");
  const header = offered.map(({ field }) => field);
  async function* rows() {
    yield [offered.map(({ example }) => example)];
  }
  return { fileName: `${resource}-template.csv`, chunks: csvChunks(header, rows()) };
}
