import type { Importer } from "#api/importer.ts";
import { type TableFile, wholeTable } from "#api/tableFile.ts";

/** Every column and one example row. Without the key column, so that the file can be imported unchanged. */
export function importTemplate({ resource, columns }: Importer): TableFile {
  const offered = columns.filter(({ role }) => role !== "key");
  const header = offered.map(({ field }) => field);
  async function* rows() {
    yield [offered.map(({ example }) => example)];
  }
  return wholeTable(`${resource}-template`, header, rows);
}
