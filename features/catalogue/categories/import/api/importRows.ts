import { sql } from "drizzle-orm";
import * as z from "zod/mini";
import { nameKey } from "#base/searchKey.ts";
import { changesBetween } from "#api/audit.ts";
import { actorOf, type Ctx } from "#api/context.ts";
import { deniedFields } from "#api/decisions.ts";
import {
  type CellProblem,
  type CheckedRow,
  type ImportColumn,
  type ImportRow,
  type ImportRun,
  problemOfIssue,
} from "#api/importer.ts";
import { readFlag } from "#api/readFlag.ts";
import { triesLoss } from "#api/impact.ts";
import { rewriteCategory } from "#features/catalogue/categories/record/api/changes.ts";
import { lockTree } from "#features/catalogue/categories/api/service/tree.ts";
import { categoryScope, readRecords } from "#features/catalogue/categories/api/store.ts";
import type { CategoryRecord } from "#features/catalogue/categories/api/tables.ts";
import { categories } from "#features/catalogue/categories/contract.ts";
import {
  categoryFields,
  type CategoryInput,
  categoryLimits,
  halalRelevances,
  impactFields,
} from "#features/catalogue/categories/fields.ts";
import { namesOfPath } from "#features/catalogue/categories/rules.ts";

/** The category that a row describes: its path of names, and the values that the file has for it. */
export type ImportedCategory = { readonly names: readonly string[]; readonly patch: Partial<CategoryInput> };

export const categoryColumns: readonly ImportColumn[] = [
  {
    field: "path",
    title: { en: "Path", ar: "المسار" },
    aliases: ["path", "category", "category_path", "categories", "name", "الفئة", "المسار"],
    role: "required",
    example: "Food / Dairy / Cheese",
  },
  {
    field: "nameAr",
    title: { en: "Name in Arabic", ar: "الاسم بالعربية" },
    aliases: ["name_ar", "arabic_name", "الاسم"],
    example: "أجبان",
  },
  {
    field: "nameI18n",
    title: { en: "Names by language", ar: "الأسماء بحسب اللغة" },
    aliases: ["names_json", "name_i18n", "names"],
    example: '{"ms": "Keju"}',
  },
  { field: "slug", title: { en: "Address", ar: "العنوان" }, aliases: ["slug"], example: "cheese" },
  {
    field: "halalRelevance",
    title: { en: "Halal relevance", ar: "اشتراط الحلال" },
    aliases: ["halal_relevance", "relevance"],
    example: "required",
  },
  {
    field: "containsMeat",
    title: { en: "Meat", ar: "لحوم" },
    aliases: ["contains_meat", "meat", "is_meat"],
    example: "no",
  },
  {
    field: "gs1Brick",
    title: { en: "GS1 brick", ar: "رمز GS1" },
    aliases: ["gs1_brick", "gpc", "brick"],
    example: "10000028",
  },
];

/** A path of names as one key, without case and extra spaces. */
export const pathKey = (names: readonly string[]) => names.map(nameKey).join("\n");

/** Active categories by the key of their path. Archived ones have released their names. */
export async function readByPath(ctx: Ctx): Promise<Map<string, CategoryRecord>> {
  const scope = categoryScope(ctx);
  const records = await readRecords(
    ctx,
    sql`where status = 'active' ${scope ? sql`and ${scope}` : sql``} order by depth`,
  );
  const keysById = new Map<string, string>();
  const byPath = new Map<string, CategoryRecord>();
  for (const record of records) {
    const above = record.parentId === null ? undefined : keysById.get(record.parentId);
    const key = above === undefined ? record.nameKey : `${above}\n${record.nameKey}`;
    keysById.set(record.id, key);
    byPath.set(key, record);
  }
  return byPath;
}

/** Checks rows in order. A parent that neither exists nor is in the file is created too, and reported. */
export async function checkCategoryRows(
  ctx: Ctx,
  rows: readonly ImportRow[],
  run: ImportRun,
): Promise<CheckedRow<ImportedCategory>[]> {
  const byPath = await readByPath(ctx);
  const mayUpdate = actorOf(ctx).permissions.has(categories.update.permission);
  const checked = rows.map((row) => validateRow(ctx, row, { byPath, run, mayUpdate }));
  for (const [place, row] of checked.entries())
    if (await takesRequirement(ctx, row, byPath)) checked[place] = lossProblem(row);
  return checked;
}

/** An import can't remove a requirement from products (docs/decisions/0045). That is done on the category's page. */
async function takesRequirement(
  ctx: Ctx,
  row: CheckedRow<ImportedCategory>,
  byPath: ReadonlyMap<string, CategoryRecord>,
): Promise<boolean> {
  if (row.outcome !== "update") return false;
  const { names, patch } = row.values;
  const before = byPath.get(pathKey(names))!;
  const hasImpact = impactFields.some((name) => patch[name] !== undefined && patch[name] !== before[name]);
  if (!hasImpact) return false;
  return triesLoss(ctx, async (inner) => {
    await lockTree(inner);
    return (await rewriteCategory(inner, before, patch)).consequences;
  });
}

const lossProblem = ({ rowNumber }: CheckedRow<ImportedCategory>): CheckedRow<ImportedCategory> => ({
  rowNumber,
  outcome: "bad",
  problems: [{ field: "path", code: "requirement_lost" }],
});

type Judging = {
  readonly byPath: ReadonlyMap<string, CategoryRecord>;
  readonly run: ImportRun;
  readonly mayUpdate: boolean;
};

function validateRow(ctx: Ctx, row: ImportRow, { byPath, run, mayUpdate }: Judging): CheckedRow<ImportedCategory> {
  const { rowNumber, cells } = row;
  const names = namesOfPath(cells.path ?? "");
  const key = pathKey(names);
  const before = byPath.get(key) ?? null;
  const { patch, problems } = readCells(row, before, names);
  const claimedBy = run.claims.get(`path:${key}`);
  if (claimedBy !== undefined && problems.length === 0)
    problems.push({ field: "path", code: "same_as_row", params: { row: claimedBy } });
  problems.push(...slugProblems(patch, { names, key, byPath, run }));
  const isChanged = before !== null && Object.keys(changesBetween(before, patch)).length > 0;
  if (isChanged && !mayUpdate) problems.push({ field: "path", code: "update_not_permitted" });
  if (before === null && !isInside(ctx, names, byPath)) problems.push({ field: "path", code: "outside_scope" });
  const changes = changesBetween(before ?? { ...categoryFields.empty }, patch);
  for (const { field } of deniedFields(ctx, "categories", { status: before?.status ?? null, changes }))
    problems.push({ field, code: "field_not_permitted" });
  if (problems.length > 0) return { rowNumber, outcome: "bad", problems };
  run.claims.set(`path:${key}`, rowNumber);
  if (patch.slug) run.claims.set(`slug:${pathKey(names.slice(0, -1))}:${patch.slug}`, rowNumber);
  const missing = names.slice(0, -1).filter((_, place) => {
    const above = pathKey(names.slice(0, place + 1));
    return !byPath.has(above) && !run.claims.has(`path:${above}`) && !run.claims.has(`made:${above}`);
  });
  for (let depth = 1; depth < names.length; depth++)
    run.claims.set(`made:${pathKey(names.slice(0, depth))}`, rowNumber);
  const notes =
    missing.length === 0 ? [] : [{ field: "path", code: "parents_made", params: { names: missing.join(", ") } }];
  const outcome = before === null ? "new" : isChanged ? "update" : "unchanged";
  return { rowNumber, outcome, values: { names, patch }, notes };
}

/**
 * Whether a new category would be in the caller's scope: below one of their categories, or their own as its creator.
 */
function isInside(ctx: Ctx, names: readonly string[], byPath: ReadonlyMap<string, CategoryRecord>): boolean {
  const limits = ctx.actor?.permissions.get(ctx.permission ?? "") ?? [];
  if (categoryScope(ctx) === undefined || limits.includes("own")) return true;
  return names.slice(0, -1).some((_, place) => byPath.has(pathKey(names.slice(0, place + 1))));
}

/** The values that the cells give the category. A column that the file doesn't have leaves its field unchanged. */
function readCells({ cells, faults }: ImportRow, before: CategoryRecord | null, names: readonly string[]) {
  const problems: CellProblem[] = [...faults];
  const isFaulty = (field: string) => problems.some((problem) => problem.field === field);
  const patch: Record<string, unknown> = {};
  const nameI18n = translationsOf(cells, before);
  if (nameI18n === null) problems.push({ field: "nameI18n", code: "not_json" });
  else if (nameI18n !== undefined) patch.nameI18n = nameI18n;
  for (const field of ["slug", "gs1Brick"] as const)
    if (cells[field] !== undefined) patch[field] = cells[field] || null;
  if (cells.slug === "" && before) delete patch.slug;
  if (cells.halalRelevance !== undefined) patch.halalRelevance = cells.halalRelevance.toLowerCase() || null;
  if (cells.containsMeat !== undefined) {
    const answer = readFlag(cells.containsMeat);
    patch.containsMeat = answer ?? null;
    if (answer === undefined && !isFaulty("containsMeat"))
      problems.push({ field: "containsMeat", code: "not_one_of", params: { allowed: "yes, no" } });
  }
  const maximum = categoryLimits.depthMax;
  if (names.length === 0 && !isFaulty("path")) problems.push({ field: "path", code: "required" });
  if (names.length > maximum) problems.push({ field: "path", code: "path_too_deep", params: { maximum } });
  for (const name of names) {
    const checkedRow = z.safeParse(categoryFields.schema, { ...categoryFields.empty, ...patch, name });
    for (const issue of checkedRow.success ? [] : checkedRow.error.issues) {
      const { path, ...problem } = problemOfIssue(issue);
      const field = fieldOf(path);
      if (!isFaulty(field)) problems.push({ field, ...suggested(problem, cells[field]) });
    }
  }
  return { patch: patch as Partial<CategoryInput>, problems };
}

/** Undefined if the file has no value; null if the value can't be read. */
function translationsOf(cells: ImportRow["cells"], before: CategoryRecord | null) {
  if (cells.nameAr === undefined && cells.nameI18n === undefined) return undefined;
  const { ar: arabic, ...others } = before?.nameI18n ?? {};
  const reported = cells.nameI18n ? parsed(cells.nameI18n) : cells.nameI18n === undefined ? others : {};
  if (typeof reported !== "object" || reported === null || Array.isArray(reported)) return null;
  const ar = cells.nameAr ?? arabic;
  return { ...(reported as Record<string, string>), ...(ar ? { ar } : {}) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function fieldOf(path: string): string {
  if (path === "name") return "path";
  return path === "nameI18n.ar" ? "nameAr" : (path.split(".")[0] ?? "path");
}

const meant: ReadonlyMap<string, string> = new Map([
  ["yes", "required"],
  ["mandatory", "required"],
  ["optional", "recommended"],
  ["no", "not_applicable"],
  ["n/a", "not_applicable"],
  ["not applicable", "not_applicable"],
]);

function suggested(problem: Omit<CellProblem, "field">, text = ""): Omit<CellProblem, "field"> {
  const suggestion = problem.code === "not_one_of" ? meant.get(text.toLowerCase()) : undefined;
  if (suggestion !== undefined) return { ...problem, suggestion };
  return problem.code === "not_one_of" ? { ...problem, params: { allowed: halalRelevances.join(", ") } } : problem;
}

type Siblings = Omit<Judging, "mayUpdate"> & { readonly names: readonly string[]; readonly key: string };

function slugProblems({ slug }: Partial<CategoryInput>, { names, key, byPath, run }: Siblings): CellProblem[] {
  if (!slug) return [];
  const parentKey = pathKey(names.slice(0, -1));
  const row = run.claims.get(`slug:${parentKey}:${slug}`);
  if (row !== undefined) return [{ field: "slug", code: "same_as_row", params: { row } }];
  const parentId = byPath.get(parentKey)?.id ?? null;
  if (parentId === null && names.length > 1) return [];
  const isTaken = [...byPath].some(
    ([path, other]) => path !== key && other.slug === slug && other.parentId === parentId,
  );
  return isTaken ? [{ field: "slug", code: "slug_taken" }] : [];
}
