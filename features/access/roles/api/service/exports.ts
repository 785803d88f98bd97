import type { Input } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import type { CsvValue } from "#api/csv.ts";
import { listTable, type TableFile } from "#api/tableFile.ts";
import { counted, roleList } from "#features/access/roles/api/service/lists.ts";
import { type RoleExportColumn, roleExportColumns, type roles } from "#features/access/roles/contract.ts";

/** Every role that the list finds, in its order, as a file. */
export async function exportRoles(
  ctx: Ctx,
  { columns: asked, ...input }: Input<typeof roles.exportCsv>,
): Promise<TableFile> {
  const names = asked ?? roleExportColumns;
  return listTable(ctx, roleList, input, {
    name: `roles-${ctx.now.slice(0, 10)}`,
    header: names,
    cellsOf: async (records) => {
      const rows = await counted(ctx, records);
      return rows.map((row, place) => names.map((name) => cellOf(name, { ...records[place], ...row }[name])));
    },
  });
}

function cellOf(name: RoleExportColumn, value: unknown): CsvValue {
  if (name === "grants") return (value as readonly string[]).join("|");
  if (name === "titleI18n") return Object.keys(value as object).length === 0 ? null : JSON.stringify(value);
  return value as CsvValue;
}
