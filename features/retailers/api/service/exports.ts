import type { Input } from "#base/contract.ts";
import type { Columns } from "#api/columns.ts";
import type { Ctx } from "#api/context.ts";
import { csvChunks, type CsvValue } from "#api/csv.ts";
import { readBatches } from "#api/list.ts";
import type { CsvFile } from "#api/serve.ts";
import { namesOf, retailerList } from "#features/retailers/api/service/lists.ts";
import { today } from "#features/retailers/api/service/records.ts";
import { countProducts, noProducts } from "#features/retailers/api/service/surroundings.ts";
import { type RetailerRecord, retailersTable as table } from "#features/retailers/api/tables.ts";
import type { retailers } from "#features/retailers/contract.ts";
import { type RetailerExportColumn, retailerExportColumns } from "#features/retailers/contract/records.ts";
import { kycStatusOn } from "#features/retailers/rules.ts";
import { retailerTypesById } from "#features/retailerTypes/api/service/records.ts";

/** Every row that the list finds, in its order, as a file that the import reads back. */
export async function exportRetailers(
  ctx: Ctx,
  { columns: asked, ...input }: Input<typeof retailers.exportCsv>,
): Promise<CsvFile> {
  const names = asked ?? retailerExportColumns;
  const {
    type: _,
    parent: __,
    productsCount: ___,
    stoppedCount: ____,
    ...plain
  } = Object.fromEntries(retailerExportColumns.map((name) => [name, table[name as keyof typeof table]]));
  const { retailerTypeId, parentId, kycExpiresOn } = table;
  const columns = { ...plain, id: table.id, retailerTypeId, parentId, kycExpiresOn } as Columns;
  const types = await retailerTypesById(ctx);
  const lines = async function* () {
    for await (const rows of readBatches(ctx, { ...retailerList(ctx), columns }, input)) {
      const records = rows as unknown as RetailerRecord[];
      const chains = await namesOf(
        ctx,
        records.flatMap((row) => row.parentId ?? []),
      );
      const products = await countProducts(
        ctx,
        records.map(({ id }) => id),
      );
      yield records.map((row) => {
        const told: Readonly<Partial<Record<RetailerExportColumn, CsvValue>>> = {
          type: types.get(row.retailerTypeId)!.code,
          parent: chains.get(row.parentId ?? "")?.code ?? null,
          kycStatus: kycStatusOn(row, today(ctx)),
          ...(products.get(row.id) ?? noProducts),
        };
        return names.map((name) => (name in told ? told[name]! : cellOf(row[name as keyof RetailerRecord])));
      });
    }
  };
  return { fileName: `retailers-${ctx.now.slice(0, 10)}.csv`, chunks: csvChunks(names, lines()) };
}

function cellOf(value: unknown): CsvValue {
  if (typeof value !== "object" || value === null) return value as CsvValue;
  return Object.keys(value).length === 0 ? null : JSON.stringify(value);
}
