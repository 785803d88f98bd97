import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import { newId } from "#api/newId.ts";
import type { Ctx } from "#api/context.ts";
import {
  type CellProblem,
  type CheckedRow,
  type GoodRow,
  type ImportColumn,
  type ImportRow,
  type ImportRun,
  type ImportSource,
  problemOfIssue,
} from "#api/importer.ts";
import { insertRecognition } from "#features/halal/certifiers/api/service/recognitions.ts";
import { bodiesTable, recognitionsTable } from "#features/halal/certifiers/api/tables.ts";
import { RecognitionInput } from "#features/halal/certifiers/contract/recognitions.ts";
import { recognitionErrors } from "#features/halal/certifiers/rules.ts";

export type ImportedRecognition = RecognitionInput;

export const recognitionColumns: readonly ImportColumn[] = [
  {
    field: "market",
    title: { en: "Market", ar: "السوق" },
    aliases: ["market", "market_country", "country"],
    role: "required",
    example: "MY",
  },
  {
    field: "body",
    title: { en: "Body’s acronym", ar: "اختصار الجهة" },
    aliases: ["body", "acronym"],
    role: "required",
    example: "JAKIM",
  },
  {
    field: "recognisedBy",
    title: { en: "Recognised by", ar: "المعترِف" },
    aliases: ["recognised_by", "recognized_by", "list"],
    role: "required",
    example: "JAKIM",
  },
  { field: "scopeText", title: { en: "Scope", ar: "النطاق" }, aliases: ["scope", "scope_text"], example: "Meat" },
  { field: "validFrom", title: { en: "From", ar: "من" }, aliases: ["valid_from", "from"], example: "2026-01-01" },
  { field: "validTo", title: { en: "Until", ar: "حتى" }, aliases: ["valid_to", "to", "until"], example: "2027-12-31" },
  {
    field: "sourceUrl",
    title: { en: "Source", ar: "المصدر" },
    aliases: ["source_url", "source"],
    example: "https://list.example",
  },
  {
    field: "readOn",
    title: { en: "Source read on", ar: "قُرئ المصدر في" },
    aliases: ["read_on", "checked_on"],
    example: "2026-11-20",
  },
  {
    field: "note",
    title: { en: "Note", ar: "ملاحظة" },
    aliases: ["note", "remark"],
    example: "To be confirmed",
  },
];

type KnownRecords = { readonly market: string; readonly bodyId: string; readonly recognisedBy: string } & Period;
type Period = { readonly validFrom: string | null; readonly validTo: string | null };

/** Checks rows in their order. A row that is there already, word for word, is no change; one that overlaps another is bad. */
export async function checkRecognitionRows(
  ctx: Ctx,
  rows: readonly ImportRow[],
  run: ImportRun,
): Promise<CheckedRow<ImportedRecognition>[]> {
  const certifierIds = await idsByAcronym(ctx);
  const known: readonly KnownRecords[] = await ctx.db.select().from(recognitionsTable);
  return rows.map((row) => checkRow(row, { certifierIds, known, run }));
}

type Existing = {
  /** By acronym in lower case. */
  readonly certifierIds: ReadonlyMap<string, string>;
  readonly known: readonly KnownRecords[];
  readonly run: ImportRun;
};

function checkRow(row: ImportRow, { certifierIds, known, run }: Existing): CheckedRow<ImportedRecognition> {
  const { rowNumber, cells } = row;
  const problems: CellProblem[] = [...row.faults];
  const bodyId = certifierIds.get((cells.body ?? "").toLowerCase());
  if (bodyId === undefined && !problems.some(({ field }) => field === "body"))
    problems.push({ field: "body", code: cells.body ? "body_unknown" : "required" });
  const parsed = z.safeParse(RecognitionInput, {
    market: (cells.market ?? "").toUpperCase(),
    bodyId: bodyId ?? "00000000-0000-4000-8000-000000000000",
    recognisedBy: cells.recognisedBy ?? "",
    scopeText: cells.scopeText || null,
    validFrom: cells.validFrom || null,
    validTo: cells.validTo || null,
    sourceUrl: cells.sourceUrl || null,
    readOn: cells.readOn || null,
    note: cells.note || null,
  });
  const found = parsed.success ? recognitionErrors(parsed.data) : parsed.error.issues.map(problemOfIssue);
  for (const { path, code } of found) {
    if (problems.some(({ field }) => field === path)) continue;
    const isDay = path === "validFrom" || path === "validTo" || path === "readOn";
    problems.push({
      field: path,
      code: isDay && code === "invalid" ? "day" : cells[path] ? code : isDay ? code : "required",
    });
  }
  if (!parsed.success || problems.length > 0) return { rowNumber, outcome: "bad", problems };
  const wanted = parsed.data;
  const twin = known.find((each) => isSameList(each, wanted) && overlaps(each, wanted));
  if (twin && (twin.validFrom !== wanted.validFrom || twin.validTo !== wanted.validTo))
    return { rowNumber, outcome: "bad", problems: [{ field: "validFrom", code: "recognition_overlaps" }] };
  const key = `recognition:${wanted.market} ${wanted.bodyId} ${wanted.recognisedBy.toLowerCase()}`;
  const claimed = run.claims.get(key);
  if (claimed !== undefined)
    return { rowNumber, outcome: "bad", problems: [{ field: "body", code: "same_as_row", params: { row: claimed } }] };
  run.claims.set(key, rowNumber);
  return { rowNumber, outcome: twin ? "unchanged" : "new", values: wanted };
}

/** Active certifiers by their acronyms, for files that name them so. Of two with one acronym, neither. */
async function idsByAcronym(ctx: Ctx): Promise<ReadonlyMap<string, string>> {
  const { id, acronym, status } = bodiesTable;
  const rows = await ctx.db.select({ id, acronym }).from(bodiesTable).where(eq(status, "active"));
  const byAcronym = new Map<string, string[]>();
  for (const row of rows) {
    const key = row.acronym.toLowerCase();
    byAcronym.set(key, [...(byAcronym.get(key) ?? []), row.id]);
  }
  return new Map([...byAcronym].flatMap(([key, ids]) => (ids.length === 1 ? [[key, ids[0]!]] : [])));
}

const isSameList = (one: KnownRecords, other: RecognitionInput) =>
  one.market === other.market &&
  one.bodyId === other.bodyId &&
  one.recognisedBy.toLowerCase() === other.recognisedBy.toLowerCase();

const overlaps = (one: Period, other: Period) =>
  (one.validTo === null || other.validFrom === null || other.validFrom <= one.validTo) &&
  (other.validTo === null || one.validFrom === null || one.validFrom <= other.validTo);

/** Writes rows that passed the check, each as the dialog would. */
export async function writeRecognitionRows(
  ctx: Ctx,
  rows: readonly GoodRow<ImportedRecognition>[],
  { fileName }: ImportSource,
): Promise<void> {
  for (const { rowNumber, values, outcome } of rows) {
    if (outcome !== "new") continue;
    const id = newId(ctx);
    await insertRecognition(ctx, id, values, `${fileName}:${rowNumber}`);
  }
}
