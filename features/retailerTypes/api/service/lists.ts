import { type SQL, sql } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import type { Columns } from "#api/columns.ts";
import type { Ctx } from "#api/context.ts";
import { csvChunks, type CsvValue } from "#api/csv.ts";
import { countEach, isAnyOf, type ListDefinition, readBatches, readPage, whereOf } from "#api/list.ts";
import type { CsvFile } from "#api/serve.ts";
import { countRetailers, retailerTypeScope } from "#features/retailerTypes/api/service/records.ts";
import { retailerTypesTable as table } from "#features/retailerTypes/api/tables.ts";
import {
  retailerTypeExportColumns,
  RetailerTypeRow,
  retailerTypeStatuses,
  type retailerTypes,
} from "#features/retailerTypes/contract.ts";

type Shown = Pick<typeof table, Exclude<keyof RetailerTypeRow, "retailersCount">>;
const rowColumns = Object.fromEntries(
  Object.keys(RetailerTypeRow.shape)
    .filter((name) => name !== "retailersCount")
    .map((name) => [name, table[name as keyof Shown]]),
) as Shown;

const isNotArchived: SQL = sql`${table.status} <> 'archived'`;

/** The one definition behind the list, its counts and its export. */
export const retailerTypeList: ListDefinition<Shown, Input<typeof retailerTypes.list>> = {
  table,
  id: table.id,
  columns: rowColumns,
  search: table.searchKey,
  sorts: {
    position: [table.position, table.sortKey, table.id],
    name: [table.sortKey, table.id],
    createdAt: [table.createdAt, table.id],
    updatedAt: [table.updatedAt, table.id],
    code: [table.code, table.id],
  },
  filters: {
    ids: (ids) => isAnyOf(table.id, ids),
    status: (statuses) => isAnyOf(table.status, statuses),
    channel: (channels) => isAnyOf(table.channel, channels),
    certificatePolicy: (policies) => isAnyOf(table.certificatePolicy, policies),
    kycLevel: (levels) => isAnyOf(table.kycLevel, levels),
  },
  unless: ({ status, ids }) => (status || ids ? undefined : isNotArchived),
  scope: retailerTypeScope,
};

/** Refuses with `invalid_cursor`. */
export async function listRetailerTypes(
  ctx: Ctx,
  input: Input<typeof retailerTypes.list>,
): Promise<Output<typeof retailerTypes.list>> {
  const { rows, ...rest } = await readPage(ctx, retailerTypeList, input);
  const counts = await countRetailers(
    ctx,
    rows.map(({ id }) => id),
  );
  return { ...rest, rows: rows.map((row) => ({ ...row, retailersCount: counts.get(row.id) ?? 0 })) };
}

export async function countRetailerTypes(
  ctx: Ctx,
  filter: Input<typeof retailerTypes.countByStatus>,
): Promise<Output<typeof retailerTypes.countByStatus>> {
  const matching = whereOf(ctx, { ...retailerTypeList, unless: () => undefined }, filter);
  return { byStatus: await countEach(ctx, table, matching, { column: table.status, values: retailerTypeStatuses }) };
}

/** Every type that the list finds, in its order. */
export async function exportRetailerTypes(
  ctx: Ctx,
  { columns: asked, ...input }: Input<typeof retailerTypes.exportCsv>,
): Promise<CsvFile> {
  const names = asked ?? retailerTypeExportColumns;
  const columns: Columns = { ...rowColumns, description: table.description };
  const lines = async function* () {
    for await (const rows of readBatches(ctx, { ...retailerTypeList, columns }, input)) {
      const counts = await countRetailers(
        ctx,
        rows.map(({ id }) => String(id)),
      );
      yield rows.map((row) =>
        names.map((name) => cellOf(name === "retailersCount" ? (counts.get(String(row.id)) ?? 0) : row[name])),
      );
    }
  };
  return { fileName: `retailer-types-${ctx.now.slice(0, 10)}.csv`, chunks: csvChunks(names, lines()) };
}

const cellOf = (value: unknown): CsvValue =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : (value as CsvValue);
