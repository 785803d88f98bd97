import { and, desc, eq } from "drizzle-orm";
import { commonRefusals } from "#base/refusal.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import type { Importer, LocalizedText } from "#api/importer.ts";
import type { Import, ImportLanguage, ImportTarget } from "#features/platform/imports/contract.ts";
import { sentenceOf } from "#features/platform/imports/api/service/problemMessages.ts";
import { type ImportRecord, importsTable, type StoredReport } from "#features/platform/imports/api/tables.ts";

export type OwnImport = { readonly record: ImportRecord; readonly importer: Importer };

/** The importer of a resource. Refuses with `not_found` or `permission_denied`. */
export function importerFor(ctx: Ctx, importers: readonly Importer[], resource: string): Importer {
  const importer = importers.find((each) => each.resource === resource);
  if (!importer) throw commonRefusals.not_found();
  const { permission } = importer.needs;
  if (!actorOf(ctx).permissions.has(permission)) throw commonRefusals.permission_denied({ permission });
  return importer;
}

/** The user's own import. Refuses with `not_found`, also for another user's, or `permission_denied`. */
export async function ownImport(ctx: Ctx, importers: readonly Importer[], importId: string): Promise<OwnImport> {
  const [record] = await ctx.db
    .select()
    .from(importsTable)
    .where(and(eq(importsTable.id, importId), eq(importsTable.ownerId, actorOf(ctx).userId)));
  if (!record) throw commonRefusals.not_found();
  return { record, importer: importerFor(ctx, importers, record.resource) };
}

const latestMax = 5;

export async function listOwnImports(
  ctx: Ctx,
  importer: Importer,
  { language }: { language: ImportLanguage },
): Promise<Import[]> {
  const records = await ctx.db
    .select()
    .from(importsTable)
    .where(and(eq(importsTable.ownerId, actorOf(ctx).userId), eq(importsTable.resource, importer.resource)))
    .orderBy(desc(importsTable.createdAt), desc(importsTable.id))
    .limit(latestMax);
  return records.map((record) => viewImport({ record, importer }, language));
}

export function describeImporter(importer: Importer, language: ImportLanguage): ImportTarget {
  const say = (message: LocalizedText) => message[language];
  const fields = importer.columns.map(({ field, title, example, role }) => ({
    field,
    title: say(title),
    example,
    role: role ?? null,
  }));
  const choices = (importer.choices ?? []).map(({ name, title, hint, answers }) => ({
    name,
    title: say(title),
    hint: hint ? say(hint) : null,
    answers: answers?.map(({ value, title: answer }) => ({ value, title: say(answer) })) ?? null,
  }));
  return {
    resource: importer.resource,
    title: say(importer.title),
    listPath: importer.listPath,
    isFindable: importer.isFindable === true,
    fields,
    choices,
  };
}

/** As its owner sees it. */
export function viewImport({ record, importer }: OwnImport, language: ImportLanguage): Import {
  const { columns, mapping, report, stopRequestedAt, ...rest } = record;
  return {
    ...rest,
    isStopping: stopRequestedAt !== null && record.state === "importing",
    columns: columns.map(({ header, samples }, index) => ({ header, samples, field: mapping[index] ?? null })),
    report: report && {
      ...report,
      differences: report.differences ?? null,
      notes: [...formulaNotes(record), ...report.notes].map(({ code, params, ...note }) => ({
        ...note,
        sentence: sentenceOf(importer, code, params, language).wrong,
      })),
    },
  };
}

/** Cells of a workbook that are the result of a formula, as notes of the report. */
const formulaNotes = ({ columns, mapping }: ImportRecord): StoredReport["notes"] =>
  columns.flatMap(({ header, formulas }, index) => {
    const field = mapping[index];
    return formulas && field != null
      ? [{ field, code: "formula_result", params: { column: header }, ...formulas }]
      : [];
  });
