import type { Input } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import { csvChunks, type CsvValue } from "#api/csv.ts";
import type { Columns } from "#api/columns.ts";
import { readBatches } from "#api/list.ts";
import type { CsvFile } from "#api/serve.ts";
import { brandList } from "#features/brands/api/service/lists.ts";
import { brandsTable } from "#features/brands/api/tables.ts";
import { type BrandExportColumn, brandExportColumns, type brands } from "#features/brands/contract.ts";

/** Every row that the list finds, in its order, as a file that the import reads back. */
export async function exportBrands(
  ctx: Ctx,
  { columns: asked, ...input }: Input<typeof brands.exportCsv>,
): Promise<CsvFile> {
  const names = asked ?? brandExportColumns;
  const columns: Columns = Object.fromEntries(names.map((name) => [name, brandsTable[name]]));
  const lines = async function* () {
    for await (const rows of readBatches(ctx, { ...brandList, columns }, input)) {
      yield rows.map((row) => names.map((name) => cellOf(name, row[name])));
    }
  };
  return { fileName: `brands-${ctx.now.slice(0, 10)}.csv`, chunks: csvChunks(names, lines()) };
}

/** How a file holds what is no single value: as the import reads it. */
function cellOf(name: BrandExportColumn, value: unknown): CsvValue {
  // A list where a name has a bar of its own, or the import would take it for two.
  if (isNames(value)) return value.some((each) => /[|[]/.test(each)) ? JSON.stringify(value) : value.join("|");
  if (name === "nameI18n" || name === "storyI18n") return isEmpty(value) ? null : JSON.stringify(value);
  return value as CsvValue;
}

const isNames = (value: unknown): value is readonly string[] => Array.isArray(value);
const isEmpty = (value: unknown) => Object.keys(value as object).length === 0;
