import * as z from "zod/mini";
import { eq } from "drizzle-orm";
import { newId } from "#api/newId.ts";
import { actorOf, type Ctx } from "#api/context.ts";
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
import { changesBetween } from "#features/audit/api/service.ts";
import { insertBody, lockBody, rewriteBody } from "#features/certifiers/api/service/bodies.ts";
import { type BodyRecord, bodiesTable } from "#features/certifiers/api/tables.ts";
import { certifiers } from "#features/certifiers/contract.ts";
import { BodyInput, type BodyPatch } from "#features/certifiers/contract/bodies.ts";
import { bodyErrors, emptyBody } from "#features/certifiers/rules.ts";

/** A body as a row wants it. `id` is null where the row makes a new one. */
export type ImportedBody = { readonly id: string | null; readonly patch: BodyPatch; readonly whole: BodyInput };

const column = (field: string, en: string, ar: string, example: string, aliases: readonly string[]): ImportColumn => ({
  field,
  title: { en, ar },
  aliases,
  example,
});

export const bodyColumns: readonly ImportColumn[] = [
  { ...column("acronym", "Acronym", "الاختصار", "JAKIM", ["acronym", "body", "الاختصار"]), role: "required" },
  { ...column("name", "Name", "الاسم", "Halal Food Authority", ["name", "الاسم"]), role: "required" },
  column("nameAr", "Name in Arabic", "الاسم بالعربية", "هيئة الغذاء الحلال", ["name_ar"]),
  { ...column("country", "Country", "الدولة", "GB", ["country", "country_code", "الدولة"]), role: "required" },
  column("kind", "Kind", "النوع", "private", ["kind", "type"]),
  column("website", "Website", "الموقع", "https://body.example", ["website", "url"]),
  column("registryUrl", "Registry", "السجل", "https://body.example/registry", ["registry_url", "registry"]),
  column("registryLookupTemplate", "Link into the registry", "رابط السجل", "https://body.example/?no={number}", [
    "registry_lookup_template",
  ]),
  column("certificateNoPattern", "Pattern of its numbers", "نمط الأرقام", "[A-Z]{2}\\d{6}", ["certificate_no_pattern"]),
  column("typicalValidityMonths", "Months of validity", "أشهر الصلاحية", "24", ["typical_validity_months", "validity"]),
  column("renewalFromDays", "Renewal from, days before", "التجديد من (أيام)", "180", ["renewal_from_days"]),
  column("renewalToDays", "Renewal until, days before", "التجديد حتى (أيام)", "90", ["renewal_to_days"]),
  column("defaultStunningPolicy", "Stunning", "الصعق", "none", ["default_stunning_policy", "stunning"]),
  column("offLabelTags", "Open Food Facts tags", "وسوم Open Food Facts", "en:halal", ["off_label_tags"]),
];

const numbers = new Set(["typicalValidityMonths", "renewalFromDays", "renewalToDays"]);
const plain = bodyColumns.map(({ field }) => field).filter((field) => field !== "nameAr" && field !== "offLabelTags");

/** Judges rows in their order: each against the contract, the bodies there are, and the rows before it. */
export async function checkBodyRows(
  ctx: Ctx,
  rows: readonly ImportRow[],
  run: ImportRun,
): Promise<CheckedRow<ImportedBody>[]> {
  const records = await ctx.db.select().from(bodiesTable).where(eq(bodiesTable.status, "active"));
  const known = new Map(records.map((record) => [keyOf(record.acronym, record.country), record]));
  const mayUpdate = actorOf(ctx).permissions.has(certifiers.update.permission);
  return rows.map((row) => judge(row, { known, run, mayUpdate }));
}

const keyOf = (acronym: string, country: string) => `${acronym.toLowerCase()} ${country}`;

type Judging = {
  readonly known: ReadonlyMap<string, BodyRecord>;
  readonly run: ImportRun;
  readonly mayUpdate: boolean;
};

function judge(row: ImportRow, { known, run, mayUpdate }: Judging): CheckedRow<ImportedBody> {
  const { rowNumber, cells } = row;
  const key = keyOf(cells.acronym ?? "", (cells.country ?? "").toUpperCase());
  const before = known.get(key) ?? null;
  const patch = patchOf(row, before);
  const whole = { ...emptyBody, ...(before ? inputOf(before) : {}), ...patch };
  const parsed = z.safeParse(BodyInput, whole);
  const problems: CellProblem[] = [...row.faults];
  const found = parsed.success ? bodyErrors(parsed.data) : parsed.error.issues.map(problemOfIssue);
  for (const { path, code, params } of found) {
    const field = path === "nameI18n.ar" ? "nameAr" : (path.split(".")[0] ?? path);
    if (problems.some((problem) => problem.field === field)) continue;
    const isEmpty = cells[field] === "" || cells[field] === undefined;
    problems.push({
      field,
      code: isEmpty && code === "country_code" ? "required" : code,
      params: (params ?? {}) as Record<string, string>,
    });
  }
  const claimed = run.claims.get(`body:${key}`);
  if (claimed !== undefined) problems.push({ field: "acronym", code: "same_as_row", params: { row: claimed } });
  const isChanged = before !== null && Object.keys(changesBetween(before, patch)).length > 0;
  if (isChanged && !mayUpdate) problems.push({ field: "acronym", code: "update_not_permitted" });
  if (!parsed.success || problems.length > 0) return { rowNumber, outcome: "bad", problems };
  run.claims.set(`body:${key}`, rowNumber);
  const outcome = before === null ? "new" : isChanged ? "update" : "unchanged";
  return { rowNumber, outcome, values: { id: before?.id ?? null, patch, whole: parsed.data } };
}

/** What the cells say. A column that the file has not is left as it is. */
function patchOf({ cells }: ImportRow, before: BodyRecord | null): BodyPatch {
  const patch: Record<string, unknown> = {};
  for (const field of plain) {
    const text = cells[field];
    if (text === undefined) continue;
    if (numbers.has(field)) patch[field] = text === "" ? null : Number(text);
    else if (field === "country") patch[field] = text.toUpperCase();
    else if (field === "kind") patch[field] = text.toLowerCase() || "private";
    else if (field === "defaultStunningPolicy") patch[field] = text.toLowerCase() || "unknown";
    else patch[field] = field === "acronym" || field === "name" ? text : text || null;
  }
  if (cells.offLabelTags !== undefined)
    patch.offLabelTags = cells.offLabelTags
      .split("|")
      .map((tag) => tag.trim())
      .filter(Boolean);
  if (cells.nameAr !== undefined) {
    const { ar: _, ...others } = before?.nameI18n ?? {};
    patch.nameI18n = cells.nameAr === "" ? others : { ...others, ar: cells.nameAr };
  }
  return patch;
}

const inputOf = (record: BodyRecord): Partial<BodyInput> =>
  Object.fromEntries(
    Object.keys(emptyBody)
      .filter((name) => name !== "accreditations")
      .map((name) => [name, record[name as keyof BodyRecord]]),
  );

/** Writes rows that were judged good, each as the form would. */
export async function writeBodyRows(
  ctx: Ctx,
  rows: readonly GoodRow<ImportedBody>[],
  { fileName }: ImportSource,
): Promise<void> {
  for (const { rowNumber, values } of rows) {
    const reason = `${fileName}:${rowNumber}`;
    const { id, patch, whole } = values;
    if (id !== null) await rewriteBody(ctx, await lockBody(ctx, { id }), patch, reason);
    else {
      const made = newId(ctx);
      await insertBody(ctx, made, whole, { action: "import", reason });
    }
  }
}
