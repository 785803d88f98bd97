import { eq, inArray, ne } from "drizzle-orm";
import type { Input, Output } from "#base/contract.ts";
import type { Ctx } from "#api/context.ts";
import { csvChunks, type CsvValue } from "#api/csv.ts";
import { isAnyOf, type ListDefinition, readBatches, readPage } from "#api/list.ts";
import type { CsvFile } from "#api/serve.ts";
import { bodyScope } from "#features/halal/certifiers/api/service/bodies.ts";
import { bodiesTable as table } from "#features/halal/certifiers/api/tables.ts";
import type { certifiers } from "#features/halal/certifiers/contract.ts";
import { bodyExportColumns } from "#features/halal/certifiers/contract/bodies.ts";

const rowColumns = {
  id: table.id,
  acronym: table.acronym,
  name: table.name,
  nameI18n: table.nameI18n,
  country: table.country,
  kind: table.kind,
  website: table.website,
  logoFileId: table.logoFileId,
  renewalFromDays: table.renewalFromDays,
  renewalToDays: table.renewalToDays,
  typicalValidityMonths: table.typicalValidityMonths,
  defaultStunningPolicy: table.defaultStunningPolicy,
  status: table.status,
  version: table.version,
  createdAt: table.createdAt,
  updatedAt: table.updatedAt,
};

const bodyList: ListDefinition<typeof rowColumns, Input<typeof certifiers.list>> = {
  table,
  id: table.id,
  columns: rowColumns,
  search: table.searchKey,
  sorts: {
    acronym: [table.sortKey, table.id],
    country: [table.country, table.sortKey, table.id],
    updatedAt: [table.updatedAt, table.id],
  },
  filters: {
    ids: (ids) => isAnyOf(table.id, ids),
    country: (countries) => isAnyOf(table.country, countries),
    kind: (kinds) => inArray(table.kind, kinds),
    status: (statuses) => inArray(table.status, statuses),
  },
  unless: ({ status, ids }) => (status || ids ? undefined : ne(table.status, "archived")),
  scope: bodyScope,
};

/** Refuses with `invalid_cursor`. */
export const listBodies = (ctx: Ctx, input: Input<typeof certifiers.list>): Promise<Output<typeof certifiers.list>> =>
  readPage(ctx, bodyList, input);

const exported = {
  ...rowColumns,
  registryUrl: table.registryUrl,
  registryLookupTemplate: table.registryLookupTemplate,
  certificateNoPattern: table.certificateNoPattern,
  offLabelTags: table.offLabelTags,
};

/** Every body that the list finds, in its order, as a file that the import reads back. */
export async function exportBodies(
  ctx: Ctx,
  { columns: _, ...input }: Input<typeof certifiers.exportCsv>,
): Promise<CsvFile> {
  const lines = async function* () {
    for await (const rows of readBatches(ctx, { ...bodyList, columns: exported }, input)) {
      yield rows.map((row) => {
        const cells: Readonly<Record<string, unknown>> = {
          ...row,
          nameAr: row.nameI18n.ar ?? null,
          offLabelTags: row.offLabelTags.join("|"),
        };
        return bodyExportColumns.map((name) => (cells[name] ?? null) as CsvValue);
      });
    }
  };
  return { fileName: `certifying-bodies-${ctx.now.slice(0, 10)}.csv`, chunks: csvChunks(bodyExportColumns, lines()) };
}

/** Bodies by their acronyms, for files that name them so. Of two with one acronym, neither. */
export async function bodiesByAcronym(ctx: Ctx): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db
    .select({ id: table.id, acronym: table.acronym })
    .from(table)
    .where(eq(table.status, "active"));
  const counts = new Map<string, number>();
  for (const { acronym } of rows) counts.set(acronym.toLowerCase(), (counts.get(acronym.toLowerCase()) ?? 0) + 1);
  return new Map(
    rows
      .filter(({ acronym }) => counts.get(acronym.toLowerCase()) === 1)
      .map(({ id, acronym }) => [acronym.toLowerCase(), id]),
  );
}
