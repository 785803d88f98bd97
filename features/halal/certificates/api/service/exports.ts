import { inArray, sql } from "drizzle-orm";
import type { Input } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import type { CsvValue } from "#api/csv.ts";
import { listTable, type TableFile } from "#api/tableFile.ts";
import { certificateList, rowColumns, withParts } from "#features/halal/certificates/api/service/lists.ts";
import { certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import type { certificates } from "#features/halal/certificates/contract.ts";
import { certificateExportColumns, type CertificateExportColumn } from "#features/halal/certificates/contract/list.ts";

const exportColumns = {
  ...rowColumns,
  schemeCode: table.schemeCode,
  holderBrandId: table.holderBrandId,
  holderRetailerId: table.holderRetailerId,
  holderAddress: table.holderAddress,
  scopeText: table.scopeText,
  slaughterMethod: table.slaughterMethod,
  stateReason: table.stateReason,
  verifiedAt: table.verifiedAt,
  lastCheckedAt: table.lastCheckedAt,
  notes: table.notes,
};

/** Every row that the list finds, in its order, as a file that the import reads. */
export async function exportCertificates(
  ctx: Ctx,
  { columns: asked, ...input }: Input<typeof certificates.exportCsv>,
): Promise<TableFile> {
  const names = asked ?? certificateExportColumns;
  return listTable(ctx, { ...certificateList(ctx), columns: exportColumns }, input, {
    name: `certificates-${ctx.now.slice(0, 10)}`,
    header: names,
    cellsOf: async (rows) => {
      const parts = await withParts(ctx, rows);
      const [holders, products] = await Promise.all([readHolderCodes(ctx, rows), readProducts(ctx, rows)]);
      return rows.map((row, place) => {
        const { body, standards, effectiveState, daysLeft, reviewer } = parts[place]!;
        const cells: Partial<Record<CertificateExportColumn, CsvValue>> = {
          body: body.acronym,
          standards: standards.join("|"),
          state: effectiveState,
          daysLeft,
          reviewer: reviewer?.name ?? null,
          holder: holders.get(row.holderBrandId ?? row.holderRetailerId ?? "") ?? null,
          products: products.get(row.id) ?? null,
        };
        return names.map((name) =>
          name in cells ? cells[name]! : ((row as Record<string, unknown>)[name] as CsvValue),
        );
      });
    },
  });
}

type Held = { readonly holderBrandId: string | null; readonly holderRetailerId: string | null };

async function readHolderCodes(ctx: Ctx, rows: readonly Held[]): Promise<ReadonlyMap<string, string>> {
  const brandIds = [...new Set(rows.flatMap(({ holderBrandId }) => holderBrandId ?? []))];
  const retailerIds = [...new Set(rows.flatMap(({ holderRetailerId }) => holderRetailerId ?? []))];
  const { id, code } = brandsTable;
  const retailers = retailersTable;
  const found = await Promise.all([
    brandIds.length > 0 ? ctx.db.select({ id, code }).from(brandsTable).where(inArray(id, brandIds)) : [],
    retailerIds.length > 0
      ? ctx.db
          .select({ id: retailers.id, code: retailers.code })
          .from(retailers)
          .where(inArray(retailers.id, retailerIds))
      : [],
  ]);
  return new Map(found.flat().map((row) => [row.id, row.code]));
}

/** The listed lines, each with its GTIN behind it where it has one: `Medjool Dates 1 kg (09521000000018)`. */
async function readProducts(ctx: Ctx, rows: readonly { readonly id: string }[]): Promise<ReadonlyMap<string, string>> {
  const ids = `{${rows.map(({ id }) => id).join(",")}}`;
  const result = await ctx.db.execute(sql`
    select certificate_id as id,
           string_agg(name_on_certificate || coalesce(' (' || gtin || ')', ''), '|' order by position, id) as products
      from certificate_products
     where status = 'listed' and certificate_id = any(${ids}::uuid[])
     group by certificate_id`);
  const { rows: found } = result as { rows: { id: string; products: string }[] };
  return new Map(found.map(({ id, products }) => [id, products]));
}
