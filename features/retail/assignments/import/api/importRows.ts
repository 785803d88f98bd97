import { and, inArray, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { readGtin } from "#base/gtin.ts";
import { changesBetween } from "#api/audit.ts";
import type { Ctx } from "#api/context.ts";
import { importReach, type ImportReach, reachProblems } from "#api/importScope.ts";
import { type CellProblem, type CheckedRow, type ImportRow, type ImportRun, problemOfIssue } from "#api/importer.ts";
import { type Pair, pairKey, readVerdicts, type Verdict } from "#features/retail/assignments/changes/api/findings.ts";
import { assignmentColumns, type TermsDraft } from "#features/retail/assignments/import/api/importColumns.ts";
import {
  assignmentRows,
  productScope,
  isScopedToProducts,
  retailerScope,
  uuids,
} from "#features/retail/assignments/api/service/scopePolicy.ts";
import { type AssignmentRecord, assignmentsTable } from "#features/retail/assignments/api/tables.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";
import { productsTable } from "#features/catalogue/products/api/tables.ts";
import { assignments } from "#features/retail/assignments/contract.ts";
import { Terms } from "#features/retail/assignments/contract/changes.ts";
import { cashbackOf, statusAt, termsProblems } from "#features/retail/assignments/rules.ts";

/** The assignment that a row describes. `before` is null if the row creates one. */
export type ImportedAssignment = Pair & {
  readonly before: AssignmentRecord | null;
  readonly terms: ImportedTerms;
  readonly proofId: string | null;
};
/** Periods can't be imported: users set them one by one. */
const ImportedTerms = z.omit(Terms, { startsAt: true, endsAt: true, priceValidFrom: true, priceValidTo: true });
export type ImportedTerms = z.output<typeof ImportedTerms>;

const parseTerms = (draft: TermsDraft) => z.safeParse(ImportedTerms, draft);

const emptyTerms: ImportedTerms = {
  priceMinor: null,
  currency: null,
  stockStatus: "unknown",
  cashbackMode: "inherit",
  cashbackBps: null,
  cashbackFixedMinor: null,
  cashbackCapMinor: null,
  consumerCapPerMonth: null,
  retailerSku: null,
  shelfUrl: null,
};
const termNames = Object.keys(emptyTerms) as (keyof ImportedTerms)[];

/** Validates rows in their order: each against the contract, the rule, and the rows before it. */
export async function checkAssignmentRows(
  ctx: Ctx,
  rows: readonly ImportRow[],
  run: ImportRun,
): Promise<CheckedRow<ImportedAssignment>[]> {
  const around = await readAround(ctx, rows);
  const placed = rows.map((row) => place(row, around));
  const pairs = placed.flatMap(({ pair }) => pair ?? []);
  const [existing, verdicts] = await Promise.all([readExisting(ctx, pairs), readVerdicts(ctx, pairs)]);
  const reach = await importReach(ctx, assignmentRows, {
    update: assignments.update.permission,
    known: [...existing.values()].map(({ id }) => id),
    // `added` stays empty: both lookups check what the user may import.
    added: [],
  });
  return placed.map((each) => validateRow(ctx, each, { existing, verdicts, run, reach }));
}

// ------------------------------------------------------------------------------------------------ lookups

type ImportRetailer = {
  id: string;
  code: string;
  isTheirs: boolean;
  currency: string | null;
  maxBps: number;
  places: Readonly<Record<string, string>>;
};
type ImportProduct = { id: string; gtin: string | null; isTheirs: boolean };
type Around = {
  readonly shops: ReadonlyMap<string, ImportRetailer>;
  readonly goods: ReadonlyMap<string, ImportProduct>;
};

async function readAround(ctx: Ctx, rows: readonly ImportRow[]): Promise<Around> {
  const codes = [...new Set(rows.map(({ cells }) => codeOf(cells.retailerCode)))];
  const gtins = [...new Set(rows.flatMap(({ cells }) => readGtin(cells.gtin ?? "").gtin ?? []))];
  const shops = await ctx.db
    .select({
      id: retailersTable.id,
      code: retailersTable.code,
      isTheirs: sql<boolean>`${retailerScope(ctx) ?? sql`true`}`,
      currency: sql<string | null>`retailers.default_currency`,
      maxBps: sql<number>`(select max_cashback_bps from retailer_types where id = retailers.retailer_type_id)`,
      places: sql<Readonly<Record<string, string>>>`(
        select coalesce(jsonb_object_agg(lower(name), id), '{}') from retailer_locations
         where retailer_id = retailers.id and status <> 'closed')`,
    })
    .from(retailersTable)
    .where(inArray(retailersTable.code, codes));
  const goods = await ctx.db
    .select({
      id: productsTable.id,
      gtin: productsTable.gtin,
      isTheirs: sql<boolean>`${productScope(ctx) ?? sql`true`}`,
    })
    .from(productsTable)
    .where(and(inArray(productsTable.gtin, gtins), sql`status <> 'archived'`));
  return {
    shops: new Map(
      shops.filter(({ isTheirs }) => isTheirs || isScopedToProducts(ctx)).map((shop) => [shop.code, shop]),
    ),
    goods: new Map(goods.map((good) => [good.gtin!, good])),
  };
}

const codeOf = (text = ""): string => text.trim().toUpperCase();

type RowContext = {
  readonly row: ImportRow;
  readonly pair: Pair | null;
  readonly shop: ImportRetailer | undefined;
  readonly problems: readonly CellProblem[];
};

function place(row: ImportRow, { shops, goods }: Around): RowContext {
  const problems = [...row.faults];
  const { retailerCode = "", gtin = "", location = "" } = row.cells;
  const say = (field: string, code: string, params: CellProblem["params"] = {}) =>
    problems.some((problem) => problem.field === field) ? 0 : problems.push({ field, code, params });
  const shop = shops.get(codeOf(retailerCode));
  if (retailerCode === "") say("retailerCode", "required");
  else if (shop === undefined) say("retailerCode", "no_such_retailer");
  const reading = readGtin(gtin);
  const good = goods.get(reading.gtin ?? "");
  if (gtin === "") say("gtin", "required");
  else if (reading.gtin === null) say("gtin", "not_a_gtin");
  else if (good === undefined || (shop && !shop.isTheirs && !good.isTheirs)) say("gtin", "no_such_product");
  const locationId = location === "" ? null : (shop?.places[location.trim().toLowerCase()] ?? undefined);
  if (locationId === undefined && shop) say("location", "no_such_location");
  const isPlaced = shop !== undefined && good !== undefined && locationId !== undefined && problems.length === 0;
  return { row, shop, problems, pair: isPlaced ? { productId: good.id, retailerId: shop.id, locationId } : null };
}

async function readExisting(ctx: Ctx, pairs: readonly Pair[]): Promise<ReadonlyMap<string, AssignmentRecord>> {
  const records = await ctx.db
    .select()
    .from(assignmentsTable)
    .where(
      sql`ended_at is null and product_id = any(${uuids(pairs.map(({ productId }) => productId))})
          and retailer_id = any(${uuids(pairs.map(({ retailerId }) => retailerId))})`,
    );
  return new Map(records.map((record) => [pairKey(record), record]));
}

// ------------------------------------------------------------------------------------------------ validation

type Circumstances = {
  readonly existing: ReadonlyMap<string, AssignmentRecord>;
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly run: ImportRun;
  readonly reach: ImportReach;
};

function validateRow(
  ctx: Ctx,
  { row, pair, shop, problems: before }: RowContext,
  around: Circumstances,
): CheckedRow<ImportedAssignment> {
  const { rowNumber } = row;
  const key = pair && pairKey(pair);
  const open = key === null ? undefined : around.existing.get(key);
  // Expired assignments are ended when the new one is written.
  const record = open !== undefined && statusAt(open, ctx.now) !== "ended" ? open : null;
  const draft: TermsDraft = Object.fromEntries(termNames.map((name) => [name, (record ?? emptyTerms)[name]]));
  const problems = [...before, ...readCells(row, draft)];
  // An amount without a currency is in the retailer's currency.
  if (
    draft.currency === null &&
    [draft.priceMinor, draft.cashbackFixedMinor, draft.cashbackCapMinor].some((each) => each !== null)
  ) {
    draft.currency = shop?.currency ?? null;
  }
  const parsed = parseTerms(draft);
  problems.push(...termProblems(parsed, row, shop));
  if (pair === null || key === null || !parsed.success) return { rowNumber, outcome: "bad", problems };
  const verdict = around.verdicts.get(key) ?? { findings: [], proofId: null };
  const claimed = around.run.claims.get(key);
  if (claimed !== undefined) problems.push({ field: "gtin", code: "same_as_row", params: { row: claimed } });
  const blocking = verdict.findings.find((finding) => finding.isBlocking);
  if (record === null && blocking) problems.push({ field: "gtin", code: blocking.reason.toLowerCase() });
  const values = cashbackOf(parsed.data);
  const changes = changesBetween(record ?? emptyTerms, values);
  const isChanged = record !== null && Object.keys(changes).length > 0;
  const requested = { rowNumber, key: "gtin", before: record, changes };
  problems.push(...reachProblems(ctx, assignmentRows, around.reach, requested, (name) => name));
  if (problems.length > 0) return { rowNumber, outcome: "bad", problems };
  around.run.claims.set(key, rowNumber);
  const outcome = record === null ? "new" : isChanged ? "update" : "unchanged";
  return { rowNumber, outcome, values: { ...pair, before: open ?? null, terms: values, proofId: verdict.proofId } };
}

function readCells(row: ImportRow, draft: TermsDraft): CellProblem[] {
  const faulty = new Set(row.faults.map(({ field }) => field));
  return assignmentColumns.flatMap(({ field, read }) => {
    const text = row.cells[field];
    if (text === undefined || faulty.has(field)) return [];
    const problem = read(text, draft);
    return problem ? [{ field, ...problem }] : [];
  });
}

function termProblems(
  parsed: ReturnType<typeof parseTerms>,
  row: ImportRow,
  shop: ImportRetailer | undefined,
): CellProblem[] {
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => {
      const { path, code, params } = problemOfIssue(issue);
      return { field: path, code, params: params ?? {} };
    });
  }
  const { data: found } = parsed;
  const whole = { ...found, priceValidFrom: null, priceValidTo: null, startsAt: "", endsAt: null };
  const problems: CellProblem[] = termsProblems(whole).map(({ path, code }) => ({ field: path, code }));
  if (shop && found.cashbackBps !== null && found.cashbackBps > shop.maxBps) {
    problems.push({ field: "cashbackBps", code: "rate_too_high", params: { maximum: shop.maxBps } });
  }
  if (shop?.currency && found.currency !== null && found.currency !== shop.currency) {
    const field = row.cells.currency === undefined ? "retailerCode" : "currency";
    problems.push({ field, code: "wrong_currency", params: { currency: shop.currency } });
  }
  return problems;
}
