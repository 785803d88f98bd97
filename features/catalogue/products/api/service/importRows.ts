import { and, getTableColumns, inArray, ne, or, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { searchKey } from "#base/searchKey.ts";
import { changesBetween } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { importReach, type ImportReach, reachProblems } from "#api/importScope.ts";
import {
  type CellProblem,
  type CellRemark,
  type CheckedRow,
  type ImportRow,
  type ImportRun,
  problemOfIssue,
} from "#api/importer.ts";
import { brandNames } from "#features/catalogue/products/api/service/brandSpellings.ts";
import { readCategoryPaths } from "#features/catalogue/products/api/service/categoryPaths.ts";
import {
  type FileInput,
  productColumns,
  type ProductDraft,
} from "#features/catalogue/products/api/service/importColumns.ts";
import {
  type FoundParents,
  findParents,
  type NewBrand,
} from "#features/catalogue/products/api/service/importParents.ts";
import { productRows, productScope } from "#features/catalogue/products/api/service/scopePolicy.ts";
import { type ProductRecord, productsTable as table } from "#features/catalogue/products/api/tables.ts";
import { products } from "#features/catalogue/products/contract.ts";
import { productFields } from "#features/catalogue/products/fields.ts";

/** A product as a row wants it. `before` is null where the row makes a new one, `newBrand` where its brand is known. */
export type ImportedProduct = {
  readonly input: FileInput;
  readonly before: ProductRecord | null;
  readonly newBrand: NewBrand | null;
};

const { images: _, ...fileShape } = productFields.shape;
const FileSchema = z.strictObject(fileShape);
const { images: _images, ...emptyInput } = productFields.empty;

/** What would be written for a row, without the ids that each run creates for new brands. */
export const planOfProduct = ({ input, before, newBrand }: ImportedProduct): unknown => [
  newBrand ? { ...input, brandId: newBrand.name } : input,
  before && [before.id, before.version],
];

/** Checks rows in their order: each against the contract, the products there are, and the rows before it. */
export async function checkProductRows(
  ctx: Ctx,
  rows: readonly ImportRow[],
  run: ImportRun,
): Promise<CheckedRow<ImportedProduct>[]> {
  const productsByCode = await readByCode(ctx, rows);
  const parents = findParents(ctx, rows, run);
  const drafts = rows.map((row, index) =>
    draftOf(row, { before: productsByCode.get(row.cells.productCode ?? "") ?? null, parents: parents[index]! }),
  );
  const holders = await readHolders(ctx, drafts);
  const reach = await importReach(ctx, productRows, {
    update: products.update.permission,
    known: [...productsByCode.values(), ...holders.values()].map(({ id }) => id),
    // Whose brand is theirs is asked where it is looked up.
    added: [],
  });
  const parseNew = newParser(drafts);
  const checked = drafts.map((draft, index) =>
    validate(ctx, withKnown(draft, parents[index]!, { holders, run }), { holders, run, reach, parseNew }),
  );
  return withNames(ctx, checked);
}

// ------------------------------------------------------------------------------------------------ drafts

type Draft = {
  readonly row: ImportRow;
  readonly before: ProductRecord | null;
  readonly newBrand: NewBrand | null;
  readonly values: ProductDraft;
  /** The chosen brand, and all others that match the row. */
  readonly brandIds: readonly string[];
  /** What it may not have in common with another product. */
  readonly keys: readonly Unique[];
  readonly problems: CellProblem[];
  readonly notes: CellRemark[];
};

const codePattern = /^PRD-\d{6,}$/;

async function readByCode(ctx: Ctx, rows: readonly ImportRow[]): Promise<ReadonlyMap<string, ProductRecord>> {
  const codes = rows.map(({ cells }) => cells.productCode ?? "").filter((code) => codePattern.test(code));
  if (codes.length === 0) return new Map();
  const numbers = codes.map((code) => Number(code.slice(4)));
  const found = await ctx.db
    .select()
    .from(table)
    .where(and(inArray(table.number, numbers), productScope(ctx)));
  return new Map(found.map((product) => [product.code, product]));
}

type Surrounding = { readonly before: ProductRecord | null; readonly parents: FoundParents };

/** The product that a row changes, or an empty one, with the row's values. Fields without a column stay unchanged. */
function draftOf(row: ImportRow, { before, parents }: Surrounding): Draft {
  const code = row.cells.productCode ?? "";
  const values: ProductDraft = { ...(before ? fileInputOf(before) : emptyInput) };
  const problems = [...row.faults];
  const notes = [...parents.notes];
  const addProblem = (problem: CellProblem) => {
    if (!problems.some(({ field }) => field === problem.field)) problems.push(problem);
  };
  if (code !== "" && before === null) addProblem({ field: "productCode", ...codeProblem(code) });
  const isOwnBrand = before !== null && (!parents.namesBrand || parents.meantBrandIds.includes(before.brandId));
  if (!isOwnBrand) for (const problem of parents.problems) addProblem(problem);
  const newBrand = isOwnBrand ? null : parents.newBrand;
  if (!isOwnBrand && parents.brandId !== null) values.brandId = parents.brandId;
  if (parents.categoryId !== undefined) values.categoryId = parents.categoryId;
  for (const { field, read } of productColumns) {
    const text = row.cells[field];
    if (text === undefined) continue;
    const problem = read(text, values, (note) => void notes.push({ field, ...note }));
    if (problem) addProblem({ field, ...problem });
  }
  const brandIds = [...new Set([values.brandId as string, ...parents.meantBrandIds])].filter(Boolean);
  return { row, before, newBrand, values, brandIds, keys: uniqueKeys(values), problems, notes };
}

function codeProblem(code: string): Omit<CellProblem, "field"> {
  if (codePattern.test(code)) return { code: "no_such_product" };
  const digits = /^(?:PRD)?[-\s]?0*(\d{1,6})$/i.exec(code)?.[1];
  return { code: "product_code", ...(digits ? { suggestion: `PRD-${digits.padStart(6, "0")}` } : {}) };
}

const inputFields = Object.keys(emptyInput) as (keyof FileInput)[];

/** What a file can say, of all that a product is. */
const fileInputOf = (product: FileInput): FileInput =>
  Object.fromEntries(inputFields.map((field) => [field, product[field]])) as FileInput;

// ------------------------------------------------------------------------------------------------ what is unique

type Unique = { readonly field: "gtin" | "sku" | "name"; readonly key: string };
/** A product that has a key. `record` is null if the caller may not see it. */
type Holder = { readonly id: string; readonly code: string; readonly record: ProductRecord | null };
type Keyed = { readonly gtin: unknown; readonly sku: unknown; readonly brandId: unknown; readonly name: unknown };

/** Under which keys a product is the only one. One without a barcode is known by its brand and its name. */
function uniqueKeys({ gtin, sku, brandId, name }: Keyed): Unique[] {
  const keys: Unique[] = [];
  if (typeof gtin === "string") keys.push({ field: "gtin", key: `gtin:${gtin}` });
  if (typeof sku === "string") keys.push({ field: "sku", key: `sku:${String(brandId)}:${sku}` });
  if (gtin === null && sku === null && typeof name === "string") {
    keys.push({ field: "name", key: `name:${String(brandId)}:${searchKey(name)}` });
  }
  return keys;
}

type Holders = { readonly holders: ReadonlyMap<string, Holder>; readonly run: ImportRun };

/**
 * A row without a product code matches the product with its key: its barcode number, else its brand's own number or
 * name. So the same file can be imported again. Keys that an earlier row has taken or released don't match, as the
 * write would see that in the database but the dry run would not.
 */
function withKnown(draft: Draft, parents: FoundParents, { holders, run }: Holders): Draft {
  const { row, values, brandIds, problems } = draft;
  if ((row.cells.productCode ?? "") !== "") return draft;
  const isFree = ({ key }: Unique) => !run.claims.has(key) && !run.released.has(key);
  const keys = brandIds.flatMap((brandId) => uniqueKeys({ ...values, brandId }));
  const holder = (brandIds.length > 0 ? keys : draft.keys)
    .filter(isFree)
    .map(({ key }) => holders.get(key))
    .find((each) => each !== undefined);
  if (!holder?.record) return draft;
  const isReadable = !problems.some(({ field }) => field === "gtin");
  if (!isReadable) return draft;
  const known = draftOf(row, { before: holder.record, parents });
  // Only a product code moves a product to another brand: a barcode number may be a mistake.
  if (known.values.brandId === holder.record.brandId) return known;
  const problem = { field: "gtin", code: "other_brand", params: { code: holder.code } };
  return { ...known, problems: [...known.problems, problem] };
}

/** Which products hold the keys that these rows want. */
async function readHolders(ctx: Ctx, drafts: readonly Draft[]): Promise<ReadonlyMap<string, Holder>> {
  const gtins = drafts.flatMap(({ values: { gtin } }) =>
    typeof gtin === "string" && /^\d{14}$/.test(gtin) ? [gtin] : [],
  );
  const skus = drafts.flatMap(({ values: { sku } }) => (typeof sku === "string" ? [sku] : []));
  const nameless = drafts.filter(({ values: { gtin, sku, name } }) => gtin === null && sku === null && name !== "");
  const brandIds = [...new Set(nameless.flatMap((draft) => draft.brandIds))];
  const sortKeys = nameless.map(({ values }) => searchKey(values.name as string).slice(0, 240));
  const list = (values: readonly string[]) =>
    sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;
  const conditions = [
    ...(gtins.length > 0 ? [sql`${table.gtin} = any(${list(gtins)})`] : []),
    ...(skus.length > 0 ? [sql`${table.sku} = any(${list(skus)})`] : []),
    ...(nameless.length > 0
      ? [
          sql`(${table.brandId} = any(${list(brandIds)}::uuid[]) and ${table.sortKey} = any(${list(sortKeys)})
               and ${table.gtin} is null and ${table.sku} is null)`,
        ]
      : []),
  ];
  if (conditions.length === 0) return new Map();
  const found = await ctx.db
    .select({ record: getTableColumns(table), isTheirs: sql<boolean>`(${productScope(ctx) ?? sql`true`}) is true` })
    .from(table)
    .where(and(ne(table.status, "archived"), or(...conditions)));
  return new Map(
    found.flatMap(({ record, isTheirs }) => {
      const holder = { id: record.id, code: record.code, record: isTheirs ? record : null };
      return uniqueKeys(record).map(({ key }) => [key, holder] as const);
    }),
  );
}

// ------------------------------------------------------------------------------------------------ validation

type Parse = (values: ProductDraft) => z.core.util.SafeParseResult<FileInput>;
type Circumstances = {
  readonly holders: ReadonlyMap<string, Holder>;
  readonly run: ImportRun;
  readonly reach: ImportReach;
  readonly parseNew: Parse;
};

const parseWhole: Parse = (values) => z.safeParse(FileSchema, values);

/**
 * Asks the contract about the fields that any of these rows fills, a third of all in most files; the others are as in an
 * empty product, which the contract allows but for its brand and its name.
 */
function newParser(drafts: readonly Draft[]): Parse {
  const isFilled = (field: keyof FileInput) => drafts.some(({ values }) => values[field] !== emptyInput[field]);
  const fields = inputFields.filter((field) => field === "brandId" || field === "name" || isFilled(field));
  const schema = z.pick(FileSchema, Object.fromEntries(fields.map((field) => [field, true])) as Mask);
  return (values) => {
    const requested: Record<string, unknown> = {};
    for (const field of fields) requested[field] = values[field];
    const parsed = z.safeParse(schema, requested);
    return parsed.success ? { success: true, data: { ...emptyInput, ...parsed.data } } : parsed;
  };
}
type Mask = Partial<Record<keyof FileInput, true>>;

function validate(
  ctx: Ctx,
  draft: Draft,
  { holders, run, reach, parseNew }: Circumstances,
): CheckedRow<ImportedProduct> {
  const { row, before, newBrand, notes } = draft;
  const { rowNumber } = row;
  const parsed = (before === null ? parseNew : parseWhole)(draft.values);
  const problems = [...draft.problems, ...contractProblems(draft, parsed), ...collisions(draft, holders, run)];
  const isRequested = parsed.success && (before !== null || reach.isLimited);
  const changes = isRequested ? changesBetween(before ?? emptyInput, parsed.data) : {};
  const isChanged = before !== null && Object.keys(changes).length > 0;
  const requested = { rowNumber, key: "productCode", before, changes };
  if (parsed.success)
    problems.push(...reachProblems(ctx, productRows, reach, requested, (name) => cellFor(row, name, undefined)));
  if (isChanged && before.status === "archived") problems.push({ field: "productCode", code: "product_archived" });
  if (!parsed.success || problems.length > 0) return { rowNumber, outcome: "bad", problems };
  claim(draft, run);
  const outcome = before === null ? "new" : isChanged ? "update" : "unchanged";
  const update = isChanged ? { record: before.code, changes: changesBetween(before, parsed.data) } : undefined;
  return { rowNumber, outcome, values: { input: parsed.data, before, newBrand }, notes, ...(update ? { update } : {}) };
}

/** The rows, with names of brands and categories in place of ids in their changes. */
async function withNames(ctx: Ctx, checked: CheckedRow<ImportedProduct>[]): Promise<CheckedRow<ImportedProduct>[]> {
  const moved = checked.flatMap((row) => (row.outcome === "update" ? [row.update?.changes ?? {}] : []));
  const ids = (field: string) =>
    moved.flatMap(({ [field]: change }) => [change?.before, change?.after].filter((id) => typeof id === "string"));
  if (ids("brandId").length + ids("categoryId").length === 0) return checked;
  const names = await brandNames(ctx, ids("brandId"));
  const { pathOf } = await readCategoryPaths(ctx);
  const nameOf = { brandId: (id: string) => names.get(id) ?? id, categoryId: (id: string) => pathOf(id) ?? id };
  return checked.map((row) => {
    if (row.outcome !== "update" || !row.update) return row;
    const { brandId, categoryId, ...changes } = row.update.changes;
    const named = (change: typeof brandId, name: (id: string) => string) => {
      const text = (id: unknown) => (typeof id === "string" ? name(id) : id);
      return change && { before: text(change.before), after: text(change.after) };
    };
    const brand = row.values.newBrand
      ? brandId && { before: nameOf.brandId(String(brandId.before)), after: row.values.newBrand.name }
      : named(brandId, nameOf.brandId);
    const category = named(categoryId, nameOf.categoryId);
    return {
      ...row,
      update: { ...row.update, changes: { ...changes, ...(brand && { brand }), ...(category && { category }) } },
    };
  });
}

function contractProblems(
  { row, before, problems }: Draft,
  parsed: z.core.util.SafeParseResult<FileInput>,
): CellProblem[] {
  const found = parsed.success
    ? productFields.errorsOf({ ...parsed.data, images: [] }, before?.status ?? null)
    : parsed.error.issues.map(problemOfIssue);
  if (found.length === 0) return [];
  // A cell that could not be read is reported once; what the contract says of it is about an empty field.
  const reported = new Set(problems.map(({ field }) => fillsOf(field)));
  return found.flatMap(({ path, code, params }) => {
    const [filled = "", part] = path.split(".");
    if (reported.has(filled)) return [];
    reported.add(filled);
    const field = cellFor(row, filled, part);
    const oneLine = (row.cells[field] ?? "").replace(/[\s\p{Cc}]+/gu, " ").trim();
    const suggestion = code === "control_characters" && oneLine !== "" ? { suggestion: oneLine } : {};
    return [{ field, code, params: (params ?? {}) as Record<string, string | number>, ...suggestion }];
  });
}

const fillsOf = (field: string) => productColumns.find((column) => column.field === field)?.fills ?? field;

/** Which of the file's cells filled a field: `nameI18n.ar` rather than all names, the content rather than the quantity. */
function cellFor({ cells }: ImportRow, filled: string, part: string | undefined): string {
  const candidates = productColumns.filter(({ field, fills }) => fills === filled && cells[field]);
  const exact = candidates.find(({ field }) => field === `${filled}.${part}`);
  return (exact ?? candidates.find(({ field }) => field === filled) ?? candidates[0])?.field ?? filled;
}

function collisions({ row, before, keys }: Draft, holders: ReadonlyMap<string, Holder>, run: ImportRun): CellProblem[] {
  const claimed = before && run.claims.get(`code:${before.code}`);
  const own = claimed ? [{ field: "productCode", code: "same_as_row", params: { row: claimed } }] : [];
  if (before?.status === "archived") return own;
  return [
    ...own,
    ...keys.flatMap(({ field, key }): CellProblem[] => {
      const claimedBy = run.claims.get(key);
      if (claimedBy !== undefined) return [{ field, code: "same_as_row", params: { row: claimedBy } }];
      const holder = holders.get(key);
      if (!holder || holder.id === before?.id || run.released.has(key)) return [];
      const at = row.cells[field] === undefined ? "productCode" : field;
      if (!holder.record) return [{ field: at, code: "taken_unseen" }];
      return [{ field: at, code: `${field}_taken`, params: { code: holder.code } }];
    }),
  ];
}

/** Only a good row takes a number: of two, the second goes in when the first cannot. */
function claim({ row, before, keys }: Draft, { claims, released }: ImportRun): void {
  if (before) claims.set(`code:${before.code}`, row.rowNumber);
  if (before?.status === "archived") return;
  for (const { key } of keys) claims.set(key, row.rowNumber);
  for (const { key } of before ? uniqueKeys(before) : []) if (claims.get(key) !== row.rowNumber) released.add(key);
}
