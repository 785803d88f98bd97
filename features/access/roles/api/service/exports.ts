import type { Input } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import { csvChunks, type CsvValue } from "#api/csv.ts";
import { readBatches } from "#api/list.ts";
import type { CsvFile } from "#api/serve.ts";
import { counted, roleList } from "#features/access/roles/api/service/lists.ts";
import { type RoleExportColumn, roleExportColumns, type roles } from "#features/access/roles/contract.ts";

/** Every role that the list finds, in its order, as a file. */
export async function exportRoles(
  ctx: Ctx,
  { columns: asked, ...input }: Input<typeof roles.exportCsv>,
): Promise<CsvFile> {
  const names = asked ?? roleExportColumns;
  const lines = async function* () {
    for await (const records of readBatches(ctx, roleList, input)) {
      const rows = await counted(ctx, records);
      yield rows.map((row, place) => names.map((name) => cellOf(name, { ...records[place], ...row }[name])));
    }
  };
  return { fileName: `roles-${ctx.now.slice(0, 10)}.csv`, chunks: csvChunks(names, lines()) };
}

function cellOf(name: RoleExportColumn, value: unknown): CsvValue {
  if (name === "grants") return (value as readonly string[]).join("|");
  if (name === "titleI18n") return Object.keys(value as object).length === 0 ? null : JSON.stringify(value);
  return value as CsvValue;
}
