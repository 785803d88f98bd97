import { and, inArray, ne, or, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { nameKey } from "#base/searchKey.ts";
import { changesBetween } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import { importReach, type ImportReach, reachProblems } from "#api/importScope.ts";
import {
  type CellProblem,
  type CellRemark,
  type CheckedRow,
  type ImportRow,
  type ImportRun,
  problemOfIssue,
} from "#api/importer.ts";
import { brands } from "#features/catalogue/brands/contract.ts";
import { brandColumns, type BrandDraft } from "#features/catalogue/brands/api/service/importColumns.ts";
import { brandStore } from "#features/catalogue/brands/api/store.ts";
import { type BrandRecord, brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { brandFields, type BrandInput } from "#features/catalogue/brands/fields.ts";

const { scopedRows } = brandStore;

/** A brand as a row describes it. `before` is null if the row creates one. */
export type ImportedBrand = { readonly input: BrandInput; readonly before: BrandRecord | null };

/** Validates rows in their order: each against the contract, the existing brands, and the rows before it. */
export async function checkBrandRows(
  ctx: Ctx,
  rows: readonly ImportRow[],
  run: ImportRun,
): Promise<CheckedRow<ImportedBrand>[]> {
  const brandsByCode = await readByCode(ctx, rows);
  const drafts = rows.map((row) => draftOf(row, brandsByCode));
  const holders = await readHolders(ctx, drafts);
  const reach = await importReach(ctx, scopedRows, {
    update: brands.update.permission,
    known: [...brandsByCode.values()].map(({ id }) => id),
    added: drafts.flatMap(({ row, before, values }) =>
      before === null ? [{ rowNumber: row.rowNumber, columns: { country_key: values.country ?? "" } }] : [],
    ),
  });
  return drafts.map((draft) => validateRow(ctx, draft, { holders, run, reach }));
}

// ------------------------------------------------------------------------------------------------ drafts

type Draft = {
  readonly row: ImportRow;
  readonly before: BrandRecord | null;
  readonly values: BrandDraft;
  readonly problems: readonly CellProblem[];
  readonly notes: readonly CellRemark[];
};

const codePattern = /^BR-\d{5,}$/;

async function readByCode(ctx: Ctx, rows: readonly ImportRow[]): Promise<ReadonlyMap<string, BrandRecord>> {
  const codes = rows.map(({ cells }) => cells.code ?? "").filter((code) => codePattern.test(code));
  if (codes.length === 0) return new Map();
  const found = await ctx.db
    .select()
    .from(brandsTable)
    .where(and(inArray(brandsTable.code, codes), scopeCondition(ctx, scopedRows)));
  return new Map(found.map((brand) => [brand.code, brand]));
}

/** The brand that a row changes, or an empty one, with the row's cells filled in. */
function draftOf(row: ImportRow, brandsByCode: ReadonlyMap<string, BrandRecord>): Draft {
  const code = row.cells.code ?? "";
  const before = brandsByCode.get(code) ?? null;
  const values: BrandDraft = { ...(before ? brandFields.valuesOf(before) : brandFields.empty) };
  const problems = [...row.faults];
  const notes: CellRemark[] = [];
  const isFaulty = (field: string) => problems.some((problem) => problem.field === field);
  if (code !== "" && before === null && !isFaulty("code")) problems.push({ field: "code", ...codeProblem(code) });
  for (const { field, read } of brandColumns) {
    const text = row.cells[field];
    if (text === undefined) continue;
    const problem = read(text, values, (note) => void notes.push({ field, ...note }));
    if (problem && !isFaulty(field)) problems.push({ field, ...problem });
  }
  return { row, before, values, problems, notes };
}

function codeProblem(code: string): Omit<CellProblem, "field"> {
  if (codePattern.test(code)) return { code: "no_such_brand" };
  const digits = /^(?:BR)?[-\s]?0*(\d{1,5})$/i.exec(code)?.[1];
  return { code: "brand_code", ...(digits ? { suggestion: `BR-${digits.padStart(5, "0")}` } : {}) };
}

// ------------------------------------------------------------------------------------------------ unique values

type Unique = { readonly field: "name" | "slug" | "wikidataId"; readonly key: string };
/** `isSeen`: the caller may see this record. */
type Holder = { readonly id: string; readonly code: string; readonly isSeen: boolean };

type Identified = { readonly name: unknown; readonly slug: unknown; readonly wikidataId: unknown };

/** The unique keys of a brand. An archived brand has none (domain 1.4). */
function uniqueKeys({ name, slug, wikidataId }: Identified): Unique[] {
  const key = typeof name === "string" ? nameKey(name) : "";
  return [
    ...(key === "" ? [] : [{ field: "name", key: `name:${key}` } as const]),
    ...(typeof slug === "string" ? [{ field: "slug", key: `slug:${slug}` } as const] : []),
    ...(typeof wikidataId === "string" ? [{ field: "wikidataId", key: `wikidata:${wikidataId}` } as const] : []),
  ];
}

/** The brands that have the keys of these rows. */
async function readHolders(ctx: Ctx, drafts: readonly Draft[]): Promise<ReadonlyMap<string, Holder>> {
  const wanted = [...new Set(drafts.flatMap(({ values }) => uniqueKeys(values).map(({ key }) => key)))];
  const valuesOf = (prefix: string) =>
    wanted.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
  const { id, code, name, slug, wikidataId, status, nameKey: key } = brandsTable;
  const found = await ctx.db
    .select({
      id,
      code,
      name,
      slug,
      wikidataId,
      isSeen: sql<boolean>`(${scopeCondition(ctx, scopedRows) ?? sql`true`}) is true`,
    })
    .from(brandsTable)
    .where(
      and(
        ne(status, "archived"),
        or(
          inArray(key, valuesOf("name:")),
          inArray(slug, valuesOf("slug:")),
          inArray(wikidataId, valuesOf("wikidata:")),
        ),
      ),
    );
  return new Map(found.flatMap((brand) => uniqueKeys(brand).map(({ key: held }) => [held, brand] as const)));
}

// ------------------------------------------------------------------------------------------------ validation

type Circumstances = {
  readonly holders: ReadonlyMap<string, Holder>;
  readonly run: ImportRun;
  readonly reach: ImportReach;
};

function validateRow(ctx: Ctx, draft: Draft, { holders, run, reach }: Circumstances): CheckedRow<ImportedBrand> {
  const { row, before, notes } = draft;
  const { rowNumber } = row;
  const parsed = z.safeParse(brandFields.schema, draft.values);
  const problems = [...draft.problems, ...contractProblems(draft, parsed), ...collisions(draft, holders, run)];
  const isRequested = parsed.success && (before !== null || reach.isLimited);
  const changes = isRequested ? changesBetween(before ?? brandFields.absent, parsed.data) : {};
  const isChanged = before !== null && Object.keys(changes).length > 0;
  const requested = { rowNumber, key: row.cells.code === undefined ? "name" : "code", before, changes };
  if (parsed.success)
    problems.push(...reachProblems(ctx, scopedRows, reach, requested, (name) => cellFor(row, name, undefined)));
  if (isChanged && before.status === "archived") problems.push({ field: "code", code: "brand_archived" });
  if (!parsed.success || problems.length > 0) return { rowNumber, outcome: "bad", problems };
  claim(draft, run);
  const outcome = before === null ? "new" : isChanged ? "update" : "unchanged";
  return { rowNumber, outcome, values: { input: parsed.data, before }, notes };
}

function contractProblems(
  { row, before, problems }: Draft,
  parsed: z.core.util.SafeParseResult<BrandInput>,
): CellProblem[] {
  const found = parsed.success
    ? brandFields.errorsOf(parsed.data, before?.status ?? null)
    : parsed.error.issues.map(problemOfIssue);
  // A cell that could not be parsed is reported once; the contract's error would be about an empty field.
  const reported = new Set(problems.map(({ field }) => fillsOf(field)));
  return found.flatMap(({ path, code, params }) => {
    const [filled = "", part] = path.split(".");
    if (reported.has(filled)) return [];
    reported.add(filled);
    const field = cellFor(row, filled, part);
    const text = row.cells[field] ?? "";
    const oneLine = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
    const suggestion = code === "control_characters" && oneLine !== "" ? { suggestion: oneLine } : {};
    return [{ field, code, params: (params ?? {}) as Record<string, string | number>, ...suggestion }];
  });
}

const fillsOf = (field: string) => brandColumns.find((column) => column.field === field)?.fills ?? field;

/**
 * The cell of the file that filled a field: `nameI18n.ar` rather than all names, the country rather than the locations.
 */
function cellFor({ cells }: ImportRow, filled: string, part: string | undefined): string {
  const candidates = brandColumns.filter(({ field, fills }) => fills === filled && cells[field]);
  const exact = candidates.find(({ field }) => field === `${filled}.${part}`);
  return (exact ?? candidates.find(({ field }) => field === filled) ?? candidates[0])?.field ?? filled;
}

function collisions(
  { row, before, values }: Draft,
  holders: ReadonlyMap<string, Holder>,
  run: ImportRun,
): CellProblem[] {
  const code = before && run.claims.get(`code:${before.code}`);
  // That row also has its other values; one error is enough.
  if (code) return [{ field: "code", code: "same_as_row", params: { row: code } }];
  if (before?.status === "archived") return [];
  return uniqueKeys(values).flatMap(({ field, key }): CellProblem[] => {
    const claimedBy = run.claims.get(key);
    if (claimedBy !== undefined) return [{ field, code: "same_as_row", params: { row: claimedBy } }];
    const holder = holders.get(key);
    if (!holder || holder.id === before?.id || run.released.has(key)) return [];
    const at = row.cells[field] === undefined ? "code" : field;
    if (!holder.isSeen) return [{ field: at, code: "taken_unseen" }];
    return [{ field: at, code: takenCodes[field], params: { code: holder.code } }];
  });
}

const takenCodes = { name: "name_taken", slug: "slug_taken", wikidataId: "wikidata_id_taken" };

/** Only a valid row takes a name: of two, the second is accepted if the first is not. */
function claim({ row, before, values }: Draft, { claims, released }: ImportRun): void {
  if (before) claims.set(`code:${before.code}`, row.rowNumber);
  if (before?.status === "archived") return;
  for (const { key } of uniqueKeys(values)) claims.set(key, row.rowNumber);
  for (const { key } of before ? uniqueKeys(before) : []) if (claims.get(key) !== row.rowNumber) released.add(key);
}
