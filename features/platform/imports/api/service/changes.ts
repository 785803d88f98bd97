import { and, asc, eq, sql } from "drizzle-orm";
import type { Ctx } from "#api/context.ts";
import type { Importer, LocalizedText } from "#api/importer.ts";
import { type ImportChange, type ImportLanguage, importLimits } from "#features/platform/imports/contract.ts";
import type { OwnImport } from "#features/platform/imports/api/service/ownImports.ts";
import type { CheckedChunk } from "#features/platform/imports/api/service/rows.ts";
import { cutText } from "#features/platform/imports/api/service/texts.ts";
import { importChangesTable as table, type ImportRecord } from "#features/platform/imports/api/tables.ts";

const valueMax = 300;

/** Stores the changes that a dry run found, chunk by chunk, up to `changesMax`. */
export function changeWriter(ctx: Ctx, record: ImportRecord): (chunk: CheckedChunk) => Promise<void> {
  let number = 0;
  return async ({ good }) => {
    const found = good.flatMap(({ rowNumber, update }) =>
      Object.entries(update?.changes ?? {}).map(([field, { before, after }]) => ({
        row_number: rowNumber,
        record: update!.record,
        field,
        value_before: textOf(before),
        value_after: textOf(after),
      })),
    );
    const kept = found.slice(0, importLimits.changesMax - number).map((change, index) => {
      return { ...change, number: number + index + 1 };
    });
    if (kept.length === 0) return;
    number += kept.length;
    await ctx.db.execute(sql`
      insert into import_changes (import_id, run, number, row_number, record, field, value_before, value_after)
      select ${record.id}::uuid, ${record.run}::int, each.*
        from json_to_recordset(${JSON.stringify(kept)}::json) as each (
               number int, row_number int, record text, field text, value_before text, value_after text)`);
  };
}

/** A value as readable text. Lists are separated by pipes, as in files. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return cutText(value.map(textOf).join(" | "), valueMax);
  return cutText(typeof value === "string" ? value : JSON.stringify(value), valueMax);
}

/** The changes that the last dry run found. */
export async function listChanges(
  ctx: Ctx,
  { record, importer }: OwnImport,
  { skip, limit, language }: { skip: number; limit: number; language: ImportLanguage },
): Promise<{ rows: ImportChange[]; count: number }> {
  const ofReport = and(eq(table.importId, record.id), eq(table.run, record.reportRun ?? -1));
  const { number, rowNumber, record: name, field, before, after } = table;
  const rows = await ctx.db
    .select({ number, rowNumber, record: name, field, before, after })
    .from(table)
    .where(ofReport)
    .orderBy(asc(table.number))
    .offset(skip)
    .limit(limit);
  const count = await ctx.db.$count(table, ofReport);
  return { rows: rows.map((row) => ({ ...row, field: titleOf(importer, row.field)[language] })), count };
}

const titleOf = (importer: Importer, field: string): LocalizedText =>
  importer.columns.find((column) => column.field === field)?.title ?? { en: field, ar: field };
