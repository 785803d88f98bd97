import type { Input } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import type { CsvValue } from "#api/csv.ts";
import { listTable, type TableFile } from "#api/tableFile.ts";
import { assignmentList } from "#features/retail/assignments/api/service/lists.ts";
import { shownAll } from "#features/retail/assignments/api/service/records.ts";
import { assignmentExportColumns, type assignments } from "#features/retail/assignments/contract.ts";
import type { Assignment } from "#features/retail/assignments/contract/rows.ts";

type Column = (typeof assignmentExportColumns)[number];

/** All rows of the filtered list, in its order, as a file that the import can read. */
export async function exportAssignments(
  ctx: Ctx,
  { columns: asked, ...input }: Input<typeof assignments.exportCsv>,
): Promise<TableFile> {
  const names = asked ?? assignmentExportColumns;
  return listTable(ctx, assignmentList(ctx), input, {
    name: `assignments-${ctx.now.slice(0, 10)}`,
    header: names,
    cellsOf: async (rows) => (await shownAll(ctx, rows)).map((row) => names.map((name) => cells[name](row))),
  });
}

const cells: Readonly<Record<Column, (row: Assignment) => CsvValue>> = {
  retailerCode: ({ retailer }) => retailer.code,
  location: ({ location }) => location?.name ?? null,
  gtin: ({ product }) => product.gtin,
  productCode: ({ product }) => product.code,
  productName: ({ product }) => product.name,
  brandName: ({ product }) => product.brand.name,
  status: ({ status }) => status,
  pauseReason: ({ pauseReason }) => pauseReason,
  halal: ({ halal }) => halal.state,
  certificate: ({ halal }) => halal.certificate?.code ?? null,
  halalEndsAt: ({ halal }) => halal.endsAt,
  halalLastDay: ({ halal }) => halal.lastDay,
  priceMinor: ({ priceMinor }) => priceMinor,
  currency: ({ currency }) => currency,
  stockStatus: ({ stockStatus }) => stockStatus,
  cashbackMode: ({ cashbackMode }) => cashbackMode,
  cashbackBps: ({ cashbackBps }) => cashbackBps,
  cashbackFixedMinor: ({ cashbackFixedMinor }) => cashbackFixedMinor,
  cashbackCapMinor: ({ cashbackCapMinor }) => cashbackCapMinor,
  consumerCapPerMonth: ({ consumerCapPerMonth }) => consumerCapPerMonth,
  rateSource: ({ rate }) => rate.source,
  startsAt: ({ startsAt }) => startsAt,
  endsAt: ({ endsAt }) => endsAt,
  retailerSku: ({ retailerSku }) => retailerSku,
  shelfUrl: ({ shelfUrl }) => shelfUrl,
};
