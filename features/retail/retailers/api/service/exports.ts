import type { Input } from "#base/contract.ts";
import type { Columns } from "#api/columns.ts";
import type { Ctx } from "#api/context.ts";
import { csvChunks, type CsvValue } from "#api/csv.ts";
import { readBatches } from "#api/list.ts";
import type { CsvFile } from "#api/serve.ts";
import { distancesOf, later, namesOf, orderedRetailers } from "#features/retail/retailers/api/service/lists.ts";
import { today } from "#features/retail/retailers/api/service/records.ts";
import {
  assignmentsChangedAt,
  countProducts,
  noProducts,
} from "#features/retail/retailers/api/service/relatedRecords.ts";
import { type RetailerRecord, retailersTable as table } from "#features/retail/retailers/api/tables.ts";
import type { retailers } from "#features/retail/retailers/contract.ts";
import { type RetailerExportColumn, retailerExportColumns } from "#features/retail/retailers/contract/records.ts";
import { kycStatusOn } from "#features/retail/retailers/rules.ts";
import { retailerTypesById } from "#features/retail/retailer-types/api/store.ts";

/** Told of a retailer besides its own columns. */
const computed = ["type", "parent", "productsCount", "stoppedCount", "distanceKm", "lastActivityAt"] as const;
const isOwn = (name: RetailerExportColumn) => !(computed as readonly RetailerExportColumn[]).includes(name);

/** Every row that the list finds, in its order, as a file that the import reads back. */
export async function exportRetailers(
  ctx: Ctx,
  { columns: asked, ...input }: Input<typeof retailers.exportCsv>,
): Promise<CsvFile> {
  const all = retailerExportColumns.filter((name) => name !== "distanceKm" || input.near !== undefined);
  const names = asked ?? all;
  const plain = Object.fromEntries(all.filter(isOwn).map((name) => [name, table[name as keyof typeof table]]));
  const { id, retailerTypeId, parentId, kycExpiresOn } = table;
  const columns = { ...plain, id, retailerTypeId, parentId, kycExpiresOn } as Columns;
  const list = { ...orderedRetailers(ctx, input), columns };
  const types = await retailerTypesById(ctx);
  const lines = async function* () {
    for await (const rows of readBatches(ctx, list, input)) {
      const records = rows as unknown as RetailerRecord[];
      const around = await readAround(ctx, records, input.near);
      yield records.map((row) => {
        const told: Readonly<Partial<Record<RetailerExportColumn, CsvValue>>> = {
          ...around(row),
          type: types.get(row.retailerTypeId)!.code,
          kycStatus: kycStatusOn(row, today(ctx)),
        };
        return names.map((name) => (name in told ? told[name]! : cellOf(row[name as keyof RetailerRecord])));
      });
    }
  };
  return { fileName: `retailers-${ctx.now.slice(0, 10)}.csv`, chunks: csvChunks(names, lines()) };
}

/** What stands around the retailers of a batch: a statement for all of them and each kind. */
async function readAround(ctx: Ctx, records: readonly RetailerRecord[], near: string | undefined) {
  const ids = records.map(({ id }) => id);
  const [chains, products, changedAt, distances] = await Promise.all([
    namesOf(
      ctx,
      records.flatMap((row) => row.parentId ?? []),
    ),
    countProducts(ctx, ids),
    assignmentsChangedAt(ctx, ids),
    near === undefined ? null : distancesOf(ctx, ids, near),
  ]);
  return ({ id, parentId, updatedAt }: RetailerRecord) => ({
    ...(products.get(id) ?? noProducts),
    parent: chains.get(parentId ?? "")?.code ?? null,
    lastActivityAt: later(updatedAt, changedAt.get(id)),
    distanceKm: distances?.get(id) ?? null,
  });
}

function cellOf(value: unknown): CsvValue {
  if (typeof value !== "object" || value === null) return value as CsvValue;
  return Object.keys(value).length === 0 ? null : JSON.stringify(value);
}
