import { and, eq, sql } from "drizzle-orm";
import { type Ctx, inTransaction } from "#api/context.ts";
import { enqueueJob } from "#api/jobs.ts";
import { type Import, type ImportLanguage, importRefusals } from "#features/platform/imports/contract.ts";
import { type OwnImport, viewImport } from "#features/platform/imports/api/service/ownImports.ts";
import { checkJob, newCheck } from "#features/platform/imports/api/service/runs.ts";
import { importsTable } from "#features/platform/imports/api/tables.ts";

type FixInput = { readonly column: number; readonly code: string; readonly language: ImportLanguage };

/**
 * Applies the suggestions of the last dry run to all rows with one problem in one column, and checks the rows again.
 * The uploaded file does not change. Refuses with `not_checked` or `nothing_to_fix`.
 */
export async function fixRows(
  ctx: Ctx,
  { record, importer }: OwnImport,
  { column, code, language }: FixInput,
): Promise<Import> {
  const started = await inTransaction(ctx, async (inner) => {
    const { run, reportRun, state, id } = importsTable;
    // This also locks out other runs, so that the suggestions come from the report that the user saw.
    const [row] = await inner.db
      .update(importsTable)
      .set(newCheck(ctx))
      .where(and(eq(id, record.id), eq(run, record.run), eq(state, "checked"), eq(reportRun, record.reportRun ?? -1)))
      .returning();
    if (!row) throw importRefusals.not_checked();
    const fixed = await inner.db.execute(sql`
      insert into import_fixes (import_id, row_number, column_index, value)
      select distinct on (row_number) import_id, row_number, column_index, suggestion
        from import_problems
       where import_id = ${record.id} and run = ${record.reportRun} and column_index = ${column} and code = ${code}
         and suggestion is not null
       order by row_number, number
          on conflict (import_id, row_number, column_index) do update set value = excluded.value
      returning row_number`);
    if ((fixed as { rows: unknown[] }).rows.length === 0) throw importRefusals.nothing_to_fix();
    await enqueueJob(inner, checkJob, { importId: row.id, run: row.run });
    return row;
  });
  ctx.jobs.wake();
  return viewImport({ record: started, importer }, language);
}
