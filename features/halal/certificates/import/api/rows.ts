import { and, eq, inArray, notInArray } from "drizzle-orm";
import * as z from "zod/mini";
import { newId } from "#api/newId.ts";
import { scopeCondition } from "#api/scopeCondition.ts";
import type { Ctx } from "#api/context.ts";
import {
  type CellProblem,
  type CheckedRow,
  type GoodRow,
  type ImportRow,
  type ImportRun,
  type ImportSource,
  problemOfIssue,
} from "#api/importer.ts";
import { certificateColumns } from "#features/halal/certificates/import/api/columns.ts";
import { insertCertificates } from "#features/halal/certificates/record/api/insertCertificates.ts";
import { standardColumns } from "#features/halal/certificates/record/api/relatedRecords.ts";
import { brandHolders, retailerHolders } from "#features/halal/certificates/api/service/scopePolicy.ts";
import { certificatesTable as table } from "#features/halal/certificates/api/tables.ts";
import { retailersTable } from "#features/retail/retailers/api/tables.ts";
import { brandsTable } from "#features/catalogue/brands/api/tables.ts";
import { bodiesTable, standardsTable } from "#features/halal/certifiers/api/tables.ts";
import type { LineRow } from "#features/halal/certificates/record/api/relatedTables.ts";
import { numberKey } from "#features/halal/certificates/rules.ts";
import { readLines } from "#features/halal/certificates/scope/contract/lineTexts.ts";
import { type CertificateInput, certificateFields } from "#features/halal/certificates/record/fields.ts";

/** A certificate as a row makes it: always a new draft. */
export type ImportedCertificate = {
  readonly input: CertificateInput;
  readonly lines: readonly Omit<LineRow, "id">[];
};

/** Checks rows in their order: each against the contract, the existing certificates, and the rows before it. */
export async function checkCertificateRows(
  ctx: Ctx,
  rows: readonly ImportRow[],
  run: ImportRun,
): Promise<CheckedRow<ImportedCertificate>[]> {
  const known = await readKnown(ctx, rows);
  return rows.map((row) => checkRow(row, known, run));
}

/** Writes checked rows, with their audit entries. */
export async function writeCertificateRows(
  ctx: Ctx,
  rows: readonly GoodRow<ImportedCertificate>[],
  { fileName }: ImportSource,
): Promise<void> {
  await insertCertificates(
    ctx,
    rows.map(({ rowNumber, values }) => ({
      id: newId(ctx),
      values: values.input,
      lines: values.lines.map((line) => ({ ...line, id: newId(ctx) })),
      action: "import",
      // Read by people of every language: `certificates.csv:212`.
      reason: `${fileName}:${rowNumber}`,
    })),
  );
}

type Lookup = Awaited<ReturnType<typeof readKnown>>;

async function readKnown(ctx: Ctx, rows: readonly ImportRow[]) {
  const codes = [...new Set(rows.flatMap(({ cells }) => cells.holder ?? []))];
  const keys = [...new Set(rows.map(({ cells }) => numberKey(cells.certificateNo ?? "")).filter((key) => key !== ""))];
  const { id, code } = brandsTable;
  const retailers = retailersTable;
  const [bodies, standards, brands, shops, taken] = await Promise.all([
    ctx.db
      .select({
        id: bodiesTable.id,
        acronym: bodiesTable.acronym,
        name: bodiesTable.name,
        stunning: bodiesTable.defaultStunningPolicy,
      })
      .from(bodiesTable)
      .where(eq(bodiesTable.status, "active")),
    ctx.db.select(standardColumns).from(standardsTable).where(eq(standardsTable.status, "active")),
    ctx.db
      .select({ id, code })
      .from(brandsTable)
      .where(and(inArray(code, codes), scopeCondition(ctx, brandHolders))),
    ctx.db
      .select({ id: retailers.id, code: retailers.code })
      .from(retailers)
      .where(and(inArray(retailers.code, codes), scopeCondition(ctx, retailerHolders))),
    ctx.db
      .select({ bodyId: table.bodyId, key: table.certificateNoKey, code: table.code })
      .from(table)
      .where(and(inArray(table.certificateNoKey, keys), notInArray(table.state, ["rejected"]))),
  ]);
  return {
    bodies: new Map(
      bodies.flatMap((body) => [[foldOf(body.acronym), body] as const, [foldOf(body.name), body] as const]),
    ),
    standards: new Map(
      standards.flatMap((each) => [
        [foldOf(each.code), each.id] as const,
        [foldOf(`${each.code}:${each.edition}`), each.id] as const,
      ]),
    ),
    brands: new Map(brands.map((brand) => [brand.code, brand.id])),
    retailers: new Map(shops.map((shop) => [shop.code, shop.id])),
    taken: new Map(taken.map((each) => [`${each.bodyId} ${each.key}`, each.code])),
  };
}

const foldOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");

type DraftValues = { -readonly [Field in keyof CertificateInput]: unknown };

function checkRow(row: ImportRow, known: Lookup, run: ImportRun): CheckedRow<ImportedCertificate> {
  const { rowNumber, cells } = row;
  const values: DraftValues = { ...certificateFields.empty, holderType: "external" };
  const problems: CellProblem[] = [...row.faults];
  const wrong = (field: string, code: string, params: Record<string, string | number> = {}) => {
    if (!problems.some((problem) => problem.field === field)) problems.push({ field, code, params });
  };
  fillValues(cells, values, wrong);
  fillReferences(cells, values, known, wrong);
  const listed = readLines(cells.products ?? "", "|");
  if (listed.faults.length > 0) wrong("products", "gtin_in_line", { line: listed.faults[0]!.text });
  const parsed = z.safeParse(certificateFields.schema, values);
  const found = parsed.success
    ? certificateFields.errorsOf(parsed.data, null)
    : parsed.error.issues.map(problemOfIssue);
  for (const { path, code, params } of found) wrong(fieldOf(path), code, params as Record<string, string | number>);
  if (!parsed.success || problems.length > 0) return { rowNumber, outcome: "bad", problems };
  const key = `${parsed.data.bodyId} ${numberKey(parsed.data.certificateNo)}`;
  const claimedBy = run.claims.get(key);
  if (claimedBy !== undefined) wrong("certificateNo", "same_as_row", { row: claimedBy });
  const holder = known.taken.get(key);
  if (holder !== undefined) wrong("certificateNo", "certificate_taken", { code: holder });
  if (problems.length > 0) return { rowNumber, outcome: "bad", problems };
  run.claims.set(key, rowNumber);
  return { rowNumber, outcome: "new", values: { input: parsed.data, lines: listed.lines } };
}

type Cells = ImportRow["cells"];
type Wrong = (field: string, code: string, params?: Record<string, string | number>) => void;

function fillValues(cells: Cells, values: DraftValues, wrong: Wrong): void {
  for (const { field, fills, kind, codes = [] } of certificateColumns) {
    const text = cells[field];
    if (text === undefined || text === "" || kind === "lookup") continue;
    const code = text.toLowerCase().replaceAll(/[\s-]+/g, "_");
    if (kind === "code" && !codes.includes(code)) wrong(field, "not_one_of", { allowed: codes.join(", ") });
    if (kind === "day" && !/^\d{4}-\d\d-\d\d$/.test(text)) wrong(field, "not_a_day");
    values[fills as keyof CertificateInput] = kind === "code" ? code : text;
  }
}

function fillReferences(cells: Cells, values: DraftValues, known: Lookup, wrong: Wrong): void {
  const body = known.bodies.get(foldOf(cells.body ?? ""));
  if (body === undefined) wrong("body", cells.body ? "no_such_body" : "required");
  else {
    values.bodyId = body.id;
    if (!cells.stunningPolicy) values.stunningPolicy = body.stunning;
  }
  const standards = (cells.standards ?? "")
    .split("|")
    .map((each) => each.trim())
    .filter(Boolean);
  const unknown = standards.find((each) => !known.standards.has(foldOf(each)));
  if (unknown !== undefined) wrong("standards", "no_such_standard", { standard: unknown });
  values.standardIds = standards.flatMap((each) => known.standards.get(foldOf(each)) ?? []);
  const holder = cells.holder ?? "";
  if (holder === "") return;
  const [brandId, retailerId] = [known.brands.get(holder), known.retailers.get(holder)];
  if (brandId !== undefined) Object.assign(values, { holderType: "brand", holderBrandId: brandId });
  else if (retailerId !== undefined) Object.assign(values, { holderType: "retailer", holderRetailerId: retailerId });
  else wrong("holder", "no_such_holder");
}

const fieldOf = (path: string): string =>
  certificateColumns.find(({ fills }) => fills === path.split(".")[0])?.field ?? path;
