import { and, asc, between, count, eq, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { unguardCell } from "#api/csv.ts";
import type { Ctx } from "#api/context.ts";
import { type TableFile, wholeTable } from "#api/tableFile.ts";
import type { ImportLanguage, ImportProblem } from "#features/platform/imports/contract.ts";
import type { OwnImport } from "#features/platform/imports/api/service/ownImports.ts";
import { type CheckedChunk, type ReadRow, readChunks } from "#features/platform/imports/api/service/rows.ts";
import { columnIndexes } from "#features/platform/imports/api/service/reportCounters.ts";
import { cutText } from "#features/platform/imports/api/service/texts.ts";
import { sentenceOf } from "#features/platform/imports/api/service/problemMessages.ts";
import { type ImportRecord, importProblemsTable } from "#features/platform/imports/api/tables.ts";

const valueMax = 200;
const suggestionMax = 2000;
type StoredProblem = typeof importProblemsTable.$inferSelect;

/** Stores what a run finds, chunk by chunk, numbered in the order of the rows. */
export function problemWriter(ctx: Ctx, record: ImportRecord): (chunk: CheckedChunk) => Promise<void> {
  const columnOf = columnIndexes(record);
  let number = 0;
  return async ({ rows, bad }) => {
    if (bad.length === 0) return;
    const readByNumber = new Map(rows.map((row) => [row[0], row]));
    const found = bad.flatMap(({ rowNumber, problems }) =>
      problems.map(({ field, code, params, suggestion }) => {
        const column = columnOf(field);
        number += 1;
        return {
          number,
          row_number: rowNumber,
          column_index: column,
          field,
          value: cutText(cellOf(readByNumber.get(rowNumber), column), valueMax),
          code,
          params: params ?? {},
          // A truncated suggestion would be wrong.
          suggestion: suggestion === undefined || suggestion.length > suggestionMax ? null : suggestion,
        };
      }),
    );
    await ctx.db.execute(sql`
      insert into import_problems
             (import_id, run, number, row_number, column_index, field, value, code, params, suggestion)
      select ${record.id}::uuid, ${record.run}::int, each.*
        from json_to_recordset(${JSON.stringify(found)}::json) as each (
               number int, row_number int, column_index int, field text, value text, code text, params jsonb,
               suggestion text)`);
  };
}

const cellOf = (row: ReadRow | undefined, column: number | null): string =>
  (column === null ? "" : ((row?.[column + 1] as string | undefined) ?? "")).trim();

type Page = {
  readonly columns?: readonly string[] | undefined;
  readonly skip: number;
  readonly limit: number;
  readonly language: ImportLanguage;
};

export async function listProblems(
  ctx: Ctx,
  { record, importer }: OwnImport,
  { columns, skip, limit, language }: Page,
): Promise<ImportProblem[]> {
  const named = columns?.filter((column) => column !== "row").map(Number) ?? [];
  const ofColumns = columns && [
    named.length > 0 ? inArray(importProblemsTable.columnIndex, named) : undefined,
    columns.includes("row") ? isNull(importProblemsTable.columnIndex) : undefined,
  ];
  const problems = await ctx.db
    .select()
    .from(importProblemsTable)
    .where(and(ofReport(record), ofColumns && or(...ofColumns)))
    .orderBy(asc(importProblemsTable.number))
    .offset(skip)
    .limit(limit);
  const fixable = await countFixable(ctx, record, problems);
  return problems.map((problem) => {
    const { wrong, advice } = say(importer, problem, language);
    const { number, rowNumber, columnIndex: column, value, code, suggestion } = problem;
    const fixableCount = suggestion === null ? 0 : (fixable.get(`${column} ${code}`) ?? 0);
    return { number, rowNumber, column, value, code, sentence: wrong, suggestion, fixableCount, advice };
  });
}

/** The number of rows with a suggestion, by column and code, for the problems of this page. */
async function countFixable(
  ctx: Ctx,
  record: ImportRecord,
  problems: readonly StoredProblem[],
): Promise<ReadonlyMap<string, number>> {
  const codes = [...new Set(problems.filter(({ suggestion }) => suggestion !== null).map(({ code }) => code))];
  if (codes.length === 0) return new Map();
  const { columnIndex, code, suggestion } = importProblemsTable;
  const counted = await ctx.db
    .select({ columnIndex, code, count: count() })
    .from(importProblemsTable)
    .where(and(ofReport(record), inArray(code, codes), isNotNull(suggestion), isNotNull(columnIndex)))
    .groupBy(columnIndex, code);
  return new Map(counted.map((each) => [`${each.columnIndex} ${each.code}`, each.count]));
}

/** The header of the extra column in a file of bad rows; no field has this name, so the next import leaves it out. */
export const reasonsHeader = "import_problems";

/** The bad rows of the file with their reasons, to be fixed and imported again. */
export function badRowsCsv(ctx: Ctx, own: OwnImport, language: ImportLanguage): TableFile {
  const stem = own.record.fileName.replace(/\.[^.]*$/, "").replaceAll(/[^\w.-]+/g, "-");
  const { columns } = own.record;
  // A file of bad rows that is sent again and still has bad rows gets new reasons, not two columns of them.
  const kept = columns.flatMap(({ header }, index) => (header === reasonsHeader ? [] : [index]));
  const header = [...kept.map((index) => columns[index]!.header), reasonsHeader];
  return wholeTable(`${stem || own.record.resource}-bad-rows`, header, () => badRows(ctx, own, { kept, language }));
}

async function* badRows(
  ctx: Ctx,
  own: OwnImport,
  { kept, language }: { readonly kept: readonly number[]; readonly language: ImportLanguage },
): AsyncGenerator<string[][]> {
  const { id } = own.record;
  for await (const rows of readChunks(ctx, id)) {
    const problems = await problemsOfRows(ctx, own.record, rows);
    if (problems.length === 0) continue;
    const problemsByRow = new Map<number, StoredProblem[]>();
    for (const problem of problems) {
      problemsByRow.set(problem.rowNumber, [...(problemsByRow.get(problem.rowNumber) ?? []), problem]);
    }
    yield rows
      .filter(([rowNumber]) => problemsByRow.has(rowNumber))
      .map((row) => {
        const reasons = problemsByRow.get(row[0])!.map((problem) => reasonOf(own, problem, language));
        const cells = kept.map((index) => unguardCell((row[index + 1] as string | undefined) ?? ""));
        return [...cells, reasons.join("; ")];
      });
  }
}

function problemsOfRows(ctx: Ctx, record: ImportRecord, rows: readonly ReadRow[]): Promise<StoredProblem[]> {
  const [first, last] = [rows[0]?.[0] ?? 0, rows.at(-1)?.[0] ?? 0];
  return ctx.db
    .select()
    .from(importProblemsTable)
    .where(and(ofReport(record), between(importProblemsTable.rowNumber, first, last)))
    .orderBy(asc(importProblemsTable.number));
}

/** `country: Not an ISO country code → GB` */
function reasonOf({ record, importer }: OwnImport, problem: StoredProblem, language: ImportLanguage): string {
  const { wrong, advice } = say(importer, problem, language);
  const header = problem.columnIndex === null ? "" : `${record.columns[problem.columnIndex]?.header}: `;
  const right = problem.suggestion ?? advice;
  return `${header}${wrong}${right === "" ? "" : ` → ${right}`}`;
}

function say(importer: OwnImport["importer"], { field, code, params }: StoredProblem, language: ImportLanguage) {
  const { wrong, right } = sentenceOf(importer, code, params, language);
  const example = importer.columns.find((column) => column.field === field)?.example ?? "";
  const such = { en: `such as ${example}`, ar: `مثل ${example}` };
  return { wrong, advice: right || (example === "" ? "" : such[language]) };
}

export const ofReport = ({ id, reportRun }: ImportRecord) =>
  and(eq(importProblemsTable.importId, id), eq(importProblemsTable.run, reportRun ?? -1));
