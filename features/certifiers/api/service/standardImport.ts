import { eq } from "drizzle-orm";
import { unstatedEdition } from "#base/halal.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { checkKeyedRows, type KeyedRow, writeKeyedRows } from "#api/import/keyedRows.ts";
import {
  arabicColumn,
  neededColumn,
  type ReadColumn,
  textColumn,
  translationsColumn,
} from "#api/import/readColumns.ts";
import type { CheckedRow, GoodRow, ImportRow, ImportRun, ImportSource } from "#api/importer.ts";
import { insertStandard, lockStandard, rewriteStandard } from "#features/certifiers/api/service/standards.ts";
import { standardsTable } from "#features/certifiers/api/tables.ts";
import { standards } from "#features/certifiers/contract.ts";
import { StandardInput } from "#features/certifiers/contract/standards.ts";
import { emptyStandard } from "#features/certifiers/rules.ts";

export type ImportedStandard = KeyedRow<StandardInput>;

export const standardColumns: readonly ReadColumn[] = [
  neededColumn("code", "Code", "الرمز", "GSO 2055-1", ["standard", "الرمز"]),
  textColumn("edition", "Edition", "الإصدار", "2015", ["year", "الإصدار"]),
  neededColumn("title", "Title", "العنوان", "General requirements for halal food", ["name", "العنوان"]),
  translationsColumn("titleI18n", "Title by language", "العنوان بحسب اللغة", '{"ms": "Makanan halal"}', [
    "titles_json",
    "title_i18n",
  ]),
  arabicColumn("titleI18n", "Title in Arabic", "العنوان بالعربية", "المتطلبات العامة للأغذية الحلال", ["title_ar"]),
  neededColumn("owner", "Issued by", "الجهة المصدرة", "GCC Standardization Organization", ["issuer", "body"]),
  textColumn("scope", "Scope", "النطاق", "Food", []),
  textColumn("sourceUrl", "Source", "المصدر", "https://standards.example", ["source_url", "source", "url"]),
];

/** A file that does not tell the edition says that it is not stated. */
const empty: StandardInput = { ...emptyStandard, edition: unstatedEdition };

const keyOf = ({ code = "", edition = "" }: { readonly code?: string; readonly edition?: string }) =>
  `${code} ${edition || unstatedEdition}`.toLowerCase();

/** A row changes the edition that has its code and year, or makes one. */
export async function checkStandardRows(
  ctx: Ctx,
  rows: readonly ImportRow[],
  run: ImportRun,
): Promise<CheckedRow<ImportedStandard>[]> {
  const records = await ctx.db.select().from(standardsTable).where(eq(standardsTable.status, "active"));
  return checkKeyedRows(rows, run, {
    columns: standardColumns,
    schema: StandardInput,
    empty,
    keyOf,
    keyField: "code",
    known: new Map(records.map((record) => [keyOf(record), record])),
    mayUpdate: actorOf(ctx).permissions.has(standards.update.permission),
  });
}

export const writeStandardRows = (
  ctx: Ctx,
  rows: readonly GoodRow<ImportedStandard>[],
  source: ImportSource,
): Promise<void> =>
  writeKeyedRows(ctx, rows, source, {
    add: (inner, id, whole, reason) => insertStandard(inner, id, whole, { action: "import", reason }),
    change: async (inner, id, patch, reason) =>
      rewriteStandard(inner, await lockStandard(inner, { id }), patch, { action: "update", reason }),
  });
